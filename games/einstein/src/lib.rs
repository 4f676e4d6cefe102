//! `EinStein` würfelt nicht 爱恩斯坦棋: facts and wiring. The rules are implemented by [`Board`], what each eye
//! knows by [`Known`]; the rules are stated in `README.md`.

mod known;
mod notation;
mod number;
mod players;
mod position;
mod scene;
mod sheet;
mod square;
#[cfg(feature = "bench")]
pub mod study;

pub use known::{Known, Report};
pub use number::{Number, Numbers};
pub use position::{Act, Board, Phase};
pub use square::Square;

use leitai_board::refusal::OFF_THE_BOARD;
use leitai_core::{
    BadOption, BuiltIn, Clock, Facts, Game, Garbled, Options, Pace, Preset, Scene, Seat, Seen, Sheet,
    SheetName, SpokenDialect, Spot, Starter, TableSpec, Words,
};
use leitai_protocol::{Native, Sau, SauReports};
use std::time::Duration;

/// The game of `EinStein` würfelt nicht.
pub struct EinStein;

/// Five seconds to start, then four minutes a side for the whole game, including laying.
const CLOCK: Clock =
    Clock { start: Some(Duration::from_secs(5)), game: Some(Duration::from_mins(4)), ..Clock::NONE };

impl Game for EinStein {
    type Position = Board;

    const FACTS: Facts = Facts {
        id: "einstein",
        name: Words::new("EinStein würfelt nicht", "爱恩斯坦棋"),
        seats: [Words::new("red", "红"), Words::new("blue", "蓝")],
        hidden: true,
        chance: true,
        options: &[],
        dialects: Self::DIALECTS,
        levels: Self::LEVELS,
        clock: CLOCK,
        presets: &[Preset { name: "school", memory: None, clock: CLOCK, first_to_four: true, options: &[] }],
        notation: Words::new(
            "column A–E and row 1–5 from the bottom: A5=3 lays stone 3 there, A5-B4 moves",
            "列 A–E 加行 1–5（自下而上）：A5=3 为在该处布 3 号子，A5-B4 为走子",
        ),
        bench_depth: 14,
    };

    const SPOKEN: &'static [SpokenDialect<Board>] =
        &[Native::<Self>::SPOKEN, Sau::<SauReports<Self>>::SPOKEN];

    const PLAYERS: &'static [BuiltIn<Board>] = players::PLAYERS;

    const TABLES: &'static [TableSpec] = players::TABLES;

    /// A side lays its stones, then makes about eleven moves.
    const PACE: Pace = Pace { turns: 14, fifths: [8, 13, 13, 9, 6] };

    const STARTERS: &'static [Starter] = leitai_core::starters!("einstein", "EinStein");

    fn rules(_: &Options) -> Result<(), BadOption> {
        Ok(())
    }

    fn most_plies((): &()) -> u32 {
        // Both layouts, then 80 moves.
        82
    }

    fn write(m: &Act, out: &mut String) {
        notation::write(m, out);
    }

    fn read(text: &str) -> Result<Act, Garbled> {
        notation::read(text)
    }

    fn write_position(position: &Board, out: &mut String) {
        notation::write_board(position, out);
    }

    fn read_position(text: &str, (): &()) -> Result<Board, Garbled> {
        notation::read_board(text)
    }

    fn write_report(report: &Report, out: &mut String) {
        notation::write_report(report, out);
    }

    fn read_report(text: &str) -> Result<Report, Garbled> {
        notation::read_report(text)
    }

    /// The next stone to lay is known, so its point is enough.
    fn clicks((): &(), m: &Act) -> Vec<Spot> {
        let point = |square: &Square| Spot::Point(square.index() as u16);
        match m {
            Act::Lay(_, at) => vec![point(at)],
            Act::Roll(die) => vec![Spot::Number(u16::from(die.get()))],
            Act::Step(from, to) => vec![point(from), point(to)],
        }
    }

    fn meant(known: &Known, seat: Seat, places: &[u16]) -> Result<Act, &'static Words> {
        let square = |at: &u16| Square::all().nth((*at).into()).ok_or(&OFF_THE_BOARD);
        let from = places.first().ok_or(&OFF_THE_BOARD).and_then(square)?;
        let board = known.board();
        if board.phase() == Phase::Laying {
            let number = Number::ALL.get(board.living(seat).len() as usize).ok_or(&OFF_THE_BOARD)?;
            return Ok(Act::Lay(*number, from));
        }
        // From the last square there is no step.
        let next = || Ok(from.steps(seat).first().copied().unwrap_or(from));
        Ok(Act::Step(from, places[1..].last().map_or_else(next, square)?))
    }

    fn scene(seen: Seen<'_, Board>, last: &[Report]) -> Scene {
        scene::draw(&seen, last)
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        (name == SheetName::National).then(|| Box::new(sheet::Sheet) as _)
    }
}
