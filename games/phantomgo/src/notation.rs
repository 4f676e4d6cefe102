//! Text notation. A point is its column A–I and its row 1–9 from the bottom: `C3` tries it and `pass` passes,
//! while `dead:C3` and `count` belong to the referee. Points in a list are joined by commas; `-` is the empty
//! list. Where the table knows one side's stones only, `stone`, `takes` and `refused` are what is heard of the other, and
//! `legal`, `illegal`, `taken:C3`, `done`, `shown:C3` and `won:first` are the referee's.
//!
//! A position is its rows from the top, with `x` for black, `o` for white and numbers for runs of empty points;
//! then the phase, `play`, `mark` or `over`; the plies made; the passes in a row; the point of the last ply's
//! stone; the points it captured; the points refused in this turn; those denied to black, and to white; the
//! stones marked as dead; how often black and white were refused in the whole game; and how often the referee has
//! marked or unmarked a chain.
//!
//! Where the table knows one side's stones only, the rows have those of the other that certainly stand, the phase can be
//! `count` and ends with `won:first` or `won:second`, the list of the dead is what the referee has said or shown, and
//! three words follow: how many stones the unknown side has, what the referee is to say (`-`, the point tried, or
//! `stone`), and how often the unknown side was refused in this turn.

use crate::act::{Act, Asked};
use crate::known::Report;
use crate::{Board, Phase, Rules, score};
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
        Act::Stone => write!(out, "stone"),
        Act::Takes => write!(out, "takes"),
        Act::Refused => write!(out, "refused"),
        Act::Legal => write!(out, "legal"),
        Act::Illegal => write!(out, "illegal"),
        Act::Taken(point) => write!(out, "taken:{point}"),
        Act::Done => write!(out, "done"),
        Act::Shown(point) => write!(out, "shown:{point}"),
        Act::Won(seat) => write!(out, "won:{seat}"),
    };
}

/// Accepts either case, full-width characters and blanks.
pub(crate) fn read(text: &str) -> Result<Act, Garbled> {
    let text = plain(text);
    let act = match text.as_str() {
        "pass" => Some(Act::Pass),
        "count" => Some(Act::Count),
        "stone" => Some(Act::Stone),
        "takes" => Some(Act::Takes),
        "refused" => Some(Act::Refused),
        "legal" => Some(Act::Legal),
        "illegal" => Some(Act::Illegal),
        "done" => Some(Act::Done),
        other => match other.split_once(':') {
            Some(("dead", at)) => Point::named(at).map(Act::Dead),
            Some(("taken", at)) => Point::named(at).map(Act::Taken),
            Some(("shown", at)) => Point::named(at).map(Act::Shown),
            Some(("won", seat)) => read_seat(seat).map(Act::Won),
            Some(_) => None,
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

fn read_seat(text: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| seat.to_string() == text)
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
    let seat =
        |text: &str| read_seat(text).ok_or_else(|| Garbled::expected("first or second", "“first”或“second”"));
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
        Phase::Counting => "count",
        Phase::Over(_) if board.rules.seen.is_none() => "over",
        Phase::Over(Seat::First) => "won:first",
        Phase::Over(Seat::Second) => "won:second",
    };
    let _ = write!(out, " {phase} {} {}", board.ply, board.passes);
    let last = board.last.map_or(Points::NONE, Points::of);
    let [black, white] = board.denied;
    for points in [last, board.taken, board.refused, black, white, board.marked] {
        out.push(' ');
        write_points(points, out);
    }
    let [black, white] = board.refusals;
    let _ = write!(out, " {black} {white} {}", board.marks);
    if board.rules.seen.is_some() {
        let _ = match board.asked {
            Asked::Nothing => write!(out, " {} - {}", board.unseen, board.tries),
            Asked::Try(point) => write!(out, " {} {point} {}", board.unseen, board.tries),
            Asked::Stone => write!(out, " {} stone {}", board.unseen, board.tries),
        };
    }
}

/// Reads how often a side was refused.
fn count(text: &str) -> Result<u32, Garbled> {
    text.parse().map_err(|_| {
        Garbled(sentence!("refusals are a number, not `{text}`", "被拒次数应为数字，而不是“{text}”"))
    })
}

pub(crate) fn read_board(text: &str, rules: Rules) -> Result<Board, Garbled> {
    let words: Vec<_> = text.split_whitespace().collect();
    let (words, more) = match (rules.seen, words.as_slice()) {
        (Some(_), [words @ .., unseen, asked, tries]) => (words, [*unseen, *asked, *tries]),
        (_, words) => (words, ["0", "-", "0"]),
    };
    let &[rows, phase, ply, passes, last, taken, refused, black, white, marked, one, other, marks] = words
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
    let small = |text: &str| number(text).map(|number| number.try_into().unwrap_or(u8::MAX));
    let last = read_points(last)?;
    let mut board = Board {
        rules,
        phase: Phase::Playing,
        stones: read_rows(rows)?,
        ply: number(ply)?,
        passes: small(passes)?,
        last: last.nth(0),
        taken: read_points(taken)?,
        refused: read_points(refused)?,
        denied: [read_points(black)?, read_points(white)?],
        marked: read_points(marked)?,
        refusals: [count(one)?, count(other)?],
        marks: small(marks)?,
        unseen: small(more[0])?,
        tries: small(more[2])?,
        asked: read_asked(more[1])?,
    };
    board.phase = match (phase, rules.seen) {
        ("play", _) => Phase::Playing,
        ("mark", None) => Phase::Marking,
        ("over", None) => Phase::Over(score::winner(board.stones, board.marked)),
        ("count", Some(_)) => Phase::Counting,
        ("won:first", Some(_)) => Phase::Over(Seat::First),
        ("won:second", Some(_)) => Phase::Over(Seat::Second),
        (_, None) => {
            return Err(Garbled(sentence!(
                "the phase is play, mark or over, not `{phase}`",
                "阶段应为“play”、“mark”或“over”，而不是“{phase}”"
            )));
        }
        (_, Some(_)) => {
            return Err(Garbled(sentence!(
                "the phase is play, count, won:first or won:second, not `{phase}`",
                "阶段应为“play”、“count”、“won:first”或“won:second”，而不是“{phase}”"
            )));
        }
    };
    if last.len() > 1 {
        return Err(Garbled::expected("one last stone, or `-`", "最后一子，或“-”"));
    }
    board.fault().map_or(Ok(board), |why| Err(Garbled::impossible(why)))
}

fn read_asked(text: &str) -> Result<Asked, Garbled> {
    match text {
        "-" => Ok(Asked::Nothing),
        "stone" => Ok(Asked::Stone),
        at => Point::named(at).map(Asked::Try).ok_or_else(|| {
            Garbled::expected(
                "what the referee is to say: a point, stone or `-`",
                "裁判应答之事：一个点、“stone”或“-”",
            )
        }),
    }
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
