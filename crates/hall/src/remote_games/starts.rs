//! The process that runs an event learns which games its workers have taken.

use super::pairings::cup;
use super::*;
use crate::history::{Details, Played};
use leitai_core::VerdictName;
use leitai_sandbox::SandboxLevel;
use leitai_store::{Lease, Release};
use leitai_tournament::{CountedOutcome, How, RecordedGame, Seat};

/// What was reported, in words.
#[derive(Default)]
struct ReportedChanges(Vec<String>);

impl EventObserver for ReportedChanges {
    fn happened(&mut self, _: &Event, what: &EventChange<'_>) {
        self.0.push(match what {
            EventChange::Started(due) => format!("started {}", due.id),
            EventChange::Played(played) => format!("played {}", played.result.id),
            EventChange::Ruled(_) => "ruled".to_owned(),
        });
    }

    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        panic!("{game} is not stuck: {why}");
    }
}

/// A worker's answer for the game it holds: First won, with this record.
pub(super) fn first_won(lease: &Lease, record: String) -> serde_json::Value {
    let order: GameOrder = serde_json::from_value(lease.job.payload.clone()).expect("an order");
    let [first, second] = order.assignment.seated.map(|seated| seated.entry);
    let (outcome, how) = (CountedOutcome::Win(Seat::First), How::Played);
    let result = RecordedGame { id: order.assignment.id, first, second, outcome, how, faults: [0; 2] };
    let details = Details {
        verdict: VerdictName::Law,
        reason: Sentence::default(),
        plies: 5,
        seconds: 0.1,
        record: None,
        replays: 0,
        disturbed_ms: None,
        used_ms: None,
        sandbox: SandboxLevel::Off,
        ended: 0,
    };
    serde_json::to_value(GameAnswer { played: Played { result, details }, record }).expect("JSON")
}

/// An event whose first games are ordered.
struct Bed {
    hall: Hall,
    remote: Remote,
    ordered: Ordered,
    told: ReportedChanges,
    _folder: tempfile::TempDir,
}

impl Bed {
    fn open() -> Bed {
        let folder = tempfile::tempdir().expect("a folder");
        let mut hall = cup(folder.path());
        let Venue::Away(remote) = &hall.venue else { panic!("a store is elsewhere") };
        let (remote, mut ordered) = (remote.clone(), Ordered::default());
        hall.order(&remote, &mut ordered).expect("room");
        Bed { hall, remote, ordered, told: ReportedChanges::default(), _folder: folder }
    }

    /// A worker takes the next game.
    fn take(&self) -> Lease {
        let lease = self.hall.runtime.wait(self.remote.queue.lease("default", "w"));
        lease.expect("a store").expect("a game")
    }

    /// Looks once, and returns what is reported.
    fn look(&mut self) -> Vec<String> {
        let progress = self.hall.progress(&self.remote, self.ordered.games.keys()).expect("a store");
        self.hall.tell_started(&progress.running, &mut self.ordered, &mut self.told);
        for settled in progress.settled {
            self.hall
                .settle(&self.remote, [settled], &mut self.ordered, &mut self.told)
                .expect("it is taken");
        }
        std::mem::take(&mut self.told.0)
    }

    fn running(&self) -> Vec<String> {
        self.hall.running().now().iter().map(|due| due.id.to_string()).collect()
    }

    /// A worker hands in that First won.
    fn finish(&self, lease: &Lease) {
        let answer = first_won(lease, String::new());
        self.hall.runtime.wait(self.remote.queue.finish(lease, &answer)).expect("a store");
    }
}

#[test]
fn a_game_that_a_worker_takes_is_told_of_once_for_each_time_that_it_is_taken() {
    let mut bed = Bed::open();
    assert!(bed.look().is_empty() && bed.running().is_empty());
    let lease = bed.take();
    let game = lease.job.game.to_string();
    assert_eq!((bed.look(), bed.running()), (vec![format!("started {game}")], vec![game.clone()]));
    assert_eq!(bed.look(), Vec::<String>::new());
    let given_back = bed.remote.queue.release(&lease, &Release::GivenBack);
    assert!(bed.hall.runtime.wait(given_back).expect("a store"));
    assert_eq!((bed.look(), bed.running()), (vec![], vec![]));
    let lease = bed.take();
    assert_eq!((lease.job.game.to_string(), bed.look()), (game.clone(), vec![format!("started {game}")]));
    bed.finish(&lease);
    assert_eq!((bed.look(), bed.running()), (vec![format!("played {game}")], vec![]));
}

#[test]
fn a_game_that_was_over_before_anybody_looked_was_started_all_the_same() {
    let mut bed = Bed::open();
    let lease = bed.take();
    bed.finish(&lease);
    let game = &lease.job.game;
    assert_eq!(bed.look(), [format!("started {game}"), format!("played {game}")]);
}

#[test]
fn a_game_that_is_called_off_runs_no_more() {
    let mut bed = Bed::open();
    let lease = bed.take();
    assert_eq!((bed.look().len(), bed.running().len()), (1, 1));
    let called_off = bed.remote.queue.cancel("cup", &lease.job.game);
    bed.hall.runtime.wait(called_off).expect("a store");
    assert_eq!((bed.look(), bed.running()), (vec![], vec![]));
}
