//! Positions for tests, from acts or by hand.

use gomoku::{Bans, Board, Gomoku, Move, Point, Rules, Side, Start};
use leitai_core::{Actor, COMMON_OPTIONS, Game, Options, Position, Seat, State, Turn};

pub(crate) fn reads(text: &str) -> Move {
    Gomoku::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn text(m: Move) -> String {
    let mut text = String::new();
    Gomoku::write(&m, &mut text);
    text
}

pub(crate) fn acts(text: &str) -> Vec<Move> {
    text.split_whitespace().map(reads).collect()
}

/// Plays acts in order, each by the seat to move.
pub(crate) fn play(board: &mut Board, text: &str) {
    for m in acts(text) {
        let Turn::Of(by) = board.turn() else { panic!("{m:?} comes after the end") };
        board.try_play(by, &m).expect("a legal act");
    }
}

pub(crate) fn play_from(mut board: Board, text: &str) -> Board {
    play(&mut board, text);
    board
}

/// The position after these acts from the start of a designated opening.
pub(crate) fn after(text: &str) -> Board {
    play_from(Board::initial(&Rules::default()), text)
}

pub(crate) fn rules(given: &[(&str, &str)]) -> Rules {
    let specs = COMMON_OPTIONS.iter().chain(Gomoku::FACTS.options);
    Gomoku::rules(&Options::parse(specs, given.iter().copied()).unwrap()).unwrap()
}

/// The start of a free opening.
pub(crate) fn free(bans: Bans) -> Board {
    Board::initial(&Rules { start: Start::Free, bans, ..Rules::default() })
}

/// The rule that the act would break if the seat to move played it, in English.
pub(crate) fn refused(board: &Board, text: &str) -> &'static str {
    let by = board.turn().next().expect("the game is on");
    board.check(by, &reads(text)).expect_err("it is illegal").rule.en
}

/// The winner and the reason.
pub(crate) fn end(board: &Board) -> (Option<Seat>, &'static str) {
    let outcome = board.turn().outcome().expect("the game is over");
    (outcome.winner, outcome.why.text(leitai_core::Lang::En))
}

pub(crate) fn asides(board: &Board) -> Vec<Move> {
    let mut asides = Vec::new();
    for seat in Seat::BOTH {
        board.asides(seat, &mut asides);
    }
    asides
}

/// Stones for the other side that make nothing.
const APART: &str = "A1 C1 E1 G1 I1 A3 C3 E3 G3 I3 A5 C5";

/// Black builds `line` stone by stone in a free opening, while white's stones stay scattered.
pub(crate) fn black_makes(bans: Bans, line: &str) -> Board {
    makes(bans, Side::Black, line)
}

/// White builds `line`, while black's stones stay scattered.
pub(crate) fn white_makes(bans: Bans, line: &str) -> Board {
    makes(bans, Side::White, line)
}

fn makes(bans: Bans, side: Side, line: &str) -> Board {
    let mut board = free(bans);
    let mut apart = APART.split_whitespace().filter(|point| !line.split(' ').any(|other| other == *point));
    for stone in line.split_whitespace() {
        if board.turn() != Turn::Of(Actor::Seat(board.seat(side))) {
            play(&mut board, apart.next().expect("enough of them"));
        }
        play(&mut board, stone);
    }
    board
}

/// The text of a free position in which black has all of `line` but the last stone, and is to move.
pub(crate) fn black_board(line: &str) -> String {
    let mut black = acts(line);
    black.pop();
    let white = acts(APART);
    let cell = |x, y| {
        let m = Move::Place(Point::new(x, y).unwrap());
        if black.contains(&m) {
            "x"
        } else if white[..black.len()].contains(&m) {
            "o"
        } else {
            " "
        }
    };
    rows(cell) + " first x"
}

fn rows(cell: impl Fn(u8, u8) -> &'static str) -> String {
    // A blank is an empty point: runs of them become numbers.
    let row = |y| {
        let row: String = (0..15).map(|x| cell(x, y)).collect();
        (1..=15).rev().fold(row, |row, n| row.replace(&" ".repeat(n), &n.to_string()))
    };
    (0..15).map(row).collect::<Vec<_>>().join("/")
}

/// A colouring without five in a row, 113 black points and 112 white.
fn drawn(x: u8, y: u8) -> &'static str {
    if (x / 2 + y).is_multiple_of(2) { "x" } else { "o" }
}

/// A drawn board with only O1, at the bottom right, still empty; black is to move.
pub(crate) fn drawn_but_one() -> String {
    rows(|x, y| if (x, y) == (14, 14) { " " } else { drawn(x, y) }) + " first x"
}

/// A board with only H8 still empty, where black would make six along the row.
pub(crate) fn full_but_one(side: &str) -> String {
    let cell = |x, y| match (x, y) {
        (7, 7) => " ",
        (4..=9, 7) => "x",
        (3 | 10, 7) => "o",
        _ => drawn(x, y),
    };
    rows(cell) + " first " + side
}
