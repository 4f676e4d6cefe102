//! A game that no worker can play waits for an operator, while everything else goes on.

use super::pairings::cup;
use super::starts::first_won;
use super::*;
use leitai_store::{Lease, Release};
use serde_json::{Value, json};
use std::path::Path;

/// What was reported, in words.
#[derive(Default)]
struct ReportedChanges(Vec<String>);

impl EventObserver for ReportedChanges {
    fn happened(&mut self, _: &Event, _: &EventChange<'_>) {}

    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        self.0.push(format!("{game} is stuck: {why}"));
    }

    fn is_renewed(&mut self, game: GameId) {
        self.0.push(format!("{game} is renewed"));
    }
}

/// Does one step of `run_away`; returns how many states it acted on.
fn look(hall: &mut Hall, remote: &Remote, ordered: &mut Ordered, told: &mut ReportedChanges) -> usize {
    let asked = ordered.games.keys().chain(ordered.stuck.keys());
    let mut settled = hall.progress(remote, asked).expect("a store").settled;
    hall.take_renewed(&mut settled, ordered, told);
    let acted_on = settled.len();
    for settled in settled {
        hall.settle(remote, [settled], ordered, told).expect("it is taken");
    }
    acted_on
}

fn open(folder: &Path) -> (Hall, Remote) {
    let hall = cup(folder).awaiting_operator();
    let Venue::Away(remote) = &hall.venue else { panic!("a store is elsewhere") };
    let remote = remote.clone();
    (hall, remote)
}

/// A worker takes the next game and fails at it.
fn fail(hall: &Hall, remote: &Remote) -> GameId {
    let lease = hall.runtime.wait(remote.queue.lease("default", "w")).expect("a store").expect("a game");
    let release = Release::Failed("no room".to_owned());
    assert!(hall.runtime.wait(remote.queue.release(&lease, &release)).expect("a store"));
    lease.job.game.parse().expect("a game")
}

#[test]
fn a_game_that_failed_too_often_waits_until_an_operator_renews_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut hall, remote) = open(folder.path());
    let (mut ordered, mut told) = (Ordered::default(), ReportedChanges::default());
    hall.order(&remote, &mut ordered).expect("room");
    let all = ordered.games.len();
    // A failed game goes back to its place, so it is always the same one.
    let game = fail(&hall, &remote);
    assert_eq!([fail(&hall, &remote), fail(&hall, &remote)], [game; 2]);
    assert_eq!(look(&mut hall, &remote, &mut ordered, &mut told), 1);
    assert_eq!(std::mem::take(&mut told.0), [format!("{game} is stuck: no room")]);
    assert_eq!((ordered.games.len(), hall.stuck().now().len()), (all - 1, 1));
    // It stays stuck, however often it is ordered: by this run of the event, and by the next.
    hall.order(&remote, &mut ordered).expect("room");
    assert_eq!(look(&mut hall, &remote, &mut ordered, &mut told), 0);
    let mut anew = Ordered::default();
    hall.order(&remote, &mut anew).expect("room");
    assert_eq!((look(&mut hall, &remote, &mut anew, &mut told), anew.stuck.len()), (1, 1));
    assert_eq!(std::mem::take(&mut told.0).len(), 1);
    // Another process has it retried; only stuck games are.
    let other = ordered.games.keys().copied().next().expect("the other semifinal");
    assert_eq!(hall.renew(&[other]).expect("a store"), []);
    assert_eq!(hall.renew(&[]).expect("a store"), [game]);
    assert_eq!(look(&mut hall, &remote, &mut ordered, &mut told), 0);
    assert_eq!(told.0, [format!("{game} is renewed")]);
    assert_eq!((ordered.games.len(), hall.stuck().now().len()), (all, 0));
    assert_eq!(fail(&hall, &remote), game, "it may be tried three times more");
}

/// A machine hands in an answer to the next game; returns the game, and which attempt at it this was.
fn hands_in(hall: &Hall, remote: &Remote, machine: &str, answer: impl Fn(&Lease) -> Value) -> (GameId, u32) {
    let lease = hall.runtime.wait(remote.queue.lease("default", machine)).expect("a store").expect("a game");
    hall.runtime.wait(remote.queue.finish(&lease, &answer(&lease))).expect("a store");
    (lease.job.game.parse().expect("a game"), lease.attempt)
}

#[test]
fn a_result_that_cannot_be_read_stops_no_event() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut hall, remote) = open(folder.path());
    let (mut ordered, mut told) = (Ordered::default(), ReportedChanges::default());
    hall.order(&remote, &mut ordered).expect("room");
    let all = ordered.games.len();
    let (game, _) = hands_in(&hall, &remote, "bad#1", |_| json!({ "winner": "me" }));
    assert_eq!(look(&mut hall, &remote, &mut ordered, &mut told), 1);
    assert_eq!((ordered.games.len(), hall.details.len()), (all, 0), "it is waited for again");
    // The control: another machine's answer to the same game counts.
    assert_eq!(hands_in(&hall, &remote, "good#1", |lease| first_won(lease, String::new())), (game, 2));
    assert_eq!(look(&mut hall, &remote, &mut ordered, &mut told), 1);
    assert!(hall.details.contains_key(&game) && told.0.is_empty(), "{:?}", told.0);
}
