//! A worker: takes one job at a time and sends heartbeats while it plays.

use crate::outage::told;
use crate::retry::{Trouble, patiently};
use crate::{Finished, Job, Lease, Queue, Release, Standing, StoreError};
use serde_json::Value;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use tokio::sync::{Mutex, MutexGuard, watch};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// Takes jobs from a queue, one at a time. A machine uses one worker for each game it runs at once.
pub struct Worker {
    queue: Arc<Queue>,
    class: String,
    id: String,
    stopped: watch::Sender<bool>,
    /// Whose it is to ask for work again and again.
    turn: Arc<Mutex<()>>,
}

impl Worker {
    /// A worker for one class of machines. Its id is the name plus a part unique to this process.
    pub fn new(queue: Arc<Queue>, class: &str, name: &str) -> Worker {
        Worker::beside(queue, class, name, Arc::default())
    }

    /// `count` workers for one class of machines. Only one of the idle ones polls at a time, so a machine with many idle
    /// workers puts no more load on the queue than one.
    pub fn seats(queue: &Arc<Queue>, class: &str, name: &str, count: usize) -> Vec<Worker> {
        let turn = Arc::default();
        (0..count).map(|_| Worker::beside(Arc::clone(queue), class, name, Arc::clone(&turn))).collect()
    }

    fn beside(queue: Arc<Queue>, class: &str, name: &str, turn: Arc<Mutex<()>>) -> Worker {
        // The standard library seeds it from the system.
        let unique = RandomState::new().hash_one(name);
        let id = format!("{}{}-{unique:016x}", Worker::ids_begin(name), std::process::id());
        Worker { queue, class: class.to_owned(), id, stopped: watch::Sender::new(false), turn }
    }

    /// What the ids of all workers of a name begin with, and no others do.
    pub(crate) fn ids_begin(name: &str) -> String {
        format!("{name}#")
    }

    /// Its id in the queue.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Waits for the next job; none once the worker is stopped. Retries an unavailable database for
    /// [`Terms::patience`](crate::Terms::patience). Do not drop the future: a job that it was handed would stay leased
    /// until the lease ends.
    pub async fn next(&self) -> Result<Option<Held>, StoreError> {
        let mut stopped = self.stopped.subscribe();
        let mut trouble = Trouble::default();
        let mut turn = None;
        while !*stopped.borrow_and_update() {
            match told(self.queue.lease(&self.class, &self.id)).await {
                Ok(Some(lease)) => return Ok(Some(Held::new(Arc::clone(&self.queue), lease))),
                Ok(None) => trouble = Trouble::default(),
                Err(error) => trouble.bear(error, self.queue.terms())?,
            }
            if turn.is_some() {
                let _ = timeout(self.queue.terms().poll, stopped.wait_for(|stopped| *stopped)).await;
            } else {
                turn = self.turn().await;
            }
        }
        Ok(None)
    }

    /// Waits until it is this seat's to ask; None once it is stopped.
    async fn turn(&self) -> Option<MutexGuard<'_, ()>> {
        while !self.is_stopped() {
            if let Ok(turn) = timeout(self.queue.terms().poll, self.turn.lock()).await {
                return Some(turn);
            }
        }
        None
    }

    /// Takes no more jobs. A job in hand must still be finished or released.
    pub fn stop(&self) {
        self.stopped.send_replace(true);
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        *self.stopped.borrow()
    }
}

/// A leased job. Heartbeats are sent on the runtime that it was taken on until it is finished, released or dropped; a
/// dropped job becomes available to others when its lease ends.
pub struct Held {
    queue: Arc<Queue>,
    lease: Lease,
    seen: Arc<LastSeen>,
    beats: JoinHandle<()>,
}

/// What the last heartbeat brought.
struct LastSeen {
    standing: AtomicU8,
    is_watched: AtomicBool,
}

impl Held {
    fn new(queue: Arc<Queue>, lease: Lease) -> Held {
        let standing = AtomicU8::new(Standing::Mine as u8);
        let seen = Arc::new(LastSeen { standing, is_watched: AtomicBool::new(false) });
        let beats = tokio::spawn(beat(Arc::clone(&queue), lease.clone(), Arc::clone(&seen)));
        Held { queue, lease, seen, beats }
    }

    /// The job.
    pub fn job(&self) -> &Job {
        &self.lease.job
    }

    /// The lease.
    pub fn lease(&self) -> &Lease {
        &self.lease
    }

    /// Whether the job is still held, as of the last heartbeat. Cheap enough to call at each move.
    pub fn standing(&self) -> Standing {
        match self.seen.standing.load(Ordering::Relaxed) {
            standing if standing == Standing::Mine as u8 => Standing::Mine,
            standing if standing == Standing::Cancelled as u8 => Standing::Cancelled,
            _ => Standing::Lost,
        }
    }

    /// Whether somebody watches the game, as of the last heartbeat: then [`Queue::hand_over`] is due. Cheap.
    pub fn is_watched(&self) -> bool {
        self.seen.is_watched.load(Ordering::Relaxed)
    }

    /// Hands in the result. Retries an unavailable database for [`Terms::patience`](crate::Terms::patience), while
    /// heartbeats continue.
    pub async fn finish(self, result: &Value) -> Result<Finished, StoreError> {
        patiently(self.queue.terms(), async || self.queue.finish(&self.lease, result).await).await
    }

    /// Returns the job without a result; false if the lease had ended. Retries like [`Held::finish`].
    pub async fn release(self, why: &Release) -> Result<bool, StoreError> {
        patiently(self.queue.terms(), async || self.queue.release(&self.lease, why).await).await
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.beats.abort();
    }
}

/// Sends heartbeats and stores the answers. While the database is unavailable the game continues: whether its result is
/// accepted is decided there.
async fn beat(queue: Arc<Queue>, lease: Lease, seen: Arc<LastSeen>) {
    loop {
        if let Ok(is_watched) = queue.is_watched(&lease.job.event, &lease.job.game).await {
            seen.is_watched.store(is_watched, Ordering::Relaxed);
        }
        sleep(queue.terms().heartbeat).await;
        let told = queue.heartbeat(&lease).await.unwrap_or(Standing::Mine);
        // CallOff off stays called off, should a later heartbeat not get through.
        seen.standing.fetch_max(told as u8, Ordering::Relaxed);
        if told == Standing::Lost {
            return;
        }
    }
}
