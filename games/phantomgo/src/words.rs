//! Phantom Go on the desktop platform: `move XY` tries a point, given as two capital letters, column from the
//! left and row from the **top**; `move pass` passes. The mover is sent `accept` and `take N XYXY…`, or
//! `refuse`; the other side is sent `taked N XYXY…`, then `move go` or `move pass`.

use crate::rules::Accept;
use crate::{Act, Board, Known, Phase, Report};
use leitai_board::{Point, Points, read_letters};
use leitai_core::{Actor, Cue, Garbled, Lines, Said, Seat, Span, State, Turn, View};
use leitai_protocol::SauTalk;

pub(crate) struct Words;

/// This many refusals in one turn count as a pass. The rules refuse each point once per turn, but the
/// platform's dialect lets a program try it again and again.
const MOST_REFUSALS: u8 = 162;

/// The state of the platform's end.
#[derive(Default)]
pub(crate) struct Platform {
    /// Set when the other side has placed a stone: `move go` is sent after the report of what it captured.
    moved: bool,
    /// The number of refusals in the program's current turn.
    refusals: u8,
    /// Set if the last of these refusals counts as a pass.
    worn_out: bool,
}

/// The state of the program's end.
#[derive(Default)]
pub(crate) struct Program {
    /// The last act sent and not answered yet.
    said: Option<Act>,
    /// What the other side's stone captures, which is reported before the stone.
    taken: Points,
}

impl SauTalk for Words {
    type Position = Board;
    type Platform = Platform;
    type Program = Program;
    const ASKS: bool = false;

    fn report(mind: &mut Platform, me: Seat, after: &Known, report: &Report, _: bool, out: &mut Lines) {
        match *report {
            Report::Refused(_) => {
                mind.refusals = mind.refusals.saturating_add(1);
                out.line("refuse");
            }
            Report::Accepted(_) => {
                mind.refusals = 0;
                out.line(match after.board().rules().accept {
                    Accept::Accept => "accept",
                    Accept::Access => "access",
                });
            }
            Report::Moved(_) => mind.moved = true,
            Report::Captured(seat, points) => {
                out.line(list(if seat == me { "taked" } else { "take" }, points));
            }
            Report::Passed(seat) if seat == me => {
                // The program's own pass is not answered, but a try that became a pass is.
                if std::mem::take(&mut mind.worn_out) {
                    out.line("refuse");
                }
                mind.refusals = 0;
            }
            Report::Passed(_) => out.line("move pass"),
            Report::Shown(..) => Self::ask(mind, out),
            Report::Dead(_) | Report::Counted => {}
        }
    }

    /// Called once the other side's turn has been reported completely.
    fn ask(mind: &mut Platform, out: &mut Lines) {
        if std::mem::take(&mut mind.moved) {
            out.line("move go");
        }
    }

    fn read(mind: &mut Platform, me: Seat, view: &Known, text: &str) -> Result<Said<Act>, Garbled> {
        let act = if text.eq_ignore_ascii_case("pass") {
            Act::Pass
        } else {
            let point = read_point(text.as_bytes()).ok_or_else(|| {
                Garbled::expected(
                    "two letters A–I, column from the left and row from the top, or pass",
                    "两个字母 A–I（自左的列、自上的行），或“pass”",
                )
            })?;
            Act::Try(point)
        };
        let is_mine = view.turn() == Turn::Of(Actor::Seat(me));
        if is_mine && view.check(Actor::Seat(me), &act).is_err() {
            // The point holds its own stone or was refused in this turn. The program knows this, so it is only
            // sent another refusal.
            mind.refusals = mind.refusals.saturating_add(1);
            if mind.refusals < MOST_REFUSALS {
                return Ok(Said::Query("refuse".to_owned()));
            }
            mind.worn_out = true;
            return Ok(Said::Acts(vec![Act::Pass], Span::Part));
        }
        Ok(Said::Acts(vec![act], Span::Part))
    }

    fn hear(mind: &mut Program, me: Seat, view: &Known, message: (&str, &str), cues: &mut Vec<Cue<Board>>) {
        let mut known = *view;
        let mut learn = |report, known: &mut Known| {
            known.learn(&report);
            cues.push(Cue::Learn(report));
        };
        let answers = matches!(message.0, "accept" | "access" | "refuse" | "move" | "error");
        let said = if answers { mind.said.take() } else { None };
        match (message, said) {
            (("accept" | "access", _), Some(Act::Try(point))) => learn(Report::Accepted(point), &mut known),
            (("refuse", _), Some(Act::Try(point))) => {
                learn(Report::Refused(point), &mut known);
                if known.board().untried(me).is_empty() {
                    learn(Report::Passed(me), &mut known);
                }
            }
            (("take", text), _) if known.board().mover() != me => {
                learn(Report::Captured(me.other(), read_list(text)), &mut known);
            }
            (("taked", text), _) => mind.taken = read_list(text),
            (("move", how @ ("go" | "pass")), said) => {
                if said == Some(Act::Pass) {
                    learn(Report::Passed(me), &mut known);
                }
                if known.board().mover() == me || known.board().is_played_out() {
                    return;
                }
                let taken = std::mem::take(&mut mind.taken);
                if how == "pass" {
                    learn(Report::Passed(me.other()), &mut known);
                } else {
                    learn(Report::Moved(me.other()), &mut known);
                    if !taken.is_empty() {
                        learn(Report::Captured(me, taken), &mut known);
                    }
                }
            }
            (("error", _), Some(_)) => {}
            _ => return,
        }
        let board = known.board();
        let asks = matches!(message.0, "refuse" | "move" | "error");
        if asks && board.phase() == Phase::Playing && board.mover() == me && !board.is_played_out() {
            cues.push(Cue::Think(None));
        }
    }

    fn say(mind: &mut Program, _: &Known, turn: &[Act], out: &mut Lines) {
        mind.said = turn.first().copied();
        match mind.said {
            Some(Act::Try(point)) => {
                let [column, row] = letters(point);
                out.line(format_args!("move {column}{row}"));
            }
            _ => out.line("move pass"),
        }
    }
}

fn letters(point: Point) -> [char; 2] {
    leitai_board::letters(point.x(), Point::SIDE - 1 - point.y())
}

fn read_point(letters: &[u8]) -> Option<Point> {
    let (column, row) = read_letters(letters)?;
    Point::new(column, (Point::SIDE - 1).checked_sub(row)?)
}

/// `take N XYXY…`, column by column from the left, each column from the top.
fn list(word: &str, points: Points) -> String {
    let mut all: Vec<_> = points.iter().map(letters).collect();
    all.sort_unstable();
    let mut line = format!("{word} {} ", all.len());
    line.extend(all.into_iter().flatten());
    line
}

/// The points of a list in any order. Anything that is not a point is ignored, as is the number of points.
fn read_list(text: &str) -> Points {
    let letters: Vec<u8> = text.bytes().filter(u8::is_ascii_alphabetic).collect();
    letters.chunks(2).filter_map(read_point).collect()
}
