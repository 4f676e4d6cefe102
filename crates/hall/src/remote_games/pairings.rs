//! The orders of a knock-out in which a decision changes who meets.

use super::*;
use crate::event_file::EventFile;
use crate::shared_store::SharedStore;
use leitai_store::{Finished, Listed};
use leitai_tournament::{CountedOutcome, Decision, Finding, How, RecordedGame, Role, Seat, Seed};
use std::path::Path;
use std::time::Duration;

struct Nobody;

impl EventObserver for Nobody {
    fn happened(&mut self, _: &Event, _: &EventChange<'_>) {}
    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        panic!("{game} is not stuck: {why}");
    }
}

pub(super) fn cup(folder: &Path) -> Hall {
    let mut text = "name = \"cup\"\ngame = \"tictactoe\"\npreset = \"course\"\n".to_owned();
    for number in 0..4 {
        text += &format!("[[entries]]\nname = \"p{number}\"\nclass = \"c\"\nprogram = \"random\"\n");
    }
    let path = folder.join("cup.toml");
    fs::write(&path, text).expect("our folder");
    let address = format!("sqlite:{}", folder.join("store.db").display());
    let store = SharedStore::open(&address, "default", Duration::from_secs(1)).expect("opens");
    let file = EventFile::read(&path).expect("an event");
    Hall::open_shared(file, &store, folder, true, || Seed::new("1")).expect("begins")
}

fn listed(hall: &Hall, remote: &Remote, game: GameId) -> (Listed, Sides) {
    let all = hall.runtime.wait(remote.queue.list("cup")).expect("a list");
    let job = all.into_iter().find(|job| *job.job.game == *game.to_string()).expect("it is ordered");
    let order: GameOrder = serde_json::from_value(job.job.payload.clone()).expect("an order");
    (job, order.assignment.seated.map(|seated| seated.entry))
}

/// Whether or not a worker has it, the final is ordered between the entries that are in it after the decision.
#[test]
fn a_game_that_others_are_to_play_is_called_off_and_ordered_anew() {
    for is_running in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut hall = cup(folder.path());
        let Venue::Away(remote) = &hall.venue else { panic!("a store is elsewhere") };
        let (remote, mut ordered) = (remote.clone(), Ordered::default());
        let semifinals: Vec<Due> = hall.event.state().due().collect();
        for due in &semifinals {
            let (outcome, how) = (CountedOutcome::Win(Seat::First), How::Played);
            let game = RecordedGame {
                id: due.id,
                first: due.first,
                second: due.second,
                outcome,
                how,
                faults: [0; 2],
            };
            hall.event.record(game).expect("taken");
        }
        hall.order(&remote, &mut ordered).expect("room");
        let game = *ordered.games.keys().next().expect("a final");
        let lease = hall
            .runtime
            .wait(async { if is_running { remote.queue.lease("default", "w").await } else { Ok(None) } });
        let lease = lease.expect("a store");
        assert_eq!(lease.is_some(), is_running);

        let finding = Finding::Won(semifinals[0].second);
        let decision = Decision::Override { game: semifinals[0].id, finding };
        hall.event.decide(decision, Role::ArbitrationPanel, "the clock was stopped").expect("taken");
        hall.call_off(&remote, &mut ordered).expect("called off");
        hall.order(&remote, &mut ordered).expect("room");
        if let Some(lease) = lease {
            let dropped = hall.runtime.wait(remote.queue.finish(&lease, &serde_json::json!({})));
            assert!(matches!(dropped.expect("a store"), Finished::Dropped(_)), "it counts for nothing");
            for settled in hall.progress(&remote, [game].iter()).expect("a store").settled {
                hall.settle(&remote, [settled], &mut ordered, &mut Nobody).expect("it is ordered anew");
            }
            hall.order(&remote, &mut ordered).expect("room");
        }
        let (job, sides) = listed(&hall, &remote, game);
        assert_eq!(job.state, JobState::Waiting, "running before: {is_running}");
        assert!(sides.contains(&semifinals[0].second) && !sides.contains(&semifinals[0].first), "{sides:?}");
        assert_eq!(ordered.games.get(&game).map(|ordered| super::sides(&ordered.due)), Some(sides));
    }
}
