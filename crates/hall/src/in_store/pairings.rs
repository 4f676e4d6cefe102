//! The orders of a knock-out in which a decision changes who meets.

use super::bed::Bed;
use crate::game_order::GameOrder;
use leitai_store::{Finished, JobState};
use leitai_tournament::{CountedOutcome, Decision, Due, Finding, How, RecordedGame, Role, Seat};

/// Whether or not a worker has it, the final is ordered between the entries that are in it after the decision.
#[test]
fn a_game_that_others_are_to_play_is_called_off_and_ordered_anew() {
    for is_running in [false, true] {
        Bed::cup().run(|run, workers| {
            let semifinals: Vec<Due> = run.hall.event.state().due().collect();
            for due in &semifinals {
                let (outcome, how, faults) = (CountedOutcome::Win(Seat::First), How::Played, [0; 2]);
                let Due { id, first, second, .. } = *due;
                let game = RecordedGame { id, first, second, outcome, how, faults };
                run.hall.event.record(game).expect("taken");
            }
            run.hand_out().expect("room");
            let game = *run.given.keys().next().expect("a final");
            let lease = is_running.then(|| workers.take());
            let finding = Finding::Won(semifinals[0].second);
            let decision = Decision::Override { game: semifinals[0].id, finding };
            let ruled = run.hall.event.decide(decision, Role::ArbitrationPanel, "the clock was stopped");
            ruled.expect("taken");
            run.call_off_void().expect("called off");
            run.hand_out().expect("room");
            if let Some(lease) = lease {
                let dropped = workers.wait(workers.queue.finish(&lease, &serde_json::json!({})));
                assert!(matches!(dropped, Finished::Dropped(_)), "it counts for nothing");
                run.settle().expect("it is ordered anew");
                run.hand_out().expect("room");
            }
            let all = workers.list();
            let job = all.into_iter().find(|job| *job.job.game == *game.to_string()).expect("it is ordered");
            assert_eq!(job.state, JobState::Waiting, "running before: {is_running}");
            let order: GameOrder = serde_json::from_value(job.job.payload).expect("an order");
            let sides = order.assignment.seated.map(|seated| seated.entry);
            assert!(
                sides.contains(&semifinals[0].second) && !sides.contains(&semifinals[0].first),
                "{sides:?}"
            );
            assert_eq!(run.given.get(&game).map(|given| [given.due.first, given.due.second]), Some(sides));
        });
    }
}
