//! The built-in players against each other.

use einstein::{Act, Board, EinStein, Number};
use leitai_core::{Actor, Budget, Eye, Game, Info, Level, Means, Position, Rng, Seat, State, Turn};

#[test]
fn easy_beats_random_in_at_least_170_games_of_200() {
    leitai_testkit::easy_beats_random::<EinStein>(&[], 200, 170);
}

/// Every player finishes a layout begun by hand.
#[test]
fn a_layout_that_was_begun_is_finished() {
    for (level, seeds) in [(Level::Random, 50), (Level::Easy, 50), (Level::Medium, 5), (Level::Best, 5)] {
        for seed in 0..seeds {
            let mut board = EinStein::read_position("1r13/5/r24/5/4b1 lay", &()).expect("a position");
            let mut player = EinStein::engine(level, &Means::seeded(seed)).expect("listed");
            let budget = Budget::UNTIMED;
            for seat in Seat::BOTH {
                while board.turn().owes(Actor::Seat(seat)) {
                    let mut turn = Vec::new();
                    player.think(seat, &board.view(Eye::Seat(seat)), &budget, &mut |_| (), &mut turn);
                    for m in &turn {
                        board.try_play(Actor::Seat(seat), m).expect("a legal act");
                    }
                }
            }
            assert_eq!(board.turn(), Turn::Of(Actor::Chance));
        }
    }
}

/// A player's answer in a position, and the last information it reports.
fn answer(level: Level, seed: u64, text: &str, nodes: Option<u64>) -> (String, Option<Info<Act>>) {
    let board = EinStein::read_position(text, &()).expect(text);
    let Turn::Of(Actor::Seat(seat)) = board.turn() else { panic!("{text}: somebody moves") };
    let budget = Budget { nodes, ..Budget::UNTIMED };
    let (mut turn, mut said) = (Vec::new(), None);
    let mut player = EinStein::engine(level, &Means::seeded(seed)).expect("listed");
    player.think(seat, &board.view(Eye::Seat(seat)), &budget, &mut |info| said = Some(info), &mut turn);
    let mut answer = String::new();
    EinStein::write(&turn[0], &mut answer);
    (answer, said)
}

/// Immediate wins are played, whether by arriving or by taking the last stone.
#[test]
fn every_level_wins_when_it_can() {
    for (text, best) in [
        ("5/b64/5/3r11/2r22 red d1", "D2-E1"),
        ("5/5/2r12/3b21/5 red d1", "C3-D2"),
        ("5/1b23/5/5/r13b1 blue d2", "B4-A5"),
    ] {
        for (level, seeds) in [(Level::Easy, 10), (Level::Medium, 2), (Level::Hard, 2), (Level::Best, 2)] {
            for seed in 0..seeds {
                let (answer, said) = answer(level, seed, text, None);
                assert_eq!(answer, best, "{level} at {text}");
                assert!(level == Level::Easy || said.is_some_and(|said| said.proved.is_some()));
            }
        }
    }
}

/// The same seed, position and node limit give the same answer everywhere. The answers change when the search or its
/// tables and weights change.
#[test]
fn answers_at_fixed_nodes() {
    const START: &str = "r6r2r12/r3r53/r43b5/3b3b2/2b6b4b1 red d4";
    const MIDDLE: &str = "5/1r22r3/1r41b31/3b6b2/5 red d5";
    let answers = [
        (Level::Medium, None, START),
        (Level::Hard, None, START),
        (Level::Best, Some(5000), START),
        (Level::Medium, None, MIDDLE),
        (Level::Hard, None, MIDDLE),
        (Level::Best, Some(5000), MIDDLE),
    ]
    .map(|(level, nodes, text)| {
        let (first, said) = answer(level, 3, text, nodes);
        assert_eq!((&first, &said), (&first, &answer(level, 3, text, nodes).1));
        let said = said.expect("it says what it found");
        format!("{first} {} {:.3}", said.nodes, said.expected)
    });
    let expected = [
        "A3-B3 61 0.486",
        "A3-B3 601 0.582",
        "A3-B3 5001 0.517",
        "B3-C2 61 0.619",
        "B3-C2 601 0.686",
        "B3-C2 5001 0.653",
    ];
    assert_eq!(answers, expected);
}

/// Twenty games for each pair of levels, the same everywhere. Dice alone keep a better player from winning them all.
#[test]
fn each_level_holds_its_own_against_the_one_below() {
    let steps = [
        (Level::Medium, Level::Easy, None),
        (Level::Hard, Level::Medium, None),
        (Level::Best, Level::Hard, Some(5000)),
    ];
    let won =
        steps.map(|(better, worse, nodes)| (0..20).filter(|game| wins(better, worse, *game, nodes)).count());
    assert!(won[0] >= 12 && won[1] >= 9 && won[2] >= 7, "{won:?}");
}

/// Whether the first level wins; it is First in even games. Both games of a pair have the same dice.
fn wins(level: Level, against: Level, game: u64, nodes: Option<u64>) -> bool {
    let own = Seat::BOTH[game as usize % 2];
    let mut players = Seat::BOTH.map(|seat| {
        let level = if seat == own { level } else { against };
        EinStein::engine(level, &Means::seeded(game)).expect("listed")
    });
    let budget = Budget { nodes, ..Budget::UNTIMED };
    let (mut dice, mut board) = (Rng::new(game / 2), Board::initial(&()));
    loop {
        let by = match board.turn() {
            Turn::Over(outcome) => return outcome.winner == Some(own),
            turn => turn.next().expect("somebody owes an act"),
        };
        let mut turn = vec![Act::Roll(Number::ALL[dice.below(6)])];
        if let Actor::Seat(seat) = by {
            turn.clear();
            let view = board.view(Eye::Seat(seat));
            players[seat.index()].think(seat, &view, &budget, &mut |_| (), &mut turn);
        }
        for act in &turn {
            board.try_play(by, act).expect("a legal act");
        }
    }
}
