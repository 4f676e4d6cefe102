//! Dots and boxes 点格棋: facts and wiring. The rules are implemented by [`Board`] and stated in `README.md`.

mod boxes;
mod edge;
mod notation;
mod players;
mod position;
mod rules;
mod scene;
mod sheet;
mod words;

pub use boxes::Boxes;
pub use edge::{Edge, Edges, Way};
pub use position::Board;
pub use rules::Rules;

use leitai_core::{
    BadOption, BuiltIn, Clock, Facts, Game, Garbled, Kind, OptionSpec, Options, Pace, Played, Preset, Scene,
    Seat, Seen, Sentence, Sheet, SheetName, SpokenDialect, Spot, Starter, Words,
};
use leitai_protocol::{Native, Sau};
use std::time::Duration;

/// The game of dots and boxes.
pub struct Dots;

const CLOCK: Clock =
    Clock { start: Some(Duration::from_secs(5)), game: Some(Duration::from_mins(15)), ..Clock::NONE };

impl Game for Dots {
    type Position = Board;

    const FACTS: Facts = Facts {
        id: "dots",
        name: Words::new("dots and boxes", "点格棋"),
        seats: [Words::new("red", "红"), Words::new("blue", "蓝")],
        hidden: false,
        chance: false,
        options: &[
            OptionSpec {
                name: "rows",
                kind: Kind::Whole { min: 1, max: 5, default: 5 },
                what: Words::new("rows of boxes", "格子的行数"),
            },
            OptionSpec {
                name: "columns",
                kind: Kind::Whole { min: 1, max: 5, default: 5 },
                what: Words::new("columns of boxes", "格子的列数"),
            },
            OptionSpec {
                name: "early_end",
                kind: Kind::Flag(false),
                what: Words::new(
                    "the game stops when a side has more than half of the boxes",
                    "一方占格过半时即终局",
                ),
            },
        ],
        dialects: Self::DIALECTS,
        levels: Self::LEVELS,
        clock: CLOCK,
        presets: &[Preset {
            name: "school",
            memory: None,
            clock: CLOCK,
            first_to_four: false,
            options: &[("rows", "5"), ("columns", "5"), ("early_end", "off")],
        }],
        notation: Words::new(
            "the dot at the edge's left or lower end (column a–f, row 1–6 from the bottom), then h or v: e2v",
            "边的左端点或下端点（列 a–f 加行 1–6，自下而上），再加 h（横）或 v（竖）：e2v",
        ),
        bench_depth: 4,
    };

    const SPOKEN: &'static [SpokenDialect<Board>] = &[Sau::<words::Words>::SPOKEN, Native::<Self>::SPOKEN];

    const PLAYERS: &'static [BuiltIn<Board>] = players::PLAYERS;

    // Edges 12 to 18 decide: earlier the rest is too long to solve, later it is solved in no time.
    const PACE: Pace = Pace { turns: 16, fifths: [1, 10, 60, 20, 1] };

    const STARTERS: &'static [Starter] = leitai_core::starters!("dots", "Dots");

    fn rules(options: &Options) -> Result<Rules, BadOption> {
        let side = |name| u8::try_from(options.whole(name)).unwrap_or(0);
        Rules::new(side("rows"), side("columns"), options.flag("early_end"))
            .ok_or_else(|| BadOption(Sentence::new("rows and columns are 1..5", "rows 与 columns 须为 1..5")))
    }

    fn most_plies(rules: &Rules) -> u32 {
        rules.edges().len()
    }

    fn write(m: &Edge, out: &mut String) {
        notation::write(*m, out);
    }

    fn read(text: &str) -> Result<Edge, Garbled> {
        notation::read(text)
    }

    fn write_position(position: &Board, out: &mut String) {
        notation::write_board(position, out);
    }

    fn read_position(text: &str, rules: &Rules) -> Result<Board, Garbled> {
        notation::read_board(text, *rules)
    }

    leitai_core::open_reports!();

    fn clicks(rules: &Rules, m: &Edge) -> Vec<Spot> {
        vec![Spot::Point(scene::place_of(*rules, *m))]
    }

    fn meant(board: &Board, _: Seat, places: &[u16]) -> Result<Edge, &'static Words> {
        let rules = board.rules();
        let edge =
            places.last().and_then(|at| rules.edges().iter().find(|it| scene::place_of(rules, *it) == *at));
        edge.ok_or(&position::NO_EDGE)
    }

    fn scene(seen: Seen<'_, Board>, last: &[Played<Edge>]) -> Scene {
        scene::draw(seen.position(), last)
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        (name == SheetName::National).then(|| Box::new(sheet::Sheet) as _)
    }
}
