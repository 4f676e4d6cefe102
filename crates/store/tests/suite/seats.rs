//! Many seats of one process at the queue, on both databases.

use crate::bed::{Bed, TERMS};
use crate::on_both;
use leitai_store::{
    Beat, Called, Finished, GameResult, Held, Job, Lease, Listed, Queue, Release, Settled, Soon, SqlQueue,
    StoreError, Terms, Worker,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tokio::task::JoinHandle;

on_both! {
    idle_seats_cost_what_one_does
    work_reaches_every_idle_seat
    seats_that_are_stopped_leave_whosever_turn_it_is
}

const SEATS: usize = 16;

/// A queue that counts how often it is asked for work.
struct Counting(SqlQueue, AtomicU64);

type Next = JoinHandle<Result<Option<Held>, StoreError>>;

/// Seats that wait for work.
async fn idle(bed: &Bed) -> (Arc<Counting>, Vec<Arc<Worker>>, Vec<Next>) {
    let queue = Arc::new(Counting(bed.queue().await, AtomicU64::new(0)));
    let shared = Arc::clone(&queue) as Arc<dyn Queue>;
    let seats: Vec<_> = Worker::seats(&shared, "lab", "seat", SEATS).into_iter().map(Arc::new).collect();
    let next = |seat: &Arc<Worker>| {
        let seat = Arc::clone(seat);
        tokio::spawn(async move { seat.next().await })
    };
    let next = seats.iter().map(next).collect();
    (queue, seats, next)
}

async fn idle_seats_cost_what_one_does(bed: Bed) {
    let begun = Instant::now();
    let (queue, _seats, _next) = idle(&bed).await;
    tokio::time::sleep(TERMS.poll * 20).await;
    let asked = queue.1.load(Ordering::Relaxed);
    // Each once, and then one of them at a time.
    let most = SEATS as u128 + begun.elapsed().as_millis() / TERMS.poll.as_millis() + 1;
    assert!(u128::from(asked) <= most, "{asked} times, at most {most}");
}

async fn work_reaches_every_idle_seat(bed: Bed) {
    let (queue, seats, next) = idle(&bed).await;
    tokio::time::sleep(TERMS.poll * 3).await;
    let job = |game: usize| {
        let (event, game, class) = ("cup".to_owned(), game.to_string(), "lab".to_owned());
        Job { event, game, class, priority: 0, payload: json!(null) }
    };
    let jobs: Vec<_> = (0..SEATS).map(job).collect();
    assert_eq!(queue.enqueue(&jobs).await.unwrap(), SEATS as u64);
    let mut games = BTreeSet::new();
    for next in next {
        let held = next.await.unwrap().unwrap().expect("nobody stopped it");
        games.insert(held.job().game.clone());
    }
    assert_eq!(games.len(), SEATS);
    let ids: BTreeSet<_> = seats.iter().map(|seat| seat.id()).collect();
    assert_eq!(ids.len(), SEATS);
}

async fn seats_that_are_stopped_leave_whosever_turn_it_is(bed: Bed) {
    let (_queue, seats, next) = idle(&bed).await;
    tokio::time::sleep(TERMS.poll * 3).await;
    // One by one: first those that wait for their turn, as well as the one whose turn it is.
    for (seat, next) in seats.iter().zip(next) {
        seat.stop();
        assert!(next.await.unwrap().unwrap().is_none());
    }
}

impl Queue for Counting {
    fn terms(&self) -> Terms {
        self.0.terms()
    }

    fn enqueue<'a>(&'a self, jobs: &'a [Job]) -> Soon<'a, u64> {
        self.0.enqueue(jobs)
    }

    fn lease<'a>(&'a self, class: &'a str, worker: &'a str) -> Soon<'a, Option<Lease>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.lease(class, worker)
    }

    fn heartbeat<'a>(&'a self, lease: &'a Lease) -> Soon<'a, Beat> {
        self.0.heartbeat(lease)
    }

    fn finish<'a>(&'a self, lease: &'a Lease, result: &'a Value) -> Soon<'a, Finished> {
        self.0.finish(lease, result)
    }

    fn release<'a>(&'a self, lease: &'a Lease, why: &'a Release) -> Soon<'a, bool> {
        self.0.release(lease, why)
    }

    fn cancel<'a>(&'a self, event: &'a str, game: &'a str) -> Soon<'a, Called> {
        self.0.cancel(event, game)
    }

    fn again<'a>(&'a self, jobs: &'a [Job]) -> Soon<'a, u64> {
        self.0.again(jobs)
    }

    fn settled<'a>(&'a self, event: &'a str, games: &'a [String]) -> Soon<'a, Vec<Settled>> {
        self.0.settled(event, games)
    }

    fn list<'a>(&'a self, event: &'a str) -> Soon<'a, Vec<Listed>> {
        self.0.list(event)
    }

    fn results<'a>(&'a self, event: &'a str) -> Soon<'a, Vec<GameResult>> {
        self.0.results(event)
    }
}
