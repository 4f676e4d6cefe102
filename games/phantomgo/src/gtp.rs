//! Phantom Go in the Go Text Protocol. The standard has no word for a refusal or an unseen stone, so the
//! referee asks for moves with `reg_genmove`, which plays nothing, and reports the program's accepted stones
//! and both sides' passes with `play` and everything else with extensions.

use crate::{Act, Board, Known, Report, Rules, areas};
use leitai_board::{Point, Points};
use leitai_core::{Actor, Eye, Outcome, Seat, State};
use leitai_protocol::{GtpWords, Style, Vertex, color, play, read_color};

pub(crate) struct Words;

/// `COLOR VERTEX`: the point is refused to you, and the turn goes on.
const REFUSED: &str = "leitai-refused";
/// `COLOR`: that side has placed a stone somewhere.
const MOVED: &str = "leitai-moved";
/// `COLOR VERTEX…`: the stone just played captured these stones of that colour.
const CAPTURED: &str = "leitai-captured";
/// `black REFUSALS VERTEX… white REFUSALS VERTEX…`: the play of stones has ended; how often each side was
/// refused, and where its stones stand.
const SHOWN: &str = "leitai-shown";
/// `VERTEX`: the referee has marked the chain there as dead, or unmarked it.
const DEAD: &str = "leitai-dead";
/// The referee has finished marking.
const COUNTED: &str = "leitai-counted";

impl GtpWords for Words {
    type Position = Board;
    const STYLE: Style = Style::Go;
    const HIDDEN: bool = true;
    const EXTENSIONS: &'static [&'static str] = &[REFUSED, MOVED, CAPTURED, SHOWN, DEAD, COUNTED];

    fn rules(view: &Known) -> Rules {
        view.board().rules()
    }

    fn size(_: &Rules) -> (u8, u8) {
        (Point::SIDE, Point::SIDE)
    }

    fn sized(rules: &Rules, columns: u8, rows: u8) -> Option<Rules> {
        ((columns, rows) == (Point::SIDE, Point::SIDE)).then_some(*rules)
    }

    /// White wins when the areas are equal.
    fn settings(_: &Rules, out: &mut Vec<String>) {
        out.push("komi 0.5".to_owned());
    }

    fn vertex(m: &Act) -> Option<Vertex> {
        match m {
            Act::Try(point) => Some(Vertex::Point { x: point.x(), y: point.y() }),
            Act::Pass => Some(Vertex::Pass),
            _ => None,
        }
    }

    fn act(vertex: Vertex) -> Option<Act> {
        match vertex {
            Vertex::Point { x, y } => Point::new(x, y).map(Act::Try),
            Vertex::Pass => Some(Act::Pass),
            Vertex::Swap => None,
        }
    }

    fn stone(view: &Known, x: u8, y: u8) -> Option<Seat> {
        let point = Point::new(x, y)?;
        Seat::BOTH.into_iter().find(|seat| view.board().stones(*seat).has(point))
    }

    fn tell(seat: Seat, _: &Known, report: &Report, out: &mut Vec<String>) {
        out.push(match *report {
            Report::Accepted(point) => return out.extend(play::<Words>(seat, &Act::Try(point))),
            Report::Passed(by) => return out.extend(play::<Words>(by, &Act::Pass)),
            Report::Refused(point) => format!("{REFUSED} {}{}", color(seat), listed(Points::of(point))),
            Report::Moved(by) => format!("{MOVED} {}", color(by)),
            Report::Captured(side, taken) => format!("{CAPTURED} {}{}", color(side), listed(taken)),
            Report::Shown(stones, refusals) => {
                let side = |i: usize| format!(" {}{}", refusals[i], listed(stones[i]));
                format!("{SHOWN} black{} white{}", side(0), side(1))
            }
            Report::Dead(point) => format!("{DEAD}{}", listed(Points::of(point))),
            Report::Counted => COUNTED.to_owned(),
        });
    }

    fn learn(view: &Known, by: Seat, m: &Act) -> Vec<Report> {
        let may = match m {
            Act::Pass => view.turn().owes(Actor::Seat(by)),
            _ => view.eye() == Eye::Seat(by) && view.check(Actor::Seat(by), m).is_ok(),
        };
        match *m {
            Act::Try(point) if may => vec![Report::Accepted(point)],
            Act::Pass if may => vec![Report::Passed(by)],
            _ => Vec::new(),
        }
    }

    fn extension(view: &Known, command: &str, arguments: &[&str]) -> Option<Report> {
        let hand = |color: &str| read_color(color).filter(|seat| view.turn().owes(Actor::Seat(*seat)));
        match (command, arguments) {
            (REFUSED, [color, vertex]) => {
                let by = hand(color).filter(|seat| view.eye() == Eye::Seat(*seat))?;
                let point = point(vertex)?;
                view.check(Actor::Seat(by), &Act::Try(point)).is_ok().then_some(Report::Refused(point))
            }
            (MOVED, [color]) => {
                let by = hand(color).filter(|seat| view.eye() != Eye::Seat(*seat))?;
                (u32::from(view.count(by)) < Points::BOARD.len()).then_some(Report::Moved(by))
            }
            (CAPTURED, [color, vertices @ ..]) => {
                Some(Report::Captured(read_color(color)?, points(vertices)?))
            }
            (SHOWN, ["black", black, rest @ ..]) => {
                let at = rest.iter().position(|word| *word == "white")?;
                let (stones, [_, white, others @ ..]) = rest.split_at_checked(at)? else { return None };
                let stones = [points(stones)?, points(others)?];
                let refusals = [black.parse().ok()?, white.parse().ok()?];
                (stones[0] & stones[1]).is_empty().then_some(Report::Shown(stones, refusals))
            }
            (DEAD, [vertex]) => {
                let point = point(vertex)?;
                view.check(Actor::Arbiter, &Act::Dead(point)).is_ok().then_some(Report::Dead(point))
            }
            (COUNTED, []) => view.turn().owes(Actor::Arbiter).then_some(Report::Counted),
            _ => None,
        }
    }

    /// The difference of the areas with a komi of half a point, since white wins when they are equal.
    fn score(view: &Known, _: &Outcome) -> String {
        let board = view.board();
        let [black, white] = areas(Seat::BOTH.map(|seat| board.stones(seat)), board.dead());
        // Areas are in half points.
        let margin = |more: u32, less: u32| f64::from(more - less) / 2.0;
        if black > white {
            format!("B+{}", margin(black, white) - 0.5)
        } else {
            format!("W+{}", margin(white, black) + 0.5)
        }
    }
}

/// The vertices, each preceded by a blank.
fn listed(points: Points) -> String {
    let mut out = String::new();
    for point in points.iter() {
        out.push(' ');
        Words::STYLE.write(Vertex::Point { x: point.x(), y: point.y() }, &mut out);
    }
    out
}

fn point(vertex: &str) -> Option<Point> {
    match Words::STYLE.read(vertex)? {
        Vertex::Point { x, y } => Point::new(x, y),
        Vertex::Pass | Vertex::Swap => None,
    }
}

fn points(vertices: &[&str]) -> Option<Points> {
    vertices.iter().map(|vertex| point(vertex)).collect()
}
