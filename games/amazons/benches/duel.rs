//! Plays one player against another from random openings, each with both seats: `duel ONE OTHER PAIRS BOARD`. A player is
//! `easy`, `medium`, `tree:LIMIT:WEIGHTS:EXPLORE:BEST_LINE`, `pvs:LIMIT:WEIGHTS` or `lines:COMMAND`; LIMIT is a number of
//! positions, or a time a turn with `ms` behind it. WEIGHTS is a file, or `own`. COMMAND is a program that answers each line, a
//! position, with a line, its move.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

use amazons::players::{Draft, Field, PLAN, Plan, Strong, Weights};
use amazons::{Amazons, Board, Move, Rules, Size};
use leitai_core::{Actor, Budget, Engine, Game, Info, Level, Means, Position, Rng, Seat, State, Turn};
use leitai_search::{Pvs, SearchLimits};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

/// Random plies at the start.
const RANDOM: usize = 4;

/// A player, and its limit.
struct Player {
    weights: Option<&'static Weights>,
    words: Vec<String>,
    nodes: Option<u64>,
    time: Option<Duration>,
}

impl Player {
    fn read(text: &str) -> Player {
        let words: Vec<String> = text.split(':').map(String::from).collect();
        let limit = words.get(1).map_or("", String::as_str);
        let time =
            limit.strip_suffix("ms").map(|ms| Duration::from_millis(ms.parse().expect("milliseconds")));
        let nodes = if time.is_some() { None } else { limit.parse().ok() };
        let weights = words.get(2).map(|file| match file.as_str() {
            "own" => Weights::fitted(),
            file => Box::leak(Box::new(Weights::read(&fs::read(file).expect("a file of weights")))),
        });
        Player { weights, words, nodes, time }
    }

    fn engine(&self, seed: u64) -> Box<dyn Engine<Board>> {
        let number =
            |at: usize, usual: f32| self.words.get(at).map_or(usual, |text| text.parse().expect("a number"));
        let means = Means::seeded(seed);
        match self.words[0].as_str() {
            "tree" => {
                let plan = Plan { explore: number(3, PLAN.explore), best_line: number(4, PLAN.best_line) };
                Box::new(Strong::weighing(plan, self.nodes, self.weights.expect("weights"), &means))
            }
            "pvs" => Box::new(Principal {
                pvs: Pvs::new(32 << 20, seed),
                weights: self.weights.expect("weights"),
                limits: self.nodes.map_or(SearchLimits::TIMED, SearchLimits::nodes),
            }),
            "lines" => Box::new(Lines::start(&self.words[1])),
            level => Amazons::engine(level.parse::<Level>().expect("a level"), &means).expect("listed"),
        }
    }
}

/// A player by principal-variation search.
struct Principal {
    pvs: Pvs<Draft>,
    weights: &'static Weights,
    limits: SearchLimits,
}

impl Engine<Board> for Principal {
    fn think(
        &mut self,
        _: Seat,
        view: &Board,
        budget: &Budget<'_>,
        _: &mut dyn FnMut(Info<Move>),
        turn: &mut Vec<Move>,
    ) {
        let mut field = Field::of(view);
        let found = self.pvs.best(&mut Draft::new(field, self.weights), self.limits, budget, &mut |_| ());
        let shot = found.line.get(1).copied().unwrap_or_else(|| {
            field.put(found.act);
            self.pvs
                .best(&mut Draft::new(field, self.weights), SearchLimits::depth(1), budget, &mut |_| ())
                .act
        });
        turn.push(Field::move_of([found.act, shot]));
    }
}

/// A program of somebody else.
struct Lines {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Lines {
    fn start(command: &str) -> Lines {
        let mut words = command.split(' ');
        let mut start = Command::new(words.next().expect("a program"));
        start.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = start.spawn().expect("it starts");
        let answers = BufReader::new(child.stdout.take().expect("it is piped"));
        Lines { child, answers }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Engine<Board> for Lines {
    fn think(
        &mut self,
        _: Seat,
        view: &Board,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Move>),
        turn: &mut Vec<Move>,
    ) {
        let mut line = String::new();
        Amazons::write_position(view, &mut line);
        writeln!(self.child.stdin.as_mut().expect("it is piped"), "{line}").expect("it listens");
        line.clear();
        self.answers.read_line(&mut line).expect("it answers");
        turn.push(Amazons::read(&line).expect("a move"));
    }
}

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [one, other, pairs, board] = &args[..] else {
        println!("duel ONE OTHER PAIRS BOARD");
        return;
    };
    let players = [one, other].map(|text| Player::read(text));
    let size = if board == "8x8" { Size::Eight } else { Size::Ten };
    let games = 2 * pairs.parse::<u64>().expect("a number");
    let (mut won, mut spent, mut turns) = (0_u64, [Duration::ZERO; 2], [0_u32; 2]);
    for game in 0..games {
        let mut rng = Rng::new((1 << 40) | (game / 2));
        let mut engines = [0, 1].map(|at| players[at].engine(game));
        let mut board = Board::initial(&Rules { size });
        for _ in 0..RANDOM {
            let m = board.random_move(Actor::Seat(board.mover()), &mut rng).expect("it is not over");
            board.play(Actor::Seat(board.mover()), &m);
        }
        let winner = loop {
            let seat = match board.turn() {
                Turn::Over(outcome) => break outcome.winner.expect("there is no draw"),
                _ => board.mover(),
            };
            let at = seat.index() ^ (game & 1) as usize;
            let begun = Instant::now();
            let elapsed = || begun.elapsed();
            let limit = players[at].time.unwrap_or(Duration::MAX);
            let never = limit.saturating_mul(2);
            let budget = Budget { aim: limit, never, elapsed: &elapsed, ..Budget::UNTIMED };
            let mut turn = Vec::new();
            engines[at].think(seat, &board, &budget, &mut |_| (), &mut turn);
            spent[at] += begun.elapsed();
            turns[at] += 1;
            board.try_play(Actor::Seat(seat), &turn[0]).expect("a legal turn");
        };
        won += u64::from(winner.index() ^ (game & 1) as usize == 0);
    }
    let share = won as f64 / games as f64;
    let spread = 196.0 * (share * (1.0 - share) / games as f64).sqrt();
    let each = [0, 1].map(|at| spent[at].as_secs_f64() * 1e3 / f64::from(turns[at].max(1)));
    println!(
        "{one} against {other}: {won} of {games}, {:.1} % ± {spread:.1}; {:.1} and {:.1} ms a turn",
        100.0 * share,
        each[0],
        each[1]
    );
}
