//! Luzhanqi 军棋: facts and wiring. The rules are in [`Board`], what each eye knows in [`Known`], their words
//! in `README.md`.

mod assignment;
mod board_text;
mod end;
mod home;
mod judged;
mod junqi;
mod known;
mod legality;
mod notation;
mod plain_end;
mod players;
mod point;
mod position;
mod rank;
mod referee;
mod relayed;
mod rules;
mod sample;
mod scene;
mod seen_text;
mod set_up;
mod sheet;
mod told_on;
mod word_buttons;

pub use end::End;
pub use judged::{Judged, Word};
pub use known::{Effect, Known, Report};
pub use point::Point;
pub use position::{Act, Board, Phase};
pub use rank::{Fight, Rank, Ranks};
pub use rules::Rules;

use leitai_board::refusal::OFF_THE_BOARD;
use leitai_core::{
    BadOption, BuiltIn, COMMON_OPTIONS, Clock, Dialect, DialectName, Facts, Game, Garbled, Kind, OptionSpec,
    OptionWord, Options, Pace, Preset, Relayed, Say, Scene, Seat, Seen, Sheet, SheetName, SpokenDialect,
    Spot, Starter, Words,
};
use leitai_protocol::{Native, Sau, SauReports};
use plain_end::PlainEnd;
use std::time::Duration;

/// The game.
pub struct Luzhanqi;

/// The option that says whose pieces this table knows.
const SEEN: &str = "seen";

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
            OptionSpec {
                name: SEEN,
                kind: Kind::Choice(&[
                    OptionWord::new(
                        "both",
                        Words::new("this table knows both sides' pieces", "本台可见双方棋子"),
                    ),
                    OptionWord::new(
                        "first",
                        Words::new(
                            "this table knows only red's pieces, and the referee says what follows from black's",
                            "本台只可见先手方（红）棋子，另一方的秘密由裁判宣布",
                        ),
                    ),
                    OptionWord::new(
                        "second",
                        Words::new(
                            "this table knows only black's pieces, and the referee says what follows from red's",
                            "本台只可见后手方（黑）棋子，另一方的秘密由裁判宣布",
                        ),
                    ),
                ]),
                what: Words::new(
                    "whose secrets this table knows; what the other side hides, the referee says",
                    "本台可见哪一方的秘密；另一方的秘密由裁判宣布",
                ),
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
            seen: match options.choice(SEEN) {
                "first" => Some(Seat::First),
                "second" => Some(Seat::Second),
                _ => None,
            },
        })
    }

    /// Whoever does not know a side's pieces needs the referee's word.
    fn is_refereed(rules: &Rules) -> bool {
        rules.seen.is_some()
    }

    fn announced(view: &Known, seat: Seat, told: &[Report]) -> Vec<Say> {
        scene::announced(view.board(), seat, told)
    }

    fn relayed(seen: Seat, by: Seat, told: &[Report], _: Option<Seat>) -> Vec<Relayed<Act>> {
        told_on::told_on(seen, by, told)
    }

    /// A program plays the same game whatever this table knows of the other side: it is not told the option, and of the
    /// end what it is told where both sides are known.
    fn dialect(name: DialectName, options: &Options) -> Option<Box<dyn Dialect<Board>>> {
        let spoken = Self::SPOKEN.iter().find(|spoken| spoken.name == name)?;
        let texts: Vec<(&str, String)> = options.texts().filter(|(name, _)| *name != SEEN).collect();
        let specs = COMMON_OPTIONS.iter().chain(Self::FACTS.options);
        let told = Options::parse(
            specs.filter(|spec| texts.iter().any(|(name, _)| *name == spec.name)),
            texts.iter().map(|(name, value)| (*name, value.as_str())),
        );
        let dialect = (spoken.platform)(&told.ok()?);
        let knows_both = options.texts().all(|(name, value)| name != SEEN || value == "both");
        Some(if knows_both { dialect } else { PlainEnd::of(dialect) })
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
            Act::Lay(at, _) | Act::Said(Word::Flag(at)) => vec![point(at)],
            Act::Go(from, to) => vec![point(from), point(to)],
            Act::Ready | Act::Said(_) => vec![Spot::Button(notation::fixed(m))],
        }
    }

    fn meant(known: &Known, seat: Seat, places: &[u16]) -> Result<Act, &'static Words> {
        let point = |at: &u16| Point::all().nth((*at).into()).ok_or(&OFF_THE_BOARD);
        let from = places.first().ok_or(&OFF_THE_BOARD).and_then(point)?;
        let board = known.board();
        if board.phase() == Phase::Laying {
            return board.next_rank(seat).map(|rank| Act::Lay(from, rank)).ok_or(&OFF_THE_BOARD);
        }
        let next = || Ok(board.beside(seat, from));
        Ok(Act::Go(from, places[1..].last().map_or_else(next, point)?))
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        leitai_sheet::round_sheet::<sheet::SheetWords>(name)
    }

    fn scene(seen: Seen<'_, Board>, last: &[Report]) -> Scene {
        scene::draw(&seen, last)
    }
}
