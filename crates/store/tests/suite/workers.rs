//! The queue on both databases, used by processes that are killed, frozen and starved.

use crate::bed::{Bed, Hand, Server, TERMS, key};
use crate::on_both;
use leitai_store::{CallOff, Job, JobState, Listed, Queue};
use rustix::process::Signal;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

on_both! {
    many_games_by_four_workers_exactly_once
    a_killed_workers_job_is_taken_over
    a_long_job_is_kept_by_its_heartbeat
    a_frozen_workers_late_result_is_dropped
    a_game_is_called_off_while_it_runs
    a_stopped_worker_gives_back_what_it_holds
    idle_workers_take_up_work
    workers_killed_again_and_again_lose_nothing
}

const AT_ONCE: Duration = Duration::ZERO;
const FOR_EVER: Duration = Duration::from_mins(10);

async fn filled(bed: &Bed, games: usize) -> Queue {
    let queue = bed.queue().await;
    add(&queue, 0, games).await;
    queue
}

async fn add(queue: &Queue, from: usize, games: usize) {
    let jobs: Vec<_> = (from..from + games).map(job).collect();
    assert_eq!(queue.enqueue(&jobs).await.unwrap(), games as u64);
}

fn job(game: usize) -> Job {
    Job {
        event: "cup".into(),
        game: key(&game.to_string()),
        class: "lab".into(),
        priority: 0,
        payload: json!(null),
    }
}

/// Waits until every job is done: each has one result.
async fn done(queue: &Queue) -> Vec<Listed> {
    loop {
        let list = queue.list("cup").await.unwrap();
        if list.iter().all(|listed| listed.state == JobState::Done) {
            let results = queue.results("cup").await.unwrap();
            let games: BTreeSet<_> = results.iter().map(|result| result.game.clone()).collect();
            assert_eq!((results.len(), games.len()), (list.len(), list.len()));
            return list;
        }
        assert!(list.iter().all(|listed| listed.state != JobState::Stuck), "{list:?}");
        tokio::time::sleep(TERMS.poll).await;
    }
}

/// The worker that wrote the only result.
async fn writer(queue: &Queue) -> String {
    let results = queue.results("cup").await.unwrap();
    assert_eq!(results.len(), 1);
    assert_eq!(results[0].body, json!({ "by": results[0].worker }));
    results[0].worker.clone()
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

fn id(hand: &mut Hand) -> String {
    hand.until("worker ")["worker ".len()..].to_owned()
}

async fn many_games_by_four_workers_exactly_once(bed: Bed) {
    let queue = filled(&bed, 200).await;
    let hands: Vec<_> = (0..4).map(|_| bed.patient_worker(AT_ONCE)).collect();
    let list = done(&queue).await;
    let said: Vec<_> = hands.into_iter().flat_map(Hand::stop).collect();
    assert_eq!((count(&said, "took"), count(&said, "stands")), (200, 200), "{said:?}");
    assert!(list.iter().all(|listed| listed.attempts == 1));
}

async fn a_killed_workers_job_is_taken_over(bed: Bed) {
    let queue = filled(&bed, 1).await;
    let mut killed = bed.worker(FOR_EVER);
    killed.until("took 0");
    killed.kill();
    let mut next = bed.worker(AT_ONCE);
    let next_id = id(&mut next);
    next.until("stands 0");
    assert_eq!(writer(&queue).await, next_id);
    assert_eq!(done(&queue).await[0].attempts, 2);
}

async fn a_long_job_is_kept_by_its_heartbeat(bed: Bed) {
    let queue = filled(&bed, 1).await;
    let mut long = bed.worker(TERMS.lease() * 2);
    let long_id = id(&mut long);
    long.until("took 0");
    let idle = bed.worker(AT_ONCE);
    long.until("stands 0");
    assert_eq!(writer(&queue).await, long_id);
    assert_eq!(done(&queue).await[0].attempts, 1);
    assert_eq!(count(&idle.stop(), "took"), 0);
}

async fn a_frozen_workers_late_result_is_dropped(bed: Bed) {
    let queue = filled(&bed, 1).await;
    let mut frozen = bed.hand("stubborn", TERMS.heartbeat / 2);
    frozen.until("took 0");
    frozen.signal(Signal::STOP);
    let mut next = bed.worker(AT_ONCE);
    let next_id = id(&mut next);
    next.until("stands 0");
    frozen.signal(Signal::CONT);
    assert_eq!(frozen.until("dropped"), "dropped 0 Late");
    assert_eq!(writer(&queue).await, next_id);
}

async fn a_game_is_called_off_while_it_runs(bed: Bed) {
    let queue = filled(&bed, 1).await;
    let mut hand = bed.worker(FOR_EVER);
    hand.until("took 0");
    assert_eq!(queue.cancel("cup", &key("0")).await.unwrap(), CallOff::Soon);
    assert_eq!(hand.until("released"), "released 0 Cancelled true");
    assert_eq!(queue.list("cup").await.unwrap()[0].state, JobState::Cancelled);
    assert_eq!(queue.results("cup").await.unwrap(), []);
}

async fn a_stopped_worker_gives_back_what_it_holds(bed: Bed) {
    let queue = filled(&bed, 1).await;
    let mut hand = bed.worker(FOR_EVER);
    hand.until("took 0");
    assert_eq!(hand.stop(), ["released 0 Mine true"]);
    let listed = queue.list("cup").await.unwrap().remove(0);
    assert_eq!((listed.state, listed.attempts), (JobState::Waiting, 0));
}

async fn idle_workers_take_up_work(bed: Bed) {
    let queue = bed.queue().await;
    let hands: Vec<_> = (0..2).map(|_| bed.worker(AT_ONCE)).collect();
    for round in 0..4 {
        // Hundreds of requests that find nothing.
        tokio::time::sleep(TERMS.heartbeat * 2).await;
        add(&queue, round * 5, 5).await;
        done(&queue).await;
    }
    let said: Vec<_> = hands.into_iter().flat_map(Hand::stop).collect();
    assert_eq!(count(&said, "stands"), 20);
}

async fn workers_killed_again_and_again_lose_nothing(bed: Bed) {
    let queue = filled(&bed, 150).await;
    for wait in [30, 7, 55, 19] {
        let mut hands: Vec<_> = (0..2).map(|_| bed.worker(Duration::from_millis(15))).collect();
        for hand in &mut hands {
            hand.until("took");
        }
        tokio::time::sleep(Duration::from_millis(wait)).await;
        for hand in hands {
            let said = hand.kill();
            let results = queue.results("cup").await.unwrap();
            for line in said.iter().filter_map(|line| line.strip_prefix("stands ")) {
                assert!(results.iter().any(|result| *result.game == *line), "{line} was acknowledged");
            }
        }
    }
    let hands: Vec<_> = (0..2).map(|_| bed.worker(AT_ONCE)).collect();
    done(&queue).await;
    drop(hands);
}

#[test]
fn a_database_that_crashes_in_mid_work_costs_no_result() {
    let Some(server) = Server::start(None) else { return };
    let bed = Bed::on(Arc::new(server));
    crate::bed::wait(async {
        let queue = filled(&bed, 60).await;
        let mut hands: Vec<_> = (0..3).map(|_| bed.worker(Duration::from_millis(40))).collect();
        for _ in 0..3 {
            for hand in &mut hands {
                hand.until("stands");
            }
            bed.server.as_ref().unwrap().restart();
        }
        // This process's connections are broken too.
        let queue_again = bed.queue().await;
        drop(queue);
        done(&queue_again).await;
        for hand in hands {
            let said = hand.stop();
            assert_eq!(count(&said, "failed"), 0, "{said:?}");
        }
    });
}
