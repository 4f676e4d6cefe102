//! How a game ends, in the order of `RULES.md` 9.

use leitai_core::{Game, Position, Seat, State, Why};
use luzhanqi::{Board, Luzhanqi, Rules};

/// The position after some moves, each by the side on turn.
fn after(rules: Rules, text: &str, acts: &str) -> Board {
    let mut board = Luzhanqi::read_position(text, &rules).unwrap_or_else(|e| panic!("{text}: {e}"));
    for text in acts.split_whitespace() {
        let m = Luzhanqi::read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let by = board.turn().next().expect("a mover");
        board.try_play(by, &m).expect("a legal act");
    }
    board
}

fn verdict(board: &Board) -> (Option<Seat>, &'static str) {
    let outcome = board.turn().outcome().expect("the end");
    let Why::Law(words) = outcome.why else { panic!("{outcome:?}") };
    (outcome.winner, words.en)
}

// RULES.md 9, the order of ends: neither side has a legal move = draw
#[test]
fn neither_side_can_move_is_a_draw() {
    let board = after(Rules::default(), "first 0 1l3/5/5/5/5/a4/A4/5/5/5/5/1L3", "G0F0");
    assert_eq!(verdict(&board), (None, "neither side can move"));
}

// one side has none = it loses
#[test]
fn who_cannot_move_loses_the_mover_too() {
    let board = after(Rules::default(), "first 0 1l3/5/5/5/4b/5/5/5/5/5/1A3/3L1", "K1L1");
    assert_eq!(verdict(&board), (Some(Seat::Second), "the other side cannot move"), "into a headquarters");
    let board = after(Rules::default(), "first 0 1l3/5/5/5/4b/c4/H4/5/5/5/5/1L3", "G0F0");
    assert_eq!(verdict(&board), (Some(Seat::Second), "the other side cannot move"), "the last piece fell");
    let board = after(Rules::default(), "first 30 1l3/5/5/5/4b/5/5/5/5/5/1A3/3L1", "K1L1");
    assert_eq!(verdict(&board).1, "the other side cannot move", "looked at before the plies");
}

// a flag captured or bombed = its owner loses
#[test]
fn who_takes_or_bombs_the_flag_wins() {
    let board = after(Rules::default(), "first 0 1l3/1A3/5/5/4b/5/5/5/B4/5/5/1L3", "B1A1");
    assert_eq!(verdict(&board), (Some(Seat::First), "took the flag"));
    let board = after(Rules::default(), "first 0 1l3/1K3/5/5/4b/5/5/5/A4/5/5/1L3", "B1A1");
    assert_eq!(verdict(&board), (Some(Seat::First), "took the flag"));
}

// also where the piece that took it was the last that could move
#[test]
fn a_flag_that_is_gone_decides_before_anything_else() {
    let won = (Some(Seat::First), "took the flag");
    let last = |piece: char| {
        after(Rules::default(), &format!("first 0 1l3/1{piece}3/5/5/4b/5/5/5/5/5/5/1L3"), "B1A1")
    };
    assert_eq!(verdict(&last('A')), won, "into a headquarters, which it never leaves");
    assert_eq!(verdict(&last('K')), won, "the bomb is gone, and nothing that moves is left");
    let board = after(Rules::default(), "second 0 1l3/4B/5/5/5/5/5/5/5/5/1a3/1L3", "K1L1");
    assert_eq!(verdict(&board), (Some(Seat::Second), "took the flag"), "black as red");
}

// the side that makes the `no_contact_plies` = 31st plain ply in a row … loses; `no_contact_result`
#[test]
fn who_makes_the_last_plain_ply_loses() {
    let text = |plain: u16| format!("first {plain} 1l3/5/5/5/4b/5/5/5/2A2/5/5/1L3");
    let rules = Rules::default();
    let lost = (Some(Seat::First), "too many plies without contact by the other side");
    assert_eq!(verdict(&after(rules, &text(29), "I2H2 E4D4")), lost, "both sides together");
    let draws = Rules { no_contact_draws: true, ..rules };
    assert_eq!(verdict(&after(draws, &text(30), "I2H2")), (None, "too many plies without contact"));
    let ten = Rules { no_contact_plies: 10, ..rules };
    assert_eq!(verdict(&after(ten, &text(8), "I2H2 E4D4")), lost);
    let board = after(ten, "first 9 1l3/5/5/5/4b/4h/4A/5/5/5/5/1L3", "G4F4 E4D4");
    assert!(board.turn().outcome().is_none(), "contact begins the count anew");
    assert_eq!(board.plain(), 1);
}
