//! A rehearsal: a built-in player behind the relayed seat of a desk, with slips and crashes thrown in. Of its acts, of what
//! the dice show, and of the words of a referee, who sees the whole game where one is needed, the operator only hears, and types them,
//! as in the hall.

mod other_machine;
mod rehearsed_game;
mod report;
mod truth;
mod truth_file;

use super::desk::Desk;
use super::desk_deed::DeskError;
use super::desk_shown::DeskState;
use crate::locked::locked;
use leitai_core::{Level, Sentence};
use rehearsed_game::{LOOK, RehearsedGame};
pub use report::{MendedSlip, RehearsalReport};
use std::sync::{Arc, Mutex};
use std::thread;

/// A rehearsal at a desk, on a thread of its own.
pub struct Rehearsal {
    report: Arc<Mutex<RehearsalReport>>,
}

impl Rehearsal {
    /// Begins a rehearsal at a desk that is [set up](crate::DeskSetup::rehearsal) for one; the seed decides what is thrown in. It
    /// ends with the match.
    pub fn begin(desk: &Arc<Desk>, level: Level, seed: u64) -> Result<Rehearsal, DeskError> {
        let report = Arc::<Mutex<RehearsalReport>>::default();
        let (desk, told) = (Arc::clone(desk), Arc::clone(&report));
        let thread = thread::Builder::new().name("leitai-rehearsal".to_owned());
        let run = move || {
            while desk.shown().state != DeskState::Over {
                let shown = desk.shown();
                match shown.state {
                    DeskState::Waits | DeskState::Broken(_) | DeskState::Over => thread::sleep(LOOK),
                    _ => match RehearsedGame::of(&desk, level, seed, &told, &shown) {
                        Ok(game) => game.run(),
                        // The rules were opened for the desk itself.
                        Err(_) => return,
                    },
                }
            }
        };
        thread.spawn(run).map_err(|error| DeskError::Machine(Sentence::of(&error)))?;
        Ok(Rehearsal { report })
    }

    /// What it has shown so far.
    pub fn report(&self) -> RehearsalReport {
        locked(&self.report).clone()
    }
}
