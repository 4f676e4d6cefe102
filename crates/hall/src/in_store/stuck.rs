//! A game that no worker can play waits for an operator, while everything else goes on.

use super::bed::{Bed, first_won, game_of};
use leitai_store::Release;
use serde_json::json;

#[test]
fn a_game_that_failed_too_often_waits_until_an_operator_renews_it() {
    let mut bed = Bed::cup();
    bed.hall = bed.hall.awaiting_operator();
    let failed = Release::Failed("no room".to_owned());
    let (game, all) = bed.run(|run, workers| {
        run.hand_out().expect("room");
        // A failed game goes back to its place, so it is always the same one.
        let game = workers.release(&failed);
        assert_eq!([&failed; 2].map(|failed| workers.release(failed)), [game; 2]);
        // It stays stuck, however often it is looked at: in this run of the event, and in the next.
        for told in [vec![format!("{game} is stuck: no room")], vec![]] {
            run.settle().expect("a store");
            assert_eq!((workers.told(), run.hall.stuck().now().len()), (told, 1));
        }
        (game, run.given.len())
    });
    bed.run(|run, workers| {
        run.hand_out().expect("room");
        run.settle().expect("a store");
        assert_eq!((workers.told().len(), run.given.len()), (1, all));
        // Another process has it retried; only stuck games are.
        let other = run.given.keys().copied().find(|other| *other != game).expect("the other semifinal");
        assert_eq!(run.hall.renew(&[other]).expect("a store"), []);
        assert_eq!(run.hall.renew(&[]).expect("a store"), [game]);
        run.settle().expect("a store");
        assert_eq!(workers.told(), [format!("{game} is renewed")]);
        assert_eq!((run.given.len(), run.hall.stuck().now().len()), (all, 0));
        assert_eq!(workers.release(&failed), game, "it may be tried three times more");
    });
}

#[test]
fn a_result_that_cannot_be_read_stops_no_event() {
    Bed::cup().run(|run, workers| {
        run.hand_out().expect("room");
        let all = run.given.len();
        let lease = workers.wait(workers.queue.lease("default", "bad#1")).expect("a game");
        workers.finish(&lease, &json!({ "winner": "me" }));
        run.settle().expect("a store");
        assert_eq!((run.given.len(), run.hall.details().len()), (all, 0), "it is waited for again");
        // The control: another machine's answer to the same game counts.
        let again = workers.wait(workers.queue.lease("default", "good#1")).expect("a game");
        assert_eq!((game_of(&again), again.attempt), (game_of(&lease), 2));
        workers.finish(&again, &first_won(&again, String::new()));
        run.settle().expect("a store");
        assert!(run.hall.details().contains_key(&game_of(&lease)));
        assert!(workers.told().iter().all(|told| !told.contains("stuck")));
    });
}
