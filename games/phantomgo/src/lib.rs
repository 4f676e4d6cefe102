//! Phantom Go 幻影围棋: facts and wiring. The rules are in [`Board`], what each eye knows in [`Known`], their
//! words in `README.md`.

mod act;
mod announced;
mod fault;
mod gtp;
mod heard;
mod hearing;
mod known;
mod notation;
mod players;
mod position;
mod relayed;
mod rules;
mod sample;
mod scene;
mod score;
mod sheet;
mod unseen;
mod word;
mod words;

pub use act::{Act, Asked, Effect};
pub use known::{Known, Report};
pub use position::{Board, Phase};
pub use rules::{Accept, Marking, Rules};
pub use score::{alive, areas, dead, winner};

pub use leitai_board::{Point, Points};

use leitai_board::refusal::OFF_THE_BOARD;
use leitai_core::{
    BadOption, BuiltIn, Clock, Facts, Game, Garbled, Kind, OptionSpec, OptionWord, Options, Pace, Preset,
    Relayed, SEEN, Say, Scene, Seat, Seen, Sheet, SheetName, SpokenDialect, Spot, Starter, Words, sentence,
};
use leitai_protocol::{Gtp, Native, Sau};
use std::time::Duration;

/// The game.
pub struct PhantomGo;

/// Five seconds to start, then a quarter of an hour per side for the whole game, including refused tries.
const CLOCK: Clock =
    Clock { start: Some(Duration::from_secs(5)), game: Some(Duration::from_mins(15)), ..Clock::NONE };

impl Game for PhantomGo {
    type Position = Board;

    const FACTS: Facts = Facts {
        id: "phantomgo",
        name: Words::new("Phantom Go", "幻影围棋"),
        seats: [Words::new("black", "黑"), Words::new("white", "白")],
        hidden: true,
        chance: false,
        options: &[
            OptionSpec {
                name: "marking",
                kind: Kind::Choice(&[
                    OptionWord::new(
                        "automatic",
                        Words::new("dead stones are marked automatically", "自动标示死子"),
                    ),
                    OptionWord::new(
                        "arbiter",
                        Words::new("the referee marks the dead stones", "由裁判标示死子"),
                    ),
                ]),
                what: Words::new("who marks the dead stones", "由谁标示死子"),
            },
            OptionSpec {
                name: "max_plies",
                kind: Kind::Whole { min: 1, max: 10_000, default: 400 },
                what: Words::new("after so many plies the board is counted", "满此步数即终局数子"),
            },
            OptionSpec {
                name: "accept_word",
                kind: Kind::Choice(&[
                    OptionWord::new(
                        "accept",
                        Words::new("sau says `accept` when a stone stands", "sau 中落子合法时应答 `accept`"),
                    ),
                    OptionWord::new(
                        "access",
                        Words::new("sau says `access` when a stone stands", "sau 中落子合法时应答 `access`"),
                    ),
                ]),
                what: Words::new("what sau says when a stone stands", "sau 中落子合法时的应答词"),
            },
            OptionSpec {
                name: SEEN,
                kind: Kind::Choice(&[
                    OptionWord::new(
                        "both",
                        Words::new("the table sees both sides' stones", "本台可见双方棋子"),
                    ),
                    OptionWord::new(
                        "first",
                        Words::new(
                            "the table sees black's stones; what white hides, the referee tells",
                            "本台只见黑方棋子；白方的秘密由裁判宣布",
                        ),
                    ),
                    OptionWord::new(
                        "second",
                        Words::new(
                            "the table sees white's stones; what black hides, the referee tells",
                            "本台只见白方棋子；黑方的秘密由裁判宣布",
                        ),
                    ),
                ]),
                what: Words::new("whose stones this table sees", "本台可见哪一方的棋子"),
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
            options: &[("marking", "automatic"), ("max_plies", "400")],
        }],
        notation: Words::new(
            "column A–I and row 1–9 from the bottom tries a point: C3; or pass",
            "列 A–I 加行 1–9（自下而上）为试下：C3；停一手为 pass",
        ),
        bench_depth: 3,
    };

    /// At the referee's desk he marks the dead stones (the school's text, 6.7).
    const AT_DESK: &'static [(&'static str, &'static str)] = &[("marking", "arbiter")];

    const SPOKEN: &'static [SpokenDialect<Board>] =
        &[Sau::<words::Words>::SPOKEN, Native::<Self>::SPOKEN, Gtp::<gtp::Words>::SPOKEN];

    const PLAYERS: &'static [BuiltIn<Board>] = players::PLAYERS;

    const PACE: Pace = Pace::of(55);

    const STARTERS: &'static [Starter] = leitai_core::starters!("phantomgo", "PhantomGo");

    fn rules(options: &Options) -> Result<Rules, BadOption> {
        let max_plies = options.whole("max_plies");
        let marking = match options.choice("marking") {
            "arbiter" => Marking::Arbiter,
            _ => Marking::Automatic,
        };
        let accept = if options.choice("accept_word") == "access" { Accept::Access } else { Accept::Accept };
        let max_plies = max_plies.try_into().map_err(|_| {
            BadOption(sentence!("max_plies {max_plies}: at most 10000", "max_plies {max_plies}：至多 10000"))
        })?;
        let seen = match options.choice(SEEN) {
            "first" => Some(Seat::First),
            "second" => Some(Seat::Second),
            _ => None,
        };
        if let (Some(seat), Marking::Arbiter) = (seen, marking) {
            return Err(BadOption(sentence!(
                "marking=arbiter with seen={seat}: there the referee counts, and nobody marks dead stones",
                "“marking=arbiter”不能与“seen={seat}”并用：此时由裁判数子，不再标示死子"
            )));
        }
        Ok(Rules { max_plies, marking, accept, seen })
    }

    fn most_plies(rules: &Rules) -> u32 {
        rules.max_plies.into()
    }

    fn relayed(seen: Seat, by: Seat, told: &[Report], winner: Option<Seat>) -> Vec<Relayed<Act>> {
        relayed::relayed(seen, by, told, winner)
    }

    fn announced(_: &Known, seat: Seat, told: &[Report]) -> Vec<Say> {
        announced::announced(seat, told)
    }

    fn is_refereed(rules: &Rules) -> bool {
        rules.marking == Marking::Arbiter || rules.seen.is_some()
    }

    fn write(m: &Act, out: &mut String) {
        notation::write(m, out);
    }

    fn read(text: &str) -> Result<Act, Garbled> {
        notation::read(text)
    }

    fn write_position(position: &Board, out: &mut String) {
        notation::write_board(position, out);
    }

    fn read_position(text: &str, rules: &Rules) -> Result<Board, Garbled> {
        notation::read_board(text, *rules)
    }

    fn write_report(report: &Report, out: &mut String) {
        notation::write_report(report, out);
    }

    fn read_report(text: &str) -> Result<Report, Garbled> {
        notation::read_report(text)
    }

    fn clicks(_: &Rules, m: &Act) -> Vec<Spot> {
        let spot = match m {
            Act::Try(point) | Act::Dead(point) | Act::Taken(point) | Act::Shown(point) => {
                Some(Spot::Point(scene::place_of(*point)))
            }
            other => scene::id_of(other).map(Spot::Button),
        };
        spot.into_iter().collect()
    }

    fn meant(_: &Known, _: Seat, places: &[u16]) -> Result<Act, &'static Words> {
        let point = places.last().and_then(|at| Point::all().find(|point| scene::place_of(*point) == *at));
        point.map(Act::Try).ok_or(&OFF_THE_BOARD)
    }

    fn scene(seen: Seen<'_, Board>, last: &[Report]) -> Scene {
        scene::draw(&seen, last)
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        Some(leitai_sheet::stone_sheet::<sheet::Words>(name))
    }
}
