//! The protocol that Hex programs speak: the Go Text Protocol's framework, cells with rows counted from the
//! top, and `swap-pieces`. Red, which joins top and bottom, is `black`.
//!
//! As its name says, `swap-pieces` mirrors the first stone and gives it to the other side, as our rules do,
//! but some programs leave the board as it is and change sides instead. The word is therefore accepted but
//! never sent: after a swap, both programs' boards are set up from scratch, which every program understands.

use crate::{Board, Cell, Move, Rules};
use leitai_core::{Actor, Played, Position, Seat, State};
use leitai_protocol::{GtpWords, Style, Vertex, play};

pub(crate) struct Words;

/// The command with which Hex programs set game options.
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

    fn tell(seat: Seat, after: &Board, report: &Played<Move>, out: &mut Vec<String>) {
        match (report.by, report.m) {
            // Programs differ in how the swap changes their board, so the current board is set up from
            // scratch.
            (_, Move::Swap) => {
                out.push("clear_board".to_owned());
                let taken = after.stones(Seat::Second).iter().map(Move::Stone);
                out.extend(taken.filter_map(|stone| play::<Words>(Seat::Second, &stone)));
            }
            (Actor::Seat(by), _) if by != seat => out.extend(play::<Words>(by, &report.m)),
            _ => {}
        }
    }

    fn learn(view: &Board, by: Seat, m: &Move) -> Vec<Played<Move>> {
        let acts = match *m {
            // If blue's stone is the first on the board, it was taken over.
            Move::Stone(cell) if by == Seat::Second && view.placed() == 0 => {
                vec![(Seat::First, Move::Stone(cell.mirrored())), (by, Move::Swap)]
            }
            m => vec![(by, m)],
        };
        let mut seen = *view;
        let mut reports = Vec::new();
        for (by, m) in acts {
            let by = Actor::Seat(by);
            if seen.check(by, &m).is_err() {
                return Vec::new();
            }
            seen.play(by, &m);
            reports.push(Played { by, m });
        }
        reports
    }
}
