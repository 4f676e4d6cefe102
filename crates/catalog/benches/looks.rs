//! How soon every built-in player notices that its time is up: the longest that it computes without looking at the
//! clock, and how long it computes after the time by which it must have answered.
//!
//! `cargo bench -p leitai-catalog --features bench --bench looks`. Processor time, the least of several runs: what other
//! work on the machine adds to one run it hardly adds to all.
#![expect(clippy::print_stdout, reason = "what it measured is its output")]

use leitai_core::{Actor, Budget, Eye, Game, Level, Means, Position, Rng, State};
use std::cell::RefCell;
use std::time::Duration;

/// Random acts before the positions at which players think.
const ACTS: [usize; 8] = [0, 1, 4, 9, 20, 30, 41, 60];
/// Milliseconds for the answer.
const TIMES: [u64; 4] = [0, 1, 10, 100];
const RUNS: usize = 4;

fn main() {
    println!("{:<12}{:<8}{:>12}{:>12}", "game", "level", "longest ms", "after ms");
    looks::<tictactoe::TicTacToe>();
    looks::<gomoku::Gomoku>();
    looks::<connect6::Connect6>();
    looks::<dots::Dots>();
    looks::<surakarta::Surakarta>();
    looks::<amazons::Amazons>();
    looks::<phantomgo::PhantomGo>();
    looks::<nogo::NoGo>();
    looks::<einstein::EinStein>();
    looks::<luzhanqi::Luzhanqi>();
    looks::<hex::Hex>();
    looks::<draughts::Draughts>();
}

fn looks<G: Game>() {
    for level in G::FACTS.levels.iter().filter(|level| **level != Level::Random) {
        let (mut longest, mut after) = (Duration::ZERO, Duration::ZERO);
        for position in ACTS.into_iter().filter_map(after_acts::<G>) {
            for time in TIMES.map(Duration::from_millis) {
                let runs = [(); RUNS].map(|()| think::<G>(*level, &position, time));
                longest = longest.max(runs.map(|run| run.0).into_iter().min().unwrap_or_default());
                after = after.max(runs.map(|run| run.1).into_iter().min().unwrap_or_default());
            }
        }
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!("{:<12}{:<8}{:>12.2}{:>12.2}", G::FACTS.id, level.name(), ms(longest), ms(after));
    }
}

/// A position after so many random acts in which a seat has to act; `None` if the game is over by then.
fn after_acts<G: Game>(acts: usize) -> Option<G::Position> {
    let mut position = G::Position::initial(&<G::Position as Position>::Rules::default());
    let mut rng = Rng::new(acts as u64 + 3);
    let mut played = 0;
    loop {
        let by = position.turn().next()?;
        if played >= acts && matches!(by, Actor::Seat(_)) {
            return Some(position);
        }
        let act = position.random_move(by, &mut rng)?;
        position.play(by, &act);
        played += 1;
    }
}

/// Lets a new player think; returns the longest time between two looks at the clock, its beginning and its answer
/// included, and how long after `time` it answered.
fn think<G: Game>(level: Level, position: &G::Position, time: Duration) -> (Duration, Duration) {
    let Some(Actor::Seat(seat)) = position.turn().next() else { return Default::default() };
    let view = position.view(Eye::Seat(seat));
    let Some(mut player) = G::engine(level, &Means::seeded(5)) else { return Default::default() };
    let (begun, looks) = (processor_time(), RefCell::new(vec![Duration::ZERO]));
    let spent = || processor_time().saturating_sub(begun);
    let elapsed = || {
        looks.borrow_mut().push(spent());
        spent()
    };
    let budget = Budget { aim: time, never: time, elapsed: &elapsed, ..Budget::UNTIMED };
    player.think(seat, &view, &budget, &mut |_| (), &mut Vec::new());
    let answered = spent();
    looks.borrow_mut().push(answered);
    let longest = looks.borrow().windows(2).map(|pair| pair[1].saturating_sub(pair[0])).max();
    (longest.unwrap_or_default(), answered.saturating_sub(time))
}

/// The processor time of this thread.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
