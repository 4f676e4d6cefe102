//! `NoGo` in the Go Text Protocol. A side with no safe point has lost already: there is no pass.

use crate::{Board, Rules};
use leitai_board::Point;
use leitai_core::{Actor, Played, Seat, State};
use leitai_protocol::{GtpWords, Style, Vertex, play};

pub(crate) struct Words;

impl GtpWords for Words {
    type Position = Board;
    const STYLE: Style = Style::Go;

    fn rules(view: &Board) -> Rules {
        view.rules()
    }

    fn size(rules: &Rules) -> (u8, u8) {
        (rules.width(), rules.height())
    }

    fn sized(_: &Rules, columns: u8, rows: u8) -> Option<Rules> {
        Rules::new(columns, rows)
    }

    /// `NoGo` has no komi, but Go programs expect to be sent one.
    fn settings(_: &Rules, out: &mut Vec<String>) {
        out.push("komi 0".to_owned());
    }

    fn vertex(m: &Point) -> Option<Vertex> {
        Some(Vertex::Point { x: m.x(), y: m.y() })
    }

    fn act(vertex: Vertex) -> Option<Point> {
        match vertex {
            Vertex::Point { x, y } => Point::new(x, y),
            Vertex::Pass | Vertex::Swap => None,
        }
    }

    fn stone(view: &Board, x: u8, y: u8) -> Option<Seat> {
        Point::new(x, y).and_then(|point| view.at(point))
    }

    fn tell(seat: Seat, _: &Board, report: &Played<Point>, out: &mut Vec<String>) {
        if let Actor::Seat(by) = report.by
            && by != seat
        {
            out.extend(play::<Words>(by, &report.m));
        }
    }

    fn learn(view: &Board, by: Seat, m: &Point) -> Vec<Played<Point>> {
        let by = Actor::Seat(by);
        view.check(by, m).is_ok().then_some(Played { by, m: *m }).into_iter().collect()
    }
}
