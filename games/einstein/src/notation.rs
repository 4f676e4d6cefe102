//! Texts of acts and positions. A square is written as its column A–E and its row 1–5 from the bottom. `A5=3`
//! lays stone 3, `d4` rolls a 4, `A5-B4` moves. A position is written as its rows from the top, with `r3` for
//! red's stone 3, `b3` for blue's and digits for runs of empty squares, then `lay`, `red d?`, `red d4` (or
//! `blue`), or `-`.

use crate::{Act, Board, Number, Phase, Report, Square};
use leitai_board::{Grid, Marks, narrow, plain};
use leitai_core::{Actor, Garbled, Seat, sentence};
use std::fmt::Write as _;

pub(crate) const GRID: Grid = Grid::new(Square::SIDE, Square::SIDE);
const MARKS: Marks = Marks(['r', 'b']);

pub(crate) fn write(m: &Act, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = match m {
        Act::Lay(number, at) => write!(out, "{}={}", name(*at), number.get()),
        Act::Roll(die) => write!(out, "d{}", die.get()),
        Act::Step(from, to) => write!(out, "{}-{}", name(*from), name(*to)),
    };
}

/// The name of a square for people.
pub(crate) fn name(square: Square) -> String {
    GRID.name(square.column(), square.row())
}

/// The square with that name.
pub(crate) fn square_named(name: &str) -> Option<Square> {
    GRID.read(&plain(name)).and_then(|(column, row)| Square::new(column, row))
}

/// Reads an act in any case and width, with blanks and any sign or none between the parts: `a5 b4`, `Ａ５→Ｂ４`,
/// `A5-3`, `D4`, `4`.
pub(crate) fn read(text: &str) -> Result<Act, Garbled> {
    let text: String = text.chars().map(narrow).filter(|c| !is_between(*c)).collect();
    let act = match *text.as_bytes() {
        [die] | [b'd', die] => number(die).map(Act::Roll),
        [_, _, stone] => {
            text.get(..2).and_then(square_named).zip(number(stone)).map(|(at, n)| Act::Lay(n, at))
        }
        [_, _, _, _] => text
            .split_at_checked(2)
            .and_then(|(from, to)| square_named(from).zip(square_named(to)))
            .map(|(from, to)| Act::Step(from, to)),
        _ => None,
    };
    act.ok_or_else(|| {
        Garbled::expected(
            "a stone laid (A5=3), a move (A5-B4) or a die (d4)",
            "布子（A5=3）、着法（A5-B4）或骰子（d4）",
        )
    })
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, '=' | '-' | '>' | ':' | ',' | '→' | '–' | '—')
}

fn number(digit: u8) -> Option<Number> {
    Number::new(digit.wrapping_sub(b'0'))
}

/// Writes an actor and its act, `first A5-B4`, or `first ready`.
pub(crate) fn write_report(report: &Report, out: &mut String) {
    match report {
        Report::Played(by, m) => {
            match by {
                Actor::Seat(seat) => out.push_str(&format!("{seat} ")),
                Actor::Chance => out.push_str("chance "),
                Actor::Arbiter => out.push_str("arbiter "),
            }
            write(m, out);
        }
        Report::Ready(seat) => out.push_str(&format!("{seat} ready")),
    }
}

pub(crate) fn read_report(text: &str) -> Result<Report, Garbled> {
    let (hand, what) =
        text.split_once(' ').ok_or_else(|| Garbled::expected("a hand and what it did", "一方及其所为"))?;
    let by = match hand {
        "first" => Actor::Seat(Seat::First),
        "second" => Actor::Seat(Seat::Second),
        "chance" => Actor::Chance,
        _ => return Err(Garbled::expected("first, second or chance", "“first”、“second”或“chance”")),
    };
    match (by, what) {
        (Actor::Seat(seat), "ready") => Ok(Report::Ready(seat)),
        _ => Ok(Report::Played(by, read(what)?)),
    }
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    GRID.write_rows(out, |column, row| {
        let (seat, number) = board.at(Square::new(column, row)?)?;
        Some(format!("{}{}", MARKS.of(seat), number.get()))
    });
    let _ = match board.phase() {
        Phase::Laying => write!(out, " lay"),
        Phase::Rolling(seat) => write!(out, " {} d?", side(seat)),
        Phase::Moving(seat, die) => write!(out, " {} d{}", side(seat), die.get()),
        Phase::Over(_) => write!(out, " -"),
    };
}

const fn side(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "red",
        Seat::Second => "blue",
    }
}

pub(crate) fn read_board(text: &str) -> Result<Board, Garbled> {
    let (rows, state) = text.trim().split_once(char::is_whitespace).ok_or_else(|| {
        Garbled::expected(
            "five rows joined by /, a blank, and the state: lay, red d?, red d4, blue d?, -",
            "以 / 相连的五行、空格与状态：“lay”、“red d?”、“red d4”、“blue d?”或“-”",
        )
    })?;
    let cells = read_rows(rows)?;
    let board = |phase| Board::new(phase, |square| cells[square.index()]);
    let read = match read_state(state.trim())? {
        Some(phase) => board(phase),
        None => board(Phase::Over(Seat::First)).or_else(|_| board(Phase::Over(Seat::Second))),
    };
    read.map_err(Garbled::impossible)
}

/// Reads the phase; `None` if the game is over.
fn read_state(state: &str) -> Result<Option<Phase>, Garbled> {
    let expected = || {
        Garbled(sentence!(
            "the state is lay, red d?, red d4, blue d?, blue d4 or -, not `{state}`",
            "状态应为“lay”、“red d?”、“red d4”、“blue d?”、“blue d4”或“-”，而不是“{state}”"
        ))
    };
    if let "lay" | "-" = state {
        return Ok((state == "lay").then_some(Phase::Laying));
    }
    let (side_text, die) = state.split_once(' ').ok_or_else(expected)?;
    let seat = Seat::BOTH.into_iter().find(|seat| side(*seat) == side_text).ok_or_else(expected)?;
    match *die.trim_start().as_bytes() {
        [b'd', b'?'] => Ok(Some(Phase::Rolling(seat))),
        [b'd', die] => number(die).map(|die| Some(Phase::Moving(seat, die))).ok_or_else(expected),
        _ => Err(expected()),
    }
}

type Cells = [Option<(Seat, Number)>; Square::COUNT];

fn read_rows(text: &str) -> Result<Cells, Garbled> {
    let mut cells = [None; Square::COUNT];
    let count = text.split('/').count();
    if count != usize::from(Square::SIDE) {
        return Err(Garbled(sentence!(
            "the board has five rows joined by /, not {count}",
            "棋盘应为以 / 相连的五行，而不是 {count} 行"
        )));
    }
    for (row, text) in (0..).zip(text.split('/')) {
        let here = |en: &str, zh: &str| {
            let row = row + 1;
            Garbled::expected(format!("row {row} from the top: {en}"), format!("自上第 {row} 行：{zh}"))
        };
        let (mut column, mut chars) = (0, text.chars());
        while let Some(c) = chars.next() {
            if let '1'..='5' = c {
                column += c as u8 - b'0';
                continue;
            }
            let seat = MARKS.seat(c).ok_or_else(|| {
                here(
                    &format!("`{c}` is not r, b or a number up to 5"),
                    &format!("“{c}”不是 r、b 或不大于 5 的数字"),
                )
            })?;
            let number = chars.next().filter(char::is_ascii).and_then(|c| number(c as u8));
            let number = number.ok_or_else(|| {
                here("a stone is r or b and its number 1–6", "棋子写作 r 或 b 及其编号 1–6")
            })?;
            let square =
                Square::new(column, row).ok_or_else(|| here("more than five squares", "超过五格"))?;
            cells[square.index()] = Some((seat, number));
            column += 1;
        }
        if column != Square::SIDE {
            return Err(here("not five squares", "不是五格"));
        }
    }
    Ok(cells)
}
