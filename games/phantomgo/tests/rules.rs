//! One test per sentence of the law: the school's text, 6, and `RULES.md` 6.

use leitai_core::{By, Eye, Game, Position, Seat, State, Turn};
use phantomgo::{Act, Board, Effect, Marking, PhantomGo, Phase, Points, Report, Rules, areas, dead};

fn act(text: &str) -> Act {
    PhantomGo::read(text).expect(text)
}

fn points(text: &str) -> Points {
    let point = |text| if let Act::Try(point) = act(text) { point } else { panic!("{text} is a point") };
    text.split_whitespace().map(point).collect()
}

/// Plays acts of whoever is on turn; the last effect.
fn play(board: &mut Board, acts: &str) -> Effect {
    let mut effect = Effect::Passed;
    for text in acts.split_whitespace() {
        let by = board.turn().next().expect("not over");
        let m = act(text);
        assert_eq!(board.check(by, &m), Ok(()), "{text}");
        effect = board.play(by, &m);
    }
    effect
}

fn after(acts: &str) -> Board {
    let mut board = Board::new(Rules::default());
    play(&mut board, acts);
    board
}

fn told(board: &Board, m: &str, eye: Eye) -> Vec<Report> {
    let (mut board, m) = (*board, act(m));
    let by = board.turn().next().expect("not over");
    let effect = board.play(by, &m);
    let mut out = Vec::new();
    board.tell(by, &m, &effect, eye, &mut out);
    out
}

fn stones(rows: [&str; 2]) -> [Points; 2] {
    rows.map(points)
}

const BLACK: Eye = Eye::Seat(Seat::First);
const WHITE: Eye = Eye::Seat(Seat::Second);

#[test]
fn black_moves_first_and_neither_sees_the_others_stones() {
    let board = after("C3 D4");
    assert_eq!(board.mover(), Seat::First);
    for (eye, own) in [(BLACK, "C3"), (WHITE, "D4")] {
        let view = board.view(eye);
        assert_eq!(view.board().stones(Seat::First) | view.board().stones(Seat::Second), points(own));
        assert_eq!([view.count(Seat::First), view.count(Seat::Second)], [1, 1]);
    }
}

/// Illegal tries keep the turn; only the mover is told.
#[test]
fn a_refused_try_keeps_the_turn_and_is_told_to_the_mover_alone() {
    let mut board = after("C3");
    assert_eq!(told(&board, "C3", WHITE).len(), 1);
    assert_eq!(told(&board, "C3", BLACK), []);
    assert_eq!(told(&board, "C3", Eye::Public), []);
    assert_eq!(play(&mut board, "C3"), Effect::Refused { exhausted: false });
    assert_eq!((board.mover(), board.ply()), (Seat::Second, 1));
    assert_eq!(
        board.check(By::Seat(Seat::Second), &act("c3")).map_err(|e| e.rule.en),
        Err("the point was refused in this turn already")
    );
    play(&mut board, "D4");
    assert_eq!(board.refused(), Points::NONE);
    assert_eq!(board.denied(Seat::Second), points("C3"));
}

#[test]
fn an_own_stone_is_not_offered_and_refused_by_the_law() {
    let board = after("C3 D4");
    assert_eq!(
        board.check(By::Seat(Seat::First), &act("C3")).map_err(|e| e.rule.en),
        Err("an own stone stands there")
    );
    let mut moves = Vec::new();
    board.view(BLACK).moves(By::Seat(Seat::First), &mut moves);
    assert_eq!(moves.len(), 81);
    assert!(!moves.contains(&act("C3")) && moves.contains(&act("D4")) && moves.contains(&Act::Pass));
}

#[test]
fn suicide_is_refused_by_the_same_effect() {
    assert_eq!(play(&mut after("A2 I9 B1 "), "A1"), Effect::Refused { exhausted: false });
    // Of two stones too.
    let mut two = after("A3 A2 B2 I9 B1 ");
    assert_eq!(play(&mut two, "A1"), Effect::Refused { exhausted: false });
}

/// Both are told number and points of a capture; all are.
#[test]
fn captures_are_told_to_both_with_their_points() {
    let board = after("A2 A1");
    let captured = Report::Captured(Seat::Second, points("A1"));
    for eye in Eye::ALL {
        assert_eq!(told(&board, "B1", eye).last(), Some(&captured));
    }
    assert_eq!(told(&board, "B1", WHITE)[0], Report::Moved(Seat::First));
    let board = after("A2 A1 B1");
    assert_eq!(board.stones(Seat::Second), Points::NONE);
    assert_eq!(board.view(BLACK).count(Seat::Second), 0);
}

const KO: &str = "B1 C1 A2 D2 B3 C3 C2 B2";

#[test]
fn a_ko_is_refused_and_open_again_after_a_ply_elsewhere() {
    let board = after(KO);
    assert_eq!(board.taken(), points("C2"));
    let mut ko = board;
    assert_eq!(play(&mut ko, "C2"), Effect::Refused { exhausted: false });
    let mut later = board;
    assert_eq!(play(&mut later, "H8 H9 C2"), Effect::Accepted(points("B2")));
}

/// A stone that takes back more than it lost makes another board.
#[test]
fn a_snapback_is_no_ko() {
    let mut board = after("C1 B1 C2 B2 B3 I9 A3 I8 A1 A2");
    assert_eq!(board.taken(), points("A1"));
    assert_eq!(play(&mut board, "A1"), Effect::Accepted(points("A2 B1 B2")));
}

#[test]
fn two_passes_in_a_row_end_the_game_and_equal_is_whites() {
    let board = after("pass pass");
    assert_eq!(board.phase(), Phase::Over(Seat::Second));
    assert_eq!(areas([Points::NONE; 2], Points::NONE), [81, 81]);
    assert_eq!(after("pass C3 pass").phase(), Phase::Playing);
    assert_eq!(after("C3 pass pass").phase(), Phase::Over(Seat::First));
}

#[test]
fn max_plies_end_the_game() {
    let mut board = Board::new(Rules { max_plies: 3, ..Rules::default() });
    play(&mut board, "C3 D4 E5");
    assert_eq!(board.phase(), Phase::Over(Seat::First));
}

/// When every point that is not its own stone has been refused, the seat has passed.
#[test]
fn when_every_point_is_refused_the_turn_is_a_pass() {
    // White has all but A1 and I9: black's tries there are suicide.
    let text = "oooooooo1/ooooooooo/ooooooooo/ooooooooo/ooooooooo/ooooooooo/ooooooooo/ooooooooo/1oooooooo \
                play 80 1 - - - - - - 0 0 0";
    let mut board = PhantomGo::read_position(text, &Rules::default()).expect("a position");
    let mut tries = 0;
    while board.mover() == Seat::First {
        let mut moves = Vec::new();
        board.moves(By::Seat(Seat::First), &mut moves);
        let m = moves[0];
        let effect = board.play(By::Seat(Seat::First), &m);
        tries += 1;
        assert_eq!(effect, Effect::Refused { exhausted: tries == 81 });
    }
    assert_eq!(tries, 81);
    // It was the second pass in a row.
    assert_eq!(board.phase(), Phase::Over(Seat::Second));
}

#[test]
fn stones_in_an_unconditionally_alive_enclosure_are_dead() {
    // Black's wall with eyes at A1 and C1; white's A3 has only empty points that touch the wall.
    let alive = stones(["A2 B2 C2 D2 B1 D1", "I9 H9 C1"]);
    assert_eq!(dead(alive), points("C1"));
    // With one eye only nothing is unconditional.
    let unsure = stones(["A2 B2 B1", "I9"]);
    assert_eq!(dead(unsure), Points::NONE);
}

#[test]
fn points_between_both_are_shared() {
    // A1 is black's alone; all else borders both.
    let [black, white] = areas(stones(["A2 B1", "I9"]), Points::NONE);
    assert_eq!((black, white), (2 * 3 + 77, 2 + 77));
}

#[test]
fn the_arbiter_marks_the_dead_and_counts() {
    let mut board = Board::new(Rules { marking: Marking::Arbiter, ..Rules::default() });
    play(&mut board, "C3 D4 pass pass");
    assert_eq!(board.turn(), Turn::Of(By::Arbiter));
    assert_eq!(board.view(BLACK).board(), &board);
    play(&mut board, "dead:D4 dead:C3 dead:C3");
    assert_eq!(board.dead(), points("D4"));
    assert!(board.check(By::Arbiter, &act("dead:A1")).is_err());
    play(&mut board, "count");
    assert_eq!(board.phase(), Phase::Over(Seat::First));
}

/// What is told when play ends: everything.
#[test]
fn both_are_told_the_end() {
    let board = after("C3 D4 pass");
    for eye in Eye::ALL {
        let shown = Report::Shown(stones(["C3", "D4"]), [0, 0]);
        assert_eq!(told(&board, "pass", eye), [Report::Passed(Seat::Second), shown]);
    }
}

/// The README's position: white was refused C3, and it is a text that reads back.
#[test]
fn a_position_tells_what_was_refused() {
    let text = "9/9/9/9/9/9/2x6/9/9 play 1 0 C3 - C3 - C3 - 0 1 0";
    let board = PhantomGo::read_position(text, &Rules::default()).expect("a position");
    assert_eq!(board, after("C3 C3"));
    for wrong in [
        "9/9/9/9/9/9/2x6/9/9 play 1 0 C3 - - - - 0 0 0",
        "9/9/9/9/9/9/2x6/9/9 play 1 0 D3 - - - - - 0 0 0",
        "9/9/9/9/9/9/2x6/9/9 play 1 0 C3 - C3 - - - 0 1 0",
        "9/9/9/9/9/9/2x6/9/9 mark 3 2 - - - - - - 0 0 0",
        "9/9/9/9/9/9/2x6/9/9 play 400 0 - - - - - - 0 0 0",
    ] {
        assert!(PhantomGo::read_position(wrong, &Rules::default()).is_err(), "{wrong}");
    }
}
