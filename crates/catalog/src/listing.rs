//! A game's entry in the list, by its type.

use crate::listed::{ErasedGame, ListedGame, RuledGame};
use crate::ruled::Ruled;
use crate::setup::{Setup, SetupError};
use crate::sheets::{WrittenSheet, form_of, options_of, sheet_of};
use leitai_core::{Facts, Game, Heading, Record, RecordError, SheetForm, SheetName, Starter, TableSpec};
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

    fn at_desk(&self) -> &'static [(&'static str, &'static str)] {
        G::AT_DESK
    }

    fn open(&self, setup: &Setup) -> Result<Arc<dyn RuledGame>, SetupError> {
        Ok(Arc::new(Ruled::<G>::open(ListedGame::of::<G>(), setup)?))
    }

    fn form_of(&self, text: &str) -> Option<SheetForm> {
        form_of::<G>(text)
    }

    fn options_of(&self, form: SheetForm, text: &str) -> Vec<(&'static str, String)> {
        options_of::<G>(form, text)
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
