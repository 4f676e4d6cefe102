//! An event as pages to read and to print: self-contained HTML in Chinese and English, and tables for
//! spreadsheet programs.
//!
//! Pure functions of what an event's journal and records hold: equal input, equal bytes. Names, reasons and notes
//! come from strangers; all of them pass through escaping. The pages are the public's: of a game they have what
//! [`Cut`] leaves of its record, and nothing else.

mod bracket;
mod csv;
mod games;
mod html;
mod overview;
mod ratings;
mod replay;
mod results;
mod rounds;
mod rulings;
mod shell;
mod standings;
mod told;

pub use replay::Replayed;

use leitai_catalog::{Audience, Cut};
use leitai_core::{Lang, Record, RecordError, Sentence};
use leitai_hall::{EventFile, History};
use leitai_tournament::GameId;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a report is made of.
pub struct Report<'a> {
    /// The event's file.
    pub file: &'a EventFile,
    /// The event as its journal has it.
    pub history: &'a History,
    /// When it began, milliseconds since 1970-01-01 UTC.
    pub began: Option<i64>,
    /// Now, likewise: whether the notice period of the awards has passed.
    pub now: i64,
    /// How a time is written for people.
    pub time: &'a dyn Fn(i64) -> String,
    /// The language that is shown first.
    pub lang: Lang,
}

/// Games with a page of their own, and the reason of their end as the public may have it, where there is one.
pub type Reasons = BTreeMap<GameId, Option<Sentence>>;

impl Report<'_> {
    /// A recorded game as the public may have it; none while that is nothing.
    pub fn game(&self, id: GameId, record: Record) -> Result<Option<Replayed>, RecordError> {
        let cut = Cut::of(record, Audience::Public, self.file.secrets, self.age(id))?;
        cut.map(|cut| Replayed::new(id, cut, self.lang)).transpose()
    }

    /// How long ago a game ended.
    fn age(&self, id: GameId) -> Duration {
        let ended = self.history.details.get(&id).map_or(self.now, |how| how.ended);
        Duration::from_millis(self.now.saturating_sub(ended).try_into().unwrap_or(0))
    }

    /// Is everything of a game open to the public, its times and the number of its moves?
    fn is_open(&self, id: GameId) -> bool {
        !self.file.game.facts().hidden || self.file.secrets.open(true, self.age(id))
    }
}

/// A file of the report.
pub struct Page {
    /// Its name in the report's folder.
    pub path: &'static str,
    /// What is in it.
    pub text: String,
}

impl Report<'_> {
    /// Every page but those of the games ([`Report::game`]).
    pub fn pages(&self, replayed: &Reasons) -> Vec<Page> {
        let told = told::Told::new(self, replayed);
        vec![
            Page { path: "index.html", text: told.index() },
            Page { path: "results.html", text: told.results_sheet() },
            Page { path: "results.csv", text: told.results_csv() },
            Page { path: "games.csv", text: told.games_csv() },
        ]
    }
}
