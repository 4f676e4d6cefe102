//! A worker: takes one job at a time and says that it lives while it plays.

use crate::retry::{Trouble, patiently};
use crate::{Finished, Job, Lease, Queue, Release, Standing, StoreError};
use serde_json::Value;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use tokio::sync::{Mutex, MutexGuard, watch};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// One seat at the queue. Each running game has its own; a seat asks for work only when it is free, so no
/// worker hoards.
pub struct Worker {
    queue: Arc<Queue>,
    class: String,
    id: String,
    stopped: watch::Sender<bool>,
    /// Whose it is to ask for work again and again.
    turn: Arc<Mutex<()>>,
}

impl Worker {
    /// A worker for one class of machines. Its id is the name with something that no other process start has.
    pub fn new(queue: Arc<Queue>, class: &str, name: &str) -> Worker {
        Worker::beside(queue, class, name, Arc::default())
    }

    /// So many workers for one class of machines. Of those that are idle one asks for work, and the next when that one
    /// has found some: a machine with many seats and nothing to do costs the queue what one seat does.
    pub fn seats(queue: &Arc<Queue>, class: &str, name: &str, count: usize) -> Vec<Worker> {
        let turn = Arc::default();
        (0..count).map(|_| Worker::beside(Arc::clone(queue), class, name, Arc::clone(&turn))).collect()
    }

    fn beside(queue: Arc<Queue>, class: &str, name: &str, turn: Arc<Mutex<()>>) -> Worker {
        // The standard library seeds it from the system.
        let unique = RandomState::new().hash_one(name);
        let id = format!("{name}#{}-{unique:016x}", std::process::id());
        Worker { queue, class: class.to_owned(), id, stopped: watch::Sender::new(false), turn }
    }

    /// Its id in the queue.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The next job, as soon as there is one; None once the worker is stopped. A database that is away is
    /// waited for, up to ten leases long. Let it run to its end: a job handed to a future that was dropped
    /// waits until its lease is over.
    pub async fn next(&self) -> Result<Option<Held>, StoreError> {
        let mut stopped = self.stopped.subscribe();
        let mut trouble = Trouble::default();
        let mut turn = None;
        while !*stopped.borrow_and_update() {
            match self.queue.lease(&self.class, &self.id).await {
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

    /// Takes no more jobs. What is held stays held: finish it or give it back.
    pub fn stop(&self) {
        self.stopped.send_replace(true);
    }

    /// Was it stopped? Ask while a game runs that need not be played to its end.
    pub fn is_stopped(&self) -> bool {
        *self.stopped.borrow()
    }
}

/// A job in hand. Heartbeats go out on the runtime that it was taken on, whatever thread plays the game, until
/// it is finished, given back or dropped; a dropped job is taken back when its lease is over.
pub struct Held {
    queue: Arc<Queue>,
    lease: Lease,
    standing: Arc<AtomicU8>,
    beats: JoinHandle<()>,
}

impl Held {
    fn new(queue: Arc<Queue>, lease: Lease) -> Held {
        let standing = Arc::new(AtomicU8::new(Standing::Mine as u8));
        let beats = tokio::spawn(beat(Arc::clone(&queue), lease.clone(), Arc::clone(&standing)));
        Held { queue, lease, standing, beats }
    }

    /// The game to play.
    pub fn job(&self) -> &Job {
        &self.lease.job
    }

    /// The right to play it.
    pub fn lease(&self) -> &Lease {
        &self.lease
    }

    /// Is it still ours? Costs nothing: ask at each move.
    pub fn standing(&self) -> Standing {
        match self.standing.load(Ordering::Relaxed) {
            standing if standing == Standing::Mine as u8 => Standing::Mine,
            standing if standing == Standing::Cancelled as u8 => Standing::Cancelled,
            _ => Standing::Lost,
        }
    }

    /// Hands in the result. A database that is away is waited for, up to ten leases long, the heartbeats
    /// going on.
    pub async fn finish(self, result: &Value) -> Result<Finished, StoreError> {
        patiently(self.queue.terms(), async || self.queue.finish(&self.lease, result).await).await
    }

    /// Gives the job back without a result; false if it was another's already. Waits like [`Held::finish`].
    pub async fn release(self, why: &Release) -> Result<bool, StoreError> {
        patiently(self.queue.terms(), async || self.queue.release(&self.lease, why).await).await
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.beats.abort();
    }
}

/// Says at every heartbeat that the worker lives, and keeps what it is told. While the database is away the
/// game goes on: whether its result stands is decided there, not here.
async fn beat(queue: Arc<Queue>, lease: Lease, standing: Arc<AtomicU8>) {
    loop {
        sleep(queue.terms().heartbeat).await;
        let told = queue.heartbeat(&lease).await.unwrap_or(Standing::Mine);
        // CallOff off stays called off, should a later heartbeat not get through.
        standing.fetch_max(told as u8, Ordering::Relaxed);
        if told == Standing::Lost {
            return;
        }
    }
}
