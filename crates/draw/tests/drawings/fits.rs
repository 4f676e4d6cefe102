//! A terminal of 24 rows and 80 columns has room for every game in its starting position.

use leitai_catalog::{GAMES, ListedGame, Setup};
use leitai_core::{Act, Actor, Dice, Lang, Outbox, Rng, Scene, Seat, Span, Staging, Viewer};
use leitai_draw::{Terminal, terminal, width};
use std::time::Duration;

const ROWS: usize = 24;
const COLUMNS: usize = 80;
/// Rows needed besides the board: who plays, and what is asked.
const OTHERS: usize = 2;

fn fits(scene: &Scene, game: ListedGame, lang: Lang) {
    let names = scene.labels.is_empty();
    let usual = Terminal { lang, names, ..Terminal::default() };
    let tight = Terminal { tight: true, ..usual };
    let text = terminal(scene, tight);
    let id = game.facts().id;
    assert!(text.lines().count() + OTHERS <= ROWS, "{id} is too tall:\n{text}");
    for text in [text, terminal(scene, usual)] {
        for line in text.lines() {
            assert!(width(line) <= COLUMNS, "{id} is too wide: {line}");
        }
    }
    // A tight board shows of its places what the usual one shows. An `x` may be roads that cross between two rows.
    let is_sign = |c: &char| c.is_alphanumeric() && *c != 'x';
    let signs = |style| {
        let mut signs: Vec<char> = terminal(scene, style).chars().filter(is_sign).collect();
        signs.sort_unstable();
        signs
    };
    assert_eq!(signs(tight), signs(usual), "{id}");
}

#[test]
fn every_game_fits_a_terminal_of_24_rows() {
    for game in GAMES {
        let ruled = game.open(&Setup::default()).expect("a set-up");
        let mut table = ruled.table(Staging::default(), Some(Dice::new([7; 32])));
        table.begin([None; 2], &mut Outbox::default());
        let (mut rng, mut acts) = (Rng::new(7), 0);
        loop {
            let over = table.turn().outcome().is_some();
            // The first boards, then some of them, then the last, in which the secrets of both sides are revealed.
            if acts < 2 || acts % 17 == 0 || over {
                for lang in [Lang::En, Lang::Zh] {
                    for seat in Seat::BOTH {
                        fits(&table.scene(Viewer::Seat(seat)), *game, lang);
                    }
                    fits(&table.scene(Viewer::Spectator), *game, lang);
                }
            }
            let Some(seat) = Seat::BOTH.into_iter().find(|seat| table.turn().owes(Actor::Seat(*seat))) else {
                break;
            };
            let choices = table.choices(seat);
            let text = choices[rng.below(choices.len())].text.as_str();
            let act = Act::Play { by: Actor::Seat(seat), acts: &[text], span: Span::Part };
            table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).expect("a choice is legal");
            acts += 1;
        }
        assert!(acts > 4);
    }
}
