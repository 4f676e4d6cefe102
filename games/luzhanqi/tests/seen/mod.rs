//! Tables that know one side's pieces only.

mod promises;
mod same;
mod secrets;
mod words;

use leitai_core::{
    Actor, BadOption, BuiltIn, Dialect, DialectName, Facts, Game, Garbled, Kind, MoveOf, OptionSpec,
    OptionWord, Options, Pace, Position, Report, RulesOf, Scene, Seat, Seen, SpokenDialect, Spot, State,
    ViewOf, Words,
};
use luzhanqi::{Act, Board, Luzhanqi, Point, Rank, Rules};

/// The game as it is played at a table of which `$seen` is the side that it knows: its own default rules.
macro_rules! game_where_one_side_is_seen {
    ($name:ident, $seen:literal) => {
        pub(crate) struct $name;

        impl Game for $name {
            type Position = Board;

            const FACTS: Facts = Facts {
                options: &[
                    OptionSpec { ..Luzhanqi::FACTS.options[0] },
                    OptionSpec { ..Luzhanqi::FACTS.options[1] },
                    OptionSpec {
                        name: "seen",
                        kind: Kind::Choice(&[OptionWord::new($seen, Words::new("one side", "一方"))]),
                        what: Words::new("whose secrets this table knows", "本台可见哪一方"),
                    },
                ],
                ..Luzhanqi::FACTS
            };
            const SPOKEN: &'static [SpokenDialect<Board>] = Luzhanqi::SPOKEN;
            const PLAYERS: &'static [BuiltIn<Board>] = Luzhanqi::PLAYERS;
            const PACE: Pace = Luzhanqi::PACE;

            fn rules(options: &Options) -> Result<RulesOf<Self>, BadOption> {
                Luzhanqi::rules(options)
            }

            fn most_plies(rules: &RulesOf<Self>) -> u32 {
                Luzhanqi::most_plies(rules)
            }

            fn is_refereed(rules: &RulesOf<Self>) -> bool {
                Luzhanqi::is_refereed(rules)
            }

            fn dialect(name: DialectName, options: &Options) -> Option<Box<dyn Dialect<Board>>> {
                Luzhanqi::dialect(name, options)
            }

            fn write(m: &MoveOf<Self>, out: &mut String) {
                Luzhanqi::write(m, out);
            }

            fn read(text: &str) -> Result<MoveOf<Self>, Garbled> {
                Luzhanqi::read(text)
            }

            fn write_position(position: &Board, out: &mut String) {
                Luzhanqi::write_position(position, out);
            }

            fn read_position(text: &str, rules: &RulesOf<Self>) -> Result<Board, Garbled> {
                Luzhanqi::read_position(text, rules)
            }

            fn write_report(report: &Report<Board>, out: &mut String) {
                Luzhanqi::write_report(report, out);
            }

            fn read_report(text: &str) -> Result<Report<Board>, Garbled> {
                Luzhanqi::read_report(text)
            }

            fn clicks(rules: &RulesOf<Self>, m: &MoveOf<Self>) -> Vec<Spot> {
                Luzhanqi::clicks(rules, m)
            }

            fn meant(
                known: &ViewOf<Self>,
                seat: Seat,
                places: &[u16],
            ) -> Result<MoveOf<Self>, &'static Words> {
                Luzhanqi::meant(known, seat, places)
            }

            fn scene(seen: Seen<'_, Board>, last: &[Report<Board>]) -> Scene {
                Luzhanqi::scene(seen, last)
            }
        }
    };
}

game_where_one_side_is_seen!(FirstIsSeen, "first");
game_where_one_side_is_seen!(SecondIsSeen, "second");

/// The rules at a table where red is seen.
pub(crate) fn red_is_seen() -> Rules {
    Rules { seen: Some(Seat::First), ..Rules::default() }
}

/// What a hand may do.
pub(crate) fn moves(state: &impl State<Move = Act>, by: Actor) -> Vec<Act> {
    let mut moves = Vec::new();
    state.moves(by, &mut moves);
    moves
}

/// Red's layout in the order of the protocol: its commander stands on G2, a brigade on G0.
const LAYOUT: &str = "dgagcekbicefkfidjgihjljhh";

/// Both sides lay their pieces at a table where red is seen.
pub(crate) fn laid(table: &mut Board) {
    let laid = Point::homes(Seat::First).iter().zip(LAYOUT.chars());
    let mut laid: Vec<_> = laid.filter_map(|(at, letter)| Some((*at, Rank::of_letter(letter)?))).collect();
    laid.sort_by_key(|(_, rank)| rank.order());
    for (at, rank) in laid {
        table.try_play(Actor::Seat(Seat::First), &Act::Lay(at, rank)).expect("a layout");
    }
    table.try_play(Actor::Seat(Seat::Second), &Act::Ready).expect("it has not said so yet");
}
