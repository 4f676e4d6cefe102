//! A game's entry in the list, by its type.

use crate::listed::{ErasedGame, ListedGame, RuledGame};
use crate::ruled::Ruled;
use crate::setup::{Setup, SetupError};
use crate::sheets::{WrittenSheet, sheet_of};
use leitai_core::{Facts, Game, Heading, Record, RecordError, SheetName, Starter, TableSpec};
use std::marker::PhantomData;
use std::sync::Arc;

impl ListedGame {
    pub(crate) const fn of<G: Game>() -> ListedGame {
        ListedGame(const { &Listing::<G>(PhantomData) })
    }
}

/// A game's entry in the list.
struct Listing<G>(PhantomData<fn() -> G>);

impl<G: Game> ErasedGame for Listing<G> {
    fn facts(&self) -> &'static Facts {
        const { &G::FACTS }
    }

    fn starters(&self) -> &'static [Starter] {
        G::STARTERS
    }

    fn tables(&self) -> &'static [TableSpec] {
        G::TABLES
    }

    fn open(&self, setup: &Setup) -> Result<Arc<dyn RuledGame>, SetupError> {
        Ok(Arc::new(Ruled::<G>::open(ListedGame::of::<G>(), setup)?))
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
