//! What a game folder exports.

use crate::{
    BadOption, BuiltIn, Client, Clock, Dialect, DialectName, Engine, Eye, Garbled, Level, Means, OptionSpec,
    Options, Pace, Position, Report, Scene, Seat, Sheet, SheetName, SpokenDialect, Starter, State, TableSpec,
    Words,
};

/// The fixed facts of a game.
#[derive(Debug)]
pub struct Facts {
    /// The name typed and recorded.
    pub id: &'static str,
    /// The name people read.
    pub name: Words,
    /// What First and Second are called.
    pub seats: [Words; 2],
    /// Has it secrets?
    pub hidden: bool,
    /// Has it dice?
    pub chance: bool,
    /// Options of its law.
    pub options: &'static [OptionSpec],
    /// [`Game::DIALECTS`].
    pub dialects: &'static [DialectName],
    /// [`Game::LEVELS`].
    pub levels: &'static [Level],
    /// Limits where nothing else is said: those of the first preset.
    pub clock: Clock,
    /// Options, clocks, memory and matches bundled under the name of their source. The first is the usual one: it holds as a
    /// whole where nothing else is said.
    pub presets: &'static [Preset],
    /// How a move is typed, with an example.
    pub notation: Words,
    /// How deep the fixed-work bench counts: less than a second of perft.
    pub bench_depth: u32,
}

impl Facts {
    /// The preset that holds where nothing else is said.
    ///
    /// # Panics
    /// Every game has a source; the conformance kit refuses one without.
    pub fn usual(&self) -> &'static Preset {
        self.presets.first().expect("every game has a preset")
    }

    /// The strongest level that answers within a second whatever the clock: limited by nodes, or by having so little to
    /// think about. [`Level::Best`] takes the time that its clock gives.
    pub fn quick_level(&self) -> Level {
        let limited = self.levels.iter().filter(|level| matches!(level, Level::Medium | Level::Hard)).max();
        limited.copied().unwrap_or_else(|| self.strongest_level())
    }

    /// The strongest level.
    ///
    /// # Panics
    /// Every game has players; the conformance kit refuses one without.
    pub fn strongest_level(&self) -> Level {
        let graded = self.levels.iter().filter(|level| **level != Level::Paper).max();
        *graded.expect("every game has a player")
    }

    /// The preset of that name.
    pub fn preset(&self, name: &str) -> Option<&'static Preset> {
        self.presets.iter().find(|preset| preset.name == name)
    }
}

/// Options, a clock, memory and the length of a match under one name.
#[derive(Debug)]
pub struct Preset {
    /// `school`, `course`, `judge` or `beyond`.
    pub name: &'static str,
    /// Memory of a program, in MB, where the source limits it.
    pub memory: Option<u64>,
    /// Its clock.
    pub clock: Clock,
    /// A match goes to whoever first wins four games, of seven at most; otherwise its length is the event's.
    pub first_to_four: bool,
    /// Its options.
    pub options: &'static [(&'static str, &'static str)],
}

/// One game: its law, its texts, its look, its players.
pub trait Game: Send + Sync + Sized + 'static {
    /// Its law.
    type Position: Position;

    /// Its facts.
    const FACTS: Facts;

    /// The dialects that it is spoken in, `native` among them; the first is the usual one.
    const SPOKEN: &'static [SpokenDialect<Self::Position>];

    /// Their names, in the same order.
    const DIALECTS: &'static [DialectName] = {
        let names: &'static [DialectName; DialectName::ALL.len()] =
            const { &SpokenDialect::names(Self::SPOKEN) };
        names.split_at(Self::SPOKEN.len()).0
    };

    /// Its built-in players, weakest first; `random` among them.
    const PLAYERS: &'static [BuiltIn<Self::Position>];

    /// Their levels, in the same order.
    const LEVELS: &'static [Level] = {
        let levels: &'static [Level; Level::ALL.len()] = const { &BuiltIn::levels(Self::PLAYERS) };
        levels.split_at(Self::PLAYERS.len()).0
    };

    /// Tables that its players look for on the shelf.
    const TABLES: &'static [TableSpec] = &[];

    /// How a player shares the time of a game among its turns.
    const PACE: Pace = Pace::of(40);

    /// Programs to begin from: [`starters!`](crate::starters). A game of the list has one in every language.
    const STARTERS: &'static [Starter] = &[];

    /// The rules that these options choose. Only combinations can still be wrong here.
    fn rules(options: &Options) -> Result<RulesOf<Self>, BadOption>;

    /// Most plies (turns of a seat) that a game under these rules can have, from its start: its folder's `README.md`
    /// says why it ends.
    fn most_plies(rules: &RulesOf<Self>) -> u32;

    /// Do these rules ask for a referee's hand ([`Actor::Arbiter`](crate::Actor::Arbiter))? Programs alone cannot end
    /// such a game.
    fn is_refereed(_: &RulesOf<Self>) -> bool {
        false
    }

    /// Are dice needed under these rules? As the facts say, unless an option brings them in.
    fn needs_dice(_: &RulesOf<Self>) -> bool {
        Self::FACTS.chance
    }

    /// Canonical text of one act, the same at every position, without blanks; appended.
    fn write(m: &MoveOf<Self>, out: &mut String);

    /// Reads an act leniently (case, blanks, full width). `read(write(m)) == m`.
    fn read(text: &str) -> Result<MoveOf<Self>, Garbled>;

    /// Canonical text of a position on one line, complete: digests are taken over it; appended.
    fn write_position(position: &Self::Position, out: &mut String);

    /// Reads a position: legal by construction, or the reason.
    fn read_position(text: &str, rules: &RulesOf<Self>) -> Result<Self::Position, Garbled>;

    /// Text of a report, for the native dialect: one blank-separated line; appended. In a game without
    /// secrets use [`open_reports!`](crate::open_reports).
    fn write_report(report: &Report<Self::Position>, out: &mut String);

    /// Reads a report; the inverse of [`write_report`](Game::write_report).
    fn read_report(text: &str) -> Result<Report<Self::Position>, Garbled>;

    /// The clicks that make this act. Over one position's moves they are unique and prefix-free.
    fn clicks(rules: &RulesOf<Self>, m: &MoveOf<Self>) -> Vec<Spot>;

    /// The board as seen; `last` is what that viewer was told of the last turn.
    fn scene(seen: Seen<'_, Self::Position>, last: &[Report<Self::Position>]) -> Scene;

    /// The platform's side of a dialect of [`SPOKEN`](Game::SPOKEN), for a game under these options.
    fn dialect(name: DialectName, options: &Options) -> Option<Box<dyn Dialect<Self::Position>>> {
        Self::SPOKEN.iter().find(|spoken| spoken.name == name).map(|spoken| (spoken.platform)(options))
    }

    /// The program's side of the same.
    fn client(name: DialectName) -> Option<Box<dyn Client<Self::Position>>> {
        Self::SPOKEN.iter().find(|spoken| spoken.name == name).map(|spoken| (spoken.program)())
    }

    /// A form of sheet that the game is kept in.
    fn sheet(_name: SheetName) -> Option<Box<dyn Sheet<Self::Position>>> {
        None
    }

    /// A built-in player of [`PLAYERS`](Game::PLAYERS).
    fn engine(level: Level, means: &Means<'_>) -> Option<Box<dyn Engine<Self::Position>>> {
        Self::PLAYERS.iter().find(|player| player.level == level).map(|player| (player.new)(means))
    }
}

/// The acts of a game.
pub type MoveOf<G> = <<G as Game>::Position as State>::Move;
/// The rules of a game.
pub type RulesOf<G> = <<G as Game>::Position as Position>::Rules;
/// The views of a game.
pub type ViewOf<G> = <<G as Game>::Position as Position>::View;

/// Who looks, and at what: there is nothing else to draw from.
pub enum Seen<'a, P: Position> {
    /// The referee: the position itself.
    Truth(&'a P),
    /// An eye: what it knows.
    Eye(Eye, &'a P::View),
}

/// A thing on the scene that can be clicked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spot {
    /// `scene.places[i]`.
    Point(u16),
    /// `scene.tray[i]`.
    Tray(u16),
    /// The button of that id.
    Button(&'static str),
    /// A number within `scene.numbers`.
    Number(u16),
}

/// An act offered to a person.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Its canonical text.
    pub text: String,
    /// The clicks that make it.
    pub path: Vec<Spot>,
}

/// The report texts of a game without secrets: `first K10`.
#[macro_export]
macro_rules! open_reports {
    () => {
        fn write_report(report: &$crate::Report<Self::Position>, out: &mut String) {
            use ::std::fmt::Write as _;
            let _ = match report.by {
                $crate::Actor::Seat(seat) => write!(out, "{seat} "),
                $crate::Actor::Chance => write!(out, "chance "),
                $crate::Actor::Arbiter => write!(out, "arbiter "),
            };
            <Self as $crate::Game>::write(&report.m, out);
        }
        fn read_report(text: &str) -> ::std::result::Result<$crate::Report<Self::Position>, $crate::Garbled> {
            let (by, m) = text
                .split_once(' ')
                .ok_or_else(|| $crate::Garbled::expected("a hand and a move", "一方及其着法"))?;
            let by = match by {
                "first" => $crate::Actor::Seat($crate::Seat::First),
                "second" => $crate::Actor::Seat($crate::Seat::Second),
                "chance" => $crate::Actor::Chance,
                "arbiter" => $crate::Actor::Arbiter,
                _ => {
                    return Err($crate::Garbled::expected(
                        "first, second, chance or arbiter",
                        "“first”、“second”、“chance”或“arbiter”",
                    ))
                }
            };
            Ok($crate::Played { by, m: <Self as $crate::Game>::read(m)? })
        }
    };
}

impl<P: crate::Open> Seen<'_, P> {
    /// In a game without secrets everybody sees the position.
    pub fn position(&self) -> &P {
        match self {
            Seen::Truth(position) => position,
            Seen::Eye(_, view) => view,
        }
    }
}

impl Facts {
    /// What the seat is called.
    pub const fn seat(&self, seat: Seat) -> Words {
        self.seats[seat.index()]
    }
}
