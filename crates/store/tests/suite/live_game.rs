//! Games watched from another machine, on both databases.

use crate::bed::{Bed, TERMS, key};
use crate::on_both;
use leitai_store::{
    GameKey, Grown, HandedOver, Job, Lease, LeaseTerms, Mark, Queue, Release, Standing, Worker,
};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

on_both! {
    a_game_is_watched_for_as_long_as_was_asked_for
    what_is_handed_over_is_read_from_where_one_was
    a_game_that_begins_anew_voids_what_was_handed_over
    a_lost_lease_hands_nothing_over
    nothing_is_left_when_the_lease_ends
    a_worker_hears_that_its_game_is_watched
}

fn game() -> GameKey {
    key("1")
}

async fn queue(bed: &Bed, terms: LeaseTerms) -> Queue {
    let queue = Queue::new(bed.database().await, terms);
    let job = |game| Job { event: "cup".into(), game, class: "lab".into(), priority: 0, payload: json!({}) };
    queue.enqueue(&[job(game())]).await.unwrap();
    queue
}

async fn lease(queue: &Queue) -> Lease {
    queue.lease("lab", "w").await.unwrap().expect("a job is due")
}

fn grown(life: u32, start: u64, lines: &str) -> Grown {
    Grown { life, start, lines: lines.to_owned(), clocks: json!([{ "left": 7 }, { "of": start }]) }
}

async fn since(queue: &Queue, mark: Mark) -> Vec<(i64, Grown)> {
    let all = queue.handed_over("cup", &game(), mark).await.unwrap();
    all.into_iter().map(|HandedOver { fence, grown, .. }| (fence, grown)).collect()
}

async fn a_game_is_watched_for_as_long_as_was_asked_for(bed: Bed) {
    let queue = queue(&bed, TERMS).await;
    let is_watched = async || queue.is_watched("cup", &game()).await.unwrap();
    assert!(!is_watched().await);
    queue.watch("cup", &game(), Duration::from_mins(1)).await.unwrap();
    // A request for a shorter time does not end it.
    queue.watch("cup", &game(), Duration::ZERO).await.unwrap();
    assert!(is_watched().await && !queue.is_watched("league", &game()).await.unwrap());
    queue.watch("league", &game(), Duration::from_millis(1)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(3)).await;
    assert!(!queue.is_watched("league", &game()).await.unwrap());
}

async fn what_is_handed_over_is_read_from_where_one_was(bed: Bed) {
    let queue = queue(&bed, TERMS).await;
    let held = lease(&queue).await;
    assert_eq!(since(&queue, Mark::default()).await, []);
    let (first, second) = (grown(0, 0, "{\"甲\":1}\n"), grown(0, 10, "b\n"));
    assert!(queue.hand_over(&held, &first).await.unwrap());
    // The answer was lost: repeat it.
    assert!(queue.hand_over(&held, &first).await.unwrap());
    assert!(queue.hand_over(&held, &second).await.unwrap());
    assert_eq!(since(&queue, Mark::default()).await, [(1, first), (1, second.clone())]);
    let mark = Mark { fence: 1, life: 0, end: 10 };
    assert_eq!(since(&queue, mark).await, [(1, second)]);
    let last = queue.handed_over("cup", &game(), mark).await.unwrap().remove(0);
    assert!(last.mark() == Mark { end: 12, ..mark } && last.ago < Duration::from_mins(1));
    assert_eq!(since(&queue, last.mark()).await, []);
    // Only the clocks changed.
    assert!(queue.hand_over(&held, &grown(0, 12, "")).await.unwrap());
    assert_eq!(since(&queue, last.mark()).await, [(1, grown(0, 12, ""))]);
}

async fn a_game_that_begins_anew_voids_what_was_handed_over(bed: Bed) {
    let queue = queue(&bed, TERMS).await;
    let held = lease(&queue).await;
    for old in [grown(0, 0, "old\n"), grown(0, 4, "older\n")] {
        assert!(queue.hand_over(&held, &old).await.unwrap());
    }
    let new = grown(1, 0, "new\n");
    assert!(queue.hand_over(&held, &new).await.unwrap());
    assert_eq!(since(&queue, Mark::default()).await, [(1, new.clone())]);
    assert_eq!(since(&queue, Mark { fence: 1, life: 0, end: 10 }).await, [(1, new)]);
}

async fn a_lost_lease_hands_nothing_over(bed: Bed) {
    let hasty = queue(&bed, LeaseTerms { heartbeat: Duration::ZERO, ..TERMS }).await;
    let lost = lease(&hasty).await;
    assert!(hasty.hand_over(&lost, &grown(0, 0, "lost\n")).await.unwrap());
    tokio::time::sleep(Duration::from_millis(3)).await;
    let held = lease(&hasty).await;
    assert_eq!(since(&hasty, Mark::default()).await, [], "it went with its lease");
    assert!(!hasty.hand_over(&lost, &grown(0, 5, "late\n")).await.unwrap());
    assert!(hasty.hand_over(&held, &grown(0, 0, "anew\n")).await.unwrap());
    assert_eq!(since(&hasty, Mark { fence: 1, life: 3, end: 99 }).await, [(2, grown(0, 0, "anew\n"))]);
}

async fn nothing_is_left_when_the_lease_ends(bed: Bed) {
    let queue = queue(&bed, TERMS).await;
    queue.watch("cup", &game(), Duration::from_mins(1)).await.unwrap();
    for why in [Release::GivenBack, Release::Failed("no room".into())] {
        let held = lease(&queue).await;
        assert!(queue.hand_over(&held, &grown(0, 0, "a\n")).await.unwrap());
        assert!(queue.release(&held, &why).await.unwrap());
        assert_eq!(since(&queue, Mark::default()).await, []);
        assert!(queue.is_watched("cup", &game()).await.unwrap(), "whoever plays it next is asked as well");
    }
    let held = lease(&queue).await;
    assert!(queue.hand_over(&held, &grown(0, 0, "a\n")).await.unwrap());
    queue.finish(&held, &json!({})).await.unwrap();
    assert_eq!(since(&queue, Mark::default()).await, []);
    assert!(!queue.is_watched("cup", &game()).await.unwrap());
    assert!(!queue.hand_over(&held, &grown(0, 2, "b\n")).await.unwrap());
}

async fn a_worker_hears_that_its_game_is_watched(bed: Bed) {
    let terms = LeaseTerms { heartbeat: Duration::from_millis(50), missed: 100, ..TERMS };
    let queue = Arc::new(queue(&bed, terms).await);
    let worker = Worker::new(Arc::clone(&queue), "lab", "w");
    let held = worker.next().await.unwrap().expect("a job is due");
    assert!(!held.is_watched());
    while !held.is_watched() {
        queue.watch("cup", &game(), Duration::from_millis(500)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Nobody renews the request.
    while held.is_watched() {
        assert_eq!(held.standing(), Standing::Mine);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
