//! Many seats of one process sharing the queue, on both databases.

use crate::bed::{Bed, TERMS, key};
use crate::on_both;
use leitai_store::{Held, Job, Queue, StoreError, Worker};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;
use tokio::task::JoinHandle;

on_both! {
    idle_seats_cost_what_one_does
    work_reaches_every_idle_seat
    seats_that_are_stopped_leave_whosever_turn_it_is
}

const SEATS: usize = 16;

type Next = JoinHandle<Result<Option<Held>, StoreError>>;

/// Seats that wait for work.
async fn idle(bed: &Bed) -> (Arc<Queue>, Vec<Arc<Worker>>, Vec<Next>) {
    let queue = Arc::new(bed.queue().await);
    let seats: Vec<_> = Worker::seats(&queue, "lab", "seat", SEATS).into_iter().map(Arc::new).collect();
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
    let asked = queue.asked();
    // Each asks once, and then only one of them at a time.
    let most = SEATS as u128 + begun.elapsed().as_millis() / TERMS.poll.as_millis() + 1;
    assert!(u128::from(asked) <= most, "{asked} times, at most {most}");
}

async fn work_reaches_every_idle_seat(bed: Bed) {
    let (queue, seats, next) = idle(&bed).await;
    tokio::time::sleep(TERMS.poll * 3).await;
    let job = |game: usize| {
        let (event, game, class) = ("cup".to_owned(), key(&game.to_string()), "lab".to_owned());
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
    assert_eq!(ids.len(), 1, "they are one worker to the queue");
}

async fn seats_that_are_stopped_leave_whosever_turn_it_is(bed: Bed) {
    let (_queue, seats, next) = idle(&bed).await;
    tokio::time::sleep(TERMS.poll * 3).await;
    // One by one, both those waiting for their turn and the one whose turn it is.
    for (seat, next) in seats.iter().zip(next) {
        seat.stop();
        assert!(next.await.unwrap().unwrap().is_none());
    }
}
