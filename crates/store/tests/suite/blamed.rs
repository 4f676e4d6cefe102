//! Whatever one machine does to a game is one attempt, and who fails what others play is paused.

use crate::bed::{Bed, TERMS, key};
use crate::on_both;
use crate::people::T;
use leitai_store::{
    Audit, CrewOrder, Crews, Deed, Finished, Job, JobState, Lease, LeaseTerms, Queue, Release,
};
use serde_json::json;
use std::time::Duration;

on_both! {
    one_machine_makes_no_game_stuck_and_three_do
    a_silent_machine_is_one_attempt_too
    who_fails_what_others_play_is_paused_and_begins_anew_when_it_may_play
    a_result_that_cannot_be_read_is_refused_and_its_game_played_again
}

async fn filled(bed: &Bed, games: usize) -> Queue {
    let queue = bed.queue().await;
    let job = |game: usize| {
        let (event, game, class) = ("cup".to_owned(), key(&game.to_string()), "lab".to_owned());
        Job { event, game, class, priority: 0, payload: json!(null) }
    };
    queue.enqueue(&(0..games).map(job).collect::<Vec<_>>()).await.unwrap();
    queue
}

/// What a machine gets, at most this many.
async fn takes(queue: &Queue, machine: &str, most: usize) -> Vec<Lease> {
    queue.lease_many("lab", &format!("{machine}#1"), most).await.unwrap()
}

async fn fails(queue: &Queue, machine: &str, most: usize) -> usize {
    let held = takes(queue, machine, most).await;
    for lease in &held {
        assert!(queue.release(lease, &Release::Failed("no compiler".into())).await.unwrap());
    }
    held.len()
}

/// How many games are so in the table, whatever their event is told.
async fn count(bed: &Bed, state: &str) -> String {
    bed.sql(&format!("SELECT CAST(COUNT(*) AS TEXT) FROM jobs WHERE state = '{state}'")).await
}

async fn one_machine_makes_no_game_stuck_and_three_do(bed: Bed) {
    let queue = filled(&bed, 20).await;
    let mut failures = 0;
    for _ in 0..10 {
        failures += fails(&queue, "bad", 20).await;
    }
    assert_eq!((failures, count(&bed, "stuck").await), (60, "0".to_owned()), "it gets none a fourth time");
    let listed = queue.list("cup").await.unwrap();
    assert!(
        listed.iter().all(|game| (game.state, game.attempts) == (JobState::Stuck, 1)),
        "their event is told"
    );
    // Nothing keeps another from them, and then they are done.
    let held = takes(&queue, "good", 5).await;
    assert_eq!((held.len(), held[0].attempt), (5, 2));
    for lease in &held {
        assert_eq!(queue.finish(lease, &json!({})).await.unwrap(), Finished::Stands);
    }
    // The control: with two more machines it is the games' fault.
    for machine in ["second", "third"] {
        assert_eq!(fails(&queue, machine, 20).await, 15);
    }
    assert_eq!(count(&bed, "stuck").await, "15");
    assert!(takes(&queue, "good", 20).await.is_empty());
    // Once an operator orders them again, everybody may try.
    let again: Vec<Job> = queue.list("cup").await.unwrap().into_iter().map(|listed| listed.job).collect();
    assert_eq!(queue.requeue_unless_stuck(&again).await.unwrap(), 0);
    assert_eq!(queue.requeue(&again).await.unwrap(), 15);
    assert_eq!(takes(&queue, "bad", 20).await.len(), 15);
}

async fn a_silent_machine_is_one_attempt_too(bed: Bed) {
    let queue = filled(&bed, 2).await;
    let hasty = Queue::new(bed.database().await, LeaseTerms { heartbeat: Duration::ZERO, ..TERMS });
    for _ in 0..TERMS.attempts {
        assert_eq!(takes(&hasty, "dies", 1).await.len(), 1);
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
    let held = takes(&queue, "lives", 2).await;
    assert_eq!(held.iter().map(|lease| lease.attempt).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(count(&bed, "stuck").await, "0");
}

async fn who_fails_what_others_play_is_paused_and_begins_anew_when_it_may_play(bed: Bed) {
    let (queue, crews) = (filled(&bed, 12).await, Crews::new(bed.database().await, TERMS));
    assert_eq!(fails(&queue, "bad", 6).await, 6);
    assert_eq!(queue.keep_order().await.unwrap(), [""; 0], "nobody has played them: it may be their fault");
    let held = takes(&queue, "good", 5).await;
    for lease in &held[..2] {
        queue.finish(lease, &json!({})).await.unwrap();
    }
    assert_eq!(queue.keep_order().await.unwrap(), [""; 0], "two may be bad luck");
    for lease in &held[2..] {
        queue.finish(lease, &json!({})).await.unwrap();
    }
    assert_eq!(queue.keep_order().await.unwrap(), ["bad"]);
    assert_eq!(queue.keep_order().await.unwrap(), [""; 0], "once");
    let paused = crews.held_back().await.unwrap().remove(0);
    assert_eq!((paused.name.as_str(), paused.order, paused.failed), ("bad", CrewOrder::Pause, Some(5)));
    let line = Audit::new(bed.database().await).lines(u64::MAX, 1).await.unwrap().remove(0);
    assert_eq!((line.deed, line.about.as_str(), line.actor.as_str()), (Deed::PauseWorkers, "bad", "store"));
    assert!(takes(&queue, "bad", 9).await.is_empty());
    assert_eq!(takes(&queue, "good", 2).await.len(), 2, "the control");
    assert!(crews.order(T, "bad", CrewOrder::Work).await.unwrap());
    assert_eq!(queue.keep_order().await.unwrap(), [""; 0]);
    assert!(!takes(&queue, "bad", 9).await.is_empty());
}

async fn a_result_that_cannot_be_read_is_refused_and_its_game_played_again(bed: Bed) {
    let queue = filled(&bed, 2).await;
    for lease in takes(&queue, "bad", 2).await {
        queue.finish(&lease, &json!({ "winner": 1 })).await.unwrap();
    }
    let garbled = if bed.server.is_some() { "'\\x00'" } else { "x'00'" };
    bed.sql(&format!("UPDATE results SET packed = {garbled} WHERE game = '0'")).await;
    let progress = queue.progress("cup", &[key("0"), key("1")]).await.unwrap();
    let known = |game: &str| progress.settled.iter().find(|it| *it.game == *game).expect("it is settled");
    assert_eq!((known("0").state, &known("0").result), (JobState::Done, &None));
    assert_eq!(known("1").result, Some(json!({ "winner": 1 })), "the control");
    let fence = known("0").fence;
    assert!(!queue.refuse("cup", &key("0"), fence + 1, "x").await.unwrap(), "another's");
    assert!(queue.refuse("cup", &key("0"), fence, "unreadable").await.unwrap());
    assert!(!queue.refuse("cup", &key("0"), fence, "unreadable").await.unwrap());
    let again = takes(&queue, "good", 2).await;
    assert_eq!((again.len(), again[0].attempt), (1, 2));
    queue.finish(&again[0], &json!({})).await.unwrap();
    assert_eq!(queue.results("cup").await.unwrap().len(), 2);
}
