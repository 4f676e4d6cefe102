//! Hex 海克斯棋: facts and wiring. The rules are in [`Board`], their words in `README.md`.

mod botzone;
mod cell;
mod habits;
mod hexworld;
mod htp;
mod little_golem;
mod notation;
pub mod players;
mod position;
mod rules;
mod scene;
mod sheet;
mod stones;
mod words;

pub use cell::Cell;
pub use position::{Board, Move};
pub use rules::Rules;
pub use stones::Stones;

use leitai_board::refusal::OFF_THE_BOARD;
use leitai_core::{
    BadOption, BuiltIn, Clock, Facts, Foreign, Game, Garbled, Kind, OptionSpec, OptionWord, Options, Pace,
    Played, Preset, Scene, Seat, Seen, Sheet, SheetName, SpokenDialect, Spot, Starter, Words, sentence,
};
use leitai_protocol::{BOTZONE_CLOCK, Botzone, Gtp, Native, Sau};
use std::time::Duration;

/// The game.
pub struct Hex;

const CLOCK: Clock =
    Clock { start: Some(Duration::from_secs(5)), game: Some(Duration::from_mins(30)), ..Clock::NONE };

impl Game for Hex {
    type Position = Board;

    const FACTS: Facts = Facts {
        id: "hex",
        name: Words::new("Hex", "海克斯棋"),
        seats: [Words::new("red", "红"), Words::new("blue", "蓝")],
        hidden: false,
        chance: false,
        options: &[
            OptionSpec {
                name: "size",
                kind: Kind::Whole { min: 2, max: Cell::MOST as u64, default: 11 },
                what: Words::new("cells on a side of the board", "棋盘每边的格数"),
            },
            OptionSpec {
                name: "swap",
                kind: Kind::Flag(false),
                what: Words::new(
                    "Second may take the first stone over: mirrored on the long diagonal, in its own colour",
                    "后手第一手可交换：首子沿长对角线对称并改为后手颜色",
                ),
            },
            OptionSpec {
                name: "forbidden_opening",
                kind: Kind::Choice(&[
                    OptionWord::new("off", Words::new("the first stone may stand anywhere", "首子无禁点")),
                    OptionWord::new(
                        "center",
                        Words::new("the first stone may not stand in the centre", "首子不得下在中心"),
                    ),
                ]),
                what: Words::new("where the first stone may not stand", "首子的禁点"),
            },
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
                options: &[("size", "11"), ("swap", "off"), ("forbidden_opening", "off")],
            },
            Preset {
                name: "botzone",
                memory: None,
                clock: BOTZONE_CLOCK,
                first_to_four: false,
                options: &[("size", "11"), ("swap", "off"), ("forbidden_opening", "off")],
            },
        ],
        notation: Words::new(
            "column A–K from the left and row 1–11 from the top: F6; with the option swap=on also `swap`",
            "列 A–K（自左起）加行 1–11（自上而下）：F6；选项 `swap=on` 时还有 `swap`（交换）",
        ),
        bench_depth: 4,
    };

    const SPOKEN: &'static [SpokenDialect<Board>] = &[
        Native::<Self>::SPOKEN,
        Sau::<words::Words>::SPOKEN,
        Gtp::<htp::Words>::SPOKEN,
        Botzone::<botzone::Words>::JSON,
        Botzone::<botzone::Words>::SIMPLE,
    ];

    const PLAYERS: &'static [BuiltIn<Board>] = players::PLAYERS;

    const PACE: Pace = Pace::of(32);

    const STARTERS: &'static [Starter] = leitai_core::starters!("hex", "Hex");

    fn rules(options: &Options) -> Result<Rules, BadOption> {
        let size = options.whole("size");
        let bars_center = options.choice("forbidden_opening") == "center";
        u8::try_from(size)
            .map_err(|_| rules::SIDES)
            .and_then(|size| Rules::new(size, options.flag("swap"), bars_center))
            .map_err(|why| {
                BadOption(
                    sentence!(
                        "options size {size} and forbidden_opening: ",
                        "选项 size {size} 与 forbidden_opening："
                    )
                    .then(&why.into()),
                )
            })
    }

    fn most_plies(rules: &Rules) -> u32 {
        u32::from(rules.size()).pow(2) + 1
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
        notation::read_board(text, *rules)
    }

    leitai_core::open_reports!();

    fn clicks(rules: &Rules, m: &Move) -> Vec<Spot> {
        match m {
            Move::Stone(cell) => vec![Spot::Point(cell.index(rules.size()))],
            Move::Swap => vec![Spot::Button(scene::SWAP.id)],
        }
    }

    fn meant(board: &Board, _: Seat, places: &[u16]) -> Result<Move, &'static Words> {
        let cell = places.last().and_then(|at| Cell::all(board.rules().size()).nth((*at).into()));
        cell.map(Move::Stone).ok_or(&OFF_THE_BOARD)
    }

    fn scene(seen: Seen<'_, Board>, last: &[Played<Move>]) -> Scene {
        scene::draw(seen.position(), last)
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        Some(leitai_sheet::stone_sheet::<sheet::Words>(name))
    }

    fn foreign() -> Vec<Box<dyn Foreign<Board>>> {
        vec![Box::new(hexworld::HexWorld), Box::new(little_golem::LittleGolem)]
    }

    fn opening_of(line: &str, rules: &Rules) -> Option<Result<Vec<Move>, Garbled>> {
        hexworld::opening(line, *rules)
    }
}
