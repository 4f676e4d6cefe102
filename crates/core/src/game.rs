//! What a game folder exports.

use crate::{
    BadOption, BuiltIn, Client, Clock, Dialect, DialectName, Engine, Eye, Foreign, Garbled, Level, Means,
    OptionSpec, Options, Pace, Position, Relayed, Report, Say, Scene, Seat, Sheet, SheetName, SpokenDialect,
    Spot, Starter, State, TableSpec, Words,
};

/// The fixed facts of a game.
#[derive(Debug)]
pub struct Facts {
    /// The name used on the command line and in records.
    pub id: &'static str,
    /// The name shown to people.
    pub name: Words,
    /// The names of First and Second.
    pub seats: [Words; 2],
    /// Whether the game has hidden information.
    pub hidden: bool,
    /// Whether the game uses dice.
    pub chance: bool,
    /// The options of its rules.
    pub options: &'static [OptionSpec],
    /// [`Game::DIALECTS`].
    pub dialects: &'static [DialectName],
    /// [`Game::LEVELS`].
    pub levels: &'static [Level],
    /// The default limits: those of the first preset.
    pub clock: Clock,
    /// Options, clocks, memory and matches bundled under the name of their source. The first preset is the default,
    /// and applies as a whole where nothing else is given.
    pub presets: &'static [Preset],
    /// How a move is typed, with an example.
    pub notation: Words,
    /// Depth of the fixed-work benchmark: less than a second of perft.
    pub bench_depth: u32,
}

impl Facts {
    /// The default preset.
    ///
    /// # Panics
    /// Panics if the game has no preset. Every game has one; the conformance kit refuses a game without.
    pub fn usual(&self) -> &'static Preset {
        self.presets.first().expect("every game has a preset")
    }

    /// The strongest level that answers within a second whatever the clock: it is limited by nodes, or has little
    /// to search. [`Level::Best`] uses whatever time its clock allows.
    pub fn quick_level(&self) -> Level {
        let limited = self.levels.iter().filter(|level| matches!(level, Level::Medium | Level::Hard)).max();
        limited.copied().unwrap_or_else(|| self.strongest_level())
    }

    /// The strongest level.
    ///
    /// # Panics
    /// Panics if the game has no players. Every game has some; the conformance kit refuses a game without.
    pub fn strongest_level(&self) -> Level {
        let graded = self.levels.iter().filter(|level| **level != Level::Paper).max();
        *graded.expect("every game has a player")
    }

    /// The preset with this name.
    pub fn preset(&self, name: &str) -> Option<&'static Preset> {
        self.presets.iter().find(|preset| preset.name == name)
    }
}

/// Options, a clock, memory and the length of a match under one name.
#[derive(Debug)]
pub struct Preset {
    /// `school`, `course`, `judge` or `beyond`.
    pub name: &'static str,
    /// Memory limit of a program, in MB, if the source sets one.
    pub memory: Option<u64>,
    /// Its clock.
    pub clock: Clock,
    /// Whether a match goes to the first to win four games out of at most seven; otherwise the event sets its
    /// length.
    pub first_to_four: bool,
    /// Its options.
    pub options: &'static [(&'static str, &'static str)],
}

/// One game: its rules, its text formats, its board, its players.
pub trait Game: Send + Sync + Sized + 'static {
    /// Its rules.
    type Position: Position;

    /// Its facts.
    const FACTS: Facts;

    /// The dialects the game can be played in, `native` among them; the first is the default.
    const SPOKEN: &'static [SpokenDialect<Self::Position>];

    /// Their names, in the same order as [`SPOKEN`](Game::SPOKEN).
    const DIALECTS: &'static [DialectName] = {
        let names: &'static [DialectName; DialectName::ALL.len()] =
            const { &SpokenDialect::names(Self::SPOKEN) };
        names.split_at(Self::SPOKEN.len()).0
    };

    /// Its built-in players, weakest first; `random` among them.
    const PLAYERS: &'static [BuiltIn<Self::Position>];

    /// Their levels, in the same order as [`PLAYERS`](Game::PLAYERS).
    const LEVELS: &'static [Level] = {
        let levels: &'static [Level; Level::ALL.len()] = const { &BuiltIn::levels(Self::PLAYERS) };
        levels.split_at(Self::PLAYERS.len()).0
    };

    /// Tables that its players look up on the shelf.
    const TABLES: &'static [TableSpec] = &[];

    /// The rule options that are otherwise where a referee enters both sides' acts at a table, unless somebody chooses: name and
    /// value.
    const AT_DESK: &'static [(&'static str, &'static str)] = &[];

    /// How a player divides the time of a game among its turns.
    const PACE: Pace = Pace::of(40);

    /// Starter programs: [`starters!`](crate::starters). A listed game has one in every language.
    const STARTERS: &'static [Starter] = &[];

    /// The rules that these options select. Each value is valid by itself; only combinations can still be refused.
    fn rules(options: &Options) -> Result<RulesOf<Self>, BadOption>;

    /// The most plies (turns of a seat) that a game under these rules can have from its start. The `README.md` of
    /// the game's folder explains why a game ends.
    fn most_plies(rules: &RulesOf<Self>) -> u32;

    /// Whether these rules need a referee to act ([`Actor::Arbiter`](crate::Actor::Arbiter)). Programs alone cannot
    /// finish such a game.
    fn is_refereed(_: &RulesOf<Self>) -> bool {
        false
    }

    /// What is entered at a table that knows the secrets of `seen` alone, after an act of `by` at one that knows all: the
    /// referee's words, and of the other seat what everybody hears. `told` is what `by` was told of the act, and `winner` who has
    /// won by it. Nothing in a game without such tables.
    fn relayed(
        _seen: Seat,
        _by: Seat,
        _told: &[Report<Self::Position>],
        _winner: Option<Seat>,
    ) -> Vec<Relayed<MoveOf<Self>>> {
        Vec::new()
    }

    /// What the referee says to a seat that knows this, once it was told so by one act: whether a try is legal, what was taken.
    /// Nothing in a game in which both sides see what happens.
    fn announced(_view: &ViewOf<Self>, _seat: Seat, _told: &[Report<Self::Position>]) -> Vec<Say> {
        Vec::new()
    }

    /// Whether these rules need dice. By default as in the game's facts; an option may add dice.
    fn needs_dice(_: &RulesOf<Self>) -> bool {
        Self::FACTS.chance
    }

    /// Appends the canonical text of one act: independent of the position, and without blanks.
    fn write(m: &MoveOf<Self>, out: &mut String);

    /// Reads an act leniently (case, blanks, full width). `read(write(m)) == m`.
    fn read(text: &str) -> Result<MoveOf<Self>, Garbled>;

    /// Appends the canonical text of a position: one complete line, over which digests are taken.
    fn write_position(position: &Self::Position, out: &mut String);

    /// Reads a position. Returns one that is legal by construction, or the reason why the text is refused.
    fn read_position(text: &str, rules: &RulesOf<Self>) -> Result<Self::Position, Garbled>;

    /// Appends the text of a report for the native dialect: one blank-separated line. In a game without hidden
    /// information use [`open_reports!`](crate::open_reports).
    fn write_report(report: &Report<Self::Position>, out: &mut String);

    /// Reads a report; the inverse of [`write_report`](Game::write_report).
    fn read_report(text: &str) -> Result<Report<Self::Position>, Garbled>;

    /// The clicks that make this act. Over the moves of one position they are unique and prefix-free.
    fn clicks(rules: &RulesOf<Self>, m: &MoveOf<Self>) -> Vec<Spot>;

    /// The act that a seat begins which clicks these places one after the other, whatever the rules say of it: what
    /// is not clicked yet is filled in so that it breaks no rule that the clicks keep. Where the clicks are more than
    /// those of an act, the last ones count. If no act is there at all, the rule that says so. `places` are places of
    /// the scene, one or more.
    fn meant(view: &ViewOf<Self>, seat: Seat, places: &[u16]) -> Result<MoveOf<Self>, &'static Words>;

    /// The board as the viewer sees it; `last` holds the reports that viewer received of the last turn.
    fn scene(seen: Seen<'_, Self::Position>, last: &[Report<Self::Position>]) -> Scene;

    /// The platform's side of one of the [`SPOKEN`](Game::SPOKEN) dialects, for a game under these options.
    fn dialect(name: DialectName, options: &Options) -> Option<Box<dyn Dialect<Self::Position>>> {
        Self::SPOKEN.iter().find(|spoken| spoken.name == name).map(|spoken| (spoken.platform)(options))
    }

    /// The program's side of one of the [`SPOKEN`](Game::SPOKEN) dialects.
    fn client(name: DialectName) -> Option<Box<dyn Client<Self::Position>>> {
        Self::SPOKEN.iter().find(|spoken| spoken.name == name).map(|spoken| (spoken.program)())
    }

    /// The game's reader and writer for one form of sheet.
    fn sheet(_name: SheetName) -> Option<Box<dyn Sheet<Self::Position>>> {
        None
    }

    /// The forms in which other programs and sites of this game keep games, read only.
    fn foreign() -> Vec<Box<dyn Foreign<Self::Position>>> {
        Vec::new()
    }

    /// The acts of a line in which other programs of this game keep openings; `None` if it is in none of their forms.
    fn opening_of(_line: &str, _rules: &RulesOf<Self>) -> Option<Result<Vec<MoveOf<Self>>, Garbled>> {
        None
    }

    /// A built-in player from [`PLAYERS`](Game::PLAYERS).
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

/// Who is looking, and what a scene may be drawn from.
pub enum Seen<'a, P: Position> {
    /// The referee, who sees the position itself.
    Truth(&'a P),
    /// An eye, and what it knows.
    Eye(Eye, &'a P::View),
}

/// An act offered to a human player.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Its canonical text.
    pub text: String,
    /// The clicks that make it.
    pub path: Vec<Spot>,
}

/// Implements the report texts of a game without hidden information: `first K10`.
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
    /// The position, which every viewer sees in a game without hidden information.
    pub fn position(&self) -> &P {
        match self {
            Seen::Truth(position) => position,
            Seen::Eye(_, view) => view,
        }
    }
}

impl Facts {
    /// The name of the seat.
    pub const fn seat(&self, seat: Seat) -> Words {
        self.seats[seat.index()]
    }
}
