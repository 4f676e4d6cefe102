//! Plays events without programs: the stronger entry wins.

use leitai_tournament::{
    CountedOutcome, Decimal, Due, Entry, EntryId, Event, How, Plan, RecordedGame, Seat, Seed,
};

/// Entries without a class, named `team 0` and so on.
pub(crate) fn teams(count: u32) -> Vec<Entry> {
    (0..count).map(|id| Entry::new(id, format!("team {id}"))).collect()
}

/// Entries whose seed scores decrease with their numbers.
pub(crate) fn seeded(count: u32) -> Vec<Entry> {
    let score = |id| Some(Decimal::from(100 - id as i32));
    teams(count).into_iter().map(|entry| Entry { seed_score: score(entry.id.0), ..entry }).collect()
}

pub(crate) fn event(plan: Plan, entries: Vec<Entry>) -> Event {
    Event::new(plan, entries, Seed::new("2025-11-12")).expect("the plan fits its entries")
}

pub(crate) fn game(due: Due, outcome: CountedOutcome) -> RecordedGame {
    RecordedGame {
        id: due.id,
        first: due.first,
        second: due.second,
        outcome,
        how: How::Played,
        faults: [0; 2],
    }
}

/// The entry with the lower number wins.
pub(crate) fn lower_wins(due: Due) -> CountedOutcome {
    CountedOutcome::Win(if due.first < due.second { Seat::First } else { Seat::Second })
}

/// Plays everything that becomes due; returns the number of games.
pub(crate) fn play(event: &mut Event, outcome: impl Fn(Due) -> CountedOutcome) -> usize {
    let mut played = 0;
    loop {
        let due: Vec<_> = event.state().due().collect();
        if due.is_empty() {
            return played;
        }
        for due in due {
            assert!(event.record(game(due, outcome(due))).expect("a due game is taken"), "{} again", due.id);
            played += 1;
        }
    }
}

/// Entries by place.
pub(crate) fn order(event: &Event) -> Vec<(Option<u32>, EntryId)> {
    event.state().ranking().into_iter().map(|place| (place.place, place.entry)).collect()
}
