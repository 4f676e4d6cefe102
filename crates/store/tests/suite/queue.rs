//! The queue's calls, on both databases.

use crate::bed::{Bed, TERMS, key};
use crate::on_both;
use leitai_store::{
    CallOff, Dropped, Finished, Job, JobState, Lease, LeaseTerms, Progress, Queue, Release, Running, Settled,
    Standing, StoreError,
};
use serde_json::{Value, json};
use std::time::Duration;

on_both! {
    a_job_comes_as_it_was_given
    a_known_game_stays_as_it_is
    a_batch_is_added_whole_or_not_at_all
    the_most_urgent_goes_first
    a_class_gets_its_own_jobs_only
    a_result_stands_once
    the_answer_to_a_finish_may_be_asked_for_again
    a_lost_lease_has_no_say
    a_job_given_back_keeps_its_attempts
    after_three_attempts_a_person_is_needed
    how_far_it_is_is_told_of_the_games_asked_for
    a_silent_worker_costs_an_attempt
    the_jobs_of_the_dead_are_free_at_once
    a_game_is_called_off
    a_game_called_off_does_not_come_back
    one_job_goes_to_one_of_many
    a_place_in_the_queue_is_how_many_go_before
    what_is_forgotten_is_gone_and_what_is_played_stays
    a_job_that_is_kept_from_a_machine_goes_to_another
    what_scales_workers_counts_what_waits_and_what_is_played
}

/// The query that `deploy/kubernetes` has an autoscaler run against the store.
async fn what_scales_workers_counts_what_waits_and_what_is_played(bed: Bed) {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/kubernetes/autoscale.yaml");
    let text = std::fs::read_to_string(manifest).expect("ours");
    let question = text.lines().find_map(|line| line.trim().strip_prefix("query: \"")?.strip_suffix('"'));
    let question = format!("SELECT CAST(({}) AS TEXT)", question.expect("a question"));
    let queue = bed.queue().await;
    assert_eq!(bed.sql(&question).await, "0");
    let of = |class: &str, game: &str| Job { class: class.into(), ..job(game, 0) };
    let jobs = [of("default", "a"), of("default", "b"), of("default", "c"), of("lab", "d")];
    queue.enqueue(&jobs).await.unwrap();
    assert_eq!(bed.sql(&question).await, "3", "those of its class");
    let held = queue.lease("default", "w").await.unwrap().expect("a job");
    queue.lease("default", "w").await.unwrap().expect("another");
    assert_eq!(bed.sql(&question).await, "3", "whoever plays is not taken away");
    queue.finish(&held, &json!({})).await.unwrap();
    assert_eq!(bed.sql(&question).await, "2", "what has ended needs nobody");
}

async fn a_job_that_is_kept_from_a_machine_goes_to_another(bed: Bed) {
    let queue = filled(&bed, &[]).await;
    let apart = job("a again", 9);
    assert!(queue.enqueue_apart(&apart, "lab-a").await.unwrap());
    assert!(!queue.enqueue_apart(&job("a again", 0), "lab-b").await.unwrap(), "it is there");
    assert_eq!(queue.job("cup", &key("a again")).await.unwrap(), Some(apart.clone()));
    assert_eq!(queue.job("cup", &key("b")).await.unwrap(), None);
    for process in ["lab-a#1", "lab-a#2"] {
        assert_eq!(queue.lease(&apart.class, process).await.unwrap(), None, "whichever process of it");
    }
    // The control: another machine gets it, and the first gets other jobs, although this one is more urgent.
    queue.enqueue(&[job("b", 0)]).await.unwrap();
    let other = queue.lease(&apart.class, "lab-a#1").await.unwrap().expect("another job");
    assert_eq!(other.job.game, key("b"));
    let taken = queue.lease(&apart.class, "lab-b#1").await.unwrap().expect("the job");
    assert_eq!(taken.job, apart);
    queue.finish(&taken, &json!({})).await.unwrap();
    let settled = queue.progress("cup", &[key("a again")]).await.unwrap().settled;
    assert_eq!(settled[0].machine.as_deref(), Some("lab-b"));
}

async fn what_is_forgotten_is_gone_and_what_is_played_stays(bed: Bed) {
    let queue = filled(&bed, &[("a", 0), ("b", 0), ("c", 0)]).await;
    let done = lease(&queue, "w").await;
    queue.finish(&done, &json!({ "record": "d4" })).await.unwrap();
    lease(&queue, "w").await;
    let all = ["a", "b", "c", "z"].map(key);
    assert_eq!(queue.forget("league", &all).await.unwrap(), 0);
    assert_eq!(queue.forget("cup", &all).await.unwrap(), 1);
    assert_eq!(queue.results("cup").await.unwrap(), []);
    let left: Vec<_> = queue.list("cup").await.unwrap().iter().map(|one| one.job.game.to_string()).collect();
    assert_eq!(left, ["b", "c"]);
    assert_eq!(queue.forget("cup", &all).await.unwrap(), 0);
}

async fn a_place_in_the_queue_is_how_many_go_before(bed: Bed) {
    let queue = filled(&bed, &[("a", 0), ("b", 0), ("c", 9), ("d", 9)]).await;
    let other = Job { event: "league".into(), ..job("x", 9) };
    let elsewhere = Job { event: "league".into(), class: "hall".into(), ..job("y", 99) };
    assert_eq!(queue.enqueue(&[other, elsewhere]).await.unwrap(), 2);
    let ahead = async |game| queue.ahead("cup", &key(game)).await.unwrap();
    let places = [ahead("a").await, ahead("b").await, ahead("c").await, ahead("d").await];
    assert_eq!(places, [3, 4, 0, 1].map(Some), "those of other events wait in the same queue");
    assert_eq!(&*lease(&queue, "w").await.job.game, "c");
    assert_eq!([ahead("c").await, ahead("d").await, ahead("z").await], [None, Some(0), None]);
}

fn job(game: &str, priority: i64) -> Job {
    let payload = json!({ "game": game, "seed": 7, "names": ["甲", "a\u{0}b"] });
    Job { event: "cup".into(), game: key(game), class: "lab".into(), priority, payload }
}

/// Leases that end as soon as they are given.
const AT_ONCE: LeaseTerms = LeaseTerms { heartbeat: Duration::ZERO, ..TERMS };

async fn filled(bed: &Bed, games: &[(&str, i64)]) -> Queue {
    let queue = bed.queue().await;
    let jobs: Vec<_> = games.iter().map(|(game, priority)| job(game, *priority)).collect();
    assert_eq!(queue.enqueue(&jobs).await.unwrap(), jobs.len() as u64);
    queue
}

async fn lease(queue: &Queue, worker: &str) -> Lease {
    queue.lease("lab", worker).await.unwrap().expect("a job is due")
}

async fn state(queue: &Queue, game: &str) -> JobState {
    let list = queue.list("cup").await.unwrap();
    list.iter().find(|listed| *listed.job.game == *game).expect("known").state
}

async fn a_job_comes_as_it_was_given(bed: Bed) {
    let queue = filled(&bed, &[("1", 0)]).await;
    let held = lease(&queue, "w").await;
    assert_eq!(held, Lease { job: job("1", 0), worker: "w".into(), fence: 1, attempt: 1 });
    assert_eq!(queue.lease("lab", "w").await.unwrap(), None);
    let listed = queue.list("cup").await.unwrap().remove(0);
    assert_eq!(
        (listed.job, listed.state, listed.worker.as_deref()),
        (job("1", 0), JobState::Running, Some("w"))
    );
    assert_eq!(queue.list("another").await.unwrap(), []);
}

async fn a_known_game_stays_as_it_is(bed: Bed) {
    let queue = filled(&bed, &[("1", 0)]).await;
    let other = Job { payload: Value::Null, ..job("1", 9) };
    assert_eq!(queue.enqueue(&[other.clone(), job("2", 0)]).await.unwrap(), 1);
    assert_eq!(queue.list("cup").await.unwrap()[0].job, job("1", 0));
    let held = lease(&queue, "w").await;
    queue.finish(&held, &json!(1)).await.unwrap();
    assert_eq!(queue.enqueue(&[other]).await.unwrap(), 0);
    assert_eq!(state(&queue, "1").await, JobState::Done);
}

async fn a_batch_is_added_whole_or_not_at_all(bed: Bed) {
    let queue = bed.queue().await;
    for bad in ["", "a\0b"] {
        let refused = queue.enqueue(&[job("1", 0), Job { event: bad.into(), ..job("2", 0) }]).await;
        assert!(matches!(refused, Err(StoreError::Id(_))), "{refused:?}");
        assert_eq!(queue.list("cup").await.unwrap(), []);
    }
}

async fn the_most_urgent_goes_first(bed: Bed) {
    let queue = filled(&bed, &[("a", 0), ("b", 5), ("c", -1), ("d", 5), ("e", 0)]).await;
    queue.enqueue(&[job("f", 0), job("g", 9)]).await.unwrap();
    let mut order = String::new();
    while let Some(held) = queue.lease("lab", "w").await.unwrap() {
        order += &held.job.game;
    }
    assert_eq!(order, "gbdaefc");
}

async fn a_class_gets_its_own_jobs_only(bed: Bed) {
    let queue = filled(&bed, &[("1", 0)]).await;
    queue.enqueue(&[Job { class: "hall".into(), ..job("2", 0) }]).await.unwrap();
    assert_eq!(queue.lease("hall", "w").await.unwrap().unwrap().job.game, key("2"));
    assert_eq!(queue.lease("hall", "w").await.unwrap(), None);
    assert_eq!(queue.lease("lab", "w").await.unwrap().unwrap().job.game, key("1"));
}

async fn a_result_stands_once(bed: Bed) {
    let queue = filled(&bed, &[("1", 0), ("2", 0)]).await;
    let held = lease(&queue, "w").await;
    assert_eq!(queue.finish(&held, &json!({ "winner": "甲\u{0}" })).await.unwrap(), Finished::Stands);
    let results = queue.results("cup").await.unwrap();
    assert_eq!(results.len(), 1);
    let result = &results[0];
    assert_eq!((&*result.game, result.worker.as_str(), result.fence), ("1", "w", 1));
    assert_eq!(result.body, json!({ "winner": "甲\u{0}" }));
    assert_eq!(queue.heartbeat(&held).await.unwrap(), Standing::Lost);
    assert!(!queue.release(&held, &Release::GivenBack).await.unwrap());
    assert_eq!(queue.requeue(&[job("1", 0)]).await.unwrap(), 0);
    assert_eq!(state(&queue, "1").await, JobState::Done);
}

async fn the_answer_to_a_finish_may_be_asked_for_again(bed: Bed) {
    let queue = filled(&bed, &[("1", 0)]).await;
    let held = lease(&queue, "w").await;
    for _ in 0..3 {
        assert_eq!(queue.finish(&held, &json!("first")).await.unwrap(), Finished::Stands);
    }
    let stranger = Lease { worker: "v".into(), ..held };
    let dropped = queue.finish(&stranger, &json!("second")).await.unwrap();
    assert_eq!(dropped, Finished::Dropped(Dropped::Late));
    let results = queue.results("cup").await.unwrap();
    assert_eq!(results.iter().map(|r| &r.body).collect::<Vec<_>>(), [&json!("first")]);
}

async fn a_lost_lease_has_no_say(bed: Bed) {
    let queue = filled(&bed, &[("1", 0)]).await;
    // The same worker, so that only the fence distinguishes the two leases.
    let first = lease(&queue, "w").await;
    assert!(queue.release(&first, &Release::GivenBack).await.unwrap());
    let second = lease(&queue, "w").await;
    assert_eq!((first.attempt, second.attempt), (1, 1));
    assert_eq!(queue.heartbeat(&first).await.unwrap(), Standing::Lost);
    assert_eq!(queue.finish(&first, &json!(1)).await.unwrap(), Finished::Dropped(Dropped::Late));
    assert!(!queue.release(&first, &Release::Failed("late".into())).await.unwrap());
    assert_eq!(queue.heartbeat(&second).await.unwrap(), Standing::Mine);
    assert_eq!(queue.finish(&second, &json!(2)).await.unwrap(), Finished::Stands);
    assert_eq!(queue.finish(&first, &json!(1)).await.unwrap(), Finished::Dropped(Dropped::Late));
    assert_eq!(queue.results("cup").await.unwrap()[0].body, json!(2));
}

async fn a_job_given_back_keeps_its_attempts(bed: Bed) {
    let queue = filled(&bed, &[("1", 0)]).await;
    for time in 1..=5 {
        let held = lease(&queue, "w").await;
        assert_eq!((held.attempt, held.fence), (1, time));
        assert!(queue.release(&held, &Release::GivenBack).await.unwrap());
    }
    assert_eq!(queue.list("cup").await.unwrap()[0].attempts, 0);
}

async fn after_three_attempts_a_person_is_needed(bed: Bed) {
    let queue = filled(&bed, &[("1", 0)]).await;
    for attempt in 1..=3 {
        let held = lease(&queue, &format!("w{attempt}#1")).await;
        assert_eq!(held.attempt, attempt);
        // Nothing is changed while it is being played.
        assert_eq!(queue.requeue(&[job("1", 9)]).await.unwrap(), 0);
        assert!(queue.release(&held, &Release::Failed("no compiler".into())).await.unwrap());
    }
    assert_eq!(queue.lease("lab", "w").await.unwrap(), None);
    let listed = queue.list("cup").await.unwrap().remove(0);
    assert_eq!((listed.state, listed.attempts), (JobState::Stuck, 3));
    assert_eq!(listed.note.as_deref(), Some("no compiler"));
    let mended = Job { payload: json!("another compiler"), ..job("1", 5) };
    assert_eq!(queue.requeue(&[mended.clone(), job("none", 0)]).await.unwrap(), 1);
    let held = lease(&queue, "w").await;
    assert_eq!((held.job, held.attempt, held.fence), (mended, 1, 4));
}

async fn how_far_it_is_is_told_of_the_games_asked_for(bed: Bed) {
    let jobs = [("done", 9), ("stuck", 8), ("runs", 7), ("leaves", 6), ("off", 1), ("waits", 0)];
    let queue = filled(&bed, &jobs).await;
    queue.finish(&lease(&queue, "w").await, &json!({ "winner": "甲" })).await.unwrap();
    for _ in 0..3 {
        queue.release(&lease(&queue, "w").await, &Release::Failed("no room".into())).await.unwrap();
    }
    let runs = lease(&queue, "w").await;
    queue.release(&runs, &Release::GivenBack).await.unwrap();
    lease(&queue, "w").await;
    lease(&queue, "w").await;
    for off in ["off", "leaves"] {
        queue.cancel("cup", &key(off)).await.unwrap();
    }
    let names = ["waits", "stuck", "off", "none", "runs", "leaves", "done", "a'\"]甲"].map(key);
    let mut told = queue.progress("cup", &names).await.unwrap();
    told.settled.sort_by(|a, b| a.game.cmp(&b.game));
    let settled = |game: &str, state, fence, note: Option<&str>, result| Settled {
        game: key(game),
        state,
        fence,
        note: note.map(str::to_owned),
        machine: (state == JobState::Done).then(|| "w".to_owned()),
        result,
    };
    let due = [
        settled("done", JobState::Done, 1, None, Some(json!({ "winner": "甲" }))),
        settled("off", JobState::Cancelled, 0, None, None),
        settled("stuck", JobState::Stuck, 3, Some("no room"), None),
    ];
    assert_eq!(told.settled, due);
    // It was taken twice; another game is cancelled, and its worker will be notified.
    assert_eq!(told.running, [Running { game: key("runs"), fence: 2 }]);
    assert_eq!(queue.progress("cup", &names[..1]).await.unwrap(), Progress::default());
    assert_eq!(queue.progress("another", &names).await.unwrap(), Progress::default());
}

async fn a_silent_worker_costs_an_attempt(bed: Bed) {
    let patient = filled(&bed, &[("1", 0)]).await;
    let hasty = Queue::new(bed.database().await, AT_ONCE);
    for attempt in 1..=3 {
        let held = lease(&hasty, &format!("w{attempt}")).await;
        assert_eq!(held.attempt, attempt);
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
    assert_eq!(hasty.lease("lab", "w").await.unwrap(), None);
    assert_eq!(state(&patient, "1").await, JobState::Stuck);
    // The last of the workers comes back to life: its result is no longer wanted.
    let late = Lease { job: job("1", 0), worker: "w3".into(), fence: 3, attempt: 3 };
    assert_eq!(patient.heartbeat(&late).await.unwrap(), Standing::Lost);
    assert_eq!(patient.finish(&late, &json!(1)).await.unwrap(), Finished::Dropped(Dropped::Late));
    assert_eq!(patient.results("cup").await.unwrap(), []);
}

async fn the_jobs_of_the_dead_are_free_at_once(bed: Bed) {
    let queue = filled(&bed, &[("dead", 4), ("off", 3), ("alike", 2), ("lives", 1)]).await;
    let dead = lease(&queue, "site-a_#1-f").await;
    let off = lease(&queue, "site-a_#2-e").await;
    // Neither a name with the same beginning nor one that matches `_` as a wildcard.
    lease(&queue, "site-a_b#1-f").await;
    lease(&queue, "site-ab#1-f").await;
    queue.cancel("cup", &key("off")).await.unwrap();
    assert_eq!(queue.bury("other", "site-a_").await.unwrap(), 0);
    assert_eq!(queue.bury("lab", "site-a_").await.unwrap(), 2);
    assert_eq!(queue.bury("lab", "site-a_").await.unwrap(), 0);
    let games = ["dead", "off", "alike", "lives"];
    let states = [JobState::Waiting, JobState::Cancelled, JobState::Running, JobState::Running];
    for (game, expected) in games.into_iter().zip(states) {
        assert_eq!(state(&queue, game).await, expected, "{game}");
    }
    // A worker wrongly taken for dead has no say.
    let again = lease(&queue, "site-a_#3-d").await;
    assert_eq!((again.job.game, again.fence, again.attempt), (key("dead"), 2, 1));
    // However often they are killed together, the game is not to blame.
    for _ in 0..5 {
        assert_eq!(queue.bury("lab", "site-a_").await.unwrap(), 1);
        assert_eq!(lease(&queue, "site-a_#3-d").await.attempt, 1);
    }
    for (gone, why) in [(dead, Dropped::Late), (off, Dropped::Cancelled)] {
        assert_eq!(queue.heartbeat(&gone).await.unwrap(), Standing::Lost);
        assert_eq!(queue.finish(&gone, &json!(1)).await.unwrap(), Finished::Dropped(why));
    }
}

async fn a_game_is_called_off(bed: Bed) {
    let queue = filled(&bed, &[("runs", 1), ("waits", 0)]).await;
    let held = lease(&queue, "w").await;
    assert_eq!(queue.cancel("cup", &key("none")).await.unwrap(), CallOff::Unknown);
    assert_eq!(queue.cancel("cup", &key("waits")).await.unwrap(), CallOff::Off);
    assert_eq!(queue.cancel("cup", &key("waits")).await.unwrap(), CallOff::Off);
    assert_eq!(queue.lease("lab", "w").await.unwrap(), None);
    assert_eq!(queue.heartbeat(&held).await.unwrap(), Standing::Mine);
    assert_eq!(queue.cancel("cup", &key("runs")).await.unwrap(), CallOff::Soon);
    assert!(queue.list("cup").await.unwrap()[0].called_off);
    assert_eq!(queue.heartbeat(&held).await.unwrap(), Standing::Cancelled);
    for _ in 0..2 {
        let dropped = queue.finish(&held, &json!(1)).await.unwrap();
        assert_eq!(dropped, Finished::Dropped(Dropped::Cancelled));
    }
    assert_eq!(state(&queue, "runs").await, JobState::Cancelled);
    assert_eq!(queue.results("cup").await.unwrap(), []);
    // It is played after all.
    assert_eq!(queue.requeue(&[job("runs", 0)]).await.unwrap(), 1);
    let held = lease(&queue, "w").await;
    assert_eq!(queue.heartbeat(&held).await.unwrap(), Standing::Mine);
    assert_eq!(queue.finish(&held, &json!(1)).await.unwrap(), Finished::Stands);
    assert_eq!(queue.cancel("cup", &key("runs")).await.unwrap(), CallOff::TooLate);
    assert_eq!(queue.results("cup").await.unwrap().len(), 1);
}

async fn a_game_called_off_does_not_come_back(bed: Bed) {
    let queue = filled(&bed, &[("back", 2), ("failed", 1), ("silent", 0)]).await;
    let hasty = Queue::new(bed.database().await, AT_ONCE);
    for (game, why) in [("back", Release::GivenBack), ("failed", Release::Failed("why".into()))] {
        let held = lease(&queue, "w").await;
        assert_eq!(queue.cancel("cup", &key(game)).await.unwrap(), CallOff::Soon);
        assert!(queue.release(&held, &why).await.unwrap());
    }
    lease(&hasty, "w").await;
    assert_eq!(queue.cancel("cup", &key("silent")).await.unwrap(), CallOff::Soon);
    tokio::time::sleep(Duration::from_millis(3)).await;
    assert_eq!(queue.lease("lab", "w").await.unwrap(), None);
    for game in ["back", "failed", "silent"] {
        assert_eq!(state(&queue, game).await, JobState::Cancelled, "{game}");
    }
}

async fn one_job_goes_to_one_of_many(bed: Bed) {
    let queue = std::sync::Arc::new(filled(&bed, &[("1", 0), ("2", 0), ("3", 0)]).await);
    let many: Vec<_> = (0..12)
        .map(|worker| {
            let queue = queue.clone();
            tokio::spawn(async move { queue.lease("lab", &format!("w{worker}")).await.unwrap() })
        })
        .collect();
    let mut games = Vec::new();
    for one in many {
        games.extend(one.await.unwrap().map(|lease| lease.job.game));
    }
    games.sort();
    assert_eq!(games, ["1", "2", "3"].map(key));
}
