//! Tic-tac-toe 井字棋: facts and wiring. The law is in [`Board`], its words in `README.md`.

mod botzone;
mod notation;
mod players;
mod position;
mod scene;
mod words;

pub use position::{Board, Cell};

use leitai_core::{
    BadOption, Client, Clock, Dialect, DialectName, Engine, Facts, Game, Garbled, Level, Options, Played,
    Preset, Scene, Seen, Spot, Words,
};
use leitai_protocol::{
    BOTZONE_CLOCK, Beyond, BeyondClient, Botzone, BotzoneClient, Sau, SauClient, SauReports,
};
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
        dialects: &[
            DialectName::Beyond,
            DialectName::Native,
            DialectName::Sau,
            DialectName::Botzone,
            DialectName::BotzoneSimple,
        ],
        levels: &[Level::Random, Level::Easy, Level::Best],
        clock: CLOCK,
        presets: &[
            Preset { name: "beyond", memory: Some(64), clock: CLOCK, options: &[] },
            Preset { name: "botzone", memory: None, clock: BOTZONE_CLOCK, options: &[] },
        ],
        notation: Words::new(
            "a number from 0 (top left) to 8 (bottom right), row by row: 4",
            "0（左上）到 8（右下）的编号，逐行排列：4",
        ),
        bench_depth: 9,
    };

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

    fn scene(seen: Seen<'_, Board>, last: &[Played<Cell>]) -> Scene {
        scene::draw(seen.position(), last)
    }

    fn dialect(name: DialectName) -> Option<Box<dyn Dialect<Board>>> {
        Some(match name {
            DialectName::Beyond => Box::new(Beyond::<words::Words>::default()),
            DialectName::Sau => Box::new(Sau::<SauReports<Self>>::default()),
            DialectName::Botzone => Box::new(Botzone::<botzone::Words>::json()),
            DialectName::BotzoneSimple => Box::new(Botzone::<botzone::Words>::simple()),
            _ => return None,
        })
    }

    fn client(name: DialectName) -> Option<Box<dyn Client<Board>>> {
        Some(match name {
            DialectName::Beyond => Box::new(BeyondClient::<words::Words>::default()),
            DialectName::Sau => Box::new(SauClient::<SauReports<Self>>::default()),
            DialectName::Botzone | DialectName::BotzoneSimple => {
                Box::new(BotzoneClient::<botzone::Words>::default())
            }
            _ => return None,
        })
    }

    fn engine(level: Level, seed: u64) -> Option<Box<dyn Engine<Board>>> {
        players::engine(level, seed)
    }
}
