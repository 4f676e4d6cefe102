//! Conversations with programs: lines in, lines out; no pipe, no clock.

use crate::{Clock, Habit, Illegal, Left, Outcome, Position, Report, Seat, Sentence, State, Words, errors};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::io::Write;
use std::str::FromStr;

/// A language that programs speak. Serialised as its name.
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
    /// One JSON line per turn, with the whole history.
    Botzone,
    /// Botzone's simplified interaction: the same content as bare numbers, one line per act.
    BotzoneSimple,
    /// The Gomocup managers' protocol.
    Gomocup,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// The Go Text Protocol's frame with Hex's words.
    Htp,
    /// Leitai's own: JSON lines, for every phase of every game.
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

/// Complete outgoing lines, each with its LF.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Lines {
    bytes: Vec<u8>,
    /// Number of leading bytes that only inform.
    informing: usize,
}

impl Lines {
    /// Appends one line; `text` must not contain a line break.
    pub fn line(&mut self, text: impl Display) {
        let start = self.bytes.len();
        // Writing to a Vec cannot fail.
        let _ = write!(self.bytes, "{text}");
        debug_assert!(!self.bytes[start..].contains(&b'\n'), "a message is one line");
        self.bytes.push(b'\n');
    }

    /// Marks every line so far as only informing: what follows is sent once the program has read these lines and
    /// come to rest, and whatever it says until then answers nothing.
    pub fn only_inform(&mut self) {
        self.informing = self.bytes.len();
    }

    /// The bytes to send.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes to send, split into those that only inform and those after them.
    pub fn parts(&self) -> (&[u8], &[u8]) {
        self.bytes.split_at(self.informing)
    }

    /// Whether there is nothing to send.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Moves all lines of `other` to the end of this one; `other` keeps its allocation.
    pub fn append(&mut self, other: &mut Lines) {
        if other.informing > 0 {
            self.informing = self.bytes.len() + other.informing;
        }
        self.bytes.append(&mut other.bytes);
        other.informing = 0;
    }

    /// Removes the lines that were sent; keeps the allocation.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.informing = 0;
    }
}

/// The platform's side of one seat's conversation, typed by the game.
pub trait Dialect<P: Position>: Send {
    /// Whether a game under these rules can be played in this dialect. If not, the game is not started.
    fn speaks(&self, _rules: &P::Rules) -> bool {
        true
    }

    /// What the dialect allows its programs beyond the default.
    fn lifecycle(&self) -> Lifecycle {
        Lifecycle::default()
    }

    /// Sets the time limits of the seat; called before anything else.
    fn limits(&mut self, _clock: &Clock) {}

    /// Reduces what the program is sent to what no game can do without: it is not asked its name and is sent no
    /// times. Called before anything else.
    fn say_least(&mut self) {}

    /// Begins in the form that worked for this program in an earlier game. Called before [`open`](Dialect::open).
    fn recall(&mut self, _habit: Habit) {}

    /// The form in which the platform speaks by now.
    fn habit(&self) -> Habit {
        Habit::Usual
    }

    /// Whether the dialect has words in which a program states what it thinks, and which the referee hears.
    fn has_thoughts(&self) -> bool {
        false
    }

    /// Whether the dialect has words for a program's own settings (its threads, its style).
    fn has_settings(&self) -> bool {
        false
    }

    /// Adds one of the program's own settings, wanted by its user. Settings are sent in the order of these calls,
    /// each before [`open`](Dialect::open), and only if [`has_settings`](Dialect::has_settings) is true. Both texts
    /// are one line.
    fn set(&mut self, _name: &str, _value: &str) {}

    /// What the dialect can tell its programs of a game that does not begin as its rules say.
    fn openings(&self) -> Openings {
        Openings::None
    }

    /// Makes the game start from this position, which hides nothing, given in the game's notation. Called before
    /// [`open`](Dialect::open), and only if [`openings`](Dialect::openings) has words for it.
    fn start_from(&mut self, _position: &str) {}

    /// Says the platform's opening words. The program is ready when [`hear`](Dialect::hear) returns so.
    fn open(&mut self, seat: Seat, rules: &P::Rules, out: &mut Lines);

    /// Says what is left to say before the game. Called after each line heard from a program that is not ready yet.
    fn open_further(&mut self, _out: &mut Lines) {}

    /// Called once if the program, not ready yet, has read everything and sleeps: the opening may be said in another
    /// form.
    fn say_again(&mut self, _out: &mut Lines) {}

    /// Starts the game; both programs are ready.
    fn begin(&mut self, _left: Left, _out: &mut Lines) {}

    /// Reports to the program what its seat was told; `after` is what the seat knows now. `goes_on`: the turn that
    /// the act belongs to is not over, so a dialect that says whole turns on one line waits.
    fn report(&mut self, after: &P::View, report: &Report<P>, goes_on: bool, out: &mut Lines);

    /// An act of an opening that both seats were given, sent between [`begin`](Dialect::begin) and the first
    /// [`ask`](Dialect::ask). Like [`report`](Dialect::report), but neither program said the act, whichever seat
    /// plays it. Called only if [`openings`](Dialect::openings) has words for it.
    fn given(&mut self, after: &P::View, report: &Report<P>, goes_on: bool, out: &mut Lines) {
        self.report(after, report, goes_on, out);
    }

    /// Asks the seat for a turn, or for the rest of one after a refusal.
    fn ask(&mut self, view: &P::View, left: Left, out: &mut Lines);

    /// Repeats what it was asked last: it [could not answer yet](Said::Later).
    fn ask_again(&mut self, _out: &mut Lines) {}

    /// Reads one line from the program, without its line end. Does not change what [`report`](Dialect::report) gathers.
    fn hear(&mut self, view: &P::View, line: &[u8]) -> Result<Said<P::Move>, Garbled>;

    /// Whether a line that begins so is one for the log, whatever follows. The limits of output do not apply to it:
    /// what is too long is cut off, and none of it counts.
    fn is_log(&self, _beginning: &[u8]) -> bool {
        false
    }

    /// The message that the program still has to answer before it is [ready](Said::Ready), as it was sent; `None`
    /// if there is none.
    fn awaits(&self) -> Option<String> {
        None
    }

    /// Appends these acts of one turn as the program writes them and [`hear`](Dialect::hear) reads them. Requires
    /// at least one act, and that the seat may play them at `view`.
    fn spell(&self, view: &P::View, turn: &[P::Move], out: &mut Lines);

    /// What it means that the program has exited, all its output having been heard. Returns `None` if it was not
    /// allowed to. Called only where [`lifecycle`](Dialect::lifecycle) let it leave; the next lines start it again.
    fn left(&mut self) -> Option<Said<P::Move>> {
        None
    }

    /// Explains what in the program's line broke the rule, where the refused act alone does not show it: a line
    /// that spells many acts in an order of its own. `turn` is what was heard.
    fn explain(&self, _turn: &[P::Move], _why: &Illegal) -> Option<Sentence> {
        None
    }

    /// The line just heard was refused, and the program may try again.
    fn refused(&mut self, why: &Illegal, out: &mut Lines);

    /// Tells the program that the game is over.
    fn close(&mut self, outcome: &Outcome, out: &mut Lines);

    /// Whether its program may stay for several games. The [`open`](Dialect::open) of the next conversation then
    /// follows the [`close`](Dialect::close) of this one, in the same process.
    fn may_stay(&self) -> bool {
        false
    }

    /// Tells the program to exit: after [`close`](Dialect::close), unless it stays for another game.
    fn dismiss(&self, _out: &mut Lines) {}

    /// Whether a line that was not asked for (type-ahead) loses the game. Otherwise it is noise.
    fn strict(&self) -> bool;

    /// How long a program may take to exit on its own after [`close`](Dialect::close), in milliseconds.
    fn grace_ms(&self) -> u64 {
        100
    }
}

/// What a dialect can express of a game that does not begin as its rules say; each variant includes those before
/// it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Openings {
    /// Nothing: a program assumes that it has made all its seat's acts itself.
    None,
    /// Acts of both seats that neither program said.
    Acts,
    /// Another position to start from.
    Positions,
}

/// What a dialect allows a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lifecycle {
    /// The program says nothing before the game: it is ready as soon as it is seated.
    pub says_nothing_first: bool,
    /// The program may exit with its answer; it is started again when there is something to send. The last line of
    /// its output may lack its line end.
    pub may_leave: bool,
    /// What the program does in secret before the game proper (a layout) belongs to its start: the limit of the
    /// start applies to it, and the clock of the game does not run.
    pub lays_before_the_clock: bool,
    /// When the program's search is over.
    pub search: Search,
}

/// When the search of a program that has answered is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Search {
    /// With its answer.
    #[default]
    EndsWithTheAnswer,
    /// Perhaps later, on a thread of its own, during which the program loses its input: nothing is sent before it
    /// has come to rest.
    MayEndLater,
}

/// The meaning of a line from a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Said<M> {
    /// Nothing: part of a greeting, or an empty line.
    Nothing,
    /// Noise that the dialect ignores and the record keeps, within bounds.
    Noise,
    /// A log line for the author, cut to its limit.
    Debug(String),
    /// The program is ready, and may have given a name.
    Ready(Option<String>),
    /// Acts in order, and whether the line claims to be a whole turn.
    Acts(Vec<M>, Span),
    /// A turn that can be read, but breaks this rule by how it is written: a wrong count, a place off the board.
    Illegal(&'static Words),
    /// A question about the position, with the answer, which only the asking program receives.
    Query(String),
    /// The program cannot answer yet, since it is not done with the turn before: it is asked once more after a moment.
    Later,
    /// The program gives up.
    Resign,
    /// The program reports that it cannot go on, or cannot start, so no turn can follow. The sentence quotes its
    /// words.
    Fails(Sentence),
}

/// Whether a line claims to be a whole turn (SAU), or part of one (native).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// It must end the turn.
    Turn,
    /// The turn may go on.
    Part,
}

errors! {
    /// A line or text that could not be read, with what was expected.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Garbled(pub expected: Sentence);
}

impl Garbled {
    /// The error that this was expected, English first.
    pub fn expected(en: impl Into<String>, zh: impl Into<String>) -> Self {
        Garbled(Sentence::new(en, zh))
    }

    /// The error of a text that reads as a position which no game reaches, with the reason.
    #[must_use]
    pub fn impossible(why: Words) -> Self {
        Garbled(
            Sentence::new("no game reaches this position: ", "任何对局都不会出现此局面：").then(&why.into()),
        )
    }
}

/// The program's side of the conversation (`leitai engine`). Works with platforms other than ours.
pub trait Client<P: Position>: Send {
    /// Says what the program sends before it receives anything.
    fn open(&mut self, _name: &str, _out: &mut Lines) {}

    /// Handles one line from the platform, without its line end. Before the first [`Cue::Start`], `view` is the
    /// first view of the default rules.
    fn hear(&mut self, view: &P::View, line: &[u8], cues: &mut Vec<Cue<P>>);

    /// Makes the program stay between its turns, if its dialect lets it choose.
    fn stay(&mut self) {}

    /// Says what the program thinks while it is asked for a turn: a comment, which the platform may log. `text` is
    /// one line without line breaks. Returns false if the dialect has no room for comments.
    fn remark(&self, _text: &str, _out: &mut Lines) -> bool {
        false
    }

    /// Says the acts of a turn. `cues` receives what the program may take as reported by having said them, and
    /// whether it exits now.
    fn say(&mut self, view: &P::View, turn: &[<P as State>::Move], out: &mut Lines, cues: &mut Vec<Cue<P>>);
}

/// What a line from the platform asks of the program.
pub enum Cue<P: Position> {
    /// The platform has named the rules: from the next start on they replace those named by the program's user.
    Rules(P::Rules),
    /// A game starts: the program forgets the last one.
    Start(Seat, P::Rules),
    /// The game that has just started begins with this known, not at the start its rules define.
    From(P::View),
    /// A report was received.
    Learn(Report<P>),
    /// No turn may take longer than this.
    TurnLimit(std::time::Duration),
    /// A turn is due, with the game time this seat has left, if the platform sent it.
    Think(Option<std::time::Duration>),
    /// The game is over.
    End,
    /// The program is to exit.
    Quit,
    /// The program is to say this line at once; `{name}` stands for the player's name.
    Answer(String),
}
