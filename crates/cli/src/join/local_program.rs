//! The program that plays from this machine, and what stands between it and its line.

use super::between::Between;
use crate::engine::random_seed;
use crate::failure::Failure;
use leitai_arena::{CarriedProgram, Conditions, Player};
use leitai_catalog::{Interpreted, RuledGame};
use leitai_core::Sentence;
use leitai_sandbox::system::BorrowedFd;
use std::sync::Arc;
use std::time::Duration;

/// How long a program may take to exit after the end of its game.
const GRACE: Duration = Duration::from_millis(500);

/// A program that runs here.
pub(super) struct LocalProgram {
    game: Arc<dyn RuledGame>,
    player: Player,
    conditions: Conditions,
    program: CarriedProgram,
    between: Between,
}

impl LocalProgram {
    /// Starts a player's program. Refused where its dialect depends on a stage beside it.
    pub(super) fn start(
        game: Arc<dyn RuledGame>,
        player: Player,
        conditions: Conditions,
    ) -> Result<LocalProgram, Failure> {
        let between = Between::of(&*game, player.dialect)?;
        let program = CarriedProgram::start(&player, &*game, random_seed(), &conditions);
        let program = program.map_err(|error| Failure::stage(&error))?;
        Ok(LocalProgram { game, player, conditions, program, between })
    }

    /// Ends it and starts another in its place.
    pub(super) fn start_anew(&mut self) -> Result<(), Failure> {
        let again =
            LocalProgram::start(Arc::clone(&self.game), self.player.clone(), self.conditions.clone())?;
        std::mem::replace(self, again).program.end(Duration::ZERO);
        Ok(())
    }

    /// The player's name.
    pub(super) fn name(&self) -> &str {
        &self.player.name
    }

    /// Waits at most `patience` until something of it is to be read, or of `other`.
    pub(super) fn attend(&mut self, other: Option<BorrowedFd<'_>>, patience: Duration) {
        self.program.attend(other, patience);
    }

    /// What it said next, in the table's words; `None` if it has said nothing more.
    pub(super) fn said(&mut self) -> Option<Result<Vec<String>, Sentence>> {
        let line = self.program.line()?;
        Some(self.between.said(&line).map(|out| self.pass(&out)))
    }

    /// Tells it a line of the table; returns what it says to that at once, in the table's words.
    pub(super) fn tell(&mut self, line: &str) -> Result<Vec<String>, Sentence> {
        self.between.told(line).map(|out| self.pass(&out))
    }

    /// Tells the program what is its own of what follows from a line; returns the rest.
    fn pass(&mut self, out: &Interpreted) -> Vec<String> {
        self.program.tell(out.program.bytes());
        String::from_utf8_lossy(out.table.bytes()).lines().map(str::to_owned).collect()
    }

    /// Why nothing more comes of it; `None` while something may.
    pub(super) fn over(&mut self) -> Option<Sentence> {
        self.program.over()
    }

    /// Lets it exit on its own for a moment, and ends it; returns its log.
    pub(super) fn end(self) -> String {
        self.program.end(GRACE)
    }

    /// Ends it.
    pub(super) fn stop(self) {
        self.program.end(Duration::ZERO);
    }
}
