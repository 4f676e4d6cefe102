//! Time and memory needed to derive the state of an event: the records of 2,010 entrants and 200,000 games are read
//! from scratch, and a round robin of 500 programs is scheduled.

use divan::{AllocProfiler, Bencher};
use leitai_tournament::{
    CountedOutcome, Due, Entrants, Entry, Event, Format, How, MatchPlan, Plan, RecordedGame, Scoring, Seat,
    Sections, Seed, Sentence, StagePlan, TieBreak,
};

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

fn plan(format: Format, sections: Sections) -> Plan {
    let stage = StagePlan {
        name: Sentence::new("groups", "小组赛"),
        entrants: Entrants::All,
        sections,
        format,
        games: MatchPlan::Games(2),
        scoring: Scoring::SCHOOL,
        tie_breaks: vec![
            TieBreak::HeadToHead,
            TieBreak::MiniLeague,
            TieBreak::SonnebornBerger,
            TieBreak::Lot,
        ],
        side_ms: 60_000,
        play_off_ms: 60_000,
    };
    Plan { stages: vec![stage], tables: 100, pause_ms: 0, hall_ms: None, pace: None }
}

fn event(plan: Plan, count: u32) -> Event {
    let entries = (0..count).map(|id| Entry::new(id, format!("team {id}"))).collect();
    Event::new(plan, entries, Seed::new("2025-11-12")).expect("an event")
}

/// A pseudo-random result.
fn game(due: Due, state: &mut u64) -> RecordedGame {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let outcome = match (*state >> 33) % 10 {
        0 | 1 => CountedOutcome::Draw,
        2..=5 => CountedOutcome::Win(Seat::First),
        _ => CountedOutcome::Win(Seat::Second),
    };
    RecordedGame {
        id: due.id,
        first: due.first,
        second: due.second,
        outcome,
        how: How::Played,
        faults: [0; 2],
    }
}

/// Everything that was due, played, in the order in which it was due.
fn played(event: &Event) -> Vec<RecordedGame> {
    let mut state = 6;
    event.state().due().map(|due| game(due, &mut state)).collect()
}

/// 20 groups, 200,000 games: sorted, folded and ranked with every reason.
#[divan::bench(sample_count = 20)]
fn resume_and_rank(bencher: Bencher) {
    let groups = event(plan(Format::RoundRobin, Sections::Groups { of: 101 }), 2010);
    let games = played(&groups);
    assert_eq!(games.len(), 200_000);
    bencher.with_inputs(|| (groups.clone(), games.clone())).bench_values(|(event, games)| {
        let event = event.resume(games, []).expect("as kept");
        event.state().ranking().len()
    });
}

/// The fold alone, without places.
#[divan::bench(sample_count = 20)]
fn state(bencher: Bencher) {
    let groups = event(plan(Format::RoundRobin, Sections::Groups { of: 101 }), 2010);
    let games = played(&groups);
    let groups = groups.resume(games, []).expect("as kept");
    bencher.bench(|| groups.state().is_over());
}

/// As above but without the sorting: the work after one more result.
#[divan::bench(sample_count = 20)]
fn state_and_rank(bencher: Bencher) {
    let groups = event(plan(Format::RoundRobin, Sections::Groups { of: 101 }), 2010);
    let games = played(&groups);
    let groups = groups.resume(games, []).expect("as kept");
    bencher.bench(|| groups.state().ranking().len());
}

/// Every game of 500 programs, each requested once: 249,500.
#[divan::bench(sample_count = 20)]
fn schedule_500(bencher: Bencher) {
    let league = event(plan(Format::RoundRobin, Sections::One), 500);
    bencher.bench(|| league.state().due().count());
}

/// The next 250 games of 500 programs when half of all games are played.
#[divan::bench(sample_count = 20)]
fn next_250_of_500_half_way(bencher: Bencher) {
    let league = event(plan(Format::RoundRobin, Sections::One), 500);
    let games: Vec<_> = played(&league).into_iter().take(125_000).collect();
    let league = league.resume(games, []).expect("as kept");
    bencher.bench(|| league.state().due().take(250).count());
}

/// Eleven rounds of a Swiss system among 2,000, read from scratch.
#[divan::bench(sample_count = 5)]
fn swiss_2000(bencher: Bencher) {
    let mut swiss = event(plan(Format::Swiss { rounds: Some(11) }, Sections::One), 2000);
    loop {
        let games = played(&swiss);
        if games.is_empty() {
            break;
        }
        swiss = swiss.resume(games, []).expect("as due");
    }
    bencher.bench(|| swiss.state().is_over());
}
