//! Connect6 六子棋: facts and wiring. The rules are implemented by [`Board`] and stated in `README.md`.

mod notation;
mod players;
mod point;
mod position;
mod scene;
mod sheet;
mod stones;
mod words;

#[cfg(feature = "bench")]
pub use players::study;
pub use point::Point;
pub use position::Board;
pub use stones::Stones;

use leitai_board::refusal::OFF_THE_BOARD;
use leitai_core::{
    BadOption, BuiltIn, Clock, Facts, Game, Garbled, Options, Pace, Played, Preset, Scene, Seat, Seen, Sheet,
    SheetName, SpokenDialect, Spot, Starter, Words,
};
use leitai_protocol::{Native, Sau};
use std::time::Duration;

/// The game of Connect6.
pub struct Connect6;

/// Five seconds to start, then the given number of minutes a side for the whole game.
const fn minutes(minutes: u64) -> Clock {
    Clock { start: Some(Duration::from_secs(5)), game: Some(Duration::from_mins(minutes)), ..Clock::NONE }
}

impl Game for Connect6 {
    type Position = Board;

    const FACTS: Facts = Facts {
        id: "connect6",
        name: Words::new("Connect6", "六子棋"),
        seats: [Words::new("black", "黑"), Words::new("white", "白")],
        hidden: false,
        chance: false,
        options: &[],
        dialects: Self::DIALECTS,
        levels: Self::LEVELS,
        clock: minutes(3),
        presets: &[
            Preset { name: "course", memory: None, clock: minutes(3), first_to_four: false, options: &[] },
            Preset { name: "school", memory: None, clock: minutes(15), first_to_four: false, options: &[] },
        ],
        notation: Words::new(
            "column A–S and row 1–19 from the bottom, one stone at a time: J10",
            "列 A–S 加行 1–19（自下而上），每次一子：J10",
        ),
        bench_depth: 3,
    };

    const SPOKEN: &'static [SpokenDialect<Board>] = &[Sau::<words::Words>::SPOKEN, Native::<Self>::SPOKEN];

    const PLAYERS: &'static [BuiltIn<Board>] = players::PLAYERS;

    const PACE: Pace = Pace::of(17);

    // `chess.cpp` is the course's framework: three places to fill, on the lines that its text names.
    const STARTERS: &'static [Starter] = leitai_core::starters!(
        "connect6" ".c", "connect6" ".cpp", "connect6" ".py", "connect6" ".js", "Connect6" ".java", "connect6" ".rs",
        "connect6" ".go", "chess" ".cpp"
    );

    fn rules(_: &Options) -> Result<(), BadOption> {
        Ok(())
    }

    fn most_plies((): &()) -> u32 {
        // One stone, then two per turn, on 361 points.
        181
    }

    fn write(m: &Point, out: &mut String) {
        notation::write(*m, out);
    }

    fn read(text: &str) -> Result<Point, Garbled> {
        notation::read(text)
    }

    fn write_position(position: &Board, out: &mut String) {
        notation::write_board(position, out);
    }

    fn read_position(text: &str, (): &()) -> Result<Board, Garbled> {
        notation::read_board(text)
    }

    leitai_core::open_reports!();

    fn clicks((): &(), m: &Point) -> Vec<Spot> {
        vec![Spot::Point(m.index())]
    }

    fn meant(_: &Board, _: Seat, places: &[u16]) -> Result<Point, &'static Words> {
        places.last().and_then(|at| Point::at(*at)).ok_or(&OFF_THE_BOARD)
    }

    fn scene(seen: Seen<'_, Board>, last: &[Played<Point>]) -> Scene {
        scene::draw(seen.position(), last)
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        Some(leitai_sheet::stone_sheet::<sheet::Words>(name))
    }
}
