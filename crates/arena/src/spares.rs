//! Sandboxes set up ahead: while a game of a series is played, those of the next one are set up on a core that nobody
//! plays on. What remains of a program's start is its own: executing it.

use crate::boundary::contained;
use crate::game_cores::spare_core;
use crate::process::Process;
use crate::topology::physical;
use leitai_sandbox::{Job, Sandbox, SandboxLevel};
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Stack size of the thread that sets them up.
const STACK: usize = 512 << 10;

/// Much longer than setting one up takes, since the end of the series may have to wait for it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Sandboxes of programs that are not executed yet. Dropping them kills their launchers.
pub struct Spares {
    ready: Arc<Ready>,
    /// `None` once it is being dropped.
    orders: Option<SyncSender<Vec<Job>>>,
    preparer: Option<JoinHandle<()>>,
}

/// Those that are set up, the oldest first.
struct Ready {
    processes: Mutex<VecDeque<Box<Process>>>,
    /// Maximum number of them: older ones are for other programs than are played with now.
    most: usize,
}

impl Spares {
    /// For a series of `jobs` games at once on `cores`. Returns `None` where nothing can be set up ahead: without a
    /// sandbox, and where the games themselves may occupy every physical core.
    pub(crate) fn new(sandbox: &Sandbox, jobs: usize, cores: &[usize]) -> io::Result<Option<Spares>> {
        let physical = physical(cores);
        if sandbox.level() == SandboxLevel::Off || jobs >= physical.len() {
            return Ok(None);
        }
        let ready = Arc::new(Ready { processes: Mutex::default(), most: 2 * jobs });
        let (orders, taken) = sync_channel(jobs);
        let (sandbox, filled) = (sandbox.clone(), Arc::clone(&ready));
        let prepare = move || prepare(&sandbox, &physical, &taken, &filled);
        let preparer = Builder::new().name("spares".to_owned()).stack_size(STACK).spawn(prepare)?;
        Ok(Some(Spares { ready, orders: Some(orders), preparer: Some(preparer) }))
    }

    /// A sandbox that is set up for this job, moved to the job's cores, if there is one.
    pub(crate) fn take(&self, job: &Job) -> Option<Box<Process>> {
        let mut ready = self.ready.lock();
        let at = ready.iter().position(|process| process.is_for(job))?;
        let mut process = ready.remove(at)?;
        drop(ready);
        // What failed then may succeed now, or the game reports it.
        process.settle(job.cores.clone()).is_ok().then_some(process)
    }

    /// Has sandboxes set up for the next game, which is expected to be between the same programs. Does not wait; where
    /// no core is free, nothing is done.
    pub(crate) fn order(&self, jobs: Vec<Job>) {
        if let Some(orders) = &self.orders {
            let _ = orders.try_send(jobs);
        }
    }
}

impl Drop for Spares {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(preparer) = self.preparer.take() {
            let _ = preparer.join();
        }
    }
}

impl Ready {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Box<Process>>> {
        self.processes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, job: &Job) -> usize {
        self.lock().iter().filter(|process| process.is_for(job)).count()
    }

    fn add(&self, process: Box<Process>) {
        let mut processes = self.lock();
        let oldest = if processes.len() == self.most { processes.pop_front() } else { None };
        processes.push_back(process);
        // Killing it takes a while.
        drop(processes);
        drop(oldest);
    }
}

fn prepare(sandbox: &Sandbox, physical: &[Vec<usize>], orders: &Receiver<Vec<Job>>, ready: &Ready) {
    for jobs in orders {
        // Released once all of them are set up.
        let Some(core) = spare_core(physical) else { continue };
        for job in &jobs {
            let wanted = jobs.iter().filter(|other| *other == job).count();
            if ready.count(job) >= wanted {
                continue;
            }
            // If the machine refuses, the next game tries again itself, and reports it.
            if let Ok(Ok(process)) =
                contained(|| Process::prepare_on(core.threads.clone(), sandbox, job.clone()))
                && process.wait_until_set_up(PATIENCE)
            {
                ready.add(Box::new(process));
            }
        }
    }
}
