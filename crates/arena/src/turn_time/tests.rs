use super::*;
use crate::core_time::{GRAIN, absence, has_slept, unseen};
use proptest::prelude::*;

/// What happened between two readings, in microseconds: nobody ran, the game did, others did.
type Span = [u64; 3];

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Readings of a core without rounding, one at the start and one after each span.
fn readings(began: Instant, spans: &[Span]) -> Vec<CoreTime> {
    let mut sums = [0; 3];
    let mut read = |span: &Span| {
        (0..3).for_each(|i| sums[i] += span[i]);
        let [idle, own, _] = sums.map(Duration::from_micros);
        let wall = Duration::from_micros(sums.iter().sum());
        let at = began + wall;
        CoreTime { from: at, until: at, idle, ticked: wall, own: [own; 2], cores: 1, is_beside: false }
    };
    std::iter::once(&[0; 3]).chain(spans).map(&mut read).collect()
}

#[test]
fn what_others_took_is_known_but_for_the_grain() {
    let read = readings(Instant::now(), &[[100_000, 200_000, 300_000]]);
    assert_eq!(read[1].taken_since(&read[0], ms(0)), ms(280));
    assert_eq!(read[1].taken_since(&read[0], ms(90)), ms(280), "it slept while the core was free");
    assert_eq!(read[1].taken_since(&read[0], ms(150)), ms(230), "and while others had it");
    let beside = CoreTime { is_beside: true, ..read[1] };
    assert_eq!(beside.taken_since(&read[0], ms(0)), ms(270), "a clock may be a tick behind");
    let dead = CoreTime { ticked: read[0].ticked, ..read[1] };
    assert_eq!(dead.taken_since(&read[0], ms(0)), ms(0), "figures that stand still");
    let still = CoreTime { own: [read[0].own[0], read[1].own[1]], ..read[1] };
    assert_eq!(still.taken_since(&read[0], ms(0)), ms(280), "a clock that stands still is noticed");
}

#[test]
fn an_account_that_catches_up_is_no_work() {
    let read = readings(Instant::now(), &[[0, 0, 100_000]]);
    let before = CoreTime { own: [ms(1009), ms(990)], ..read[0] };
    let after = CoreTime { own: [ms(1011), ms(1010)], ..read[1] };
    assert_eq!(after.own_since(&before), ms(2));
    let frozen = CoreTime { own: [ms(1009), ms(1060)], ..read[1] };
    assert_eq!(frozen.own_since(&before), ms(51));
}

#[test]
fn a_turn_may_begin_long_after_the_last_reading() {
    let began = Instant::now();
    // The core rested for a second, the turn began, was checked, and then others took the core.
    let read = readings(began, &[[1_000_000, 0, 0], [0, 5_000, 0], [0, 0, 500_000]]);
    let mut turn = TurnTime::begin(read[1].until, Some(read[0]));
    turn.read(read[2]);
    assert_eq!(turn.give(&read[3], ms(1000)), ms(480));
}

#[test]
fn nothing_is_given_back_for_games_that_the_core_is_lent_to() {
    let read = readings(Instant::now(), &[[0, 10_000, 100_000], [0, 0, 9_000_000], [0, 0, 100_000]]);
    let mut turn = TurnTime::begin(read[0].until, Some(read[0]));
    assert_eq!(turn.give(&read[1], ms(500)), ms(80));
    turn.lend();
    assert_eq!(turn.give(&read[2], ms(500)), ms(0), "a deadline that passes meanwhile is final");
    turn.start_over(read[2].until, Some(read[2]));
    assert_eq!(turn.give(&read[3], ms(500)), ms(80));
    assert_eq!(turn.total(), ms(160));
}

#[test]
fn no_turn_is_extended_for_ever() {
    let read = readings(Instant::now(), &[[0, 0, 1_500_000], [0, 0, 90_000_000]]);
    let mut turn = TurnTime::begin(read[0].until, Some(read[0]));
    assert_eq!(turn.give(&read[1], ms(500)), ms(1480));
    assert_eq!(turn.give(&read[2], ms(500)), ms(14_500 - 1480));
    assert_eq!(turn.total(), ms(14_500));
}

#[test]
fn who_slept_missed_nothing() {
    let read = readings(Instant::now(), &[[0, 1_000, 400_000], [0, 1_000, 200_000]]);
    let mut turn = TurnTime::begin(read[0].until, Some(read[0]));
    turn.slept(ms(399));
    assert_eq!(turn.give(&read[1], ms(500)), ms(0));
    assert_eq!(turn.give(&read[2], ms(500)), ms(181));
    assert!(has_slept(ms(0), || false) && !has_slept(ms(0), || true) && !has_slept(ms(1), || false));
}

#[test]
fn absence_is_what_the_game_did_not_cause() {
    let absent = |late, unseen, own| absence(ms(late), ms(unseen), ms(own), ms(1000), ms(100));
    assert_eq!(absent(150, 0, 0), Some(ms(150)));
    assert_eq!(absent(150, 0, 60), None, "its own threads kept the stage waiting");
    assert_eq!(absent(1, 300, 60), Some(ms(240)), "it was away before the deadline as well");
    assert_eq!(absence(ms(40), ms(0), ms(0), ms(50), ms(100)), Some(ms(40)), "a short limit");
    let now = Instant::now();
    assert_eq!(unseen(now, now + ms(10), ms(5)), ms(0));
}

fn spans() -> impl Strategy<Value = Vec<Span>> {
    let part = || prop_oneof![Just(0), 0..30_000u64, 0..400_000u64];
    prop::collection::vec([part(), part(), part()], 1..30)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(256)))]

    /// The rule from scratch: what was taken since the turn began, but for the grain, and never more than the most.
    #[test]
    fn no_more_is_given_than_was_taken(
        spans in spans(), ahead in 0..5usize, limit in 1..2_000u64, steps in any::<u32>()
    ) {
        let (read, limit) = (readings(Instant::now(), &spans), ms(limit));
        let ahead = ahead.min(spans.len() - 1);
        let mut turn = TurnTime::begin(read[ahead].until, Some(read[0]));
        let mut at_once = turn;
        let (mut truly, mut least) = (Duration::ZERO, Duration::ZERO);
        for (i, reading) in read.iter().enumerate().skip(ahead + 1) {
            let [idle, own, others] = spans[i - 1].map(Duration::from_micros);
            let _ = (idle, own);
            truly += others;
            if steps >> (i % 32) & 1 == 1 {
                turn.give(reading, limit);
            }
            least = truly.saturating_sub(GRAIN);
            prop_assert!(turn.total() <= least);
            prop_assert!(turn.total() <= limit * 9 + ms(10_000));
        }
        let last = read.last().expect("more than one");
        turn.give(last, limit);
        at_once.give(last, limit);
        prop_assert!(turn.total().abs_diff(at_once.total()) < LEAST, "{turn:?} {at_once:?}");
        // What is lost to the reading before the turn is at most as long as that is ago.
        let before = read[ahead].until - read[0].until;
        let due = least.saturating_sub(before).min(limit * 9 + ms(10_000));
        prop_assert!(turn.total() + LEAST > due, "{turn:?} {due:?}");
    }

    #[test]
    fn a_reading_in_the_turn_gives_no_less(spans in spans(), at in 1..30usize) {
        let read = readings(Instant::now(), &spans);
        let at = at.min(spans.len());
        let mut without = TurnTime::begin(read[0].until, Some(read[0]));
        let mut with = without;
        with.read(read[at]);
        let last = read.last().expect("more than one");
        prop_assert!(with.give(last, ms(500)) >= without.give(last, ms(500)));
    }
}
