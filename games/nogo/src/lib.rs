//! `NoGo` 不围棋: facts and wiring. The rules are in [`Board`], their words in `README.md`.

// A source file that the tests include too refers to this crate by name.
extern crate self as nogo;

mod botzone;
mod gtp;
mod notation;
pub mod players;
mod position;
mod rules;
mod scene;
mod sheet;
mod words;

pub use position::Board;
pub use rules::Rules;

pub use leitai_board::{Point, Points};

use leitai_board::refusal::OFF_THE_BOARD;
use leitai_core::{
    BadOption, BuiltIn, Clock, Facts, Game, Garbled, Kind, OptionSpec, Options, Pace, Played, Preset, Scene,
    Seat, Seen, Sheet, SheetName, SpokenDialect, Spot, Starter, Words, sentence,
};
use leitai_protocol::{BOTZONE_CLOCK, Botzone, Gtp, Native, Sau};
use std::time::Duration;

/// The game.
pub struct NoGo;

const CLOCK: Clock =
    Clock { start: Some(Duration::from_secs(5)), game: Some(Duration::from_mins(15)), ..Clock::NONE };

const SIDE: Kind = Kind::Whole { min: 1, max: Point::SIDE as u64, default: Point::SIDE as u64 };

impl Game for NoGo {
    type Position = Board;

    const FACTS: Facts = Facts {
        id: "nogo",
        name: Words::new("NoGo", "不围棋"),
        seats: [Words::new("black", "黑"), Words::new("white", "白")],
        hidden: false,
        chance: false,
        options: &[
            OptionSpec {
                name: "width", kind: SIDE, what: Words::new("columns of the board", "棋盘列数")
            },
            OptionSpec { name: "height", kind: SIDE, what: Words::new("rows of the board", "棋盘行数") },
        ],
        dialects: Self::DIALECTS,
        levels: Self::LEVELS,
        clock: CLOCK,
        presets: &[
            Preset {
                name: "school",
                memory: None,
                clock: CLOCK,
                first_to_four: false,
                options: &[("width", "9"), ("height", "9")],
            },
            Preset {
                name: "botzone",
                memory: None,
                clock: BOTZONE_CLOCK,
                first_to_four: false,
                options: &[("width", "9"), ("height", "9")],
            },
        ],
        notation: Words::new("column A–I and row 1–9 from the bottom: E5", "列 A–I 加行 1–9（自下而上）：E5"),
        bench_depth: 4,
    };

    const SPOKEN: &'static [SpokenDialect<Board>] = &[
        Sau::<words::Words>::SPOKEN,
        Native::<Self>::SPOKEN,
        Gtp::<gtp::Words>::SPOKEN,
        Botzone::<botzone::Words>::JSON,
        Botzone::<botzone::Words>::SIMPLE,
    ];

    const PLAYERS: &'static [BuiltIn<Board>] = players::PLAYERS;

    const PACE: Pace = Pace::of(35);

    const STARTERS: &'static [Starter] = leitai_core::starters!("nogo", "NoGo");

    fn rules(options: &Options) -> Result<Rules, BadOption> {
        let [width, height] = ["width", "height"].map(|name| options.whole(name));
        let rules = || Rules::new(width.try_into().ok()?, height.try_into().ok()?);
        rules().ok_or_else(|| {
            BadOption(sentence!(
                "a board of {width}×{height}: each side must be 1..9",
                "{width}×{height} 的棋盘：每边须为 1..9"
            ))
        })
    }

    fn most_plies(rules: &Rules) -> u32 {
        rules.board().len()
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

    fn read_position(text: &str, rules: &Rules) -> Result<Board, Garbled> {
        notation::read_board(text, *rules)
    }

    leitai_core::open_reports!();

    fn clicks(rules: &Rules, m: &Point) -> Vec<Spot> {
        vec![Spot::Point(rules.index(*m))]
    }

    fn meant(board: &Board, _: Seat, places: &[u16]) -> Result<Point, &'static Words> {
        let rules = board.rules();
        let point =
            places.last().and_then(|at| rules.board().iter().find(|point| rules.index(*point) == *at));
        point.ok_or(&OFF_THE_BOARD)
    }

    fn scene(seen: Seen<'_, Board>, last: &[Played<Point>]) -> Scene {
        scene::draw(seen.position(), last)
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        Some(leitai_sheet::stone_sheet::<sheet::Words>(name))
    }
}
