//! A program that runs here and plays elsewhere: somebody carries its lines to a table on another machine, and back.

use crate::conditions::Conditions;
use crate::error::StageError;
use crate::game::{limit_met, reason};
use crate::inbox::{Fill, Flood};
use crate::player::Player;
use crate::poll::{self, Cause};
use crate::process::{NotRunning, Process};
use leitai_catalog::RuledGame;
use leitai_core::{Fault, Sentence, StageFault};
use leitai_sandbox::system::BorrowedFd;
use leitai_sandbox::{NotLaunched, Size};
use std::time::Duration;

/// How long a program that closed its output may take to exit, so that its exit can be named.
const LAST_BREATH: Duration = Duration::from_millis(250);

/// A program under the conditions of games, whose lines somebody carries.
pub struct CarriedProgram {
    process: Box<Process>,
    is_closed: bool,
}

impl CarriedProgram {
    /// Starts a player's program. Errors if it cannot be started, which is the machine's fault or its own.
    pub fn start(
        player: &Player,
        game: &dyn RuledGame,
        seed: u64,
        conditions: &Conditions,
    ) -> Result<CarriedProgram, StageError> {
        let said = |error: &std::io::Error| reason::not_started(&Sentence::of(error));
        let job = player.job(game, seed, &game.facts().clock.into(), conditions.limits);
        let job = job.map_err(|error| StageError::Launch(said(&error)))?;
        let process = Process::start(&conditions.sandbox, job).map_err(|not| match not {
            NotLaunched::Program(error) => StageError::Launch(said(&error)),
            NotLaunched::Machine(error) => StageError::Launch(Sentence::of(&error)),
        })?;
        Ok(CarriedProgram { process: Box::new(process), is_closed: false })
    }

    /// Sends it lines, each with its end. What it does not read waits.
    pub fn tell(&mut self, lines: &[u8]) {
        self.process.stdin.send(lines);
    }

    /// Waits at most `patience` until something of it is to be read, or of `other`.
    pub fn attend(&mut self, other: Option<BorrowedFd<'_>>, patience: Duration) {
        let program: Vec<_> = self.process.causes().collect();
        let other: Vec<_> = other.into_iter().map(|other| (Cause::Said, other)).collect();
        let [woken, _] = poll::wait([program.into_iter(), other.into_iter()], patience);
        self.process.look_at_launch();
        if woken.by(Cause::Said) && self.process.listen() == Fill::Closed {
            self.process.inbox.finish();
            self.is_closed = true;
        }
        if woken.by(Cause::Logged) {
            self.process.drain_log();
        }
        if woken.by(Cause::Room) {
            self.process.stdin.flush();
        }
    }

    /// The next line that it said, without its end.
    pub fn line(&mut self) -> Option<Vec<u8>> {
        self.process.inbox.asked();
        self.process.inbox.line().map(<[u8]>::to_vec)
    }

    /// Why nothing more comes of it; `None` while something may.
    pub fn over(&mut self) -> Option<Sentence> {
        if let Some(not) = self.process.not_running() {
            let (NotRunning::Sandbox(why) | NotRunning::Program(why)) = not;
            return Some(reason::not_started(why));
        }
        if self.process.is_over_memory() {
            let limit = self.process.cell.limits().memory;
            return Some(Fault::MemoryLimit.because(&reason::over_memory(limit)));
        }
        if let Some(Flood::Line(Size(limit)) | Flood::Turn(Size(limit))) = self.process.flood() {
            return Some(StageFault::LongLine { limit }.said());
        }
        if !self.is_closed && self.process.exit(Duration::ZERO).is_none() {
            return None;
        }
        let left = reason::left(self.process.exit(LAST_BREATH), true, false);
        let log = self.process.last_words().unwrap_or_default();
        Some(limit_met(&log).map_or(left.clone(), |limit| left.and(&limit.said.into())))
    }

    /// Lets it exit on its own within `grace`, and ends it; returns its log.
    pub fn end(mut self, grace: Duration) -> String {
        self.process.end(grace);
        self.process.log()
    }
}
