//! An edge is the dot at its left or lower end, column a–f and row 1–6 from the bottom, and `h` or `v`; a
//! position is its lines from the top, then who is on turn.

use crate::{Board, Boxes, Edge, Edges, Rules, Way};
use leitai_core::{Garbled, Seat, Sentence, sentence};
use std::fmt::Write as _;

pub(crate) fn write(edge: Edge, out: &mut String) {
    let way = if edge.way() == Way::Across { 'h' } else { 'v' };
    // Writing to a String cannot fail.
    let _ = write!(out, "{}{}{way}", column(edge.x()), edge.y() + 1);
}

/// The letter of a column of dots from the left.
pub(crate) fn column(x: u8) -> char {
    char::from(b'a' + x)
}

/// Reads `e2v` and, as the contest's records have it, `(e2,v)`.
pub(crate) fn read(text: &str) -> Result<Edge, Garbled> {
    let expected = || {
        Garbled::expected(
            "a dot a1–f6 and h (to its right) or v (upwards), for example e2v",
            "点 a1–f6 及 h（向右）或 v（向上），例如 e2v",
        )
    };
    let dressing = |c: &char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | '，' | '（' | '）');
    let text: Vec<char> = text.chars().filter(|c| !dressing(c)).map(narrow).collect();
    let [letter, digit, way] = text[..] else { return Err(expected()) };
    let x = (letter.to_ascii_lowercase() as u32).checked_sub('a' as u32).ok_or_else(expected)?;
    let y = digit.to_digit(10).and_then(|row| row.checked_sub(1)).ok_or_else(expected)?;
    let way = match way {
        'h' | 'H' => Way::Across,
        'v' | 'V' => Way::Upright,
        _ => return Err(expected()),
    };
    let number = |n: u32| u8::try_from(n).ok();
    number(x).zip(number(y)).and_then(|(x, y)| Edge::new(way, x, y)).ok_or_else(expected)
}

/// Full-width letters and digits come from Chinese input methods.
fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from((c as u32 - '！' as u32) as u8 + b'!'),
        c => c,
    }
}

/// What stands at one place of a line of the text.
#[derive(Clone, Copy)]
enum Item {
    Edge(Edge),
    Box(u8, u8),
}

/// The lines of a board's text from the top: a row of dots' edges across, then a row of boxes with the
/// uprights between them, and so on down to the last row of dots.
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
        let mut empty = 0;
        for item in line {
            match mark(board, item) {
                None => empty += 1,
                Some(mark) => {
                    write_run(&mut empty, out);
                    out.push(mark);
                }
            }
        }
        write_run(&mut empty, out);
    }
    out.push(' ');
    out.push(letter(board.mover()));
}

fn write_run(run: &mut u8, out: &mut String) {
    if *run > 0 {
        let _ = write!(out, "{run}");
    }
    *run = 0;
}

fn mark(board: &Board, item: Item) -> Option<char> {
    match item {
        Item::Edge(edge) if board.drawn().has(edge) => Some(stroke(edge)),
        Item::Edge(_) => None,
        Item::Box(x, y) => board.owner(x, y).map(letter),
    }
}

const fn stroke(edge: Edge) -> char {
    match edge.way() {
        Way::Across => '-',
        Way::Upright => '|',
    }
}

const fn letter(seat: Seat) -> char {
    match seat {
        Seat::First => 'r',
        Seat::Second => 'b',
    }
}

fn seat(letter: char) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| self::letter(*seat) == letter.to_ascii_lowercase())
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
    let mover = letters.next().and_then(seat).filter(|_| letters.next().is_none());
    let mover = mover
        .ok_or_else(|| Garbled(sentence!("`{side}` is neither r nor b", "“{side}”既不是 r 也不是 b")))?;
    let (mut drawn, mut boxes) = (Edges::default(), [Boxes::default(); 2]);
    for (at, (line, text)) in lines(rules).zip(rows.split('/')).enumerate() {
        let put = |item, mark: char| match (item, seat(mark)) {
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
        read_line(text, &line, put)
            .map_err(|why| Garbled(sentence!("line {}: ", "第 {} 行：", at + 1).then(&why)))?;
    }
    Board::new(rules, drawn, boxes, mover).map_err(Garbled::impossible)
}

/// Walks along one line; `put` is given what stands where, and says whether it can.
fn read_line(text: &str, line: &[Item], mut put: impl FnMut(Item, char) -> bool) -> Result<(), Sentence> {
    let wrong = || sentence!("it must have {} places", "应有 {} 处", line.len());
    let (mut at, mut run) = (0, 0);
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            run = (10 * run + digit as usize).min(line.len() + 1);
            continue;
        }
        at += std::mem::take(&mut run);
        let item = *line.get(at).ok_or_else(wrong)?;
        if c != '.' && !put(item, c) {
            return Err(sentence!("`{c}` cannot stand at place {}", "“{c}”不能在第 {} 处", at + 1));
        }
        at += 1;
    }
    if at + run == line.len() { Ok(()) } else { Err(wrong()) }
}
