//! An event of a store as its journal has it now, without reading all of that again.

use crate::error::HallError;
use crate::fold::Fold;
use crate::history::History;
use crate::shared_store::SharedStore;
use std::sync::{Mutex, MutexGuard, PoisonError};

impl SharedStore {
    /// Looks at an event as its journal has it now. Errors with [`HallError::NoEvent`] if it has not begun in this
    /// store.
    pub(crate) fn of_event<T>(&self, event: &str, look: impl FnOnce(&History) -> T) -> Result<T, HallError> {
        let fold = self.folds.of(event);
        let mut fold = locked(&fold);
        self.runtime.wait(fold.read_on(&self.journal(event)?, self.terms))?;
        match fold.history() {
            Some(history) => Ok(look(history)),
            None => Err(self.no_event(event)?),
        }
    }

    /// Does something to an event that this process keeps, while nobody else here does.
    pub(crate) fn with_fold<T>(&self, event: &str, deed: impl FnOnce(&mut Fold) -> T) -> T {
        deed(&mut locked(&self.folds.of(event)))
    }
}

fn locked(fold: &Mutex<Fold>) -> MutexGuard<'_, Fold> {
    fold.lock().unwrap_or_else(PoisonError::into_inner)
}
