//! `cargo bench -p leitai-pages --bench event -- [ENTRANTS]…` (10 40 100): how large the page of a ladder is in which everybody
//! has played everybody twice, and how long it takes, beside what it is made from: its places, all its tables,
//! and each of its parts.
#![expect(clippy::print_stdout, reason = "its words are its result")]

#[path = "../tests/event/fixture.rs"]
#[expect(dead_code, reason = "tests use the rest")]
mod fixture;

use fixture::{Fixture, file};
use leitai_core::Lang;
use leitai_pages::Html;
use leitai_pages::event::{ComputedEvent, EventView, PARTS, Speech, TABLES, event, part, table};
use std::time::{Duration, Instant};

/// How often each is made; the least time counts.
const OFTEN: usize = 15;

fn least(mut make: impl FnMut()) -> Duration {
    let times = (0..OFTEN).map(|_| {
        let began = Instant::now();
        make();
        began.elapsed()
    });
    times.min().unwrap_or_default()
}

fn main() {
    let wanted: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    for entrants in if wanted.is_empty() { vec![10, 40, 100] } else { wanted } {
        let names: Vec<_> = (0..entrants).map(|number| format!("entrant {number}")).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let fixture = Fixture::of_one_stage(file("connect6", "judge", "", &names));
        let speech = Speech::Only(Lang::Zh);
        fixture.view(|view| {
            let page = |view: &EventView<'_>| event(view, speech, &Html::default()).into_string();
            let games = view.history.event.games().len();
            let unfolded = EventView { unfolded: Some(fixture.file.entries[0].id), ..*view };
            println!(
                "{entrants} entrants, {games} games: page of {} bytes in {:?}, one entry unfolded {} bytes in {:?}; \
                 its places alone {:?}, all its tables {:?}",
                page(view).len(),
                least(|| drop(page(view))),
                page(&unfolded).len(),
                least(|| drop(page(&unfolded))),
                least(|| drop(ComputedEvent::new(view, speech))),
                least(|| TABLES.iter().for_each(|name| drop(table(view, name)))),
            );
            let alone = PARTS.map(|name| format!("{name} {:?}", least(|| drop(part(view, speech, name)))));
            println!("each part with the places that it needs: {}", alone.join(", "));
        });
    }
}
