//! Test games, on both databases: an order and its games are one, a person has one at a time, and old ones go.

use crate::bed::Bed;
use crate::on_both;
use crate::people::signed_in;
use leitai_core::ContentHash;
use leitai_store::{
    Actor, Audit, Blobs, Deed, Job, JobState, LeaseTerms, OrderedTrial, Queue, Release, StoreError,
    TrialOrdered, Trials,
};
use serde_json::json;

on_both! {
    an_order_and_its_games_are_one_and_a_person_has_one_at_a_time
    only_the_newest_orders_are_kept_with_their_games
    a_test_game_is_in_the_way_of_games_that_its_worker_would_get
    who_may_be_tested_against_is_what_its_owner_said_last
}

fn jobs(number: i64) -> Result<Vec<Job>, StoreError> {
    let job = |game: i64| {
        Ok(Job {
            event: "cup".to_owned(),
            game: format!("trial {number}.{game}").parse()?,
            class: "any".to_owned(),
            priority: -1,
            payload: json!({}),
        })
    };
    (0..2).map(job).collect()
}

async fn orders(queue: &Queue, by: Actor<'_>, source: &str, least_ms: i64) -> TrialOrdered {
    let what = OrderedTrial {
        event: "cup",
        by,
        name: "main.py",
        standard: None,
        contents: source.as_bytes(),
        terms: "{}",
        least_ms,
    };
    Trials::new(queue).order(&what, jobs).await.unwrap()
}

async fn an_order_and_its_games_are_one_and_a_person_has_one_at_a_time(bed: Bed) {
    let by = signed_in(&bed, "2501").await;
    let queue = Queue::new(bed.database().await, LeaseTerms::default());
    let trials = Trials::new(&queue);
    assert_eq!(orders(&queue, by, "a", 0).await, TrialOrdered::Taken(1));
    assert_eq!(queue.list("cup").await.unwrap().len(), 2);
    assert_eq!(orders(&queue, by, "b", 0).await, TrialOrdered::Open);
    assert!(matches!(orders(&queue, by, "b", 60_000).await, TrialOrdered::TooSoon(wait) if wait > 0));
    assert_eq!(orders(&queue, Actor::CONSOLE, "b", 0).await, TrialOrdered::Taken(2), "another person");
    let first = trials.get(1).await.unwrap().expect("it is there");
    assert_eq!((first.account.as_str(), first.sha256), ("2501", ContentHash::of(b"a")));
    trials.call_off(by, &first).await.unwrap();
    let off = queue.list("cup").await.unwrap().into_iter().filter(|it| it.state == JobState::Cancelled);
    assert_eq!(off.count(), 2, "those of the other wait");
    assert_eq!(orders(&queue, by, "b", 0).await, TrialOrdered::Taken(3));
    // What no machine could play keeps nobody waiting.
    for game in ["trial 3.0", "trial 3.1"] {
        bed.sql(&format!("INSERT INTO failed VALUES ('cup', '{game}', 'here', 3, 1, 0)")).await;
    }
    assert_eq!(orders(&queue, by, "b", 0).await, TrialOrdered::Taken(4));
    // If the games cannot be written, nothing is.
    bed.sql("ALTER TABLE jobs RENAME TO elsewhere").await;
    let what = OrderedTrial {
        event: "cup",
        by: Actor::Console("other"),
        name: "main.py",
        standard: None,
        contents: b"c",
        terms: "{}",
        least_ms: 0,
    };
    assert!(trials.order(&what, jobs).await.is_err());
    bed.sql("ALTER TABLE elsewhere RENAME TO jobs").await;
    assert_eq!(trials.get(5).await.unwrap(), None);
    let all = trials.of("cup", "2501").await.unwrap();
    assert_eq!(all.iter().map(|one| one.id).collect::<Vec<_>>(), [4, 3, 1]);
}

async fn only_the_newest_orders_are_kept_with_their_games(bed: Bed) {
    let queue = Queue::new(bed.database().await, LeaseTerms::default());
    let (trials, blobs) = (Trials::new(&queue), Blobs::new(bed.database().await));
    for n in 0..22 {
        assert_eq!(
            orders(&queue, Actor::CONSOLE, &format!("{}", n.max(1)), 0).await,
            TrialOrdered::Taken(n + 1)
        );
        let one = trials.get(n + 1).await.unwrap().expect("it is there");
        trials.call_off(Actor::CONSOLE, &one).await.unwrap();
    }
    assert_eq!(trials.of("cup", "console").await.unwrap().len(), 20);
    assert_eq!(queue.list("cup").await.unwrap().len(), 40);
    assert!(
        blobs.get(ContentHash::of(b"1")).await.is_err(),
        "of the two that were deleted, and nobody else needs it"
    );
    assert_eq!(blobs.get(ContentHash::of(b"2")).await.unwrap(), b"2");
}

async fn a_test_game_is_in_the_way_of_games_that_its_worker_would_get(bed: Bed) {
    let database = bed.database().await;
    let queue = Queue::new(database.clone(), LeaseTerms::default());
    orders(&queue, Actor::CONSOLE, "a", 0).await;
    let held = queue.lease("any", "here#1").await.unwrap().expect("a test game");
    let in_the_way = async || queue.is_in_the_way(&held).await.unwrap();
    assert!(!in_the_way().await, "test games want nothing from each other");
    let job = |game: &str, class: &str| Job {
        event: "cup".to_owned(),
        game: game.parse().unwrap(),
        class: class.to_owned(),
        priority: 0,
        payload: json!({}),
    };
    queue.enqueue(&[job("0.0.e0-e1.g0", "other")]).await.unwrap();
    assert!(!in_the_way().await, "of another class");
    queue.enqueue(&[job("0.0.e0-e1.g1", "any")]).await.unwrap();
    assert!(in_the_way().await);
    // What its worker would not get instead is not worth the time that it has had.
    for (on, off) in [
        ("INSERT INTO failed VALUES ('cup', '0.0.e0-e1.g1', 'here', 3, 1, 0)", "DELETE FROM failed"),
        ("UPDATE jobs SET apart = 'here' WHERE game = '0.0.e0-e1.g1'", "UPDATE jobs SET apart = NULL"),
        (
            "INSERT INTO held_back (name, how, by_whom, at_ms) VALUES ('here', 'paused', 'x', 0)",
            "DELETE FROM held_back",
        ),
        ("INSERT INTO event_switches VALUES ('cup', 'admitted-only', 0)", "DELETE FROM event_switches"),
    ] {
        bed.sql(on).await;
        assert!(!in_the_way().await, "{on}");
        bed.sql(off).await;
        assert!(in_the_way().await, "{off}");
    }
    let next = queue.lease("any", "here#2").await.unwrap().expect("a game");
    assert_eq!(&*next.job.game, "0.0.e0-e1.g1", "it goes before those that wait longer");
    assert!(!in_the_way().await);
    // Whoever no longer holds it learns nothing.
    queue.release(&next, &Release::GivenBack).await.unwrap();
    assert!(in_the_way().await);
    queue.release(&held, &Release::GivenBack).await.unwrap();
    assert!(!in_the_way().await);
}

async fn who_may_be_tested_against_is_what_its_owner_said_last(bed: Bed) {
    let by = signed_in(&bed, "2501").await;
    let queue = Queue::new(bed.database().await, LeaseTerms::default());
    let trials = Trials::new(&queue);
    for (allows, known) in [(true, vec!["a"]), (true, vec!["a"]), (false, vec![]), (true, vec!["a"])] {
        trials.allow(by, "cup", "a", allows).await.unwrap();
        assert_eq!(trials.allowed("cup").await.unwrap().into_iter().collect::<Vec<_>>(), known);
    }
    assert!(trials.allowed("other").await.unwrap().is_empty());
    let lines = Audit::new(bed.database().await).lines(u64::MAX, 1).await.unwrap();
    assert_eq!((lines[0].deed, lines[0].actor.as_str()), (Deed::Sparring, "2501"));
}
