//! Text notation. A point is its column A–I and its row 1–9 from the bottom: `C3` tries it and `pass` passes,
//! while `dead:C3` and `count` belong to the referee. Points in a list are joined by commas; `-` is the empty
//! list.
//!
//! A position is its rows from the top, with `x` for black, `o` for white and numbers for runs of empty points;
//! then the phase, `play`, `mark` or `over`; the plies made; the passes in a row; the point of the last ply's
//! stone; the points it captured; the points refused in this turn; those denied to black, and to white; the
//! stones marked as dead; how often black and white were refused in the whole game; and how often the referee has
//! marked or unmarked a chain.

use crate::known::Report;
use crate::{Act, Board, Phase, Rules, score};
use leitai_board::{Grid, Marks, Point, Points, Signs, plain};
use leitai_core::{Garbled, Seat, Words, sentence};
use std::fmt::Write as _;

pub(crate) const GRID: Grid = Grid::new(Point::SIDE, Point::SIDE);
const MARKS: Marks = Marks(['x', 'o']);
const SIGNS: Signs = Signs { signs: Words::new("x, o", "x、o"), places: Words::new("points", "个点") };

pub(crate) fn write(m: &Act, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = match m {
        Act::Try(point) => write!(out, "{point}"),
        Act::Pass => write!(out, "pass"),
        Act::Dead(point) => write!(out, "dead:{point}"),
        Act::Count => write!(out, "count"),
    };
}

/// Accepts either case, full-width characters and blanks.
pub(crate) fn read(text: &str) -> Result<Act, Garbled> {
    let text = plain(text);
    let act = match text.as_str() {
        "pass" => Some(Act::Pass),
        "count" => Some(Act::Count),
        other => match other.strip_prefix("dead:") {
            Some(at) => Point::named(at).map(Act::Dead),
            None => Point::named(other).map(Act::Try),
        },
    };
    act.ok_or_else(|| {
        Garbled::expected(
            "a column A–I and a row 1–9 from the bottom (C3), or pass",
            "列 A–I 与自下而上的行 1–9（C3），或“pass”",
        )
    })
}

fn write_points(points: Points, out: &mut String) {
    if points.is_empty() {
        out.push('-');
    }
    for (i, point) in points.iter().enumerate() {
        let _ = write!(out, "{}{point}", if i > 0 { "," } else { "" });
    }
}

fn read_points(text: &str) -> Result<Points, Garbled> {
    if text == "-" {
        return Ok(Points::NONE);
    }
    let points: Option<Points> = text
        .split(',')
        .map(Point::named)
        .collect::<Option<Vec<_>>>()
        .map(|points| points.into_iter().collect());
    points.ok_or_else(|| {
        Garbled(sentence!(
            "points are joined by commas (C3,D4), or `-`, not `{text}`",
            "各点以逗号相连（C3,D4），或写“-”，而不是“{text}”"
        ))
    })
}

pub(crate) fn write_report(report: &Report, out: &mut String) {
    let with = |word: &str, points: Points, out: &mut String| {
        let _ = write!(out, "{word} ");
        write_points(points, out);
    };
    let _ = match report {
        Report::Refused(point) => return with("refused", Points::of(*point), out),
        Report::Accepted(point) => return with("accepted", Points::of(*point), out),
        Report::Dead(point) => return with("dead", Points::of(*point), out),
        Report::Captured(seat, taken) => return with(&format!("captured {seat}"), *taken, out),
        Report::Shown([black, white], refusals) => {
            with("shown", *black, out);
            with("", *white, out);
            write!(out, " {} {}", refusals[0], refusals[1])
        }
        Report::Moved(seat) => write!(out, "moved {seat}"),
        Report::Passed(seat) => write!(out, "passed {seat}"),
        Report::Counted => write!(out, "counted"),
    };
}

pub(crate) fn read_report(text: &str) -> Result<Report, Garbled> {
    let seat = |text: &str| {
        let seat = Seat::BOTH.into_iter().find(|seat| seat.to_string() == text);
        seat.ok_or_else(|| Garbled::expected("first or second", "“first”或“second”"))
    };
    let point = |text: &str| Point::named(text).ok_or_else(|| Garbled::expected("a point", "一个点"));
    Ok(match *text.split_whitespace().collect::<Vec<_>>() {
        ["refused", at] => Report::Refused(point(at)?),
        ["accepted", at] => Report::Accepted(point(at)?),
        ["dead", at] => Report::Dead(point(at)?),
        ["captured", side, taken] => Report::Captured(seat(side)?, read_points(taken)?),
        ["shown", black, white, one, other] => {
            Report::Shown([read_points(black)?, read_points(white)?], [count(one)?, count(other)?])
        }
        ["moved", side] => Report::Moved(seat(side)?),
        ["passed", side] => Report::Passed(seat(side)?),
        ["counted"] => Report::Counted,
        _ => {
            return Err(Garbled::expected(
                "refused, accepted, moved, captured, passed, shown, dead or counted, and what",
                "“refused”、“accepted”、“moved”、“captured”、“passed”、“shown”、“dead”或“counted”，及其内容",
            ));
        }
    })
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    GRID.write_rows(out, |x, y| {
        let point = point(x, y);
        Seat::BOTH.into_iter().find(|seat| board.stones(*seat).has(point)).map(|seat| MARKS.of(seat))
    });
    let phase = match board.phase {
        Phase::Playing => "play",
        Phase::Marking => "mark",
        Phase::Over(_) => "over",
    };
    let _ = write!(out, " {phase} {} {}", board.ply, board.passes);
    let last = board.last.map_or(Points::NONE, Points::of);
    let [black, white] = board.denied;
    for points in [last, board.taken, board.refused, black, white, board.dead] {
        out.push(' ');
        write_points(points, out);
    }
    let [black, white] = board.refusals;
    let _ = write!(out, " {black} {white} {}", board.marks);
}

/// Reads how often a side was refused.
fn count(text: &str) -> Result<u32, Garbled> {
    text.parse().map_err(|_| {
        Garbled(sentence!("refusals are a number, not `{text}`", "被拒次数应为数字，而不是“{text}”"))
    })
}

pub(crate) fn read_board(text: &str, rules: Rules) -> Result<Board, Garbled> {
    let &[rows, phase, ply, passes, last, taken, refused, black, white, dead, one, other, marks] =
        text.split_whitespace().collect::<Vec<_>>().as_slice()
    else {
        return Err(Garbled::expected(
            "nine rows joined by /, play, mark or over, plies, passes, and six lists of points: last, taken, \
             refused, denied to black, to white, dead; and how often black and white were refused and the \
             referee marked",
            "以 / 相连的九行，“play”、“mark”或“over”，手数，停着数，六组点：最后一子、被提、被拒、黑方被拒、白方被拒、\
             死子；以及黑白各被拒次数与裁判标记次数",
        ));
    };
    let number = |text: &str| {
        text.parse::<u16>().map_err(|_| {
            Garbled(sentence!(
                "plies, passes and marks are numbers, not `{text}`",
                "手数、停着与标记应为数字，而不是“{text}”"
            ))
        })
    };
    let last = read_points(last)?;
    let mut board = Board {
        rules,
        phase: Phase::Playing,
        stones: read_rows(rows)?,
        ply: number(ply)?,
        passes: number(passes)?.min(u8::MAX.into()) as u8,
        last: last.nth(0),
        taken: read_points(taken)?,
        refused: read_points(refused)?,
        denied: [read_points(black)?, read_points(white)?],
        dead: read_points(dead)?,
        refusals: [count(one)?, count(other)?],
        marks: number(marks)?.try_into().unwrap_or(u8::MAX),
    };
    board.phase = match phase {
        "play" => Phase::Playing,
        "mark" => Phase::Marking,
        "over" => Phase::Over(score::winner(board.stones, board.dead)),
        _ => {
            return Err(Garbled(sentence!(
                "the phase is play, mark or over, not `{phase}`",
                "阶段应为“play”、“mark”或“over”，而不是“{phase}”"
            )));
        }
    };
    if last.len() > 1 {
        return Err(Garbled::expected("one last stone, or `-`", "最后一子，或“-”"));
    }
    board.fault().map_or(Ok(board), |why| Err(Garbled::impossible(why)))
}

/// The point in column `x` and row `y` from the **top**. It must be on the board.
fn point(x: u8, y: u8) -> Point {
    Point::new(x, Point::SIDE - 1 - y).expect("a place of the board")
}

fn read_rows(text: &str) -> Result<[Points; 2], Garbled> {
    let mut stones = [Points::NONE; 2];
    for (x, y, seat) in GRID.read_rows(text, SIGNS, |sign| MARKS.seat(sign))? {
        stones[seat.index()] |= Points::of(point(x, y));
    }
    Ok(stones)
}
