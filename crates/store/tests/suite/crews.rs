//! Workers of a machine that are paused, drained and barred, on both databases.

use crate::bed::{Bed, TERMS, key};
use crate::on_both;
use crate::people::T;
use leitai_store::{
    Audit, CrewOrder, CrewSeen, Crews, Dropped, Finished, Held, Job, JobState, Queue, Standing, Worker,
};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

on_both! {
    whoever_plays_is_listed_until_it_signs_off
    a_paused_machine_gets_nothing_and_finishes_what_it_has
    a_drained_machine_is_told_to_leave_and_who_comes_later_plays
    a_barred_machine_loses_what_it_holds
    a_worker_that_is_stopped_says_so_while_its_last_game_is_played
    who_is_ended_after_saying_that_it_leaves_costs_its_games_no_attempt
}

/// Longer than a heartbeat takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

struct Hall {
    bed: Bed,
    queue: Arc<Queue>,
    crews: Crews,
}

impl Hall {
    /// A queue with this many games.
    async fn open(bed: Bed, games: usize) -> Hall {
        let queue = Arc::new(bed.queue().await);
        let job = |game: usize| {
            let (event, game, class) = ("cup".to_owned(), key(&game.to_string()), "lab".to_owned());
            Job { event, game, class, priority: 0, payload: json!(null) }
        };
        queue.enqueue(&(0..games).map(job).collect::<Vec<_>>()).await.unwrap();
        let crews = Crews::new(bed.database().await, TERMS);
        Hall { bed, queue, crews }
    }

    fn worker(&self, name: &str) -> Worker {
        Worker::seats(&self.queue, "lab", name, 1).pop().expect("one")
    }

    async fn orders(&self, name: &str, order: CrewOrder) -> bool {
        self.crews.order(T, name, order).await.unwrap()
    }

    /// Waits until the process with that id is in a given state.
    async fn until(&self, id: &str, stands: impl Fn(Option<&CrewSeen>) -> bool) {
        let begun = Instant::now();
        loop {
            let all = self.crews.list().await.unwrap();
            if stands(all.iter().find(|crew| crew.id == id)) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{all:?}");
            sleep(TERMS.poll).await;
        }
    }
}

/// The next game, which must exist.
async fn next(worker: &Worker) -> Held {
    let next = timeout(PATIENCE, worker.next()).await.expect("a game waits");
    next.unwrap().expect("nobody stopped it")
}

/// Waits until it has received that order.
async fn hears(worker: &Worker, order: CrewOrder) {
    let begun = Instant::now();
    while worker.order() != order {
        assert!(begun.elapsed() < PATIENCE, "it still believes {:?}", worker.order());
        sleep(TERMS.poll).await;
    }
}

/// Whether that worker is given a game at once; the game is then given back.
async fn is_given_a_game(hall: &Hall, id: &str) -> bool {
    let lease = hall.queue.lease("lab", id).await.unwrap();
    if let Some(lease) = &lease {
        assert!(hall.queue.release(lease, &leitai_store::Release::GivenBack).await.unwrap());
    }
    lease.is_some()
}

async fn whoever_plays_is_listed_until_it_signs_off(bed: Bed) {
    let hall = Hall::open(bed, 1).await;
    let worker = hall.worker("lab-3");
    worker.introduce(json!({ "cores": 4 }));
    let held = next(&worker).await;
    let id = worker.id().to_owned();
    hall.until(&id, |seen| seen.is_some_and(|seen| seen.playing == 1 && seen.about["cores"] == 4)).await;
    let seen = hall.crews.list().await.unwrap().remove(0);
    assert_eq!((seen.name.as_str(), seen.class.as_str(), seen.seats), ("lab-3", "lab", 1));
    assert!(seen.order == CrewOrder::Work && !seen.is_silent && seen.since_ms <= seen.seen_ms, "{seen:?}");
    assert_eq!(held.finish(&json!("won")).await.unwrap(), Finished::Stands);
    worker.stop();
    assert!(worker.next().await.unwrap().is_none());
    hall.until(&id, |seen| seen.is_none()).await;
    // A killed process is silent, and forgotten after a day.
    let killed = "INSERT INTO crews VALUES ('gone#1-0', 'gone', 'lab', 1, '{}', 1, 1, 0)";
    hall.bed.sql(killed).await;
    assert!(hall.crews.list().await.unwrap()[0].is_silent);
    let other = hall.worker("lab-4");
    let waits = tokio::spawn(async move { other.next().await.map(|held| held.is_some()) });
    hall.until("gone#1-0", |seen| seen.is_none()).await;
    waits.abort();
}

async fn a_paused_machine_gets_nothing_and_finishes_what_it_has(bed: Bed) {
    let hall = Hall::open(bed, 3).await;
    let worker = hall.worker("lab-3");
    let held = next(&worker).await;
    assert!(hall.orders("lab-3", CrewOrder::Pause).await);
    assert!(!hall.orders("lab-3", CrewOrder::Pause).await, "it was so already");
    hears(&worker, CrewOrder::Pause).await;
    assert_eq!(held.standing(), Standing::Mine);
    assert_eq!(held.finish(&json!(1)).await.unwrap(), Finished::Stands);
    assert!(timeout(TERMS.poll * 20, worker.next()).await.is_err(), "it gets none");
    // The control: another machine gets a game, and so does one whose name begins alike.
    assert!(!is_given_a_game(&hall, "lab-3#9-9").await);
    assert!(is_given_a_game(&hall, "lab-33#9-9").await && is_given_a_game(&hall, "lab#9-9").await);
    assert_eq!(hall.crews.held_back().await.unwrap()[0].by, T.name());
    assert!(hall.orders("lab-3", CrewOrder::Work).await);
    next(&hall.worker("lab-3")).await;
    let audit = Audit::new(hall.bed.database().await).lines(u64::MAX, 9).await.unwrap();
    let deeds: Vec<_> = audit.iter().map(|line| (line.deed.name(), line.about.as_str())).collect();
    assert_eq!(deeds, [("resume-workers", "lab-3"), ("pause-workers", "lab-3")]);
}

async fn a_drained_machine_is_told_to_leave_and_who_comes_later_plays(bed: Bed) {
    let hall = Hall::open(bed, 3).await;
    assert!(!hall.orders("lab-3", CrewOrder::Drain).await, "nobody is there");
    let worker = hall.worker("lab-3");
    let held = next(&worker).await;
    let id = worker.id().to_owned();
    hall.until(&id, |seen| seen.is_some()).await;
    assert!(hall.orders("lab-3", CrewOrder::Drain).await);
    hears(&worker, CrewOrder::Drain).await;
    assert!(!is_given_a_game(&hall, &id).await, "the store gives it none");
    assert_eq!(held.finish(&json!(1)).await.unwrap(), Finished::Stands);
    worker.stop();
    assert!(worker.next().await.unwrap().is_none());
    next(&hall.worker("lab-3")).await;
}

async fn a_barred_machine_loses_what_it_holds(bed: Bed) {
    let hall = Hall::open(bed, 1).await;
    let (worker, other) = (hall.worker("lab-3"), hall.worker("lab-4"));
    let held = next(&worker).await;
    assert!(hall.orders("lab-3", CrewOrder::Bar).await);
    // Available at once, and as if it had never been tried.
    let again = next(&other).await;
    assert_eq!((again.job().game.clone(), again.lease().attempt), (held.job().game.clone(), 1));
    hears(&worker, CrewOrder::Bar).await;
    assert_eq!(held.standing(), Standing::Lost);
    assert_eq!(held.finish(&json!("lie")).await.unwrap(), Finished::Dropped(Dropped::Late));
    assert_eq!(again.finish(&json!("truth")).await.unwrap(), Finished::Stands);
    assert_eq!(hall.crews.held_back().await.unwrap()[0].order, CrewOrder::Bar);
}

async fn a_worker_that_is_stopped_says_so_while_its_last_game_is_played(bed: Bed) {
    let hall = Hall::open(bed, 2).await;
    let worker = hall.worker("lab-3");
    let held = next(&worker).await;
    let id = worker.id().to_owned();
    hall.until(&id, |seen| seen.is_some_and(|seen| seen.order == CrewOrder::Work)).await;
    worker.stop();
    hall.until(&id, |seen| seen.is_some_and(|seen| seen.order == CrewOrder::Drain && seen.playing == 1))
        .await;
    assert_eq!(worker.order(), CrewOrder::Work, "nobody has sent it away");
    assert!(!is_given_a_game(&hall, &id).await, "the store gives it none");
    assert_eq!(held.finish(&json!(1)).await.unwrap(), Finished::Stands);
    assert!(worker.next().await.unwrap().is_none());
    hall.until(&id, |seen| seen.is_none()).await;
}

async fn who_is_ended_after_saying_that_it_leaves_costs_its_games_no_attempt(bed: Bed) {
    let hall = Hall::open(bed, 1).await;
    let dies = async |id: &str| {
        let lease = hall.queue.lease("lab", id).await.unwrap().expect("it waits");
        // Its last heartbeat was long ago.
        hall.bed.sql("UPDATE jobs SET until_ms = 1").await;
        lease.attempt
    };
    // A machine is lent and taken back, more often than a game may fail.
    for turn in 0..=TERMS.attempts {
        let id = format!("spot#{turn}-0");
        assert_eq!(dies(&id).await, 1);
        let says =
            format!("INSERT INTO crews VALUES ('{id}', 'spot', 'lab', 1, '{{}}', 1, 9000000000000, 2)");
        hall.bed.sql(&says).await;
    }
    // The control: an unannounced death counts.
    for attempt in 1..=TERMS.attempts {
        assert_eq!(dies(&format!("dead{attempt}#1-0")).await, attempt);
    }
    assert!(hall.queue.lease("lab", "next#1-0").await.unwrap().is_none());
    assert_eq!(hall.queue.list("cup").await.unwrap()[0].state, JobState::Stuck);
}
