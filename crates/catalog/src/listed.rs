//! A game of the list and a game under its rules, their types erased: what everything above this crate knows.

use crate::analyst::Analyst;
use crate::opening::OpeningError;
use crate::program::Program;
use crate::setup::{Setup, SetupError};
use crate::sheets::{ReadSheet, WrittenSheet};
use leitai_core::{
    DialectName, Dice, Facts, Heading, Level, Means, Record, RecordError, SheetError, SheetName, Staging,
    Starter, Table, TableSpec,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A game of the list. It is read and written as its name, so that a name that is not listed is found where it is
/// read.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub struct ListedGame(pub(crate) &'static dyn ErasedGame);

/// What every game of the list can be asked, its type erased.
pub trait ErasedGame: Sync {
    /// Its facts.
    fn facts(&self) -> &'static Facts;

    /// Its programs for a newcomer to begin from, one for each language.
    fn starters(&self) -> &'static [Starter];

    /// Tables that its players look for on the shelf.
    fn tables(&self) -> &'static [TableSpec];

    /// The game under the rules and from the start that `setup` says: the one place where options are read.
    fn open(&self, setup: &Setup) -> Result<Arc<dyn RuledGame>, SetupError>;

    /// Is this text a sheet of this game in that form?
    fn knows_sheet(&self, name: SheetName, text: &str) -> bool;

    /// The forms of sheet the game is kept in.
    fn sheets(&self) -> Vec<SheetName>;

    /// The game of a record as a sheet; none if it has no such form. The record is taken to be sound.
    fn write_sheet(
        &self,
        record: &Record,
        name: SheetName,
        heading: &Heading,
    ) -> Option<Result<WrittenSheet, RecordError>>;
}

/// A game of the list under checked rules, from a checked start: what tables, programs and counts are made of.
/// One serves any number of games, side by side.
pub trait RuledGame: Send + Sync {
    /// The game.
    fn game(&self) -> ListedGame;

    /// Its facts.
    fn facts(&self) -> &'static Facts {
        self.game().facts()
    }

    /// Every option it takes with its value, as recorded.
    fn options(&self) -> Vec<(&'static str, String)>;

    /// The options that were given, as they were: a program that is told them has the same rules.
    fn given(&self) -> &[(String, String)];

    /// Most plies that a game can have, from the game's own start.
    fn most_plies(&self) -> u32;

    /// Does a game ask for a referee's hand? Programs alone cannot end it.
    fn is_refereed(&self) -> bool;

    /// Can a game be said in `dialect`?
    fn speaks(&self, dialect: DialectName) -> bool;

    /// The same game from the law's start, begun by a line: acts in its notation with blanks between them, which both seats
    /// are given, or a position.
    fn begun(&self, line: &str) -> Result<Arc<dyn RuledGame>, OpeningError>;

    /// The line that it is begun by, canonical; none where it begins as its law says.
    fn opening(&self) -> Option<String>;

    /// Can a program that speaks `dialect` be told how the game begins?
    fn tells_opening(&self, dialect: DialectName) -> bool;

    /// Has `dialect` words in which a program says what it thinks, and that the referee hears?
    fn has_thoughts(&self, dialect: DialectName) -> bool;

    /// Does the law count something, so that a game that is broken off can be counted?
    fn counts(&self) -> bool;

    /// Has `dialect` words for settings of a program's own?
    fn has_settings(&self, dialect: DialectName) -> bool;

    /// May a program that speaks it stay for several games?
    fn may_stay(&self, dialect: DialectName) -> bool;

    /// Opens a table for one game. `staging`, the game, its options and position become the first line of the record.
    /// Where dice are needed and none are given, chance is played by hand.
    fn table(&self, staging: Staging<'static>, dice: Option<Dice>) -> Box<dyn Table>;

    /// The numbers of sequences of `depth` acts from the start, by first act.
    fn perft(&self, depth: u32) -> Vec<(String, u64)>;

    /// Reads a sheet under these rules; none if the game has no such form.
    fn read_sheet(&self, name: SheetName, text: &str) -> Option<Result<ReadSheet, SheetError>>;

    /// A built-in player as a program that speaks `dialect`; none if the game has no such level or dialect.
    /// The options given are for dialects that cannot say them; a dialect that can overrules the defaults.
    fn program(&self, level: Level, dialect: DialectName, means: &Means<'_>) -> Option<Box<dyn Program>>;

    /// A built-in player that judges the positions of a game from the start on; none if the game has no such level.
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
