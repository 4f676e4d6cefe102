//! Conversations with programs: lines in, lines out; no pipe, no clock.

use crate::{Clock, Illegal, Left, Outcome, Position, Report, Seat, Sentence, State, Words, errors};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::io::Write;
use std::str::FromStr;

/// A language that programs speak. Kept as its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DialectName {
    /// The tic-tac-toe platform.
    Beyond,
    /// The desktop platform of the national contest.
    Sau,
    /// The national protocol of Luzhanqi, 1.0.
    Junqi,
    /// The online judge: START, PLACE, TURN, END.
    Judge,
    /// One JSON line a turn, with the whole history.
    Botzone,
    /// The same in bare numbers, a line an act: Botzone's simplified interaction.
    BotzoneSimple,
    /// The Gomocup managers' protocol.
    Gomocup,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// The Go Text Protocol's frame with Hex's words.
    Htp,
    /// Ours: JSON lines, for every phase of every game.
    Native,
}

impl DialectName {
    /// Every dialect.
    pub const ALL: [DialectName; 10] = [
        DialectName::Beyond,
        DialectName::Sau,
        DialectName::Junqi,
        DialectName::Judge,
        DialectName::Botzone,
        DialectName::BotzoneSimple,
        DialectName::Gomocup,
        DialectName::Gtp,
        DialectName::Htp,
        DialectName::Native,
    ];

    /// The name typed on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            DialectName::Beyond => "beyond",
            DialectName::Sau => "sau",
            DialectName::Junqi => "junqi",
            DialectName::Judge => "judge",
            DialectName::Botzone => "botzone",
            DialectName::BotzoneSimple => "botzone-simple",
            DialectName::Gomocup => "gomocup",
            DialectName::Gtp => "gtp",
            DialectName::Htp => "htp",
            DialectName::Native => "native",
        }
    }
}

impl Display for DialectName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for DialectName {
    type Err = ();
    fn from_str(text: &str) -> Result<DialectName, ()> {
        DialectName::ALL.into_iter().find(|name| name.name() == text).ok_or(())
    }
}

/// Complete lines on their way out, each with its LF.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Lines {
    bytes: Vec<u8>,
    /// So many of the bytes only inform.
    informing: usize,
}

impl Lines {
    /// Appends one line; `text` has no line break inside.
    pub fn line(&mut self, text: impl Display) {
        let start = self.bytes.len();
        // Writing to a Vec cannot fail.
        let _ = write!(self.bytes, "{text}");
        debug_assert!(!self.bytes[start..].contains(&b'\n'), "a message is one line");
        self.bytes.push(b'\n');
    }

    /// Every line so far only informs: what follows is sent once the program has read these and come to rest, and what
    /// it says meanwhile answers nothing.
    pub fn only_inform(&mut self) {
        self.informing = self.bytes.len();
    }

    /// The bytes to send.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes to send: those that only inform, and those after them.
    pub fn parts(&self) -> (&[u8], &[u8]) {
        self.bytes.split_at(self.informing)
    }

    /// Is there nothing to send?
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Moves everything behind the lines of `other`, which keeps its memory.
    pub fn append(&mut self, other: &mut Lines) {
        if other.informing > 0 {
            self.informing = self.bytes.len() + other.informing;
        }
        self.bytes.append(&mut other.bytes);
        other.informing = 0;
    }

    /// Forgets what was sent; keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.informing = 0;
    }
}

/// One conversation of one seat, typed by the game, from the platform's side.
pub trait Dialect<P: Position>: Send {
    /// Can a game of these rules be said in it? One that cannot is not begun.
    fn speaks(&self, _rules: &P::Rules) -> bool {
        true
    }

    /// What its programs may do that others may not.
    fn lifecycle(&self) -> Lifecycle {
        Lifecycle::default()
    }

    /// The limits of time that hold for the seat; told before anything else.
    fn limits(&mut self, _clock: &Clock) {}

    /// Its program is to be told only what no game can do without: asked no name, told no time; before anything else.
    fn say_least(&mut self) {}

    /// Has it words in which a program says what it thinks, and that the referee hears?
    fn has_thoughts(&self) -> bool {
        false
    }

    /// Has it words for settings of a program's own (its threads, its style)?
    fn has_settings(&self) -> bool {
        false
    }

    /// A setting of the program's own, one that its user wants; told in the order of these calls, each before
    /// [`open`](Dialect::open), and only where [`has_settings`](Dialect::has_settings) says so. Both texts are one line.
    fn set(&mut self, _name: &str, _value: &str) {}

    /// What its programs can be told of a game that does not begin as its law says.
    fn openings(&self) -> Openings {
        Openings::None
    }

    /// The game starts from this position, which hides nothing, in the game's notation; told before
    /// [`open`](Dialect::open), and only where [`openings`](Dialect::openings) has words for it.
    fn start_from(&mut self, _position: &str) {}

    /// The platform's opening words. The program is ready when [`hear`](Dialect::hear) says so.
    fn open(&mut self, seat: Seat, rules: &P::Rules, out: &mut Lines);

    /// What is left to say before the game, asked after each line heard of a program that is not ready yet.
    fn open_further(&mut self, _out: &mut Lines) {}

    /// The program, not ready yet, has read all of this, says nothing and sleeps: it may be told in another way, once.
    fn say_again(&mut self, _out: &mut Lines) {}

    /// Both programs are ready: the game starts.
    fn begin(&mut self, _left: Left, _out: &mut Lines) {}

    /// The seat was told something; `after` is what it knows now. `goes_on`: the turn that the act belongs
    /// to is not over, so a dialect that says whole turns on one line waits.
    fn told(&mut self, after: &P::View, report: &Report<P>, goes_on: bool, out: &mut Lines);

    /// An act of the opening that both seats are given, told between [`begin`](Dialect::begin) and the first
    /// [`ask`](Dialect::ask), as of [`told`](Dialect::told): neither program said it, whichever seat plays it. Only where
    /// [`openings`](Dialect::openings) has words for it.
    fn given(&mut self, after: &P::View, report: &Report<P>, goes_on: bool, out: &mut Lines) {
        self.told(after, report, goes_on, out);
    }

    /// The seat owes a turn, or the rest of one after a refusal.
    fn ask(&mut self, view: &P::View, left: Left, out: &mut Lines);

    /// One line from the program, without its line end. Changes nothing that [`told`](Dialect::told) gathers.
    fn hear(&mut self, view: &P::View, line: &[u8]) -> Result<Said<P::Move>, Garbled>;

    /// The message of which the program owes the answer before it is [ready](Said::Ready), as it was sent; none where it
    /// owes none.
    fn awaits(&self) -> Option<String> {
        None
    }

    /// How its program writes these acts of one turn, as [`hear`](Dialect::hear) reads them. Requires at least one act,
    /// and that the seat may play them at `view`.
    fn spell(&self, view: &P::View, turn: &[P::Move], out: &mut Lines);

    /// The program has left, and all that it said was heard: what did it mean by that? None: it had no
    /// business to. Asked only where [`lifecycle`](Dialect::lifecycle) let it leave; the next lines start it again.
    fn left(&mut self) -> Option<Said<P::Move>> {
        None
    }

    /// What in the program's line broke the rule, where the refused act alone does not say it: a line that spells many
    /// acts in an order of its own. `turn` is what was heard.
    fn explain(&self, _turn: &[P::Move], _why: &Illegal) -> Option<Sentence> {
        None
    }

    /// The line just heard was refused and the program may try again.
    fn refused(&mut self, why: &Illegal, out: &mut Lines);

    /// The game is over.
    fn close(&mut self, outcome: &Outcome, out: &mut Lines);

    /// May its program stay for several games? Then [`open`](Dialect::open) of the next conversation comes behind
    /// [`close`](Dialect::close) of this one, in the same process.
    fn may_stay(&self) -> bool {
        false
    }

    /// The program is to leave: behind [`close`](Dialect::close), unless it stays for another game.
    fn dismiss(&self, _out: &mut Lines) {}

    /// Does a line that was not asked for lose the game (type-ahead)? Otherwise it is noise.
    fn strict(&self) -> bool;

    /// How long a program may take to leave by itself after [`close`](Dialect::close), in milliseconds.
    fn grace_ms(&self) -> u64 {
        100
    }
}

/// What a dialect has words for where a game does not begin as its law says; each has the words of those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Openings {
    /// Nothing: a program believes that it has said all its seat's acts itself.
    None,
    /// Acts of both seats that neither program said.
    Acts,
    /// Another position to start from.
    Positions,
}

/// What a dialect lets a program do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lifecycle {
    /// It says nothing before the game: it is ready as soon as it sits.
    pub says_nothing_first: bool,
    /// It may leave with its answer; it is started again when it is next sent something. The last line it
    /// says may lack its end.
    pub may_leave: bool,
    /// What it does in secret before the game proper (a layout) belongs to its start: the limit of the start
    /// holds for it, and the clock of the game does not run.
    pub lays_before_the_clock: bool,
    /// When its search is over.
    pub search: Search,
}

/// When the search of a program that has answered is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Search {
    /// With the answer.
    #[default]
    EndsWithTheAnswer,
    /// Perhaps later, in a thread of its own, and what comes in the meantime is lost on the program: it is told nothing
    /// before it has come to rest.
    MayEndLater,
}

/// What a line from a program means.
#[derive(Clone, PartialEq, Debug)]
pub enum Said<M> {
    /// Nothing: a part of a greeting, an empty line.
    Nothing,
    /// Noise that the dialect ignores and the record keeps, within bounds.
    Noise,
    /// A log line for the author; cut to its limit.
    Debug(String),
    /// The program is ready; perhaps it said a name.
    Ready(Option<String>),
    /// Acts in order, and whether the line claims to be a whole turn.
    Acts(Vec<M>, Span),
    /// A turn that can be read and breaks this rule by how it is said: a wrong count, a place off the board.
    Illegal(&'static Words),
    /// A question about the position, with the answer for its author alone.
    Query(String),
    /// It gives up.
    Resign,
    /// It says that it cannot go on, or cannot start: no turn can follow. The sentence says it with its words.
    Fails(Sentence),
}

/// Does a line claim to be a whole turn (SAU), or a part of one (native)?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// It must end the turn.
    Turn,
    /// The turn may go on.
    Part,
}

errors! {
    /// A line or a text that could not be read: what was expected.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Garbled(pub expected: Sentence);
}

impl Garbled {
    /// That was expected, English first.
    pub fn expected(en: impl Into<String>, zh: impl Into<String>) -> Self {
        Garbled(Sentence::new(en, zh))
    }

    /// It reads as a position, but no game reaches it, and why.
    #[must_use]
    pub fn impossible(why: Words) -> Self {
        Garbled(
            Sentence::new("no game reaches this position: ", "任何对局都不会出现此局面：").then(&why.into()),
        )
    }
}

/// The same conversation from the program's chair (`leitai engine`). Needs no platform of ours at the other
/// end.
pub trait Client<P: Position>: Send {
    /// What the program says before it is spoken to.
    fn open(&mut self, _name: &str, _out: &mut Lines) {}

    /// One line from the platform, without its line end. Before the first [`Cue::Start`] `view` is the first
    /// view of default rules.
    fn hear(&mut self, view: &P::View, line: &[u8], cues: &mut Vec<Cue<P>>);

    /// The program is to stay between its turns, where its dialect lets it choose.
    fn stay(&mut self) {}

    /// Says what the program thinks, while it is asked for a turn: a comment, which the platform may log. False: the
    /// dialect has no room for one. `text` is one line without line breaks.
    fn remark(&self, _text: &str, _out: &mut Lines) -> bool {
        false
    }

    /// Says the acts of a turn. `cues`: what the program may take as told by having said them, and whether it
    /// leaves now.
    fn say(&mut self, view: &P::View, turn: &[<P as State>::Move], out: &mut Lines, cues: &mut Vec<Cue<P>>);
}

/// What a line from the platform asks of a program.
pub enum Cue<P: Position> {
    /// The platform has named the rules: from the next start on they hold instead of those that the program's
    /// user named.
    Rules(P::Rules),
    /// A game starts: forget the last one.
    Start(Seat, P::Rules),
    /// The game that has just started does so with this known, not from its law's start.
    From(P::View),
    /// Something became known.
    Learn(Report<P>),
    /// No turn may take longer than this.
    TurnLimit(std::time::Duration),
    /// A turn is due, with the time left of the game to this seat, if the platform told it.
    Think(Option<std::time::Duration>),
    /// The game is over.
    End,
    /// Leave.
    Quit,
    /// Say this line at once; `{name}` stands for the player's name.
    Answer(String),
}
