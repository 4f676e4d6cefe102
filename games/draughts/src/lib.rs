//! Draughts 国际跳棋 by the judge's simplified rules: facts and wiring. The rules are implemented by [`Board`]
//! and stated in `README.md`.

mod contest;
mod grid;
mod notation;
mod numbered;
mod path;
mod pdn;
pub mod players;
mod position;
mod scene;
mod sheet;
mod square;
mod words;

pub use path::Path;
pub use position::{Board, Piece, Rules};
pub use square::Square;

use leitai_core::{
    BadOption, BuiltIn, Clock, Facts, Foreign, Game, Garbled, Kind, OptionSpec, Options, Pace, Played,
    Preset, Scene, Seat, Seen, Sheet, SheetName, SpokenDialect, Spot, Starter, TableSpec, Words, sentence,
};
use leitai_protocol::{Judge, Native, Sau, SauReports};
use std::time::Duration;

/// The game of draughts.
pub struct Draughts;

const CLOCK: Clock = Clock {
    start: Some(Duration::from_secs(5)),
    turn: Some(Duration::from_secs(2)),
    game: Some(Duration::from_secs(90)),
    start_counts: true,
    ..Clock::NONE
};

impl Game for Draughts {
    type Position = Board;

    const FACTS: Facts = Facts {
        id: "draughts",
        name: Words::new("draughts", "国际跳棋"),
        seats: [Words::new("black", "黑"), Words::new("white", "白")],
        hidden: false,
        chance: false,
        options: &[OptionSpec {
            name: "max_rounds",
            kind: Kind::Whole { min: 1, max: 500, default: 60 },
            what: Words::new(
                "rounds (a ply of each side) after which the pieces are counted: king 3, man 1",
                "回合数上限（双方各走一次为一回合），满后按子计分：王 3 分，兵 1 分",
            ),
        }],
        dialects: Self::DIALECTS,
        levels: Self::LEVELS,
        clock: CLOCK,
        presets: &[Preset {
            name: "judge",
            memory: Some(350),
            clock: CLOCK,
            first_to_four: false,
            options: &[("max_rounds", "60")],
        }],
        notation: Words::new(
            "row,column of every square visited, counted from 0 at the top left: 5,0-4,1 or 6,1-4,3-2,1",
            "依次写出经过的每一格的“行,列”，左上角为 0,0：5,0-4,1 或 6,1-4,3-2,1",
        ),
        bench_depth: 8,
    };

    const SPOKEN: &'static [SpokenDialect<Board>] =
        &[Judge::<words::Words>::SPOKEN, Native::<Self>::SPOKEN, Sau::<SauReports<Self>>::SPOKEN];

    const PLAYERS: &'static [BuiltIn<Board>] = players::PLAYERS;

    const TABLES: &'static [TableSpec] = players::TABLES;

    const PACE: Pace = Pace::of(50);

    const STARTERS: &'static [Starter] = leitai_core::starters!("draughts", "Draughts");

    fn rules(options: &Options) -> Result<Rules, BadOption> {
        let rounds = options.whole("max_rounds");
        let rules = u16::try_from(rounds).ok().and_then(Rules::new);
        rules.ok_or_else(|| {
            BadOption(sentence!(
                "option max_rounds: {rounds} is not in 1..500",
                "选项 max_rounds：{rounds} 不在 1..500 之内"
            ))
        })
    }

    fn most_plies(rules: &Rules) -> u32 {
        2 * u32::from(rules.max_rounds())
    }

    fn write(m: &Path, out: &mut String) {
        notation::write(m, out);
    }

    fn read(text: &str) -> Result<Path, Garbled> {
        notation::read(text)
    }

    fn write_position(position: &Board, out: &mut String) {
        notation::write_board(position, out);
    }

    fn read_position(text: &str, rules: &Rules) -> Result<Board, Garbled> {
        notation::read_board(text, *rules)
    }

    leitai_core::open_reports!();

    /// The squares of the path. Two moves in one position have paths of the same length (all legal captures
    /// take the same number of pieces, and a step has two squares), so no path is a prefix of another.
    fn clicks(_: &Rules, m: &Path) -> Vec<Spot> {
        m.squares().iter().map(|square| Spot::Point(u16::from(square.index()))).collect()
    }

    fn meant(board: &Board, _: Seat, places: &[u16]) -> Result<Path, &'static Words> {
        let square = |at: &u16| Square::all().nth((*at).into());
        let mut squares: Vec<_> = places.iter().filter_map(square).collect();
        if let [from] = squares[..] {
            squares.extend(board.beside(from));
        }
        Path::new(&squares).ok_or(&position::NEITHER)
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        leitai_sheet::round_sheet::<sheet::SheetWords>(name)
    }

    fn foreign() -> Vec<Box<dyn Foreign<Board>>> {
        vec![Box::new(contest::Contest), Box::new(pdn::Pdn)]
    }

    fn scene(seen: Seen<'_, Board>, last: &[Played<Path>]) -> Scene {
        scene::draw(seen.position(), last)
    }
}
