//! What the referee and whoever relays the other side's moves may say, and the rule that anything else breaks.

use super::{FirstIsSeen, laid, moves, red_is_seen};
use leitai_core::{Actor, Eye, Game, Position, Rng, Sample, Seat, Seen, State, Turn, View};
use luzhanqi::{Act, Board, Luzhanqi, Point, Rank, Rules};

fn act(text: &str) -> Act {
    Luzhanqi::read(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// Plays acts, each by the hand on turn.
fn play(table: &mut Board, acts: &str) {
    for text in acts.split_whitespace() {
        let by = table.turn().next().expect("a hand");
        let played = table.try_play(by, &act(text));
        assert!(played.is_ok(), "{text}: {played:?}");
    }
}

/// Why an act of the hand on turn is refused; it changes nothing.
fn refused(table: &Board, text: &str) -> &'static str {
    let (by, mut tried) = (table.turn().next().expect("a hand"), table.to_owned());
    let Err(why) = tried.try_play(by, &act(text)) else { panic!("{text} is allowed") };
    assert_eq!(tried, *table, "a refused act changes nothing");
    why.rule.en
}

fn offered(table: &Board) -> String {
    let mut texts = Vec::new();
    let by = table.turn().next().expect("a hand");
    let mut open = Vec::new();
    table.moves(by, &mut open);
    for m in open {
        let mut text = String::new();
        Luzhanqi::write(&m, &mut text);
        texts.push(text);
    }
    texts.join(" ")
}

/// A table where red is seen and is to move, with these of its pieces; of black's pieces those that were laid on these
/// points still stand there and have not moved, and the others are gone.
fn sparse(red: &str, black: &[&str]) -> Board {
    // Where both sides are known, what has happened to red's pieces may be made up.
    let usual = Luzhanqi::read_position(&format!("first 0 {red}"), &Rules::default()).expect("a position");
    let mut text = String::new();
    Luzhanqi::write_position(&usual, &mut text);
    let words: Vec<&str> = text.split(' ').collect();
    let mut list = String::new();
    for (home, point) in Point::homes(Seat::Second).iter().enumerate() {
        let name = format!("{}{}", char::from(b'A' + point.row()), point.column());
        let laid = match home {
            0..5 => 0x1ff,
            5..15 => 0x5ff,
            21 | 23 => 0xfff,
            _ => 0x7ff,
        };
        // What is gone was neither the commander, which shows a flag, nor the flag.
        let stands = black.contains(&&*name);
        let (place, told) = if stands { (&*name, laid) } else { ("--", laid & 0x7fe) };
        list += &format!("?{place}{told:03x}fff");
    }
    let is_black = |sign: char| sign.is_ascii_lowercase();
    let rows = words[2].replace(is_black, "?");
    let text = format!("first 0 {rows} {} {list}", words[3]);
    Luzhanqi::read_position(&text, &red_is_seen()).unwrap_or_else(|why| panic!("{text}: {why}"))
}

#[test]
fn the_other_side_is_relayed_by_what_everybody_sees() {
    let mut table = Board::initial(&red_is_seen());
    let second = Actor::Seat(Seat::Second);
    let mut open = Vec::new();
    table.moves(second, &mut open);
    assert_eq!(open, [Act::Ready], "one act for the whole layout");
    let lay = table.check(second, &act("A1=l")).expect_err("its pieces are not known here");
    assert!(lay.rule.en.starts_with("this table does not know that side's pieces"));
    let ready = table.check(Actor::Seat(Seat::First), &Act::Ready).expect_err("its pieces are known here");
    assert_eq!(ready.rule.en, "this side's pieces are known here: lay them one by one");
    laid(&mut table);
    play(&mut table, "G1H1");
    assert_eq!(table.turn(), Turn::Of(second), "nothing can have followed from a quiet move");
    assert_eq!(refused(&table, "A1B1"), "what is in a headquarters does not move");
    assert_eq!(refused(&table, "B0C0"), "a piece of one's own stands there");
    assert_eq!(refused(&table, "G0F0"), "not this side's piece");
    assert_eq!(refused(&table, "E1E2"), "no piece on the first point");
    assert_eq!(refused(&table, "F0F3"), "a piece of one's own stands there");
    assert_eq!(refused(&table, "F1H1"), "a piece in a camp cannot be attacked");
    assert_eq!(refused(&table, "F1D2"), "no way there along roads and rails");
    assert_eq!(refused(&table, "ready"), "a piece has to move");
    assert_eq!(refused(&table, "fell:first"), "only the referee says what followed");
}

#[test]
fn the_referee_says_who_fell_and_where_a_flag_is_shown() {
    let mut table = Board::initial(&red_is_seen());
    laid(&mut table);
    // Red's commander attacks a piece of the front row, where no bomb and no mine is laid.
    play(&mut table, "G2F2");
    assert_eq!(table.turn(), Turn::Of(Actor::Arbiter));
    assert_eq!(offered(&table), "fell:second fell:both");
    assert_eq!(
        refused(&table, "fell:first"),
        "by the ranks that these pieces may have, the fight cannot have ended so"
    );
    assert_eq!(refused(&table, "flag:A1"), "say first who fell in the fight");
    assert_eq!(refused(&table, "done"), "say first who fell in the fight");
    assert_eq!(refused(&table, "stands"), "the move is not in doubt");
    assert_eq!(refused(&table, "G0F0"), "the referee says what followed, and does not play");
    let mut won = table;
    play(&mut won, "fell:second");
    assert_eq!(
        won.turn(),
        Turn::Of(Actor::Seat(Seat::Second)),
        "what fell was no commander: nothing more to say"
    );
    // Only a commander falls together with a commander there.
    play(&mut table, "fell:both");
    assert_eq!(offered(&table), "flag:A3 flag:A1");
    for other in ["fell:second", "fell:both"] {
        assert_eq!(refused(&table, other), "who fell has been said already", "{other}");
    }
    assert_eq!(refused(&table, "flag:E1"), "no piece stands there");
    assert_eq!(refused(&table, "flag:L1"), "that side's pieces are known here");
    assert_eq!(refused(&table, "flag:A0"), "the flag cannot stand there");
    assert_eq!(refused(&table, "flag-first"), "that side's pieces are known here");
    assert_eq!(refused(&table, "flag-second"), "no piece fell that may be the flag");
    assert_eq!(refused(&table, "stuck-second"), "by what is known here, that is not who can and cannot move");
    assert!(refused(&table, "done").starts_with("what fell can only be the commander or the flag"));
    play(&mut table, "flag:A1");
    assert_eq!(table.turn(), Turn::Of(Actor::Seat(Seat::Second)));
    let shown = Seat::BOTH.map(|seat| table.shown_flag(seat).is_some());
    assert_eq!(shown, [true; 2], "red's commander fell as well, and this table knows where its flag stands");
}

#[test]
fn ends_that_only_the_referee_knows_are_his_words() {
    // A fight in which the flag may have fallen, and no commander.
    let mut table = sparse("1l1g1/1D3/5/5/5/a4/5/5/5/5/5/1L3", &["A1", "A3", "F0"]);
    play(&mut table, "B1A1 fell:second");
    assert_eq!(offered(&table), "flag-second done");
    assert_eq!(refused(&table, "flag:A3"), "no piece fell that may be the commander");
    let mut fell = table;
    play(&mut fell, "flag-second");
    let outcome = fell.turn().outcome().expect("the end");
    let words = "took the flag, as the referee says";
    assert_eq!((outcome.winner, outcome.why.words().en), (Some(Seat::First), words));
    // A quiet move after which only the referee knows whether black can move: its only piece may be a mine.
    let mut table = sparse("1l1a1/h4/5/5/5/5/5/2D2/5/5/5/1L3", &["A1", "A3", "B0"]);
    play(&mut table, "H2G2");
    assert_eq!(offered(&table), "stuck-second done");
    assert_eq!(refused(&table, "fell:second"), "nothing was attacked, so nothing fell");
    assert_eq!(refused(&table, "flag:A1"), "no piece fell that may be the commander");
    assert_eq!(refused(&table, "stuck-both"), "by what is known here, that is not who can and cannot move");
    let mut stuck = table;
    play(&mut stuck, "stuck-second");
    let outcome = stuck.turn().outcome().expect("the end");
    let words = "the referee says that the other side cannot move";
    assert_eq!((outcome.winner, outcome.why.words().en), (Some(Seat::First), words));
    play(&mut table, "done");
    assert_eq!(table.turn(), Turn::Of(Actor::Seat(Seat::Second)));
    assert_eq!(table.view(Eye::Public).board().phase(), table.phase());
}

#[test]
fn a_move_that_contradicts_the_fights_seen_here_has_to_be_confirmed() {
    let mut table = Board::initial(&red_is_seen());
    laid(&mut table);
    // A piece that takes a brigade is no engineer, but only whoever knows the brigade knows so.
    play(&mut table, "G1H1 F1E1 G3H3 F0G0 fell:first H1G1");
    let before = table.view(Eye::Seat(Seat::First));
    play(&mut table, "G0F1");
    assert_eq!(offered(&table), "stands");
    assert_eq!(refused(&table, "done"), "say first whether the move stands");
    let scene = Luzhanqi::scene(Seen::Truth(&table), &[]);
    assert!(scene.says.iter().any(|say| say.en.contains("mistyped")), "{:?}", scene.says);
    assert_eq!(table.view(Eye::Seat(Seat::First)), before, "nobody is told before");
    let effect = table.try_play(Actor::Arbiter, &act("stands")).expect("it is offered");
    let (mut told, mut known) = (Vec::new(), before);
    table.tell(Actor::Arbiter, &act("stands"), &effect, Eye::Seat(Seat::First), &mut told);
    for report in &told {
        known.learn(report);
    }
    assert_eq!(known, table.view(Eye::Seat(Seat::First)));
    let (seat, home) = table.piece(luzhanqi::Point::new(5, 1).expect("F1")).expect("it went there");
    assert_eq!(
        table.may_be(seat, home).iter().collect::<Vec<_>>(),
        [Rank::Engineer],
        "what all can see counts"
    );
    let sampled = Board::sample(&known, &mut Rng::new(1));
    assert_eq!(sampled.rank(seat, home), Some(Rank::Engineer));
}

#[test]
fn everything_offered_is_on_the_board_and_said_in_both_languages() {
    for seed in 0..20 {
        leitai_testkit::walk::<FirstIsSeen>(&mut Rng::new(seed), |step| {
            let scene = Luzhanqi::scene(Seen::Truth(&step.before), &[]);
            for text in
                scene.says.iter().map(|say| say.zh.as_str()).chain(scene.buttons.iter().map(|it| it.label.zh))
            {
                leitai_testkit::must_be_chinese(text, "a table where red is seen");
            }
            let mut open = moves(&step.before, Actor::Arbiter);
            open.extend(Seat::BOTH.iter().flat_map(|seat| moves(&step.before, Actor::Seat(*seat))));
            let mut paths: Vec<_> = open.iter().map(|m| Luzhanqi::clicks(&red_is_seen(), m)).collect();
            for spot in paths.iter().flatten() {
                let there = match spot {
                    leitai_core::Spot::Point(at) => usize::from(*at) < scene.places.len(),
                    leitai_core::Spot::Button(id) => scene.buttons.iter().any(|button| button.id == *id),
                    other => panic!("{other:?}"),
                };
                assert!(there, "{spot:?} of {open:?}");
            }
            let buttons = paths.iter().filter(|path| matches!(path[..], [leitai_core::Spot::Button(_)]));
            assert_eq!(buttons.count(), scene.buttons.len(), "no button does nothing");
            paths.sort_by_key(|path| format!("{path:?}"));
            for pair in paths.windows(2) {
                assert!(!pair[1].starts_with(&pair[0]), "{pair:?}");
            }
        });
    }
}
