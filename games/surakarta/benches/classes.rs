//! How often the players play the acts open to them, by class of act: `classes GAMES`.
#![expect(clippy::print_stdout, reason = "its words are its result")]

use leitai_core::{Actor, Budget, Position, Rng, Seat, State, Turn};
use leitai_search::{Pvs, SearchLimits};
use std::env;
use surakarta::players::Course;
use surakarta::{Board, Ply, Point, Rules};

/// Nodes per move.
const NODES: u64 = 2000;
/// The most random plies at the start.
const RANDOM: usize = 12;

const CAPTURES: [&str; 3] =
    ["takes the stone that has just taken", "takes one that has just stepped", "takes another"];
/// Kinds of points under turns and mirrors, by the tracks that cross there.
const KINDS: [&str; 6] = ["corner", "inner", "outer", "inner twice", "inner and outer", "outer twice"];

/// How many acts were possible, and how many of them were played.
#[derive(Clone, Copy, Default)]
struct Count {
    could: u64,
    did: u64,
}

fn main() {
    let games: u64 = env::args().find_map(|arg| arg.parse().ok()).unwrap_or(100);
    let mut captures = [Count::default(); 3];
    let mut steps = [[Count::default(); 6]; 2];
    for game in 0..games {
        play(game, |board, last, played| {
            let threatened = threatened(board);
            let mut acts = Vec::new();
            board.moves(Actor::Seat(board.mover()), &mut acts);
            for act in acts {
                let count = if board.at(act.to).is_some() {
                    let class = match last {
                        Some((last, captured)) if last.to == act.to => usize::from(!captured),
                        _ => 2,
                    };
                    &mut captures[class]
                } else {
                    &mut steps[usize::from(threatened & act.from.bit() != 0)][kind(act.to)]
                };
                count.could += 1;
                count.did += u64::from(act == played);
            }
        });
    }
    for (name, count) in CAPTURES.iter().zip(captures) {
        show(name, count);
    }
    for (of, kinds) in ["stone", "stone that can be taken"].iter().zip(steps) {
        for (name, count) in KINDS.iter().zip(kinds) {
            show(&format!("a {of} steps to: {name}"), count);
        }
    }
}

fn show(name: &str, Count { could, did }: Count) {
    println!("{name}: {did} of {could}, {:.1} %", 100.0 * did as f64 / could.max(1) as f64);
}

fn kind(point: Point) -> usize {
    let [x, y] = [point.x(), point.y()].map(|at| at.min(Point::SIDE - 1 - at));
    match (x.min(y), x.max(y)) {
        (0, other) => usize::from(other),
        (1, other) => usize::from(other) + 2,
        _ => 5,
    }
}

/// The mover's stones that could be captured if it passed.
fn threatened(board: &Board) -> u64 {
    let stones = Seat::BOTH.map(|seat| board.stones(seat));
    let Ok(passed) = Board::new(board.rules(), stones, board.mover().other(), &[]) else { return 0 };
    let mut captures = Vec::new();
    passed.captures(&mut captures);
    captures.iter().fold(0, |bits, ply| bits | ply.to.bit())
}

/// Plays a game of the player against itself after an opening drawn from `seed`. `hear` is given each position that the
/// player judged, the act before it and whether that was a capture, and the act played.
fn play(seed: u64, mut hear: impl FnMut(&Board, Option<(Ply, bool)>, Ply)) {
    let mut rng = Rng::new(seed);
    let mut pvs = Pvs::new(NODES * 32, seed);
    let mut board = Board::initial(&Rules::default());
    let mut last = None;
    let random = 2 * rng.below(RANDOM / 2) + 2;
    for ply in 0.. {
        let Turn::Of(by) = board.turn() else { return };
        let act = if ply < random {
            board.random_move(by, &mut rng).expect("somebody moves")
        } else {
            let found =
                pvs.best(&mut Course::of(&board), SearchLimits::nodes(NODES), &Budget::UNTIMED, &mut |_| ());
            hear(&board, last, found.act);
            found.act
        };
        last = Some((act, board.at(act.to).is_some()));
        board.play(by, &act);
    }
}
