//! A model of the queue in memory. `queue_model.rs` compares the databases with it, call by call; `explored.rs`
//! explores what workers, coordinators and crashes can do to it.

use crate::bed::TERMS;
use leitai_store::{CallOff, Dropped, Finished, JobState, Standing};
use std::collections::BTreeMap;

/// The model of a job.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Game {
    pub(crate) number: usize,
    /// As its workers find it; see [`Game::seen`].
    pub(crate) state: JobState,
    pub(crate) attempts: u32,
    /// The machine that holds it, or held it last.
    holder: usize,
    /// How often each machine failed it.
    failed: BTreeMap<usize, u32>,
    pub(crate) fence: i64,
    pub(crate) called_off: bool,
    /// Whether its worker has been silent for longer than a lease.
    pub(crate) silent: bool,
    /// Whether that worker had announced that it leaves.
    pub(crate) left: bool,
    /// The lease under which its result was handed in.
    pub(crate) result: Option<i64>,
}

/// All jobs, in the order of enqueueing.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Model {
    pub(crate) games: Vec<Game>,
}

impl Game {
    fn new(number: usize) -> Game {
        let (state, called_off, silent, left) = (JobState::Waiting, false, false, false);
        let (holder, failed) = (0, BTreeMap::new());
        Game { number, state, attempts: 0, holder, failed, fence: 0, called_off, silent, left, result: None }
    }

    /// Ends a lease without a result: `forgiven`, or blamed on its machine, which counts once however often it is.
    fn ends_in_vain(&mut self, forgiven: bool) {
        (self.silent, self.left) = (false, false);
        if forgiven {
            self.attempts -= 1;
        } else {
            *self.failed.entry(self.holder).or_default() += 1;
            self.attempts = self.failed.len() as u32;
        }
        self.state = match self {
            Game { called_off: true, .. } => JobState::Cancelled,
            Game { attempts, .. } if *attempts >= TERMS.attempts && !forgiven => JobState::Stuck,
            _ => JobState::Waiting,
        };
    }

    fn is_spent_by(&self, machine: usize) -> bool {
        self.failed.get(&machine).is_some_and(|times| *times >= TERMS.attempts)
    }

    /// Whether a machine may have it now.
    pub(crate) fn is_for(&self, machine: usize) -> bool {
        self.state == JobState::Waiting && !self.is_spent_by(machine)
    }

    /// Its state for those who ordered it: what one machine failed too often needs another machine, or a person.
    pub(crate) fn seen(&self) -> JobState {
        let is_spent = self.failed.values().any(|times| *times >= TERMS.attempts);
        if self.state == JobState::Waiting && is_spent { JobState::Stuck } else { self.state }
    }
}

impl Model {
    pub(crate) fn game(&mut self, number: usize) -> Option<&mut Game> {
        self.games.iter_mut().find(|game| game.number == number)
    }

    /// The job of a lease that is still held.
    pub(crate) fn held(&mut self, number: usize, fence: i64) -> Option<&mut Game> {
        self.game(number).filter(|game| game.fence == fence && game.state == JobState::Running)
    }

    /// Adds a job; returns whether it is new.
    pub(crate) fn enqueue(&mut self, number: usize) -> bool {
        let new = self.game(number).is_none();
        if new {
            self.games.push(Game::new(number));
        }
        new
    }

    /// Leases a job to a machine: returns the game, the lease and the attempt. The higher number is more urgent.
    pub(crate) fn lease(&mut self, machine: usize) -> Option<(usize, i64, u32)> {
        for game in self.games.iter_mut().filter(|game| game.silent) {
            game.ends_in_vain(game.left);
        }
        let waiting = self.games.iter_mut().filter(|game| game.is_for(machine));
        let game = waiting.max_by_key(|game| game.number)?;
        (game.state, game.holder) = (JobState::Running, machine);
        game.attempts += 1;
        game.fence += 1;
        Some((game.number, game.fence, game.attempts))
    }

    /// A heartbeat; the last for a long time if the worker falls silent.
    pub(crate) fn beat(&mut self, number: usize, fence: i64, silent: bool) -> Standing {
        let Some(game) = self.held(number, fence) else { return Standing::Lost };
        (game.silent, game.left) = (silent, false);
        if game.called_off { Standing::Cancelled } else { Standing::Mine }
    }

    /// Silences its worker, which has `left` if it had announced that it leaves.
    pub(crate) fn falls_silent(&mut self, number: usize, fence: i64, left: bool) {
        if let Some(game) = self.held(number, fence) {
            (game.silent, game.left) = (true, left);
        }
    }

    pub(crate) fn finish(&mut self, number: usize, fence: i64) -> Finished {
        let game = self.game(number).filter(|game| game.fence == fence);
        let Some(game) = game else { return Finished::Dropped(Dropped::Late) };
        if game.state == JobState::Running {
            (game.silent, game.left) = (false, false);
            game.state = if game.called_off { JobState::Cancelled } else { JobState::Done };
            game.result = (!game.called_off).then_some(fence);
        }
        match game.state {
            JobState::Done => Finished::Stands,
            JobState::Cancelled => Finished::Dropped(Dropped::Cancelled),
            _ => Finished::Dropped(Dropped::Late),
        }
    }

    /// Releases a job; returns whether the lease was still held.
    pub(crate) fn release(&mut self, number: usize, fence: i64, gives_back: bool) -> bool {
        let Some(game) = self.held(number, fence) else { return false };
        game.ends_in_vain(gives_back);
        true
    }

    pub(crate) fn cancel(&mut self, number: usize) -> CallOff {
        let Some(game) = self.game(number) else { return CallOff::Unknown };
        match game.state {
            JobState::Done => return CallOff::TooLate,
            JobState::Running => {
                game.called_off = true;
                return CallOff::Soon;
            }
            _ => {}
        }
        (game.called_off, game.state) = (true, JobState::Cancelled);
        CallOff::Off
    }

    /// Requeues a job; returns whether it waits again.
    pub(crate) fn requeue(&mut self, number: usize) -> bool {
        let rests = |state| matches!(state, JobState::Waiting | JobState::Stuck | JobState::Cancelled);
        let Some(game) = self.game(number).filter(|game| rests(game.state)) else { return false };
        (game.state, game.attempts, game.called_off) = (JobState::Waiting, 0, false);
        game.failed.clear();
        true
    }
}
