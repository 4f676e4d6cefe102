//! Explores every order of steps of a small event: two workers that take games ahead, die and freeze; a connection on
//! which requests are late, arrive twice or lose their answer; and a coordinator that cancels games, orders them again,
//! dies and comes back. The queue itself is the in-memory model that the databases are compared with.

use crate::model::Model as Queue;
use leitai_store::{Finished, JobState};
use stateright::{Checker, Model, Property};
use std::collections::BTreeSet;

/// A game by its number, and the lease under which somebody plays it.
type Held = (usize, i64);

/// How often steps that could repeat for ever may still happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Left {
    /// Workers that die, or are silent for longer than a lease.
    troubles: u8,
    calls_off: u8,
    /// Games failed.
    fails: u8,
    /// Deaths of the coordinator.
    restarts: u8,
    /// Games given back.
    backs: u8,
    /// Workers that announce that they leave before they are ended.
    leaves: u8,
}

/// The event.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct World {
    queue: Queue,
    /// The leases that each worker believes it holds.
    workers: [BTreeSet<Held>; 2],
    /// The workers that have announced that they leave: they take nothing more.
    leaving: [bool; 2],
    /// How often a game failed, or its worker died or froze unannounced.
    harms: Vec<u8>,
    /// Results that were sent. They may arrive at any time, and more than once.
    sent: BTreeSet<Held>,
    /// Results that were acknowledged to their workers as accepted.
    stands: BTreeSet<Held>,
    /// Games in the event's journal, by the lease of their result.
    journal: Vec<Held>,
    /// The games that the coordinator waits for; none after its death.
    ordered: BTreeSet<usize>,
    left: Left,
}

#[derive(Clone, PartialEq, Debug)]
enum Step {
    Order,
    /// A worker takes this many games.
    Take(usize, usize),
    Die(usize),
    Leave(usize),
    /// A lease ends before the next heartbeat of a worker that is only asleep.
    Freeze(Held),
    Beat(usize, Held),
    Send(usize, Held),
    Arrive(Held),
    GiveBack(usize, Held),
    Fail(usize, Held),
    CallOff(usize),
    /// The coordinator stores all available results, and learns what was cancelled.
    Absorb,
    Restart,
}

/// An event with this many games.
struct Event {
    games: usize,
    left: Left,
}

impl Model for Event {
    type State = World;
    type Action = Step;

    fn init_states(&self) -> Vec<World> {
        let none = BTreeSet::new;
        vec![World {
            queue: Queue::default(),
            workers: [none(), none()],
            leaving: [false; 2],
            harms: vec![0; self.games],
            sent: none(),
            stands: none(),
            journal: Vec::new(),
            ordered: BTreeSet::new(),
            left: self.left,
        }]
    }

    fn actions(&self, world: &World, steps: &mut Vec<Step>) {
        let Left { troubles, calls_off, fails, restarts, backs, leaves } = world.left;
        let kept = |game: &usize| world.journal.iter().any(|(number, _)| number == game);
        if (0..self.games).any(|game| !world.ordered.contains(&game) && !kept(&game)) {
            steps.push(Step::Order);
        }
        let is_settled =
            |game: &usize| world.is(*game, JobState::Done) || world.is(*game, JobState::Cancelled);
        if world.ordered.iter().any(is_settled) {
            steps.push(Step::Absorb);
        }
        if restarts > 0 && !world.ordered.is_empty() {
            steps.push(Step::Restart);
        }
        if calls_off > 0 {
            steps.extend(world.ordered.iter().map(|game| Step::CallOff(*game)));
        }
        steps.extend(world.sent.iter().map(|sent| Step::Arrive(*sent)));
        let games = &world.queue.games;
        for (worker, held) in world.workers.iter().enumerate() {
            let may_be_taken = || games.iter().any(|game| game.silent || game.is_for(worker));
            if may_be_taken() && held.len() < 2 && !world.leaving[worker] {
                steps.extend([1, 2].map(|many| Step::Take(worker, many)));
            }
            if troubles > 0 && !held.is_empty() {
                steps.push(Step::Die(worker));
            }
            if leaves > 0 && !world.leaving[worker] && !held.is_empty() {
                steps.push(Step::Leave(worker));
            }
            // Another worker may start in its place.
            if world.leaving[worker] && held.is_empty() {
                steps.push(Step::Die(worker));
            }
            for game in held {
                steps.extend([Step::Beat(worker, *game), Step::Send(worker, *game)]);
                if fails > 0 {
                    steps.push(Step::Fail(worker, *game));
                }
                if troubles > 0 {
                    steps.push(Step::Freeze(*game));
                }
                if backs > 0 {
                    steps.push(Step::GiveBack(worker, *game));
                }
            }
        }
    }

    fn next_state(&self, world: &World, step: Step) -> Option<World> {
        let mut next = world.clone();
        match step {
            Step::Order => next.order(self.games),
            Step::Take(worker, many) => {
                for _ in 0..many {
                    let taken = next.queue.lease(worker).map(|(game, fence, _)| (game, fence));
                    next.workers[worker].extend(taken);
                }
            }
            // Its process is gone, with everything it knew; what it sent is still under way.
            Step::Die(worker) => {
                let left = std::mem::take(&mut next.leaving[worker]);
                let held = std::mem::take(&mut next.workers[worker]);
                next.left.troubles -= u8::from(!held.is_empty());
                for held in held {
                    next.falls_silent(held, left);
                }
            }
            Step::Leave(worker) => {
                next.leaving[worker] = true;
                next.left.leaves -= 1;
            }
            Step::Freeze(held) => {
                let left =
                    world.workers.iter().zip(world.leaving).any(|(all, left)| left && all.contains(&held));
                next.falls_silent(held, left);
                next.left.troubles -= 1;
            }
            Step::Beat(worker, held) => {
                if next.queue.beat(held.0, held.1, false) != leitai_store::Standing::Mine {
                    next.workers[worker].remove(&held);
                    next.queue.release(held.0, held.1, true);
                }
            }
            Step::Send(worker, held) => {
                next.workers[worker].remove(&held);
                next.sent.insert(held);
            }
            Step::Arrive(held) => {
                if next.queue.finish(held.0, held.1) == Finished::Stands {
                    next.stands.insert(held);
                }
            }
            Step::GiveBack(worker, held) => {
                next.workers[worker].remove(&held);
                next.queue.release(held.0, held.1, true);
                next.left.backs -= 1;
            }
            Step::Fail(worker, held) => {
                next.workers[worker].remove(&held);
                next.harms[held.0] += u8::from(next.queue.held(held.0, held.1).is_some());
                next.queue.release(held.0, held.1, false);
                next.left.fails -= 1;
            }
            Step::CallOff(game) => {
                next.queue.cancel(game);
                next.ordered.remove(&game);
                next.left.calls_off -= 1;
            }
            Step::Absorb => {
                for game in std::mem::take(&mut next.ordered) {
                    next.absorb(game);
                }
            }
            Step::Restart => {
                next.ordered.clear();
                next.left.restarts -= 1;
            }
        }
        (next != *world).then_some(next)
    }

    fn properties(&self) -> Vec<Property<Event>> {
        vec![
            Property::<Event>::always("whoever was told that a result stands wrote it", |_, world| {
                world.stands.iter().all(|held| world.result(held.0) == Some(held.1))
            }),
            Property::<Event>::always("a game that is done has a result, and no other has", |_, world| {
                let games = &world.queue.games;
                games.iter().all(|game| (game.state == JobState::Done) == game.result.is_some())
            }),
            Property::<Event>::always(
                "the journal has a game once, with the result that stands",
                |_, world| {
                    let games: BTreeSet<usize> = world.journal.iter().map(|(game, _)| *game).collect();
                    games.len() == world.journal.len()
                        && world.journal.iter().all(|(game, fence)| world.result(*game) == Some(*fence))
                },
            ),
            Property::<Event>::always("nobody is leased a game more often than it may fail", |_, world| {
                world.queue.games.iter().all(|game| game.attempts <= crate::bed::TERMS.attempts)
            }),
            Property::<Event>::always("only what went wrong counts against a game", |_, world| {
                world.queue.games.iter().all(|game| {
                    let tried = game.attempts - u32::from(game.state == JobState::Running && !game.silent);
                    tried.saturating_sub(u32::from(game.left)) <= u32::from(world.harms[game.number])
                        || matches!(game.state, JobState::Done | JobState::Cancelled)
                })
            }),
            Property::<Event>::always("no two workers play under one lease", |_, world| {
                world.workers[0].is_disjoint(&world.workers[1])
            }),
            Property::<Event>::always(
                "where nothing is left to do, every game is kept or needs a person",
                |event, world| {
                    let mut steps = Vec::new();
                    event.actions(world, &mut steps);
                    let goes_on = steps.into_iter().any(|step| event.next_state(world, step).is_some());
                    goes_on || (0..event.games).all(|game| world.is_settled(game))
                },
            ),
            Property::<Event>::sometimes("a late result is dropped", |_, world| {
                world.sent.iter().any(|held| world.result(held.0).is_some_and(|fence| fence != held.1))
            }),
            Property::<Event>::sometimes("a game needs a person", |_, world| world.is(0, JobState::Stuck)),
            Property::<Event>::sometimes("all is kept after a death of the coordinator", |event, world| {
                world.left.restarts < event.left.restarts && world.journal.len() == event.games
            }),
        ]
    }
}

impl World {
    /// A worker falls silent under this lease.
    fn falls_silent(&mut self, (game, fence): Held, left: bool) {
        let was_silent = self.queue.held(game, fence).is_none_or(|held| held.silent);
        self.queue.falls_silent(game, fence, left);
        self.harms[game] += u8::from(!was_silent && !left);
    }

    fn is(&self, game: usize, state: JobState) -> bool {
        self.queue.games.iter().any(|it| it.number == game && it.seen() == state)
    }

    fn result(&self, game: usize) -> Option<i64> {
        self.queue.games.iter().find(|it| it.number == game)?.result
    }

    fn is_settled(&self, game: usize) -> bool {
        self.journal.iter().any(|(kept, _)| *kept == game) || self.is(game, JobState::Stuck)
    }

    /// Orders games that are neither ordered nor stored; cancelled ones are played after all.
    fn order(&mut self, games: usize) {
        for game in 0..games {
            let is_kept = self.journal.iter().any(|(kept, _)| *kept == game);
            if is_kept || self.ordered.contains(&game) {
                continue;
            }
            if !self.queue.enqueue(game) && !self.is(game, JobState::Stuck) {
                self.queue.requeue(game);
            }
            self.ordered.insert(game);
        }
    }

    /// Stores a result, unless the journal has one: a coordinator that died may have stored it.
    fn absorb(&mut self, game: usize) {
        match self.result(game) {
            Some(fence) if !self.journal.iter().any(|(kept, _)| *kept == game) => {
                self.journal.push((game, fence));
            }
            Some(_) => {}
            // It goes on waiting for this one; games that others cancelled are ordered anew.
            None if self.is(game, JobState::Cancelled) => {}
            None => _ = self.ordered.insert(game),
        }
    }
}

/// A few simultaneous troubles are explored every time; with `LEITAI_LONG`, more of them, which takes minutes.
fn explored(games: usize, few: Left, many: Left) {
    let left = if std::env::var_os("LEITAI_LONG").is_some() { many } else { few };
    let checker = Event { games, left }.checker().threads(1).spawn_bfs().join();
    checker.assert_properties();
    assert!(checker.unique_state_count() > 1_000, "{} states", checker.unique_state_count());
}

#[test]
fn one_game_among_all_troubles() {
    let few = Left { troubles: 1, calls_off: 1, fails: 3, restarts: 1, backs: 0, leaves: 1 };
    explored(1, few, Left { troubles: 2, backs: 1, leaves: 2, ..few });
}

#[test]
fn two_games_taken_together() {
    let few = Left { troubles: 1, calls_off: 0, fails: 3, restarts: 1, backs: 0, leaves: 0 };
    explored(2, few, Left { leaves: 1, ..few });
}
