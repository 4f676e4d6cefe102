//! A worker: takes jobs from a queue, and sends heartbeats while they are played.

use crate::desk::{Desk, Held};
use crate::worker_id::made_up_id;
use crate::{CrewOrder, Queue, StoreError};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Takes jobs from a queue, one at a time. A machine uses one worker for each game that it runs in parallel.
pub struct Worker {
    desk: Arc<Desk>,
    seat: usize,
    stopped: AtomicBool,
}

impl Worker {
    /// A worker for one class of machines. Its id is the name plus a part unique to this process.
    pub fn new(queue: Arc<Queue>, class: &str, name: &str) -> Worker {
        let desk = Arc::new(Desk::new(queue, class, made_up_id(name), 1));
        Worker { desk, seat: 0, stopped: AtomicBool::new(false) }
    }

    /// Makes `count` workers for one class of machines, with one id. They share one connection: games are taken, kept
    /// alive and handed in for all of them at once. If games are so short that waiting for the database would matter,
    /// some are taken before a worker is free for them.
    pub fn seats(queue: &Arc<Queue>, class: &str, name: &str, count: usize) -> Vec<Worker> {
        let desk = Arc::new(Desk::new(Arc::clone(queue), class, made_up_id(name), count));
        let seat = |seat| Worker { desk: Arc::clone(&desk), seat, stopped: AtomicBool::new(false) };
        (0..count).map(seat).collect()
    }

    /// Sets the description of this machine, which is reported at once and at each heartbeat.
    pub fn introduce(&self, about: Value) {
        self.desk.introduce(about);
    }

    /// The organiser's order, as of the last heartbeat. The store itself gives the worker no games if it is to take
    /// none; leaving is up to the worker.
    pub fn order(&self) -> CrewOrder {
        self.desk.order()
    }

    /// Its id in the queue.
    pub fn id(&self) -> &str {
        &self.desk.id
    }

    /// Waits for the next job. Returns `None` once the worker is stopped; by then, jobs taken ahead that no worker of
    /// its process will play have been given back. Retries an unavailable database for
    /// [`LeaseTerms::patience`](crate::LeaseTerms::patience). Must be called on a runtime that lives as long as jobs are held. Do
    /// not drop the future: a job already assigned to it would stay leased until the lease ends.
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
