//! The process that runs an event learns which games its workers have taken.

use super::bed::{Bed, Workers, first_won, game_of};
use crate::one_run::OneRun;
use leitai_store::Release;

/// Looks once; returns what is reported, and what is being played.
fn look(run: &mut OneRun<'_>, workers: &Workers) -> (Vec<String>, Vec<String>) {
    run.settle().expect("a store");
    (workers.told(), run.hall.running().now().iter().map(|due| due.id.to_string()).collect())
}

#[test]
fn a_game_that_a_worker_takes_is_told_of_once_for_each_time_that_it_is_taken() {
    Bed::cup().run(|run, workers| {
        run.hand_out().expect("room");
        assert_eq!(look(run, workers), (vec![], vec![]));
        let lease = workers.take();
        let game = game_of(&lease).to_string();
        assert_eq!(look(run, workers), (vec![format!("started {game}")], vec![game.clone()]));
        assert_eq!(look(run, workers), (vec![], vec![game.clone()]));
        assert!(workers.wait(workers.queue.release(&lease, &Release::GivenBack)));
        assert_eq!(look(run, workers), (vec![], vec![]));
        let lease = workers.take();
        assert_eq!(look(run, workers), (vec![format!("started {game}")], vec![game.clone()]));
        workers.finish(&lease, &first_won(&lease, String::new()));
        assert_eq!(look(run, workers), (vec![format!("played {game}")], vec![]));
    });
}

#[test]
fn a_game_that_was_over_before_anybody_looked_was_started_all_the_same() {
    Bed::cup().run(|run, workers| {
        run.hand_out().expect("room");
        let lease = workers.take();
        workers.finish(&lease, &first_won(&lease, String::new()));
        let game = game_of(&lease);
        assert_eq!(look(run, workers).0, [format!("started {game}"), format!("played {game}")]);
    });
}

#[test]
fn a_game_that_is_called_off_runs_no_more() {
    Bed::cup().run(|run, workers| {
        run.hand_out().expect("room");
        let lease = workers.take();
        assert_eq!(look(run, workers).1.len(), 1);
        workers.wait(workers.queue.cancel("cup", &lease.job.game));
        assert_eq!(look(run, workers), (vec![], vec![]));
    });
}
