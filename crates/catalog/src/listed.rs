//! A game of the list, its type erased.

use crate::find;
use crate::ruled::{Ruled, RuledGame};
use crate::sheets::{WrittenSheet, sheet_of};
use leitai_core::{
    About, BadOption, Facts, Game, Garbled, Heading, Record, RecordError, SheetName, Starter, errors,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::Arc;

/// How a game is set up, as it was asked for: [`ErasedGame::open`] checks it.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Options given, as (name, value); the rest are defaults.
    pub options: Vec<(String, String)>,
    /// A starting position other than the game's own, in its position text.
    pub position: Option<String>,
}

impl Setup {
    /// These options from the game's own start.
    pub fn with<'a>(options: impl IntoIterator<Item = (&'a str, &'a str)>) -> Setup {
        let options = options.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        Setup { options: options.collect(), position: None }
    }

    /// As the first line of a record says.
    pub fn of(about: &About<'_>) -> Setup {
        let options = about.options.iter().map(|(name, value)| (&**name, &**value));
        Setup { position: about.position.as_ref().map(ToString::to_string), ..Setup::with(options) }
    }
}

errors! {
    /// Why a game cannot be set up so.
    #[derive(Clone, PartialEq, Debug)]
    pub enum SetupError {
        /// An option is unknown or its value not accepted.
        Option(error: BadOption) from;
        /// The position text is wrong.
        Position(error: Garbled) from => "position: {error}", "局面：{error}";
    }
}

/// A game of the list. It is read and written as its name, so that a name that is not listed is found where it is
/// read.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub struct ListedGame(&'static dyn ErasedGame);

errors! {
    /// No game has this name.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct UnknownGame(pub name: String) => "unknown game `{name}`", "没有这种棋“{name}”";
}

/// What every game of the list can be asked, its type erased.
pub trait ErasedGame: Sync {
    /// Its facts.
    fn facts(&self) -> &'static Facts;

    /// Its programs for a newcomer to begin from, one for each language.
    fn starters(&self) -> &'static [Starter];

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

impl ListedGame {
    pub(crate) const fn of<G: Game>() -> ListedGame {
        ListedGame(const { &Listing::<G>(PhantomData) })
    }
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

impl FromStr for ListedGame {
    type Err = UnknownGame;
    fn from_str(text: &str) -> Result<ListedGame, UnknownGame> {
        find(text).ok_or_else(|| UnknownGame(text.to_owned()))
    }
}

impl TryFrom<String> for ListedGame {
    type Error = UnknownGame;
    fn try_from(text: String) -> Result<ListedGame, UnknownGame> {
        text.parse()
    }
}

impl From<ListedGame> for &'static str {
    fn from(game: ListedGame) -> &'static str {
        game.facts().id
    }
}

/// A game's place in the list.
struct Listing<G>(PhantomData<fn() -> G>);

impl<G: Game> ErasedGame for Listing<G> {
    fn facts(&self) -> &'static Facts {
        const { &G::FACTS }
    }

    fn starters(&self) -> &'static [Starter] {
        G::STARTERS
    }

    fn open(&self, setup: &Setup) -> Result<Arc<dyn RuledGame>, SetupError> {
        Ok(Arc::new(Ruled::<G>::open(setup)?))
    }

    fn knows_sheet(&self, name: SheetName, text: &str) -> bool {
        G::sheet(name).is_some_and(|sheet| sheet.knows(text))
    }

    fn sheets(&self) -> Vec<SheetName> {
        SheetName::ALL.into_iter().filter(|name| G::sheet(*name).is_some()).collect()
    }

    fn write_sheet(
        &self,
        record: &Record,
        name: SheetName,
        heading: &Heading,
    ) -> Option<Result<WrittenSheet, RecordError>> {
        sheet_of::<G>(record, name, heading)
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
