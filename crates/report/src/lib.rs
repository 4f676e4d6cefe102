//! An event as pages to read and to print: self-contained HTML in Chinese and English, and tables for
//! spreadsheet programs.
//!
//! Pure functions of what an event's journal and records hold: equal input, equal bytes. Names, reasons and notes
//! come from strangers; all of them pass through escaping.

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

pub use replay::replayed;

use leitai_core::Lang;
use leitai_hall::{EventFile, History};
use leitai_tournament::GameId;
use std::collections::BTreeSet;

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
    /// Games with a page of their own.
    pub replayed: &'a BTreeSet<GameId>,
}

/// A file of the report.
pub struct Page {
    /// Its name in the report's folder.
    pub path: &'static str,
    /// What is in it.
    pub text: String,
}

impl Report<'_> {
    /// Every page but those of the games ([`replayed`]).
    pub fn pages(&self) -> Vec<Page> {
        let told = told::Told::new(self);
        vec![
            Page { path: "index.html", text: told.index() },
            Page { path: "results.html", text: told.results_sheet() },
            Page { path: "results.csv", text: told.results_csv() },
            Page { path: "games.csv", text: told.games_csv() },
        ]
    }
}
