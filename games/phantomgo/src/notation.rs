//! Texts. A point is its column A–I and its row 1–9 from the bottom: `C3` tries it, `pass` passes, `dead:C3`
//! and `count` are the referee's. Points in a list are joined by commas, `-` is none.
//!
//! A position is its rows from the top, `x` black, `o` white, digits for runs of empty points; then the
//! phase `play`, `mark` or `over`; plies made; passes in a row; where the last ply's stone stands; what it
//! took; what was refused in this turn; what was denied to black, and to white; what is marked as dead; how often
//! black and white were refused in all; and how often the referee has marked or unmarked a chain.

use crate::known::Report;
use crate::{Act, Board, Phase, Point, Points, Rules, score};
use leitai_core::{Garbled, Seat, sentence};
use std::fmt::Write as _;

pub(crate) fn write(m: &Act, out: &mut String) {
    match m {
        Act::Try(point) => write_point(*point, out),
        Act::Pass => out.push_str("pass"),
        Act::Dead(point) => {
            out.push_str("dead:");
            write_point(*point, out);
        }
        Act::Count => out.push_str("count"),
    }
}

pub(crate) fn write_point(point: Point, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{}{}", column(point.x()), point.y() + 1);
}

/// The letter of a column from the left.
pub(crate) fn column(x: u8) -> char {
    char::from(b'A' + x)
}

/// Any case and width, blanks.
pub(crate) fn read(text: &str) -> Result<Act, Garbled> {
    let plain: String =
        text.chars().filter(|c| !c.is_whitespace()).map(|c| narrow(c).to_ascii_lowercase()).collect();
    let act = match plain.as_str() {
        "pass" => Some(Act::Pass),
        "count" => Some(Act::Count),
        other => match other.strip_prefix("dead:") {
            Some(at) => read_point(at).map(Act::Dead),
            None => read_point(other).map(Act::Try),
        },
    };
    act.ok_or_else(|| {
        Garbled::expected(
            "a column A–I and a row 1–9 from the bottom (C3), or pass",
            "列 A–I 与自下而上的行 1–9（C3），或“pass”",
        )
    })
}

/// Full-width letters and digits come from Chinese input methods.
fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from((c as u32 - '！' as u32) as u8 + b'!'),
        c => c,
    }
}

fn read_point(text: &str) -> Option<Point> {
    let &[column, row] = text.as_bytes() else { return None };
    Point::new(column.to_ascii_uppercase().checked_sub(b'A')?, row.checked_sub(b'1')?)
}

fn write_points(points: Points, out: &mut String) {
    if points.is_empty() {
        out.push('-');
    }
    for (i, point) in points.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        write_point(point, out);
    }
}

fn read_points(text: &str) -> Result<Points, Garbled> {
    if text == "-" {
        return Ok(Points::NONE);
    }
    let points: Option<Points> = text
        .split(',')
        .map(read_point)
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
    let point = |text: &str| read_point(text).ok_or_else(|| Garbled::expected("a point", "一个点"));
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
    for y in (0..Point::SIDE).rev() {
        let mut run = 0;
        for point in (0..Point::SIDE).filter_map(|x| Point::new(x, y)) {
            let mark = if board.stones(Seat::First).has(point) {
                'x'
            } else if board.stones(Seat::Second).has(point) {
                'o'
            } else {
                run += 1;
                continue;
            };
            write_run(&mut run, out);
            out.push(mark);
        }
        write_run(&mut run, out);
        out.push(if y > 0 { '/' } else { ' ' });
    }
    let phase = match board.phase {
        Phase::Playing => "play",
        Phase::Marking => "mark",
        Phase::Over(_) => "over",
    };
    let _ = write!(out, "{phase} {} {}", board.ply, board.passes);
    let last = board.last.map_or(Points::NONE, Points::of);
    let [black, white] = board.denied;
    for points in [last, board.taken, board.refused, black, white, board.dead] {
        out.push(' ');
        write_points(points, out);
    }
    let [black, white] = board.refusals;
    let _ = write!(out, " {black} {white} {}", board.marks);
}

/// How often a side was refused.
fn count(text: &str) -> Result<u32, Garbled> {
    text.parse().map_err(|_| {
        Garbled(sentence!("refusals are a number, not `{text}`", "被拒次数应为数字，而不是“{text}”"))
    })
}

fn write_run(run: &mut u8, out: &mut String) {
    if *run > 0 {
        out.push(char::from(b'0' + *run));
    }
    *run = 0;
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

fn read_rows(text: &str) -> Result<[Points; 2], Garbled> {
    let count = text.split('/').count();
    if count != usize::from(Point::SIDE) {
        return Err(Garbled(sentence!(
            "the board has nine rows joined by /, not {count}",
            "棋盘应为以 / 相连的九行，而不是 {count} 行"
        )));
    }
    let mut stones = [Points::NONE; 2];
    for (y, row) in (0..Point::SIDE).rev().zip(text.split('/')) {
        let number = y + 1;
        let mut x = 0_u8;
        for c in row.chars() {
            let side = match c {
                'x' | 'X' => 0,
                'o' | 'O' => 1,
                '1'..='9' => {
                    x = x.saturating_add(c as u8 - b'0');
                    continue;
                }
                other => {
                    return Err(Garbled(sentence!(
                        "row {number} from the bottom: `{other}` is not x, o or a digit 1–9",
                        "自下第 {number} 行：“{other}”不是 x、o 或数字 1–9"
                    )));
                }
            };
            if let Some(point) = Point::new(x, y) {
                stones[side] |= Points::of(point);
            }
            x = x.saturating_add(1);
        }
        if x != Point::SIDE {
            return Err(Garbled(sentence!(
                "row {number} from the bottom must have nine points",
                "自下第 {number} 行应有九个点"
            )));
        }
    }
    Ok(stones)
}
