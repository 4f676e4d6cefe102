//! Hex as Hex programs speak it: the Go Text Protocol's frame, cells with their row from the top, and
//! `swap-pieces`. Red, which joins top and bottom, is `black`.

use crate::{Board, Cell, Move, Rules};
use leitai_core::{By, Played, Seat, State};
use leitai_protocol::{GtpWords, Style, Vertex, play};

pub(crate) struct Words;

/// Where Hex programs keep the options of the game.
const OPTIONS: &str = "param_game";
const ALLOW_SWAP: &str = "allow_swap";

impl GtpWords for Words {
    type Position = Board;
    const STYLE: Style = Style::Hex;
    const EXTENSIONS: &'static [&'static str] = &[OPTIONS];

    fn rules(view: &Board) -> Rules {
        view.rules()
    }

    fn size(rules: &Rules) -> (u8, u8) {
        (rules.size(), rules.size())
    }

    fn sized(rules: &Rules, columns: u8, rows: u8) -> Option<Rules> {
        let size = (columns == rows).then_some(columns)?;
        Rules::new(size, rules.swap(), rules.barred().is_some()).ok()
    }

    fn settings(rules: &Rules, out: &mut Vec<String>) {
        out.push(format!("{OPTIONS} {ALLOW_SWAP} {}", u8::from(rules.swap())));
    }

    fn set(rules: &Rules, command: &str, arguments: &[&str]) -> Option<Rules> {
        let swap = match (command, arguments) {
            (OPTIONS, [ALLOW_SWAP, "0"]) => false,
            (OPTIONS, [ALLOW_SWAP, "1"]) => true,
            _ => return None,
        };
        Rules::new(rules.size(), swap, rules.barred().is_some()).ok()
    }

    fn vertex(m: &Move) -> Option<Vertex> {
        Some(match m {
            Move::Stone(cell) => Vertex::Point { x: cell.x(), y: cell.y() },
            Move::Swap => Vertex::Swap,
        })
    }

    fn act(vertex: Vertex) -> Option<Move> {
        match vertex {
            Vertex::Point { x, y } => Cell::new(x, y).map(Move::Stone),
            Vertex::Swap => Some(Move::Swap),
            Vertex::Pass => None,
        }
    }

    fn stone(view: &Board, x: u8, y: u8) -> Option<Seat> {
        Cell::new(x, y).and_then(|cell| view.at(cell))
    }

    fn tell(seat: Seat, report: &Played<Move>) -> Option<String> {
        match report.by {
            By::Seat(by) if by != seat => play::<Words>(by, &report.m),
            _ => None,
        }
    }

    fn learn(view: &Board, by: Seat, m: &Move) -> Option<Played<Move>> {
        let by = By::Seat(by);
        view.check(by, m).is_ok().then_some(Played { by, m: *m })
    }
}
