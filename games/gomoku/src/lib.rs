//! Gomoku 五子棋: facts and wiring. The rules are implemented by [`Board`] and stated in `README.md`.

mod board_text;
mod botzone;
mod forbidden;
mod gomocup;
mod notation;
mod opening;
mod phase;
mod piskvork;
mod players;
mod point;
mod position;
mod rules;
mod scene;
mod set_up;
mod shape;
mod sheet;
mod stones;
mod symmetry;

pub use forbidden::{Forbidden, Judgement, forbidden_points, judge};
pub use opening::Opening;
pub use phase::{End, Offers, Phase, Play, Side};
#[cfg(feature = "bench")]
pub use players::study;
pub use point::Point;
pub use position::{Board, Move};
pub use rules::{Bans, Rules, Start};
pub use stones::Stones;
pub use symmetry::Symmetry;

use leitai_board::refusal::OFF_THE_BOARD;
use leitai_core::{
    BadOption, BuiltIn, Clock, Facts, Foreign, Game, Garbled, Options, Pace, Played, Preset, Scene, Seat,
    Seen, Sheet, SheetName, SpokenDialect, Spot, Starter, Words,
};
use leitai_protocol::{Botzone, Native, Sau, SauReports};
use std::time::Duration;

/// The game of gomoku.
pub struct Gomoku;

/// The school's clock: five seconds to start, fifteen minutes a side for the whole game.
const CLOCK: Clock =
    Clock { start: Some(Duration::from_secs(5)), game: Some(Duration::from_mins(15)), ..Clock::NONE };

/// Five seconds to start, half a minute per move, three minutes a side for the game.
const GOMOCUP_CLOCK: Clock = Clock {
    start: Some(Duration::from_secs(5)),
    turn: Some(Duration::from_secs(30)),
    game: Some(Duration::from_mins(3)),
    ..Clock::NONE
};

impl Game for Gomoku {
    type Position = Board;

    const FACTS: Facts = Facts {
        id: "gomoku",
        name: Words::new("Gomoku", "五子棋"),
        // Players may swap sides, so seats are not named after colours.
        seats: [Words::new("first", "先手"), Words::new("second", "后手")],
        hidden: false,
        chance: false,
        options: rules::OPTIONS,
        dialects: Self::DIALECTS,
        levels: Self::LEVELS,
        clock: CLOCK,
        presets: &[
            Preset {
                name: "school",
                memory: None,
                clock: CLOCK,
                first_to_four: false,
                options: &[("opening", "designated"), ("forbidden", "automatic")],
            },
            Preset {
                name: "gomocup",
                memory: None,
                clock: GOMOCUP_CLOCK,
                first_to_four: false,
                options: &[("opening", "free"), ("forbidden", "off")],
            },
            Preset {
                name: "gomocup-renju",
                memory: None,
                clock: GOMOCUP_CLOCK,
                first_to_four: false,
                options: &[("opening", "designated"), ("opening_by", "platform"), ("forbidden", "automatic")],
            },
            Preset {
                name: "botzone",
                memory: None,
                clock: leitai_protocol::BOTZONE_CLOCK,
                first_to_four: false,
                options: &[("opening", "free"), ("forbidden", "off")],
            },
        ],
        notation: Words::new(
            "a stone is column A–O and row 1–15 from the bottom: H8; n:2 announces, keep or swap, ?I9 offers, !I9 chooses, pass, claim",
            "落子：列 A–O 加行 1–15（自下而上），如 H8；n:2 给出打点数量，keep 不换，swap 交换，?I9 打点，!I9 留下，pass 放弃，claim 指出禁手",
        ),
        bench_depth: 6,
    };

    /// At the referee's desk white points forbidden moves out itself (`RULES.md` 1).
    const AT_DESK: &'static [(&'static str, &'static str)] = &[("forbidden", "claimed")];

    const SPOKEN: &'static [SpokenDialect<Board>] = &[
        Native::<Self>::SPOKEN,
        Sau::<SauReports<Self>>::SPOKEN,
        gomocup::SPOKEN,
        Botzone::<botzone::Words>::JSON,
        Botzone::<botzone::Words>::SIMPLE,
    ];

    const PLAYERS: &'static [BuiltIn<Board>] = players::PLAYERS;

    const PACE: Pace = Pace::of(35);

    const STARTERS: &'static [Starter] = leitai_core::starters!("gomoku", "Gomoku");

    fn rules(options: &Options) -> Result<Rules, BadOption> {
        Rules::read(options)
    }

    fn most_plies(_: &Rules) -> u32 {
        // A pass after every stone plus one more pass, and the four replies of the opening.
        2 * 225 + 1 + 4
    }

    /// Dice are needed only to draw the opening by lot.
    fn needs_dice(rules: &Rules) -> bool {
        rules.start == Start::Laid
    }

    fn write(m: &Move, out: &mut String) {
        notation::write(*m, out);
    }

    fn read(text: &str) -> Result<Move, Garbled> {
        notation::read(text)
    }

    fn write_position(position: &Board, out: &mut String) {
        board_text::write(position, out);
    }

    fn read_position(text: &str, rules: &Rules) -> Result<Board, Garbled> {
        board_text::read(text, rules)
    }

    leitai_core::open_reports!();

    fn clicks(_: &Rules, m: &Move) -> Vec<Spot> {
        let spot = match *m {
            Move::Place(point) | Move::Offer(point) | Move::Choose(point) => Spot::Point(point.index()),
            Move::Announce(n) => Spot::Number(u16::from(n)),
            Move::Swap(_) | Move::Pass | Move::Claim => {
                Spot::Button(scene::button(*m).expect("words have buttons"))
            }
        };
        vec![spot]
    }

    fn meant(board: &Board, _: Seat, places: &[u16]) -> Result<Move, &'static Words> {
        let point = places.last().and_then(|at| Point::all().find(|point| point.index() == *at));
        let point = point.ok_or(&OFF_THE_BOARD)?;
        Ok(match board.phase() {
            Phase::Offer(..) => Move::Offer(point),
            Phase::Choose(_) => Move::Choose(point),
            _ => Move::Place(point),
        })
    }

    fn scene(seen: Seen<'_, Board>, last: &[Played<Move>]) -> Scene {
        scene::draw(seen.position(), last)
    }

    fn sheet(name: SheetName) -> Option<Box<dyn Sheet<Board>>> {
        Some(leitai_sheet::stone_sheet::<sheet::Words>(name))
    }

    fn foreign() -> Vec<Box<dyn Foreign<Board>>> {
        vec![Box::new(piskvork::Psq)]
    }

    fn opening_of(line: &str, _: &Rules) -> Option<Result<Vec<Move>, Garbled>> {
        piskvork::opening(line)
    }
}
