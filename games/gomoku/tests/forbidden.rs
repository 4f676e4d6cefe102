//! The finder of forbidden points against its twin, over a great many boards.
//!
//! `FORBIDDEN_BOARDS=1000000 cargo test --release -p gomoku forbidden` tests a million.

use crate::twin::Twin;
use gomoku::{Forbidden, Judgement, Point, Stones, forbidden_points, judge};
use leitai_core::Rng;

/// Boards tested by default.
const BOARDS: u64 = 2_000;
/// Boards tested in a long run.
const MANY: u64 = 1_000_000;

/// A board with threats: some stones at random, the others on the lines through a few centres, more of
/// black's than of white's.
fn board(rng: &mut Rng) -> [Stones; 2] {
    let mut stones = [Stones::default(); 2];
    let black_share = 55 + rng.below(40);
    let mut put = |rng: &mut Rng, point: Option<Point>| {
        let side = usize::from(rng.below(100) >= black_share);
        if let Some(point) = point.filter(|point| !stones.iter().any(|stones| stones.has(*point))) {
            stones[side].insert(point);
        }
    };
    for _ in 0..rng.below(40) {
        let point = Point::new(rng.below(15) as u8, rng.below(15) as u8);
        put(rng, point);
    }
    for _ in 0..=rng.below(5) {
        let (x, y) = (rng.below(15) as i32, rng.below(15) as i32);
        for _ in 0..rng.below(14) {
            let (dx, dy) = [(1, 0), (0, 1), (1, 1), (1, -1)][rng.below(4)];
            let k = rng.below(9) as i32 - 4;
            put(rng, Point::new((x + k * dx) as u8, (y + k * dy) as u8));
        }
    }
    stones
}

#[test]
fn the_finder_agrees_with_its_twin() {
    let boards = leitai_testkit::extent("FORBIDDEN_BOARDS", BOARDS, MANY);
    let mut seen = [0_u64; 5];
    for seed in 0..boards {
        let [black, white] = board(&mut Rng::new(seed));
        let mut twin = Twin::new(&black, &white);
        let mut listed = forbidden_points(&black, &white);
        for point in twin.empty() {
            let judged = judge(&black, &white, point);
            assert_eq!(
                judged,
                twin.judge(point),
                "{point:?} with black {black:?}, white {white:?} (seed {seed})"
            );
            let at = match judged {
                Judgement::Forbidden(kind) => {
                    assert_eq!(listed.next(), Some((point, kind)));
                    kind as usize
                }
                Judgement::Five => 3,
                Judgement::Fine => 4,
            };
            seen[at] += 1;
        }
        assert_eq!(listed.next(), None);
    }
    // Every kind came up often enough to be meaningful.
    assert!(seen.iter().all(|n| *n > boards / 50), "{seen:?}");
}

fn stones(text: &str) -> Stones {
    let point = |name: &str| {
        let (x, row) = (name.as_bytes()[0] - b'A', name[1..].parse::<u8>().unwrap());
        Point::new(x, 15 - row).unwrap()
    };
    text.split_whitespace().map(point).collect()
}

/// Judges by both the finder and its twin, which must agree.
fn judged(black: &str, white: &str, point: &str) -> Judgement {
    let (black, white) = (stones(black), stones(white));
    let point = stones(point).iter().next().unwrap();
    let judged = judge(&black, &white, point);
    assert_eq!(judged, Twin::new(&black, &white).judge(point));
    judged
}

const DOUBLE_THREE: Judgement = Judgement::Forbidden(Forbidden::DoubleThree);
const DOUBLE_FOUR: Judgement = Judgement::Forbidden(Forbidden::DoubleFour);
const OVERLINE: Judgement = Judgement::Forbidden(Forbidden::Overline);

#[test]
fn overlines() {
    assert_eq!(judged("C8 D8 E8 G8 H8", "", "F8"), OVERLINE);
    assert_eq!(judged("C3 D4 E5 F6 H8 I9 J10", "", "G7"), OVERLINE);
    assert_eq!(judged("A1 B1 C1 D1 F1", "", "E1"), OVERLINE);
    assert_eq!(judged("K15 L15 M15 N15 O15", "", "J15"), OVERLINE);
    assert_eq!(judged("A1 B1 C1 D1", "", "E1"), Judgement::Five);
}

#[test]
fn five_beats_all() {
    // A five across and an overline upright.
    assert_eq!(judged("D8 E8 F8 G8 H4 H5 H6 H7 H9", "", "H8"), Judgement::Five);
    // A five and a double-three.
    assert_eq!(judged("D8 E8 F8 G8 H9 H10 I9 J10", "", "H8"), Judgement::Five);
    // A five and a double-four.
    assert_eq!(judged("D8 E8 F8 G8 H9 H10 H11 I9 J10 K11", "", "H8"), Judgement::Five);
}

#[test]
fn double_fours_in_two_lines() {
    assert_eq!(judged("E8 F8 G8 H9 H10 H11", "", "H8"), DOUBLE_FOUR);
    // Each closed at one end.
    assert_eq!(judged("E8 F8 G8 H9 H10 H11", "D8 H12", "H8"), DOUBLE_FOUR);
    // One of them broken.
    assert_eq!(judged("D8 F8 G8 H9 H10 H11", "", "H8"), DOUBLE_FOUR);
    // One that is closed at both ends is no four.
    assert_eq!(judged("E8 F8 G8 H9 H10 H11", "D8 I8 H12", "H8"), Judgement::Fine);
}

#[test]
fn double_fours_in_one_line() {
    // x.xxx.x, xx.xx.xx and xxx.x.xxx.
    assert_eq!(judged("D8 G8 H8 J8", "", "F8"), DOUBLE_FOUR);
    assert_eq!(judged("D8 E8 G8 J8 K8", "", "H8"), DOUBLE_FOUR);
    assert_eq!(judged("C8 D8 E8 I8 J8 K8", "", "G8"), DOUBLE_FOUR);
    // Closed at both outer ends, they are still fours.
    assert_eq!(judged("D8 G8 H8 J8", "C8 K8", "F8"), DOUBLE_FOUR);
    // A straight four is one four.
    assert_eq!(judged("F8 G8 H8", "", "E8"), Judgement::Fine);
}

#[test]
fn a_four_that_would_only_make_six_is_none() {
    // F8 makes five, D–H. With one more stone at C8 it would make six, so only one four is left, the upright one.
    assert_eq!(judged("D8 E8 G8 H9 H10 H11", "", "H8"), DOUBLE_FOUR);
    assert_eq!(judged("C8 D8 E8 G8 H9 H10 H11", "", "H8"), Judgement::Fine);
}

#[test]
fn double_threes() {
    assert_eq!(judged("F8 G8 H9 H10", "", "H8"), DOUBLE_THREE);
    // Broken threes count too.
    assert_eq!(judged("E8 G8 H9 H11", "", "H8"), DOUBLE_THREE);
    // Diagonals.
    assert_eq!(judged("G7 F6 I7 J6", "", "H8"), DOUBLE_THREE);
    // Three threes.
    assert_eq!(judged("F8 G8 H9 H10 I9 J10", "", "H8"), DOUBLE_THREE);
}

#[test]
fn a_three_needs_room_for_a_straight_four() {
    // Closed at one end.
    assert_eq!(judged("F8 G8 H9 H10", "E8", "H8"), Judgement::Fine);
    // Both ends are closed one step further out: no straight four fits.
    assert_eq!(judged("F8 G8 H9 H10", "D8 J8", "H8"), Judgement::Fine);
    // One end is closed one step further out: the other side still makes one.
    assert_eq!(judged("F8 G8 H9 H10", "D8", "H8"), DOUBLE_THREE);
    // The edge closes a line just as white does.
    assert_eq!(judged("B8 C8 D9 D10", "F8", "D8"), Judgement::Fine);
    // An end that would make six is no five-point.
    assert_eq!(judged("F8 G8 H9 H10 C8 K8", "", "H8"), Judgement::Fine);
}

#[test]
fn a_three_and_a_four_is_allowed() {
    assert_eq!(judged("F8 G8 H9 H10 H11", "", "H8"), Judgement::Fine);
}

#[test]
fn a_three_whose_straight_four_is_an_overline_is_none() {
    // Upright: I and the row's extension points both make an overline on their columns.
    let overlines = "I3 I4 I5 I6 I7 E3 E4 E5 E6 E7";
    assert_eq!(judged(&format!("F8 G8 H9 H10 {overlines}"), "I2 E2", "H8"), Judgement::Fine);
}

#[test]
fn a_three_whose_extension_makes_five_is_none() {
    // E8 and I8 would both make five upright.
    let fives = "I4 I5 I6 I7 E4 E5 E6 E7";
    assert_eq!(judged(&format!("F8 G8 H9 H10 {fives}"), "I3 I9 E3 E9", "H8"), Judgement::Fine);
}

#[test]
fn a_three_whose_extensions_are_forbidden_is_none() {
    let cross = "F8 G8 H9 H10";
    assert_eq!(judged(cross, "", "H8"), DOUBLE_THREE);
    // E8 and I8 would both be overlines upright.
    assert_eq!(judged(&format!("{cross} E5 E6 E7 E9 E10 I5 I6 I7 I9 I10"), "", "H8"), Judgement::Fine);
    // Both would be double-fours: the straight four and an upright one.
    assert_eq!(judged(&format!("{cross} E5 E6 E7 I5 I6 I7"), "", "H8"), Judgement::Fine);
    // A single one that is not is enough for the three to count.
    assert_eq!(judged(&format!("{cross} E5 E6 E7"), "", "H8"), DOUBLE_THREE);
    assert_eq!(judged(&format!("{cross} I5 I6 I7"), "", "H8"), DOUBLE_THREE);
    // Three threes, one of them false: two still count.
    assert_eq!(judged(&format!("{cross} E5 E6 E7 I5 I6 I7 I9 J10"), "", "H8"), DOUBLE_THREE);
}

#[test]
fn the_question_recurs() {
    // Along the row only I8 can make a straight four (white on D8). The upright three through H8 has H9 and H10.
    let (cross, closed) = ("F8 G8 H9 H10", "D8");
    assert_eq!(judged(cross, closed, "H8"), DOUBLE_THREE);
    // I8 would itself be a double-three, with I9, I10 and with J9, K10, so the three along the row is false.
    let second = format!("{cross} I9 I10 J9 K10");
    assert_eq!(judged(&second, closed, "H8"), Judgement::Fine);
    // But of those two threes the upright one can be extended only at I7 (white on I12), which would be a
    // double-four with H8, J6 and K5. So I8 is no double-three, and H8 is one after all.
    let third = format!("{second} J6 K5");
    assert_eq!(judged(&third, "D8 I12 G9", "H8"), DOUBLE_THREE);
    // If that four is closed as well (white on L4), I7 is allowed, I8 forbidden and H8 allowed again.
    assert_eq!(judged(&third, "D8 I12 G9 L4", "H8"), Judgement::Fine);
}
