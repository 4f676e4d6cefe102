//! Where the games of an event are played: here, by threads of this process, or by the workers of a store.

use crate::assignment::{Assignment, Unready};
use crate::error::HallError;
use crate::event_file::EventFile;
use crate::event_observer::EventObserver;
use crate::history::{Begun, Details, Played};
use crate::program::Program;
use crate::spectators::Spectators;
use crate::stop::Stop;
use leitai_arena::Affinity;
use leitai_core::Sentence;
use leitai_store::{Freed, LeaseTerms};
use leitai_tournament::{Due, EntryId, GameId};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread::Scope;

/// A place where an event's games are played: it takes games and tells what becomes of them. What is due, and what a
/// result means for the event, is not decided here.
pub(crate) trait Venue: Send {
    /// Where the event is kept, for display.
    fn place(&self) -> String;

    /// The timing of the store that holds the journal.
    fn terms(&self) -> LeaseTerms {
        LeaseTerms::default()
    }

    /// Makes a program ready, where it is this process that starts it.
    fn ready(&self, _: &Program) -> Result<(), Unready> {
        Ok(())
    }

    /// Whether every game of a match is played with the same bytes of this program, whatever becomes of its files; the
    /// error says which are not kept aside.
    fn is_kept_whole(&self, _: &Program) -> Result<(), Sentence> {
        Ok(())
    }

    /// Looks again at the event's file for the program of an entry: its source may have changed under the same name.
    fn read_again(&self, _: &mut EventFile, _: EntryId) {}

    /// Deletes what is kept for the event alone, which is over with the entry `last` of its journal.
    fn clear(&self, _last: u64) -> Result<Freed, HallError> {
        Ok(Freed::default())
    }

    /// Retries those of these games that are stuck, and returns them.
    fn renew(&self, _: &[Due], _: &Assign<'_>) -> Result<Vec<GameId>, HallError> {
        Ok(Vec::new())
    }

    /// Deletes what it still has of games that no longer count.
    fn forget(&self, _: &[GameId]) -> Result<(), HallError> {
        Ok(())
    }

    /// Opens for a run of the event, with no games. Its threads end once it is [closed](Venue::close).
    fn open<'scope>(
        &mut self,
        opening: &Opening<'_>,
        stop: &'scope Stop,
        scope: &'scope Scope<'scope, '_>,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError>;

    /// The number of games that it would take now, if so many of those that it has are not begun.
    fn room(&self, waiting: usize) -> usize;

    /// The number of due games that are worked out at a time, at least.
    fn batch(&self) -> usize {
        1
    }

    /// Whether this game must not be begun now.
    fn holds(&self, _: &Due) -> bool {
        false
    }

    /// Takes games, in the order in which they are to be played.
    fn take(&mut self, games: Vec<Assignment>) -> Result<(), HallError>;

    /// Breaks these games off.
    fn call_off(&mut self, games: &[GameId]) -> Result<(), HallError>;

    /// Whether its games are played by others: they go on without this process, and what is called off does not come
    /// back.
    fn is_elsewhere(&self) -> bool;

    /// Does what is to be done once in a while; returns whether it holds other games than before. `details`: of all
    /// games that count.
    fn tend(
        &mut self,
        details: &BTreeMap<GameId, Details>,
        see: &mut dyn EventObserver,
    ) -> Result<bool, HallError>;

    /// What became of the games that it has since the last call; waits for a moment if that is nothing. Notes which are
    /// being played. The record of a game that was played is on the disk.
    fn came(
        &mut self,
        given: &mut BTreeMap<GameId, Given>,
        see: &mut dyn EventObserver,
    ) -> Result<Vec<(GameId, Came)>, HallError>;

    /// Whether it waits for something that may still change the event, or belongs to it, when it has no games.
    fn awaits(&self) -> Result<bool, HallError>;

    /// Gives up what it still waits for: the run has come to its end.
    fn end(&mut self, _: &mut dyn EventObserver) -> Result<(), HallError> {
        Ok(())
    }

    /// Closes: what this process plays is broken off.
    fn close(&mut self) {}
}

/// Makes the assignment of a due game.
pub(crate) type Assign<'a> = dyn Fn(&Due) -> Result<Assignment, HallError> + 'a;

/// What a venue has to know of a run of the event.
pub(crate) struct Opening<'a> {
    pub(crate) begun: &'a Begun,
    pub(crate) details: &'a BTreeMap<GameId, Details>,
    /// How many games are played here at a time.
    pub(crate) jobs: usize,
    pub(crate) affinity: Affinity,
    pub(crate) spectators: &'a Arc<dyn Spectators>,
    /// Most games ordered from a store's workers that none of them has begun.
    pub(crate) ahead: usize,
    /// Whether stuck games wait for an operator.
    pub(crate) awaits_operator: bool,
}

/// A game that a venue has.
pub(crate) struct Given {
    pub(crate) due: Due,
    pub(crate) stands: Stands,
}

/// How a game stands that a venue has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stands {
    /// Nobody has begun it.
    Waits,
    /// It is being played.
    Runs,
    /// It cannot be played.
    Stuck,
}

/// What became of a game.
pub(crate) enum Came {
    /// Somebody begins it.
    Started,
    /// It was played.
    Played(Played),
    /// It was broken off: it is to be given again if it is still due.
    Back,
    /// It cannot be played, for this reason.
    Stuck(Sentence),
    /// It was stuck and is retried.
    Renewed,
    /// Neither it nor any other can be played.
    Failed(HallError),
}
