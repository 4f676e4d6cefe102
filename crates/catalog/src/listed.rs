//! Type-erased forms of a listed game and of a game under its rules: all that the layers above this crate know.

use crate::analyst::Analyst;
use crate::interpreter::Interpreter;
use crate::opening::OpeningError;
use crate::program::Program;
use crate::setup::{Setup, SetupError};
use crate::sheets::{ReadSheet, WrittenSheet};
use leitai_core::{
    Clock, DialectName, Dice, Facts, Garbled, Heading, Level, Means, Record, RecordError, Relayed, Seat,
    SheetError, SheetForm, SheetName, Staging, Starter, Table, TableSpec,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A listed game. It is serialised as its name, so that an unlisted name is an error at the place where it is read.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub struct ListedGame(pub(crate) &'static dyn ErasedGame);

/// The type-erased interface of every listed game.
pub trait ErasedGame: Sync {
    /// Its facts.
    fn facts(&self) -> &'static Facts;

    /// Starter programs for newcomers, one for each language.
    fn starters(&self) -> &'static [Starter];

    /// Tables that its players look up on the shelf.
    fn tables(&self) -> &'static [TableSpec];

    /// The rule options that are otherwise where a referee enters both sides' acts at a table, unless somebody chooses.
    fn at_desk(&self) -> &'static [(&'static str, &'static str)];

    /// Sets up the game under the rules and from the start given in `setup`: the only place where options are read.
    fn open(&self, setup: &Setup) -> Result<Arc<dyn RuledGame>, SetupError>;

    /// The form in which this text holds a game of this kind, if it does.
    fn form_of(&self, text: &str) -> Option<SheetForm>;

    /// The rule options that a text in this form states, by name.
    fn options_of(&self, form: SheetForm, text: &str) -> Vec<(&'static str, String)>;

    /// The sheet forms in which the game can be stored.
    fn sheets(&self) -> Vec<SheetName>;

    /// The game of a record as a sheet; `None` if the game has no such form. The record is assumed to be sound.
    fn write_sheet(
        &self,
        record: &Record,
        name: SheetName,
        heading: &Heading,
    ) -> Option<Result<WrittenSheet, RecordError>>;
}

/// A listed game under checked rules, from a checked start: tables, programs and perft counts are made from it. One
/// instance serves any number of games concurrently.
pub trait RuledGame: Send + Sync {
    /// The game.
    fn game(&self) -> ListedGame;

    /// Its facts.
    fn facts(&self) -> &'static Facts {
        self.game().facts()
    }

    /// Every option of the game with its value, as recorded.
    fn options(&self) -> Vec<(&'static str, String)>;

    /// The options as they were given: a program that receives them plays under the same rules.
    fn given(&self) -> &[(String, String)];

    /// The greatest number of plies that a game can have, from the game's own start.
    fn most_plies(&self) -> u32;

    /// Whether a game requires acts of a referee, so that programs alone cannot finish it.
    fn is_refereed(&self) -> bool;

    /// Whether a game can be played in `dialect`.
    fn speaks(&self, dialect: DialectName) -> bool;

    /// The same game begun from the rules' start by a line: acts in its notation separated by blanks, which both seats
    /// are given, or a position.
    fn begun(&self, line: &str) -> Result<Arc<dyn RuledGame>, OpeningError>;

    /// The canonical line with which the game begins; `None` if it begins as its rules state.
    fn opening(&self) -> Option<String>;

    /// Whether `dialect` can tell a program how the game begins.
    fn tells_opening(&self, dialect: DialectName) -> bool;

    /// Whether `dialect` can tell a program that was started anew what has been played.
    fn tells_again(&self, dialect: DialectName) -> bool;

    /// Whether `dialect` lets a program state its thoughts so that the referee hears them.
    fn has_thoughts(&self, dialect: DialectName) -> bool;

    /// Whether the rules count something, so that an unfinished game can be decided by counting.
    fn counts(&self) -> bool;

    /// Whether `dialect` can pass a program its own settings.
    fn has_settings(&self, dialect: DialectName) -> bool;

    /// Whether a program that speaks `dialect` may stay for several games.
    fn may_stay(&self, dialect: DialectName) -> bool;

    /// What is entered at a table of the same game that knows the secrets of `seen` alone, after an act of `by` here, of which
    /// `by` was told so (the [reports](leitai_core::Outbox::told) to its eye, in order) and which was won by `winner`.
    ///
    /// # Errors
    /// A text is no report of the game.
    fn relayed(
        &self,
        seen: Seat,
        by: Seat,
        told: &[String],
        winner: Option<Seat>,
    ) -> Result<Vec<Relayed<String>>, Garbled>;

    /// Opens a table for one game. `staging`, the game, its options and position become the first line of the record.
    /// If dice are needed but none are given, chance is played by hand.
    fn table(&self, staging: Staging<'static>, dice: Option<Dice>) -> Box<dyn Table>;

    /// The number of sequences of `depth` acts from the start (perft), by first act.
    fn perft(&self, depth: u32) -> Vec<(String, u64)>;

    /// Reads a sheet under these rules; `None` if the game has no such form.
    fn read_sheet(&self, form: SheetForm, text: &str) -> Option<Result<ReadSheet, SheetError>>;

    /// A line of acts, in the game's notation or in that of other programs of the game, as a game without an end.
    fn acts_of(&self, line: &str) -> Result<ReadSheet, OpeningError>;

    /// A built-in player as a program that speaks `dialect`; `None` if the game has no such level or dialect. The
    /// game's options serve dialects that cannot convey them; a dialect that can overrides them.
    fn program(&self, level: Level, dialect: DialectName, means: &Means<'_>) -> Option<Box<dyn Program>>;

    /// Who interprets a program of this dialect, which is told this clock, at a table elsewhere; `None` if the game has no
    /// such dialect, or it depends on a stage beside the program.
    fn interpreter(&self, dialect: DialectName, clock: &Clock) -> Option<Box<dyn Interpreter>>;

    /// A built-in player that judges the positions of a game from its start; `None` if the game has no such level.
    fn analyst(&self, level: Level, means: &Means<'_>) -> Option<Box<dyn Analyst>>;
}

impl Deref for ListedGame {
    type Target = dyn ErasedGame;
    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl PartialEq for ListedGame {
    fn eq(&self, other: &Self) -> bool {
        self.facts().id == other.facts().id
    }
}

impl Eq for ListedGame {}

impl fmt::Debug for ListedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.facts().id, f)
    }
}

impl fmt::Display for ListedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.facts().id)
    }
}

impl From<ListedGame> for &'static str {
    fn from(game: ListedGame) -> &'static str {
        game.facts().id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;

    #[test]
    fn a_listed_game_is_kept_as_its_name() {
        for game in GAMES {
            let kept = serde_json::to_string(game).expect("a name");
            assert_eq!(kept, format!("\"{game}\""));
            assert_eq!(serde_json::from_str::<ListedGame>(&kept).expect("a game"), *game);
        }
        let unknown = serde_json::from_str::<ListedGame>("\"go\"").expect_err("not listed");
        assert!(unknown.to_string().starts_with("unknown game `go`"), "{unknown}");
    }
}
