//! Amazons 亚马逊棋: facts and wiring. The rules are implemented by [`Board`] and stated in `README.md`.

mod botzone;
mod notation;
pub mod players;
mod position;
mod random;
mod rays;
mod scene;
mod sheet;
mod shot;
mod size;
mod square;
mod words;

pub use position::{Board, Rules};
pub use shot::Move;
pub use size::Size;
pub use square::Square;

use leitai_board::refusal::OFF_THE_BOARD;
use leitai_core::{
    BadOption, BuiltIn, Clock, Facts, Game, Garbled, Kind, OptionSpec, OptionWord, Options, Pace, Played,
    Preset, Scene, Seat, Seen, Sheet, SheetName, SpokenDialect, Spot, Starter, Words,
};
use leitai_protocol::{BOTZONE_CLOCK, Botzone, Native, Sau};
use std::time::Duration;

/// The game of Amazons.
pub struct Amazons;

/// Five seconds to start, then fifteen minutes a side.
const CLOCK: Clock =
    Clock { start: Some(Duration::from_secs(5)), game: Some(Duration::from_mins(15)), ..Clock::NONE };

impl Game for Amazons {
    type Position = Board;

    const FACTS: Facts = Facts {
        id: "amazons",
        name: Words::new("Amazons", "亚马逊棋"),
        seats: [Words::new("black", "黑"), Words::new("white", "白")],
        hidden: false,
        chance: false,
        options: &[OptionSpec {
            name: "board",
            kind: Kind::Choice(&[
                OptionWord::new("10x10", Words::new("the board is 10x10", "棋盘为 10x10")),
                OptionWord::new(
                    "8x8",
                    Words::new("the board is the 8x8 of Botzone", "棋盘为 Botzone 的 8x8"),
                ),
            ]),
            what: Words::new(
                "the board and its start: 10x10, or the 8x8 of Botzone",
                "棋盘与开局：10x10，或 Botzone 的 8x8",
            ),
        }],
        dialects: Self::DIALECTS,
        levels: Self::LEVELS,
        clock: CLOCK,
        presets: &[
            Preset {
                name: "school",
                memory: None,
                clock: CLOCK,
                first_to_four: false,
                options: &[("board", "10x10")],
            },
            Preset {
                name: "botzone",
                memory: None,
                clock: BOTZONE_CLOCK,
                first_to_four: false,
                options: &[("board", "8x8")],
            },
        ],
        notation: Words::new(
            "from, to and arrow, each column a–j and row 1–10 from the bottom: d1d7(g7)",
            "起点、落点、障碍，各为列 a–j 加行 1–10（自下而上）：d1d7(g7)",
        ),
        bench_depth: 2,
    };

    const SPOKEN: &'static [SpokenDialect<Board>] = &[
        Sau::<words::Words>::SPOKEN,
        Native::<Self>::SPOKEN,
        Botzone::<botzone::Words>::JSON,
        Botzone::<botzone::Words>::SIMPLE,
    ];

    const PLAYERS: &'static [BuiltIn<Board>] = players::PLAYERS;

    const PACE: Pace = Pace::of(37);

    const STARTERS: &'static [Starter] = leitai_core::starters!("amazons", "Amazons");

    fn rules(options: &Options) -> Result<Rules, BadOption> {
        let size = if options.choice("board") == "8x8" { Size::Eight } else { Size::Ten };
        Ok(Rules { size })
    }

    fn most_plies(rules: &Rules) -> u32 {
        match rules.size {
            Size::Ten => 92,
            Size::Eight => 56,
        }
    }

    fn write(m: &Move, out: &mut String) {
        notation::write(*m, out);
    }

    fn read(text: &str) -> Result<Move, Garbled> {
        notation::read(text)
    }

    fn write_position(position: &Board, out: &mut String) {
        notation::write_board(position, out);
    }

    fn read_position(text: &str, rules: &Rules) -> Result<Board, Garbled> {
        notation::read_board(text, rules.size)
    }

    leitai_core::open_reports!();

    /// A move is three clicks, and no move's clicks are a prefix of another's.
    fn clicks(rules: &Rules, m: &Move) -> Vec<Spot> {
        [m.from(), m.to(), m.arrow()].map(|square| Spot::Point(rules.size.index(square))).into()
    }

    fn meant(board: &Board, _: Seat, places: &[u16]) -> Result<Move, &'static Words> {
        let size = board.size();
        let square = |at: &u16| Square::all(size).find(|square| size.index(*square) == *at);
        let square = |at: &u16| square(at).ok_or(&OFF_THE_BOARD);
        let from = places.first().ok_or(&OFF_THE_BOARD).and_then(square)?;
        let beside = || Square::all(size).find(|to| from.line_to(*to).is_some_and(|(_, steps)| steps == 1));
        let to = places.get(1).map_or_else(|| beside().ok_or(&OFF_THE_BOARD), square)?;
        // An arrow can always be shot back to where the amazon came from.
        let arrow = places.get(2..).and_then(|more| more.last()).map_or(Ok(from), square)?;
        Ok(Move::new(from, to, arrow))
    }

    fn scene(seen: Seen<'_, Board>, last: &[Played<Move>]) -> Scene {
        scene::draw(seen.position(), last)
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        (name == SheetName::National).then(|| Box::new(sheet::Sheet) as _)
    }
}
