//! Compares the queue with the model in memory: any calls in any order, under leases that hold and leases long lost.

use crate::bed::{Bed, TERMS, key};
use crate::model::Model;
use crate::on_both;
use leitai_store::{Job, Lease, LeaseTerms, Queue, Release};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;
use std::time::Duration;

on_both! { it_does_what_the_model_does }

const GAMES: usize = 3;

/// One call. Games and leases are chosen by number among the existing ones.
#[derive(Clone, Debug)]
enum Call {
    Enqueue(usize),
    Lease(u8),
    Heartbeat(usize),
    /// The worker of this lease falls silent for longer than the lease lasts.
    Silence(usize),
    Finish(usize),
    GiveBack(usize),
    Fail(usize),
    Cancel(usize),
    Again(usize),
}

fn call() -> impl Strategy<Value = Call> {
    // The newest leases are the most revealing.
    let lease = || prop_oneof![4 => Just(0usize), 2 => 0..3usize, 1 => 0..8usize];
    prop_oneof![
        2 => (0..GAMES).prop_map(Call::Enqueue),
        7 => (0..4u8).prop_map(Call::Lease),
        2 => lease().prop_map(Call::Heartbeat),
        7 => lease().prop_map(Call::Silence),
        2 => lease().prop_map(Call::Finish),
        1 => lease().prop_map(Call::GiveBack),
        2 => lease().prop_map(Call::Fail),
        2 => (0..GAMES).prop_map(Call::Cancel),
        1 => (0..GAMES).prop_map(Call::Again),
    ]
}

fn job(number: usize) -> Job {
    let (event, class) = ("cup".to_owned(), "lab".to_owned());
    Job { event, class, game: key(&number.to_string()), priority: number as i64, payload: json!(number) }
}

/// The queue, the model, and every lease ever given.
struct Pair {
    queue: Queue,
    /// The same queue, with leases that end as soon as they are given.
    hasty: Queue,
    model: Model,
    leases: Vec<Lease>,
}

impl Pair {
    async fn step(&mut self, call: &Call) {
        match call {
            Call::Enqueue(number) => self.enqueue(*number).await,
            Call::Lease(worker) => self.lease(*worker).await,
            Call::Cancel(number) => self.cancel(*number).await,
            Call::Again(number) => self.requeue(*number).await,
            Call::Heartbeat(back)
            | Call::Silence(back)
            | Call::Finish(back)
            | Call::GiveBack(back)
            | Call::Fail(back) => {
                if let Some(lease) = self.leases.iter().rev().nth(*back).cloned() {
                    self.by(&lease, call).await;
                }
            }
        }
        self.compare().await;
    }

    async fn enqueue(&mut self, number: usize) {
        let new = self.model.enqueue(number);
        assert_eq!(self.queue.enqueue(&[job(number)]).await.unwrap(), u64::from(new));
    }

    async fn lease(&mut self, worker: u8) {
        let given = self.queue.lease("lab", &format!("w{worker}")).await.unwrap();
        let told = given.as_ref().map(|lease| {
            assert_eq!(lease.job, job(lease.job.priority as usize));
            (lease.job.priority as usize, lease.fence, lease.attempt)
        });
        assert_eq!(told, self.model.lease(worker.into()));
        self.leases.extend(given);
    }

    async fn cancel(&mut self, number: usize) {
        let due = self.model.cancel(number);
        assert_eq!(self.queue.cancel("cup", &key(&number.to_string())).await.unwrap(), due);
    }

    async fn requeue(&mut self, number: usize) {
        let due = self.model.requeue(number);
        assert_eq!(self.queue.requeue(&[job(number)]).await.unwrap(), u64::from(due));
    }

    async fn by(&mut self, lease: &Lease, call: &Call) {
        let (number, fence) = (lease.job.game.parse().unwrap(), lease.fence);
        match call {
            Call::Heartbeat(_) | Call::Silence(_) => {
                let silent = matches!(call, Call::Silence(_));
                let due = self.model.beat(number, fence, silent);
                let queue = if silent { &self.hasty } else { &self.queue };
                assert_eq!(queue.heartbeat(lease).await.unwrap(), due);
                if silent {
                    tokio::time::sleep(Duration::from_millis(3)).await;
                }
            }
            Call::Finish(_) => {
                let due = self.model.finish(number, fence);
                assert_eq!(self.queue.finish(lease, &json!(fence)).await.unwrap(), due);
            }
            _ => {
                let gives_back = matches!(call, Call::GiveBack(_));
                let why = if gives_back { Release::GivenBack } else { Release::Failed("why".into()) };
                let told = self.queue.release(lease, &why).await.unwrap();
                assert_eq!(told, self.model.release(number, fence, gives_back));
            }
        }
    }

    async fn compare(&self) {
        let list = self.queue.list("cup").await.unwrap();
        let list: Vec<_> = list
            .iter()
            .map(|listed| (listed.job.priority as usize, listed.state, listed.attempts, listed.called_off))
            .collect();
        let games = self.model.games.iter();
        let due: Vec<_> =
            games.map(|game| (game.number, game.seen(), game.attempts, game.called_off)).collect();
        assert_eq!(list, due);
        let results = self.queue.results("cup").await.unwrap();
        let mut results: Vec<_> =
            results.iter().map(|result| (result.game.parse().unwrap(), result.fence)).collect();
        let mut due: Vec<_> =
            self.model.games.iter().filter_map(|game| Some((game.number, game.result?))).collect();
        results.sort_unstable();
        due.sort_unstable();
        assert_eq!(results, due);
    }
}

#[expect(clippy::print_stderr, reason = "the calls that led to a failure")]
async fn it_does_what_the_model_does(bed: Bed) {
    let mut runner = TestRunner::new(ProptestConfig::default());
    for _ in 0..6 {
        let bed = match &bed.server {
            Some(server) => Bed::on(server.clone()),
            None => Bed::sqlite(),
        };
        let hasty = LeaseTerms { heartbeat: Duration::ZERO, ..TERMS };
        // Workers fall silent only when told to.
        let patient = LeaseTerms { heartbeat: Duration::from_mins(10), ..TERMS };
        let queue = Queue::new(bed.database().await, patient);
        let hasty = Queue::new(bed.database().await, hasty);
        let mut pair = Pair { queue, hasty, model: Model::default(), leases: Vec::new() };
        let calls = vec(call(), 100).new_tree(&mut runner).unwrap().current();
        for (done, call) in calls.iter().enumerate() {
            eprintln!("{done}: {call:?}");
            pair.step(call).await;
        }
    }
}
