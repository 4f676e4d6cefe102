//! An edge is written as the dot at its left or lower end, column a–f and row 1–6 from the bottom, and `h` or
//! `v`. A position is written as its lines from the top, then the side to move.

use crate::{Board, Boxes, Edge, Edges, Rules, Way};
use leitai_board::{Marks, Slip, plain, read_place, read_row, small_letter, write_row};
use leitai_core::{Garbled, sentence};
use std::fmt::Write as _;

const MARKS: Marks = Marks(['r', 'b']);

pub(crate) fn write(edge: Edge, out: &mut String) {
    let way = if edge.way() == Way::Across { 'h' } else { 'v' };
    // Writing to a String cannot fail.
    let _ = write!(out, "{}{}{way}", small_letter(edge.x()), edge.y() + 1);
}

/// Reads `e2v`, and `(e2,v)` as in the contest's records.
pub(crate) fn read(text: &str) -> Result<Edge, Garbled> {
    let expected = || {
        Garbled::expected(
            "a dot a1–f6 and h (to its right) or v (upwards), for example e2v",
            "点 a1–f6 及 h（向右）或 v（向上），例如 e2v",
        )
    };
    let text = plain(text).replace(['(', ')', ','], "");
    let (dot, way) = text.split_at_checked(2).ok_or_else(expected)?;
    let way = match way {
        "h" => Way::Across,
        "v" => Way::Upright,
        _ => return Err(expected()),
    };
    read_place(dot).and_then(|(x, y)| Edge::new(way, x, y)).ok_or_else(expected)
}

/// The item at one place in a line of the text.
#[derive(Clone, Copy)]
enum Item {
    Edge(Edge),
    Box(u8, u8),
}

/// The lines of a board's text from the top: a row of horizontal edges, then a row of boxes with the vertical
/// edges between them, and so on down to the last row of dots.
fn lines(rules: Rules) -> impl Iterator<Item = Vec<Item>> {
    let across = move |y| (0..rules.columns()).filter_map(move |x| Edge::new(Way::Across, x, y));
    let upright = |x, y| Edge::new(Way::Upright, x, y).map(Item::Edge);
    (0..=2 * rules.rows()).rev().map(move |line| {
        let y = line / 2;
        if line % 2 == 0 {
            return across(y).map(Item::Edge).collect();
        }
        let boxes = (0..=rules.columns())
            .flat_map(|x| [upright(x, y), (x < rules.columns()).then_some(Item::Box(x, y))]);
        boxes.flatten().collect()
    })
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    for (at, line) in lines(board.rules()).enumerate() {
        if at > 0 {
            out.push('/');
        }
        write_row(line.into_iter().map(|item| mark(board, item)), out);
    }
    out.push(' ');
    out.push(MARKS.of(board.mover()));
}

fn mark(board: &Board, item: Item) -> Option<char> {
    match item {
        Item::Edge(edge) if board.drawn().has(edge) => Some(stroke(edge)),
        Item::Edge(_) => None,
        Item::Box(x, y) => board.owner(x, y).map(|seat| MARKS.of(seat)),
    }
}

const fn stroke(edge: Edge) -> char {
    match edge.way() {
        Way::Across => '-',
        Way::Upright => '|',
    }
}

pub(crate) fn read_board(text: &str, rules: Rules) -> Result<Board, Garbled> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [rows, side] = words[..] else {
        return Err(Garbled::expected(
            "the lines of the board joined by /, a blank, and r or b on turn",
            "以 / 相连的各行、空格与轮走方 r 或 b",
        ));
    };
    let expected = usize::from(2 * rules.rows() + 1);
    let count = rows.split('/').count();
    if count != expected {
        return Err(Garbled(sentence!(
            "a board with {} rows of boxes has {expected} lines joined by /, not {count}",
            "{} 行格子的棋盘应为以 / 相连的 {expected} 行，而不是 {count} 行",
            rules.rows()
        )));
    }
    let mut letters = side.chars();
    let mover = letters.next().and_then(|sign| MARKS.seat(sign)).filter(|_| letters.next().is_none());
    let mover = mover
        .ok_or_else(|| Garbled(sentence!("`{side}` is neither r nor b", "“{side}”既不是 r 也不是 b")))?;
    let (mut drawn, mut boxes) = (Edges::default(), [Boxes::default(); 2]);
    for (at, (line, text)) in lines(rules).zip(rows.split('/')).enumerate() {
        let put = |at: usize, mark| match (line[at], MARKS.seat(mark)) {
            (Item::Edge(edge), _) if mark == stroke(edge) => {
                drawn = drawn.with(edge);
                true
            }
            (Item::Box(x, y), Some(seat)) => {
                boxes[seat.index()].insert(x, y);
                true
            }
            _ => false,
        };
        read_row(text, line.len(), put).map_err(|slip| {
            let why = match slip {
                Slip::Width => sentence!("it must have {} places", "应有 {} 处", line.len()),
                Slip::Sign(sign, at) => {
                    sentence!("`{sign}` is not possible at place {}", "“{sign}”不能在第 {} 处", at + 1)
                }
            };
            Garbled(sentence!("line {}: ", "第 {} 行：", at + 1).then(&why))
        })?;
    }
    Board::new(rules, drawn, boxes, mover).map_err(Garbled::impossible)
}
