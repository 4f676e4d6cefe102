//! An event as pages to read and to print: self-contained HTML in Chinese and English, and tables for
//! spreadsheet programs.
//!
//! Pure functions of what an event's journal and records contain: equal input, equal bytes. Names, reasons and
//! notes come from strangers; all of them are text in an [`Html`]. The pages are for the public: of a game they contain what
//! [`Cut`] leaves of its record, and nothing else.

mod game;
mod replay;
mod shell;

pub use game::game_page;
pub use leitai_pages::event::Reasons;
pub use replay::Replayed;

use leitai_catalog::{Audience, Cut};
use leitai_core::{Lang, Record, RecordError};
use leitai_hall::{EventFile, History, Zone};
use leitai_pages::event::{ComputedEvent, EventView, Form, Links, Speech, To, TypedTable, age};
use leitai_pages::{Html, html};
use leitai_tournament::GameId;

/// What a report is made from.
pub struct Report<'a> {
    /// The event's file.
    pub file: &'a EventFile,
    /// The event according to its journal.
    pub history: &'a History,
    /// When it began, milliseconds since 1970-01-01 UTC.
    pub began: Option<i64>,
    /// The current time, in the same unit: it determines whether the notice period of the awards has passed.
    pub now: i64,
    /// The zone of the times that people read.
    pub zone: &'a Zone,
    /// The language shown first.
    pub lang: Lang,
}

impl Report<'_> {
    /// A recorded game as the public may see it; `None` while the public may see nothing of it.
    pub fn game(&self, id: GameId, record: Record) -> Result<Option<Replayed>, RecordError> {
        let age = age(self.history, id, self.now);
        let cut = Cut::of(record, Audience::Public, self.file.secrets, age)?;
        cut.map(|cut| Replayed::new(id, cut, self.lang)).transpose()
    }

    /// Every page but those of the games ([`Report::game`]). The games that have a page of their own are those in
    /// `replayed`.
    pub fn pages(&self, replayed: &Reasons) -> Vec<Page> {
        let view = EventView {
            id: "",
            file: self.file,
            history: self.history,
            began: self.began,
            now: self.now,
            zone: self.zone,
            reasons: replayed,
            running: &[],
            stuck: &[],
            unfolded: None,
            links: &Files { replayed },
        };
        let event = ComputedEvent::new(&view, Speech::Both);
        let name = &self.history.begun.name;
        let page = |class, body: &Html| shell::document(name, self.lang, class, "", body);
        let csv = |table| event.table(table).as_ref().map_or_else(String::new, TypedTable::csv);
        vec![
            Page { path: "index.html", text: page("event", &index(name, &event)) },
            Page { path: "results.html", text: page("sheet", &event.results_sheet()) },
            Page { path: "results.csv", text: csv("results") },
            Page { path: "games.csv", text: csv("games") },
        ]
    }
}

/// A file of the report.
pub struct Page {
    /// Its path in the report's folder.
    pub path: &'static str,
    /// Its contents.
    pub text: String,
}

/// The files of the report: besides the first page, only games have pages and records.
struct Files<'a> {
    replayed: &'a Reasons,
}

impl Links for Files<'_> {
    fn address(&self, to: To<'_>) -> Option<String> {
        match to {
            To::Game(_, id) if self.replayed.contains_key(&id) => Some(format!("games/{id}.html")),
            To::Record(_, id) if self.replayed.contains_key(&id) => Some(format!("games/{id}.jsonl")),
            _ => None,
        }
    }

    fn table(&self, _: To<'_>, _: &str, _: Form) -> Option<String> {
        None
    }
}

/// The first page: what the event is, its current state, and everything that was drawn, played and decided.
fn index(name: &str, event: &ComputedEvent<'_>) -> Html {
    let speech = Speech::Both;
    // A part without content has no heading either.
    let part = |en, zh, body: Html| {
        html! { @if !body.is_empty() { h2 { (speech.both(en, zh)) } (body) } }
    };
    html! {
        h1 { (name) }
        (event.facts())
        p {
            a href="results.html" { (speech.both("results sheet to print", "成绩单（打印）")) } " · "
            a href="results.csv" { "results.csv" } " · " a href="games.csv" { "games.csv" }
        }
        (part("Standings", "名次", event.standings()))
        (part("Plan", "赛程", event.plan()))
        (event.stages())
        (part("Ratings", "等级分", event.ratings()))
        (part("Rulings", "裁决", event.rulings()))
        (part("Faults, forfeits and disturbed games", "违规、弃权与受扰对局", event.faults()))
        (part("Games", "对局", event.all_games()))
    }
}
