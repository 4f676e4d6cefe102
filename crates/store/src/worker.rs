//! A worker: takes jobs from a queue, and says that it is alive while they are played.

use crate::desk::Desk;
use crate::queue::Beat;
use crate::retry::patiently;
use crate::{CrewOrder, Finished, Job, Lease, Queue, Release, Standing, StoreError};
use serde_json::Value;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Instant;

/// Takes jobs from a queue, one at a time. A machine uses one worker for each game it runs at once.
pub struct Worker {
    desk: Arc<Desk>,
    seat: usize,
    stopped: AtomicBool,
}

impl Worker {
    /// A worker for one class of machines. Its id is the name plus a part unique to this process.
    pub fn new(queue: Arc<Queue>, class: &str, name: &str) -> Worker {
        let desk = Arc::new(Desk::new(queue, class, Worker::made_up_id(name), 1));
        Worker { desk, seat: 0, stopped: AtomicBool::new(false) }
    }

    /// `count` workers for one class of machines, of one id. They share one connection: games are taken, kept alive and handed
    /// in for all of them at once. Where games are so short that waiting for the database would count, some are taken
    /// before a worker is free for them.
    pub fn seats(queue: &Arc<Queue>, class: &str, name: &str, count: usize) -> Vec<Worker> {
        let desk = Arc::new(Desk::new(Arc::clone(queue), class, Worker::made_up_id(name), count));
        let seat = |seat| Worker { desk: Arc::clone(&desk), seat, stopped: AtomicBool::new(false) };
        (0..count).map(seat).collect()
    }

    fn made_up_id(name: &str) -> String {
        // The standard library seeds it from the system.
        let unique = RandomState::new().hash_one(name);
        format!("{}{}-{unique:016x}", Worker::ids_begin(name), std::process::id())
    }

    /// What the ids of all workers of a name begin with, and no others do.
    pub(crate) fn ids_begin(name: &str) -> String {
        format!("{name}#")
    }

    /// The name in an id: what stands before the part that is unique to its process.
    pub(crate) fn name_of(id: &str) -> &str {
        id.rsplit_once('#').map_or(id, |(name, _)| name)
    }

    /// Says what there is to know of this machine, at once and at each heartbeat.
    pub fn introduce(&self, about: Value) {
        self.desk.introduce(about);
    }

    /// What whoever organises wants of it, as of the last heartbeat. The store gives it no games if it is to take none;
    /// that it leaves is its own business.
    pub fn order(&self) -> CrewOrder {
        self.desk.order()
    }

    /// Its id in the queue.
    pub fn id(&self) -> &str {
        &self.desk.id
    }

    /// Waits for the next job; none once the worker is stopped, and then nothing is kept that no worker of its process will
    /// play. Retries an unavailable database for [`Terms::patience`](crate::Terms::patience). Must be called on a runtime that
    /// goes on for as long as jobs are held. Do not drop the future: a job that it was handed would stay leased until the
    /// lease ends.
    pub async fn next(&self) -> Result<Option<Held>, StoreError> {
        if let Ok(held) = self.desk.ask(self.seat).await {
            return held.map(Some);
        }
        self.desk.close().await;
        Ok(None)
    }

    /// Takes no more jobs. A job in hand must still be finished or released.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.desk.stop(self.seat);
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A leased job. Heartbeats are sent on the runtime that it was taken on until it is finished, released or dropped; a
/// dropped job becomes available to others when its lease ends.
pub struct Held {
    desk: Arc<Desk>,
    lease: Lease,
    seen: Arc<LastSeen>,
    /// When it was handed out; none once it is played no more.
    since: Option<Instant>,
}

/// What the last heartbeat brought.
pub(crate) struct LastSeen {
    standing: AtomicU8,
    is_watched: AtomicBool,
}

impl LastSeen {
    pub(crate) fn of(is_watched: bool) -> LastSeen {
        LastSeen { standing: AtomicU8::new(Standing::Mine as u8), is_watched: AtomicBool::new(is_watched) }
    }

    pub(crate) fn note(&self, beat: Beat) {
        // Called off stays called off.
        self.standing.fetch_max(beat.standing as u8, Ordering::Relaxed);
        self.is_watched.store(beat.is_watched, Ordering::Relaxed);
    }
}

impl Held {
    pub(crate) fn new(desk: &Arc<Desk>, lease: Lease, seen: Arc<LastSeen>) -> Held {
        Held { desk: Arc::clone(desk), lease, seen, since: Some(Instant::now()) }
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
    pub async fn finish(mut self, result: &Value) -> Result<Finished, StoreError> {
        let lasting = self.since.take().map(|since| since.elapsed());
        self.desk.is_over(lasting);
        match self.desk.end(&self.lease, result).await {
            Ok(done) => done,
            // Only a runtime that ended has no clerk; asked for itself, it says so.
            Err(_) => self.desk.queue().finish(&self.lease, result).await,
        }
    }

    /// Returns the job without a result; false if the lease had ended. Retries like [`Held::finish`].
    pub async fn release(self, why: &Release) -> Result<bool, StoreError> {
        if matches!(why, Release::Failed(_)) {
            self.desk.empty_hand();
        }
        let queue = self.desk.queue();
        patiently(queue.terms(), async || queue.release(&self.lease, why).await).await
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.since.take().is_some() {
            self.desk.is_over(None);
        }
        self.desk.forget(&self.seen);
    }
}
