//! One test per sentence of the rules: the school's text, 6, and `RULES.md` 6.

use leitai_core::{Actor, Eye, Game, Position, Rng, Sample, Seat, State, Turn};
use phantomgo::{
    Act, Board, Effect, Marking, PhantomGo, Phase, Points, Report, Rules, alive, areas, dead, winner,
};
use std::time::Duration;

fn act(text: &str) -> Act {
    PhantomGo::read(text).expect(text)
}

fn points(text: &str) -> Points {
    let point = |text| if let Act::Try(point) = act(text) { point } else { panic!("{text} is a point") };
    text.split_whitespace().map(point).collect()
}

/// Plays the acts, each by the seat on turn. Returns the last effect.
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

fn reports_to(board: &Board, m: &str, eye: Eye) -> Vec<Report> {
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
fn the_board_has_81_points() {
    let mut moves = Vec::new();
    Board::new(Rules::default()).moves(Actor::Seat(Seat::First), &mut moves);
    assert_eq!(moves.iter().filter(|m| matches!(m, Act::Try(_))).count(), 81);
    for corner in ["A1", "A9", "I1", "I9"] {
        assert!(moves.contains(&act(corner)), "{corner}");
    }
}

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

/// Illegal tries keep the turn; only the mover is notified.
#[test]
fn a_refused_try_keeps_the_turn_and_is_told_to_the_mover_alone() {
    let mut board = after("C3");
    assert_eq!(reports_to(&board, "C3", WHITE).len(), 1);
    assert_eq!(reports_to(&board, "C3", BLACK), []);
    assert_eq!(reports_to(&board, "C3", Eye::Public), []);
    assert_eq!(play(&mut board, "C3"), Effect::Refused { exhausted: false });
    assert_eq!((board.mover(), board.ply()), (Seat::Second, 1));
    assert_eq!(
        board.check(Actor::Seat(Seat::Second), &act("c3")).map_err(|e| e.rule.en),
        Err("the point was refused in this turn already")
    );
    assert!(matches!(board.check(Actor::Seat(Seat::Second), &act("c3")), Err(why) if why.free));
    play(&mut board, "D4");
    assert_eq!(board.refused(), Points::NONE);
    assert_eq!(board.denied(Seat::Second), points("C3"));
}

#[test]
fn an_own_stone_is_not_offered_and_refused_by_the_rules() {
    let board = after("C3 D4");
    assert_eq!(
        board.check(Actor::Seat(Seat::First), &act("C3")).map_err(|e| e.rule.en),
        Err("an own stone stands there")
    );
    let mut moves = Vec::new();
    board.view(BLACK).moves(Actor::Seat(Seat::First), &mut moves);
    assert_eq!(moves.len(), 81);
    assert!(!moves.contains(&act("C3")) && moves.contains(&act("D4")) && moves.contains(&Act::Pass));
}

#[test]
fn suicide_is_refused_by_the_same_effect() {
    assert_eq!(play(&mut after("A2 I9 B1 "), "A1"), Effect::Refused { exhausted: false });
    // Suicide of two stones is refused too.
    let mut two = after("A3 A2 B2 I9 B1 ");
    assert_eq!(play(&mut two, "A1"), Effect::Refused { exhausted: false });
}

/// Both sides, like everyone else, are sent the number and points of a capture.
#[test]
fn captures_are_told_to_both_with_their_points() {
    let board = after("A2 A1");
    let captured = Report::Captured(Seat::Second, points("A1"));
    for eye in Eye::ALL {
        assert_eq!(reports_to(&board, "B1", eye).last(), Some(&captured));
    }
    assert_eq!(reports_to(&board, "B1", WHITE)[0], Report::Moved(Seat::First));
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

/// A stone that recaptures more than was lost creates a different board.
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

/// The ko forbids the board before the other side's last ply and no earlier one: here, two kos form a cycle.
#[test]
fn an_earlier_board_may_come_back() {
    let twice = after("B1 C1 A2 D2 B3 C3 B7 C7 A8 D8 B9 C9 C2 B8");
    let mut board = twice;
    assert_eq!(play(&mut board, "C8"), Effect::Accepted(points("B8")));
    assert_eq!(play(&mut board, "B2"), Effect::Accepted(points("C2")));
    assert_eq!(play(&mut board, "pass B8"), Effect::Accepted(points("C8")));
    assert_eq!(play(&mut board, "C2"), Effect::Accepted(points("B2")));
    assert_eq!(Seat::BOTH.map(|seat| board.stones(seat)), Seat::BOTH.map(|seat| twice.stones(seat)));
}

/// A seat may also pass in the middle of its tries, but nobody else may pass or try for it.
#[test]
fn a_seat_may_pass_in_any_turn_and_nobody_for_it() {
    let mut board = after("C3");
    for refused in ["", "C3"] {
        play(&mut board, refused);
        assert_eq!(board.check(Actor::Seat(Seat::Second), &Act::Pass), Ok(()));
        for by in [Actor::Seat(Seat::First), Actor::Arbiter, Actor::Chance] {
            assert!(board.check(by, &Act::Pass).is_err());
            assert!(board.check(by, &act("D4")).is_err());
        }
        assert_eq!(board.view(WHITE).check(Actor::Seat(Seat::Second), &Act::Pass), Ok(()));
        assert!(board.view(BLACK).check(Actor::Seat(Seat::Second), &Act::Pass).is_err());
    }
}

/// The clock keeps running through refusals, which belong to the same turn.
#[test]
fn a_quarter_of_an_hour_a_side_refusals_included() {
    assert_eq!(PhantomGo::FACTS.clock.game, Some(Duration::from_mins(15)));
    let mut board = after("C3");
    let (before, by) = (board.turn(), Actor::Seat(Seat::Second));
    play(&mut board, "C3");
    assert!(before.goes_on(board.turn(), by));
    play(&mut board, "D4");
    assert!(!before.goes_on(board.turn(), by));
}

#[test]
fn occupied_suicide_and_ko_are_told_alike() {
    let suicide = after("A2 I9 B1");
    for (board, m, eye) in [(after("C3"), "C3", WHITE), (suicide, "A1", WHITE), (after(KO), "C2", BLACK)] {
        let point = points(m).iter().next().expect("a point");
        assert_eq!(reports_to(&board, m, eye), [Report::Refused(point)]);
        let other = if eye == WHITE { BLACK } else { WHITE };
        assert_eq!(reports_to(&board, m, other), []);
        assert_eq!(reports_to(&board, m, Eye::Public), []);
    }
}

#[test]
fn max_plies_end_the_game() {
    let mut board = Board::new(Rules { max_plies: 3, ..Rules::default() });
    play(&mut board, "C3 D4 E5");
    assert_eq!(board.phase(), Phase::Over(Seat::First));
}

/// Once every point without its own stone has been refused, the seat has passed.
#[test]
fn when_every_point_is_refused_the_turn_is_a_pass() {
    // White holds everything but A1 and I9, where black's tries are suicide.
    let text = "oooooooo1/ooooooooo/ooooooooo/ooooooooo/ooooooooo/ooooooooo/ooooooooo/ooooooooo/1oooooooo \
                play 80 1 - - - - - - 0 0 0";
    let mut board = PhantomGo::read_position(text, &Rules::default()).expect("a position");
    let mut tries = 0;
    while board.mover() == Seat::First {
        let mut moves = Vec::new();
        board.moves(Actor::Seat(Seat::First), &mut moves);
        let m = moves[0];
        let effect = board.play(Actor::Seat(Seat::First), &m);
        tries += 1;
        assert_eq!(effect, Effect::Refused { exhausted: tries == 81 });
    }
    assert_eq!(tries, 81);
    // It was the second pass in a row.
    assert_eq!(board.phase(), Phase::Over(Seat::Second));
}

#[test]
fn stones_in_an_unconditionally_alive_enclosure_are_dead() {
    // Black's wall has an eye at A1 and one of two points; white's stone on C1 leaves D1, which touches the
    // wall.
    let alive = stones(["A2 B2 C2 D2 E2 B1 E1", "I9 H9 C1"]);
    assert_eq!(dead(alive), points("C1"));
    // With only one eye, no life is unconditional.
    let unsure = stones(["A2 B2 B1", "I9"]);
    assert_eq!(dead(unsure), Points::NONE);
}

/// Two chains live by the same eyes: A1, E1 and the room between the chains.
#[test]
fn chains_live_together_by_shared_eyes() {
    let inner = "B1 C1 D1";
    let outer = "A2 A3 B3 C3 D3 E3 E2 F2 F1";
    let both = points(inner) | points(outer);
    assert_eq!(alive(both, Points::NONE), both);
    assert_eq!(alive(both, points("C2")), both);
    // If the outer chain is cut in two, each part has only one eye, and the inner chain is no longer alive
    // either.
    assert_eq!(alive(both - points("C3"), points("I9")), Points::NONE);
}

#[test]
fn one_eye_and_false_eyes_are_no_unconditional_life() {
    assert_eq!(alive(points("A2 B2 B1"), points("I9")), Points::NONE);
    // A1 and C1 are each bordered by chains that are not joined.
    assert_eq!(alive(points("A2 B1 D1 C2"), points("B2 I9")), Points::NONE);
}

/// White's stones in the corner are dead only if every empty point of the region touches living stones.
#[test]
fn an_enclosure_with_a_point_out_of_touch_keeps_its_stones() {
    // Black lives by G1 and I1, and encloses the corner by a wall of the same chain.
    let wall = "D1 D2 D3 C4 B4 A4 D4 E3 F3 F2 F1 G2 H2 I2 H1 E4 F4";
    let black = points(wall);
    let gone = |white: &str| dead([black, points(white)]);
    assert!((black - alive(black, points("B2"))).is_empty());
    // B2 leaves A1, which touches no wall.
    assert_eq!(gone("B2"), Points::NONE);
    // With a stone there too, all empty points of the corner touch the wall.
    assert_eq!(gone("B2 A1 B1 A2"), points("B2 A1 B1 A2"));
}

/// Neither side can capture the other, so all stones stay, and the points between them are shared.
#[test]
fn contested_points_are_shared_where_nothing_is_unconditional() {
    let stones = stones(["A3 B3 C3 D3 D2 D1", "B1 B2"]);
    assert_eq!(dead(stones), Points::NONE);
    // A1, A2, C1 and C2 lie between both sides; the outside belongs to black alone.
    assert_eq!(areas(stones, Points::NONE), [2 * (6 + 69) + 4, 2 * 2 + 4]);
}

/// With komi 0, a single point decides; white wins if the areas are equal.
#[test]
fn one_point_wins_and_equal_is_whites() {
    let board: Vec<_> = Points::BOARD.iter().collect();
    let split = |black: usize| -> [Points; 2] {
        [board[..black].iter().copied().collect(), board[black..].iter().copied().collect()]
    };
    assert_eq!(winner(split(41), Points::NONE), Seat::First);
    assert_eq!(winner(split(40), Points::NONE), Seat::Second);
    // E5, between both, gives each side half a point: 40½ to 40½.
    let [black, white] = split(41).map(|side| side - points("E5"));
    assert_eq!(areas([black, white], Points::NONE), [81, 81]);
    assert_eq!(winner([black, white], Points::NONE), Seat::Second);
}

#[test]
fn points_between_both_are_shared() {
    // A1 belongs to black alone; all other empty points border both.
    let [black, white] = areas(stones(["A2 B1", "I9"]), Points::NONE);
    assert_eq!((black, white), (2 * 3 + 77, 2 + 77));
}

#[test]
fn the_arbiter_marks_the_dead_and_counts() {
    let mut board = Board::new(Rules { marking: Marking::Arbiter, ..Rules::default() });
    play(&mut board, "C3 D4 pass pass");
    assert_eq!(board.turn(), Turn::Of(Actor::Arbiter));
    assert_eq!(board.view(BLACK).board(), &board);
    play(&mut board, "dead:D4 dead:C3 dead:C3");
    assert_eq!(board.dead(), points("D4"));
    assert!(board.check(Actor::Arbiter, &act("dead:A1")).is_err());
    play(&mut board, "count");
    assert_eq!(board.phase(), Phase::Over(Seat::First));
}

/// The referee may mark or unmark at most twice for every point, so every game ends.
#[test]
fn after_162_marks_only_the_count_is_left() {
    let mut board = Board::new(Rules { marking: Marking::Arbiter, ..Rules::default() });
    play(&mut board, "C3 D4 pass pass");
    for _ in 0..162 {
        play(&mut board, "dead:D4");
    }
    assert_eq!(
        board.check(Actor::Arbiter, &act("dead:D4")).map_err(|e| e.rule.en),
        Err("the referee has marked 162 times and must count")
    );
    let mut moves = Vec::new();
    board.moves(Actor::Arbiter, &mut moves);
    assert_eq!(moves, [Act::Count]);
    play(&mut board, "count");
    assert_eq!(board.marks(), 162);
}

/// A ko refused in this turn is a ko in every sampled truth, and the capturing side's stones surround what was
/// captured.
#[test]
fn a_sample_shows_why_a_ko_was_refused() {
    let mut board = after(KO);
    play(&mut board, "C2");
    let view = board.view(BLACK);
    for seed in 0..200 {
        let truth = Board::sample(&view, &mut Rng::new(seed));
        assert_eq!(truth.view(BLACK), view);
        assert_eq!(truth.stones(Seat::Second) & points("B2 C1 D2 C3"), points("B2 C1 D2 C3"));
        let point = points("C2").iter().next().expect("a point");
        assert_eq!(truth.attempt(point), None);
    }
}

/// White tried both eyes of a corner that it may not fill; in every sampled truth they are refused.
#[test]
fn a_sample_keeps_what_was_refused_in_this_turn() {
    let text = "9/9/9/9/9/9/oooo5/xxxxo4/1x1xo4 play 18 0 E1 - - - - - 0 0 0";
    let mut board = PhantomGo::read_position(text, &Rules::default()).expect("a position");
    play(&mut board, "pass A1 C1 A2 B2 C2 D2 B1 D1");
    let view = board.view(WHITE);
    for seed in 0..200 {
        let truth = Board::sample(&view, &mut Rng::new(seed));
        assert_eq!(truth.view(WHITE), view);
        assert!(view.board().refused().iter().all(|point| truth.attempt(point).is_none()), "{truth:?}");
    }
}

/// When play ends, everything is reported.
#[test]
fn both_are_told_the_end() {
    let board = after("C3 D4 pass");
    for eye in Eye::ALL {
        let shown = Report::Shown(stones(["C3", "D4"]), [0, 0]);
        assert_eq!(reports_to(&board, "pass", eye), [Report::Passed(Seat::Second), shown]);
    }
}

/// The README's position, in which white was refused C3, reads back.
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
