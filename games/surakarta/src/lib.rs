//! Surakarta 苏拉卡尔塔棋: facts and wiring. The rules are in [`Board`], their words in `README.md`.

mod history;
mod notation;
pub mod players;
mod ply;
mod point;
mod position;
mod rules;
mod scene;
mod sheet;
mod ways;
mod words;

pub use ply::Ply;
pub use point::Point;
pub use position::Board;
pub use rules::Rules;

use leitai_board::refusal::OFF_THE_BOARD;
use leitai_core::{
    BadOption, BuiltIn, Clock, Facts, Game, Garbled, Kind, OptionSpec, Options, Pace, Played, Preset, Scene,
    Seat, Seen, Sheet, SheetName, SpokenDialect, Spot, Starter, TableSpec, Words, sentence,
};
use leitai_protocol::{Native, Sau};
use std::time::Duration;

/// The game.
pub struct Surakarta;

const CLOCK: Clock =
    Clock { start: Some(Duration::from_secs(5)), game: Some(Duration::from_mins(15)), ..Clock::NONE };

impl Game for Surakarta {
    type Position = Board;

    const FACTS: Facts = Facts {
        id: "surakarta",
        name: Words::new("Surakarta", "苏拉卡尔塔棋"),
        seats: [Words::new("black", "黑"), Words::new("white", "白")],
        hidden: false,
        chance: false,
        options: &[OptionSpec {
            name: "no_capture_plies",
            kind: Kind::Whole { min: Rules::RANGE.0 as u64, max: Rules::RANGE.1 as u64, default: 50 },
            what: Words::new(
                "plies without a capture after which the stones are counted",
                "连续无吃子的步数上限（双方各走一次计两步），满后子多者胜",
            ),
        }],
        dialects: Self::DIALECTS,
        levels: Self::LEVELS,
        clock: CLOCK,
        presets: &[Preset {
            name: "school",
            memory: None,
            clock: CLOCK,
            first_to_four: false,
            options: &[("no_capture_plies", "50")],
        }],
        notation: Words::new(
            "from and to, columns a–f and rows 1–6 from the bottom: a5-a4; a capture likewise: b5-e2",
            "起点与终点，列 a–f、行 1–6（自下而上）：a5-a4；吃子写法相同：b5-e2",
        ),
        bench_depth: 6,
    };

    const SPOKEN: &'static [SpokenDialect<Board>] = &[Sau::<words::Words>::SPOKEN, Native::<Self>::SPOKEN];

    const PLAYERS: &'static [BuiltIn<Board>] = players::PLAYERS;

    const TABLES: &'static [TableSpec] = players::TABLES;

    const PACE: Pace = Pace::of(60);

    const STARTERS: &'static [Starter] = leitai_core::starters!("surakarta", "Surakarta");

    fn rules(options: &Options) -> Result<Rules, BadOption> {
        let plies = options.whole("no_capture_plies");
        let rules = u16::try_from(plies).ok().and_then(Rules::new);
        rules.ok_or_else(|| {
            BadOption(sentence!(
                "option no_capture_plies: {plies} is not in 1..1000",
                "选项 no_capture_plies：{plies} 不在 1..1000 之内"
            ))
        })
    }

    fn most_plies(rules: &Rules) -> u32 {
        24 * u32::from(rules.no_capture_plies())
    }

    fn write(m: &Ply, out: &mut String) {
        notation::write(*m, out);
    }

    fn read(text: &str) -> Result<Ply, Garbled> {
        notation::read(text)
    }

    fn write_position(position: &Board, out: &mut String) {
        notation::write_board(position, out);
    }

    fn read_position(text: &str, rules: &Rules) -> Result<Board, Garbled> {
        notation::read_board(text, *rules)
    }

    leitai_core::open_reports!();

    fn clicks(_: &Rules, m: &Ply) -> Vec<Spot> {
        [m.from, m.to].map(|point| Spot::Point(u16::from(point.index()))).to_vec()
    }

    fn meant(_: &Board, _: Seat, places: &[u16]) -> Result<Ply, &'static Words> {
        let point = |at: &u16| Point::all().nth((*at).into()).ok_or(&OFF_THE_BOARD);
        let from = places.first().ok_or(&OFF_THE_BOARD).and_then(point)?;
        let next = || Point::all().find(|to| ways::STEPS[usize::from(from.index())] & to.bit() != 0);
        let to = places[1..].last().map_or_else(|| next().ok_or(&OFF_THE_BOARD), point)?;
        Ok(Ply { from, to })
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        leitai_sheet::round_sheet::<sheet::SheetWords>(name)
    }

    fn scene(seen: Seen<'_, Board>, last: &[Played<Ply>]) -> Scene {
        scene::draw(seen.position(), last)
    }
}
