//! Workers far away: a slow connection does not slow their games down, and the games they hold are known.

use crate::bed::{Bed, SlowLine, TERMS, key, wait};
use leitai_store::{Database, Finished, Job, JobState, Queue, Worker};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::{LocalSet, spawn_local};

const GAMES: usize = 120;
const SEATS: usize = 4;
const PLAY: Duration = Duration::from_millis(40);
/// The delay each way: a round trip takes longer than a game.
const LINE: Duration = Duration::from_millis(50);

fn jobs() -> Vec<Job> {
    let job = |game: usize| {
        let (event, game, class) = ("cup".to_owned(), key(&game.to_string()), "lab".to_owned());
        Job { event, game, class, priority: 0, payload: json!(null) }
    };
    (0..GAMES).map(job).collect()
}

/// If each game had waited for its order and for its result to be accepted, a seat would have spent 240 ms on it.
#[test]
fn a_slow_line_costs_next_to_nothing() {
    let Some(bed) = Bed::postgres() else { return };
    let server = bed.server.as_ref().expect("PostgreSQL");
    let line = SlowLine::before(server, LINE).expect("a folder").expect("it takes its time");
    wait(LocalSet::new().run_until(async {
        let near = bed.queue().await;
        near.enqueue(&jobs()).await.unwrap();
        let far = Database::open_with(&line.address(bed.name()), 2).await.expect("opens");
        let queue = Arc::new(Queue::new(far, TERMS));
        let seats = Worker::seats(&queue, "lab", "far", SEATS).into_iter().map(|seat| {
            spawn_local(async move {
                let (mut results, mut half) = (Vec::new(), Instant::now());
                while results.len() < GAMES / SEATS {
                    let held = seat.next().await.unwrap().expect("nobody stopped it");
                    tokio::time::sleep(PLAY).await;
                    if results.len() == GAMES / SEATS / 2 {
                        half = Instant::now();
                    }
                    // The next game does not wait for it.
                    results.push(spawn_local(async move { held.finish(&json!("d4")).await }));
                }
                seat.stop();
                let spent = half.elapsed();
                for result in results {
                    assert_eq!(result.await.unwrap().unwrap(), Finished::Stands);
                }
                spent
            })
        });
        let mut spent = Duration::ZERO;
        for seat in seats.collect::<Vec<_>>() {
            spent = spent.max(seat.await.unwrap());
        }
        // At first the length of games is unknown. Later, a busy machine may add as much again.
        let games = (GAMES / SEATS / 2) as u32;
        assert!(spent < PLAY * games * 2, "{spent:?} for {games} games of {PLAY:?}");
        let list = near.list("cup").await.unwrap();
        assert!(list.iter().all(|job| job.state == JobState::Done && job.attempts == 1), "{list:?}");
    }));
}

/// Games taken ahead are free again when the workers stop.
#[test]
fn what_is_in_hand_is_given_back() {
    let Some(bed) = Bed::postgres() else { return };
    wait(async {
        let queue = Arc::new(bed.queue().await);
        queue.enqueue(&jobs()).await.unwrap();
        let worker = Worker::new(Arc::clone(&queue), "lab", "near");
        for _ in 0..5 {
            let held = worker.next().await.unwrap().expect("a game");
            held.finish(&json!("d4")).await.unwrap();
        }
        let held = worker.next().await.unwrap().expect("a game");
        let running = async || {
            let list = queue.list("cup").await.unwrap();
            list.iter().filter(|job| job.state == JobState::Running).count()
        };
        // Games that take no time are taken ahead.
        let until = Instant::now() + Duration::from_secs(10);
        while running().await < 2 {
            assert!(Instant::now() < until, "none was taken ahead");
            tokio::time::sleep(TERMS.poll).await;
        }
        worker.stop();
        assert!(worker.next().await.unwrap().is_none());
        assert_eq!(running().await, 1, "what is played goes on");
        assert_eq!(held.finish(&json!("d4")).await.unwrap(), Finished::Stands);
        let list = queue.list("cup").await.unwrap();
        let waiting = list.iter().filter(|job| job.state == JobState::Waiting && job.attempts == 0).count();
        assert_eq!(waiting, GAMES - 6);
    });
}
