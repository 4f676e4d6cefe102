//! Positions of own games where threats win, and as many where all of them were tried and none does: `threats FILE WINS`
//! writes so many of each, a line each. The same arguments always produce the same bytes; tests read the file.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

use gomoku::study::{Threats, come_to, sight};
use gomoku::{Bans, Board, Gomoku, Move, Opening, Point, Rules, Start};
use leitai_core::{Actor, Budget, Game, Level, Means, Position, Rng, State, Turn};
use std::collections::BTreeSet;
use std::{env, fs};

/// What a search may take, as the tests have it too.
const FOURS: u32 = 1_000;
const POSITIONS: u64 = 4_000;
/// Where nothing wins, at least so many positions had to be looked at.
const FEWEST: u64 = 30;
/// Positions that `best` searches for a stone, and one stone in so many that is random.
const NODES: u64 = 200;
const STRAY: usize = 12;
/// One game in so many is played without forbidden moves.
const FREE: u64 = 4;
/// The most stones of a game.
const LONGEST: u8 = 90;

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [file, wins] = &args[..] else {
        println!("threats FILE WINS");
        return;
    };
    let wins: usize = wins.parse().expect("a number");
    // Wins by fours, wins by threes, and neither.
    let mut found: [BTreeSet<String>; 3] = Default::default();
    let most = [wins / 2, wins - wins / 2, wins];
    let mut games = 0;
    while (0..3).any(|of| found[of].len() < most[of]) {
        for (kind, line) in positions(games).into_iter().enumerate() {
            if found[kind].len() < most[kind] {
                found[kind].extend(line);
            }
        }
        games += 1;
    }
    let lines: Vec<&str> = found.iter().flatten().map(String::as_str).collect();
    fs::write(file, lines.join("\n") + "\n").expect("it can be written");
    println!("{} positions of {games} games", lines.len());
}

/// The first position of each kind in a game.
fn positions(game: u64) -> [Option<String>; 3] {
    let mut rng = Rng::new(game);
    let bans = if game.is_multiple_of(FREE) { Bans::Off } else { Bans::Automatic };
    let mut board = Board::initial(&Rules { start: Start::Free, bans, ..Rules::default() });
    let means = Means { memory: 1 << 18, ..Means::seeded(game) };
    let mut player = Gomoku::engine(Level::Best, &means).expect("a level of the game");
    let opening = Opening::all().nth(rng.below(26)).map_or([Point::CENTRE; 3], Opening::stones);
    let mut found = [const { None }; 3];
    while let (Turn::Of(by @ Actor::Seat(seat)), placed) = (board.turn(), board.placed()) {
        let side = board.side(seat);
        if placed >= LONGEST || found.iter().all(Option::is_some) {
            break;
        }
        let (kind, name) = match come_to(&board, side, FOURS, POSITIONS) {
            Some(Threats::Fours) => (Some(0), "fours"),
            Some(Threats::Threes) => (Some(1), "threes"),
            Some(Threats::None(tried)) if tried >= FEWEST => (Some(2), "none"),
            _ => (None, ""),
        };
        if let Some(place) = kind.map(|kind| &mut found[kind]).filter(|place| place.is_none()) {
            *place = Some(format!("{name} {}", line(&board, bans)));
        }
        let mut turn = Vec::new();
        if let Some(stone) = opening.get(usize::from(placed)) {
            turn.push(Move::Place(*stone));
        } else if rng.below(STRAY) == 0 {
            let near = sight(&board, side).near;
            if near.is_empty() {
                break;
            }
            turn.push(Move::Place(near[rng.below(near.len())]));
        } else {
            let budget = Budget { nodes: Some(NODES), ..Budget::UNTIMED };
            player.think(seat, &board, &budget, &mut |_| (), &mut turn);
        }
        for m in &turn {
            board.play(by, m);
        }
    }
    found
}

/// A position: whether forbidden moves are in force, and its text.
fn line(board: &Board, bans: Bans) -> String {
    let mut text = String::from(if bans == Bans::Off { "off " } else { "automatic " });
    Gomoku::write_position(board, &mut text);
    text
}
