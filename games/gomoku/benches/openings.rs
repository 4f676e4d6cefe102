//! The table of openings: what black expects after each opening, fourth stone and fifth stone, found by the search of
//! `best`, with proofs. `openings values FILE NODES` brings every opening of the file to that many positions and goes on
//! where it was interrupted. `openings plays GAMES NODES` counts how games of `best` against itself end, with so many
//! positions a stone, after the openings that it proposes; `openings plays GAMES NODES all` after every opening of the table
//! with every number of fifth stones, by what the table says. The same arguments always produce the same output.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

use gomoku::study::{black_expects, black_in_table, sight};
use gomoku::{Bans, Board, Gomoku, Move, Opening, Phase, Point, Rules, Side, Start, Stones, Symmetry};
use leitai_core::{Actor, Budget, Game, Level, Means, Position, Seat, State, Turn};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// The numbers of fifth stones that the table is for: 1 to this.
const MOST: usize = 8;
/// Positions searched at first for each fifth stone; each further search of it has this many times as many.
const FIRST: u64 = 1_000;
const DEEPER: u64 = 4;
/// One search gets at most this part of an opening's positions, as long as another is worth its own.
const PART: u64 = 8;
/// How many more positions a stone each game has than the one before.
const MORE: u64 = 4;
/// The fourth stones that are written for each number of fifth stones, and the fifth stones for each fourth.
const FOURTHS: usize = 3;
const FIFTHS: usize = MOST + 2;

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["values", file, nodes] => values(Path::new(file), nodes.parse().expect("a number")),
        ["plays", games, nodes, ref all @ ..] => {
            plays(games.parse().expect("a number"), nodes.parse().expect("a number"), !all.is_empty());
        }
        _ => println!("openings values FILE NODES | openings plays GAMES NODES [all]"),
    }
}

/// Brings every opening of the file to `nodes` positions, and writes the file after each.
fn values(file: &Path, nodes: u64) {
    let mut known = read(&fs::read_to_string(file).unwrap_or_default());
    for (number, opening) in (1..).zip(Opening::all()) {
        if known.get(&number).is_some_and(|(searched, _)| *searched >= nodes) {
            continue;
        }
        let tree = Tree::new(opening).grown(nodes);
        known.insert(number, (tree.searched, tree.lines()));
        let mut text = String::new();
        for (number, (searched, lines)) in &known {
            let _ = write!(text, "opening {number} {searched}\n{lines}");
        }
        let written = file.with_extension("new");
        fs::write(&written, text).and_then(|()| fs::rename(&written, file)).expect("it can be written");
        println!("{number} {}: {}", opening.name().en, tree.report());
    }
}

/// The openings of a file by their number: the positions searched, and the lines of their fourth stones.
fn read(text: &str) -> BTreeMap<u32, (u64, String)> {
    let mut known: BTreeMap<u32, (u64, String)> = BTreeMap::new();
    let mut last = 0;
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("opening ") {
            let (number, searched) = head.split_once(' ').expect("a number and what was searched");
            last = number.parse().expect("a number");
            known.insert(last, (searched.parse().expect("a number"), String::new()));
        } else if let Some((_, lines)) = known.get_mut(&last) {
            *lines += line;
            lines.push('\n');
        }
    }
    known
}

/// A fifth stone: how many positions its last search had, and what black expected.
struct Fifth {
    point: Point,
    nodes: u64,
    black: f32,
}

/// A fourth stone with the fifth ones that differ after it, the best for black first.
struct Fourth {
    point: Point,
    board: Board,
    fifths: Vec<Fifth>,
}

impl Fourth {
    /// What black expects where it offers this many fifth stones and white keeps the worst of them.
    fn of(&self, offers: usize) -> f32 {
        self.fifths.get(offers - 1).map_or(0.0, |fifth| fifth.black)
    }

    /// Searches a fifth stone with more positions; returns how many.
    fn search(&mut self, at: usize, nodes: u64) -> u64 {
        let fifth = &mut self.fifths[at];
        let mut board = self.board;
        place(&mut board, Side::Black, fifth.point);
        (fifth.nodes, fifth.black) = (nodes, black_expects(&board, nodes));
        nodes
    }

    fn sort(&mut self) {
        self.fifths.sort_by(|a, b| b.black.total_cmp(&a.black));
    }
}

/// An opening's fourth and fifth stones.
struct Tree {
    fourths: Vec<Fourth>,
    /// Positions searched so far.
    searched: u64,
}

impl Tree {
    fn new(opening: Opening) -> Tree {
        let rules = Rules { start: Start::Free, bans: Bans::Automatic, ..Rules::default() };
        let mut board = Board::initial(&rules);
        for (side, stone) in [Side::Black, Side::White, Side::Black].into_iter().zip(opening.stones()) {
            place(&mut board, side, stone);
        }
        let fourth = |point| {
            let mut board = board;
            place(&mut board, Side::White, point);
            let fifth = |point| Fifth { point, nodes: 0, black: 0.0 };
            let fifths = different(&board, Side::Black).into_iter().map(fifth).collect();
            Fourth { point, board, fifths }
        };
        Tree { fourths: different(&board, Side::White).into_iter().map(fourth).collect(), searched: 0 }
    }

    /// Searches so many positions: all fifth stones a little, then again and again those on which a value depends. A
    /// number's value is that of the fourth stone that is best for white; it depends on the fifth stones that black would
    /// offer there and on the next one, and on those of the fourth stone that is next best.
    fn grown(mut self, nodes: u64) -> Tree {
        for fourth in &mut self.fourths {
            for at in 0..fourth.fifths.len() {
                self.searched += fourth.search(at, FIRST);
            }
            fourth.sort();
        }
        let (mut turn, mut idle, mut most) = (0, 0, nodes / PART);
        while self.searched < nodes {
            if idle == 2 * MOST {
                // All that matters has had its part.
                (idle, most) = (0, DEEPER * most);
            }
            let (offers, rank) = (turn % MOST + 1, turn / MOST % 2);
            turn += 1;
            let order = self.order(offers);
            let Some(fourth) = order.get(rank).and_then(|at| self.fourths.get_mut(*at)) else { break };
            let looked = fourth.fifths.len().min(offers + 1);
            let least = (0..looked).min_by_key(|at| fourth.fifths[*at].nodes).unwrap_or(0);
            let deeper = DEEPER * fourth.fifths[least].nodes;
            if deeper > most {
                idle += 1;
                continue;
            }
            idle = 0;
            self.searched += fourth.search(least, deeper);
            fourth.sort();
        }
        self
    }

    /// The positions searched, and for each number of fifth stones what black expects, in thousandths, with those of the
    /// last search that this comes from.
    fn report(&self) -> String {
        let mut text = format!("{} positions;", self.searched);
        for offers in 1..=MOST {
            let fourth = self.order(offers).first().map(|at| &self.fourths[*at]);
            if let Some(fifth) = fourth.and_then(|fourth| fourth.fifths.get(offers - 1)) {
                let _ = write!(text, " {offers}: {:.0} ({})", 1000.0 * fifth.black, fifth.nodes);
            }
        }
        text
    }

    /// The fourth stones from the best for white on, where black offers so many fifth ones.
    fn order(&self, offers: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.fourths.len()).collect();
        order.sort_by(|a, b| self.fourths[*a].of(offers).total_cmp(&self.fourths[*b].of(offers)));
        order
    }

    /// The fourth stones that matter, a line each: the stone, and its fifth stones with what black expects, in
    /// thousandths.
    fn lines(&self) -> String {
        let mut kept: Vec<usize> =
            (1..=MOST).flat_map(|offers| self.order(offers).into_iter().take(FOURTHS)).collect();
        kept.sort_unstable();
        kept.dedup();
        let mut text = String::new();
        for fourth in kept.into_iter().map(|at| &self.fourths[at]) {
            let _ = write!(text, "{:?}", fourth.point);
            for fifth in fourth.fifths.iter().take(FIFTHS) {
                let _ = write!(text, " {:?}:{:.0}", fifth.point, 1000.0 * fifth.black);
            }
            text.push('\n');
        }
        text
    }
}

/// The points near stones that no symmetry of the position makes the same, where the side may play.
fn different(board: &Board, side: Side) -> Vec<Point> {
    let (mut seen, mut points) = (Stones::default(), Vec::new());
    for point in sight(board, side).near {
        if seen.has(point) {
            continue;
        }
        let symmetries = Symmetry::of(board.stones(Side::Black), board.stones(Side::White));
        symmetries.for_each(|symmetry| seen.insert(symmetry.apply(point)));
        points.push(point);
    }
    points
}

fn place(board: &mut Board, side: Side, point: Point) {
    board.play(Actor::Seat(board.seat(side)), &Move::Place(point));
}

/// How games ended that differ.
#[derive(Default)]
struct Ends {
    black: u64,
    white: u64,
    drawn: u64,
}

/// Plays games of `best` against itself, until so many differ or four times as many are played, and prints how they
/// ended, in all and by what the table says, to the nearest twentieth.
fn plays(games: usize, nodes: u64, all: bool) {
    let mut ends: BTreeMap<(bool, String), Ends> = BTreeMap::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut played = 0;
    while seen.len() < games && played < 4 * games {
        // With the same limit nearly all games from an opening would be one.
        let (acts, said, winner) = game(played, nodes + MORE * played as u64, all);
        played += 1;
        if !seen.insert(acts) {
            continue;
        }
        for key in [(true, "all".to_owned()), (false, said)] {
            let ends = ends.entry(key).or_default();
            match winner {
                Some(Side::Black) => ends.black += 1,
                Some(Side::White) => ends.white += 1,
                None => ends.drawn += 1,
            }
        }
    }
    for ((_, said), Ends { black, white, drawn }) in &ends {
        println!("{said}: black {black}, white {white}, drawn {drawn}");
    }
    println!("{} of {played} games differ", seen.len());
}

/// A game: its acts, the same for games that a symmetry makes the same; what the table says of its opening; who won.
fn game(number: usize, nodes: u64, all: bool) -> (String, String, Option<Side>) {
    let mut board = Board::initial(&Rules::default());
    let mut acts: Vec<Move> = Vec::new();
    if all {
        // Each opening with each number in turn.
        let opening = Opening::all().nth(number % 26).expect("one of 26");
        let offers = (number / 26 % MOST + 1) as u8;
        acts.extend(opening.stones().map(Move::Place));
        acts.extend([Move::Announce(offers), Move::Swap(false)]);
        for m in &acts {
            let by = if matches!(m, Move::Swap(_)) { Seat::Second } else { Seat::First };
            board.play(Actor::Seat(by), m);
        }
    }
    let mut said = String::new();
    let mut players = Seat::BOTH.map(|seat| {
        let seed = (number as u64) << 1 | seat.index() as u64;
        let means = Means { memory: 1 << 22, ..Means::seeded(seed) };
        Gomoku::engine(Level::Best, &means).expect("a level of the game")
    });
    while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
        let mut turn = Vec::new();
        let budget = Budget { nodes: Some(nodes), ..Budget::UNTIMED };
        players[seat.index()].think(seat, &board, &budget, &mut |_| (), &mut turn);
        for m in turn {
            if let (Phase::Fourth(offers), Some(opening)) = (board.phase(), board.opening()) {
                let black = black_in_table(opening, *offers).unwrap_or(0);
                said = format!("{:.2}", f64::from((black + 25) / 50) / 20.0);
            }
            acts.push(m);
            board.play(by, &m);
        }
    }
    let winner = match board.phase() {
        Phase::Over(end) => end.winner(),
        _ => None,
    };
    let turned =
        |turn: Symmetry| format!("{:?}", acts.iter().map(|m| turned(*m, turn)).collect::<Vec<Move>>());
    (Symmetry::all().map(turned).min().unwrap_or_default(), said, winner)
}

/// The act on the board turned so.
fn turned(m: Move, turn: Symmetry) -> Move {
    match m {
        Move::Place(point) => Move::Place(turn.apply(point)),
        Move::Offer(point) => Move::Offer(turn.apply(point)),
        Move::Choose(point) => Move::Choose(turn.apply(point)),
        Move::Announce(_) | Move::Swap(_) | Move::Pass | Move::Claim => m,
    }
}
