//! Tic-tac-toe 井字棋: facts and wiring. The rules are in [`Board`], their words in `README.md`.

mod beyond;
mod botzone;
mod notation;
mod players;
mod position;
mod scene;
mod sheet;

pub use position::{Board, Cell};

use leitai_board::refusal::OFF_THE_BOARD;
use leitai_core::{
    BadOption, BuiltIn, Clock, Facts, Game, Garbled, Options, Played, Preset, Scene, Seat, Seen, Sheet,
    SheetName, SpokenDialect, Spot, Starter, Words,
};
use leitai_protocol::{BOTZONE_CLOCK, Botzone, Native, Sau, SauReports};
use std::time::Duration;

/// The game.
pub struct TicTacToe;

const CLOCK: Clock =
    Clock { start: Some(Duration::from_secs(5)), turn: Some(Duration::from_secs(2)), ..Clock::NONE };

impl Game for TicTacToe {
    type Position = Board;

    const FACTS: Facts = Facts {
        id: "tictactoe",
        name: Words::new("tic-tac-toe", "井字棋"),
        seats: [Words::new("X", "X"), Words::new("O", "O")],
        hidden: false,
        chance: false,
        options: &[],
        dialects: Self::DIALECTS,
        levels: Self::LEVELS,
        clock: CLOCK,
        presets: &[
            Preset { name: "beyond", memory: Some(64), clock: CLOCK, first_to_four: false, options: &[] },
            Preset {
                name: "botzone",
                memory: None,
                clock: BOTZONE_CLOCK,
                first_to_four: false,
                options: &[],
            },
        ],
        notation: Words::new(
            "a number from 0 (top left) to 8 (bottom right), row by row: 4",
            "0（左上）到 8（右下）的编号，逐行排列：4",
        ),
        bench_depth: 9,
    };

    const SPOKEN: &'static [SpokenDialect<Board>] = &[
        beyond::SPOKEN,
        Native::<Self>::SPOKEN,
        Sau::<SauReports<Self>>::SPOKEN,
        Botzone::<botzone::Words>::JSON,
        Botzone::<botzone::Words>::SIMPLE,
    ];

    const PLAYERS: &'static [BuiltIn<Board>] = players::PLAYERS;

    const STARTERS: &'static [Starter] = leitai_core::starters!("tictactoe", "TicTacToe");

    fn rules(_: &Options) -> Result<(), BadOption> {
        Ok(())
    }

    fn most_plies((): &()) -> u32 {
        9
    }

    fn write(m: &Cell, out: &mut String) {
        notation::write(*m, out);
    }

    fn read(text: &str) -> Result<Cell, Garbled> {
        notation::read(text)
    }

    fn write_position(position: &Board, out: &mut String) {
        notation::write_board(position, out);
    }

    fn read_position(text: &str, (): &()) -> Result<Board, Garbled> {
        notation::read_board(text)
    }

    leitai_core::open_reports!();

    fn clicks((): &(), m: &Cell) -> Vec<Spot> {
        vec![Spot::Point(u16::from(m.index()))]
    }

    fn meant(_: &Board, _: Seat, places: &[u16]) -> Result<Cell, &'static Words> {
        let cell = places.last().and_then(|at| Cell::new(u8::try_from(*at).ok()?));
        cell.ok_or(&OFF_THE_BOARD)
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        leitai_sheet::round_sheet::<sheet::SheetWords>(name)
    }

    fn scene(seen: Seen<'_, Board>, last: &[Played<Cell>]) -> Scene {
        scene::draw(seen.position(), last)
    }
}
