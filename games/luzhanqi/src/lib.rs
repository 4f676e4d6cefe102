//! Luzhanqi 军棋: facts and wiring. The rules are in [`Board`], what each eye knows in [`Known`], their words
//! in `README.md`.

mod board_text;
mod end;
mod junqi;
mod known;
mod notation;
mod players;
mod point;
mod position;
mod rank;
mod rules;
mod scene;
mod set_up;
mod sheet;

pub use end::End;
pub use known::{Effect, Known, Report};
pub use point::Point;
pub use position::{Act, Board, Phase};
pub use rank::{Fight, Rank, Ranks};
pub use rules::Rules;

use leitai_core::{
    BadOption, BuiltIn, Clock, Facts, Game, Garbled, Kind, OptionSpec, OptionWord, Options, Pace, Preset,
    Scene, Seen, Sheet, SheetName, SpokenDialect, Spot, Starter, Words,
};
use leitai_protocol::{Native, Sau, SauReports};
use std::time::Duration;

/// The game.
pub struct Luzhanqi;

/// Five seconds to start, then half an hour per side for the whole game, including the layout.
const CLOCK: Clock =
    Clock { start: Some(Duration::from_secs(5)), game: Some(Duration::from_mins(30)), ..Clock::NONE };

impl Game for Luzhanqi {
    type Position = Board;

    const FACTS: Facts = Facts {
        id: "luzhanqi",
        name: Words::new("Luzhanqi", "军棋"),
        seats: [Words::new("red", "红"), Words::new("black", "黑")],
        hidden: true,
        chance: false,
        options: &[
            OptionSpec {
                name: "no_contact_plies",
                kind: Kind::Whole { min: 10, max: 1000, default: 31 },
                what: Words::new(
                    "this ply in a row without contact, both sides together, ends the game",
                    "双方合计连续走满此步数无接触则终局",
                ),
            },
            OptionSpec {
                name: "no_contact_result",
                kind: Kind::Choice(&[
                    OptionWord::new(
                        "mover_loses",
                        Words::new("whoever plays the last ply without contact loses", "走满无接触步数者负"),
                    ),
                    OptionWord::new(
                        "draw",
                        Words::new(
                            "the last ply without contact ends the game in a draw",
                            "走满无接触步数即和棋",
                        ),
                    ),
                ]),
                what: Words::new("how it ends then", "届时的结果：走满者负或和棋"),
            },
        ],
        dialects: Self::DIALECTS,
        levels: Self::LEVELS,
        clock: CLOCK,
        presets: &[Preset { name: "school", memory: None, clock: CLOCK, first_to_four: false, options: &[] }],
        notation: Words::new(
            "row A–L from the top and column 0–4: L1=l lays the flag there (a commander … l flag), G0F0 moves",
            "行 A–L（自上而下）加列 0–4：L1=l 为在该处布军旗（a 司令 … l 军旗），G0F0 为走子",
        ),
        bench_depth: 6,
    };

    const SPOKEN: &'static [SpokenDialect<Board>] =
        &[junqi::SPOKEN, Native::<Self>::SPOKEN, Sau::<SauReports<Self>>::SPOKEN];

    const PLAYERS: &'static [BuiltIn<Board>] = players::PLAYERS;

    const PACE: Pace = Pace::of(150);

    const STARTERS: &'static [Starter] = leitai_core::starters!("luzhanqi", "Luzhanqi");

    fn rules(options: &Options) -> Result<Rules, BadOption> {
        Ok(Rules {
            no_contact_plies: options.whole("no_contact_plies") as u16,
            no_contact_draws: options.choice("no_contact_result") == "draw",
        })
    }

    fn most_plies(rules: &Rules) -> u32 {
        // Both layouts, then the moves.
        2 + 50 * u32::from(rules.no_contact_plies)
    }

    fn write(m: &Act, out: &mut String) {
        notation::write(m, out);
    }

    fn read(text: &str) -> Result<Act, Garbled> {
        notation::read(text)
    }

    fn write_position(position: &Board, out: &mut String) {
        board_text::write(position, out);
    }

    fn read_position(text: &str, rules: &Rules) -> Result<Board, Garbled> {
        board_text::read(text, *rules)
    }

    fn write_report(report: &Report, out: &mut String) {
        notation::write_report(report, out);
    }

    fn read_report(text: &str) -> Result<Report, Garbled> {
        notation::read_report(text)
    }

    /// The point of a laid piece is enough, since the order of the pieces is fixed.
    fn clicks(_: &Rules, m: &Act) -> Vec<Spot> {
        let point = |point: &Point| Spot::Point(point.index() as u16);
        match m {
            Act::Lay(at, _) => vec![point(at)],
            Act::Go(from, to) => vec![point(from), point(to)],
        }
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        leitai_sheet::round_sheet::<sheet::SheetWords>(name)
    }

    fn scene(seen: Seen<'_, Board>, last: &[Report]) -> Scene {
        scene::draw(&seen, last)
    }
}
