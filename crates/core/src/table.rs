//! The erased live game: what the stage, the web and the command line know of a game in progress.

use crate::{
    Actor, Choice, Clock, DialectName, End, Eye, Facts, Fault, Garbled, Illegal, Left, Lifecycle, Line,
    Lines, Outcome, Scene, Seat, Sentence, Span, Turn,
};
use std::time::Duration;

/// One game in progress: position, views, both conversations, record. Lines go in, lines come out; every
/// call is one complete step.
pub trait Table: Send {
    /// The game's facts.
    fn facts(&self) -> &'static Facts;

    /// Who owes the next act, or how the game ended (faults and resignations included).
    fn turn(&self) -> Turn;

    /// Plies (turns of one seat) completed.
    fn plies(&self) -> u32;

    /// Gives a seat its conversation, under these limits; its opening words go to the outbox. None: the game, or
    /// a game of these rules, is not spoken in it.
    fn sit(
        &mut self,
        seat: Seat,
        dialect: DialectName,
        clock: &Clock,
        outbox: &mut Outbox,
    ) -> Option<Lifecycle>;

    /// The program of a seat is to stay for another game: it is not sent away when this one is over. Returns what sends it
    /// away later; none where its dialect has no words for another game, or no program sits there, and nothing changes.
    fn stay(&mut self, _seat: Seat) -> Option<Lines> {
        None
    }

    /// From now on what `eye` is told goes to [`Outbox::told`].
    fn watch(&mut self, eye: Eye);

    /// Both seats are ready: starts the game and asks whoever owes.
    fn begin(&mut self, left: Left, outbox: &mut Outbox);

    /// One line from a seat's program, without its line end: everything that follows from it, in one call.
    /// `spent` is the time since the seat was asked; `left` what remains of the game clocks after it.
    fn hear(&mut self, seat: Seat, line: &[u8], spent: Duration, left: Left, outbox: &mut Outbox) -> Heard;

    /// One line from a seat's program between what only [informed](crate::Lines::only_inform) it and what it is asked: it
    /// answers nothing, and is kept as noise.
    fn hear_unasked(&mut self, seat: Seat, line: &[u8]);

    /// A seat's program that is not ready has read everything, says nothing and sleeps: what it was told may be said in
    /// another way.
    fn say_again(&mut self, seat: Seat, outbox: &mut Outbox);

    /// The message of which a seat's program owes the answer before it is ready.
    fn awaits(&self, seat: Seat) -> Option<String>;

    /// A seat's program has left, and all that it said was heard. None: it had no business to; nothing
    /// followed, and it [crashed](crate::Fault::Crash).
    fn left(&mut self, seat: Seat, spent: Duration, left: Left, outbox: &mut Outbox) -> Option<Heard>;

    /// The same step for whatever is not a program's line: people, faults found by the arena.
    fn act(&mut self, act: Act<'_>, spent: Duration, left: Left, outbox: &mut Outbox) -> Result<(), Refusal>;

    /// A line of a record once more, where it stood in the game: what it says was said is heard, what it says was played
    /// is played, and the table writes the line that is written of that, and what follows from it. `reason` is why the
    /// record says that the game ended; it is believed only for what a line that was cut or escaped no longer tells.
    /// Error: why that cannot have happened here; the table is then of no more use.
    fn again(&mut self, line: &Line<'_>, reason: &Sentence, outbox: &mut Outbox) -> Result<(), Sentence>;

    /// How the game ended, with its reason in full; none while it runs.
    fn end(&self) -> Option<&End<'static>>;

    /// How long a seat's program may take to leave by itself after the end, in milliseconds.
    fn grace_ms(&self, seat: Seat) -> u64;

    /// The canonical text of an act that a person typed.
    fn read(&self, text: &str) -> Result<String, Garbled>;

    /// Everything a seat may do now, as far as it knows.
    fn choices(&self, seat: Seat) -> Vec<Choice>;

    /// `acts`, canonical or lenient texts of a turn or of the beginning of one, as the seat's program would say them. None if
    /// the seat may not play them now, as far as it knows, or if no program sits there. Where a fault ended the game, "now" is
    /// the turn in which the game was lost.
    fn phrase(&self, seat: Seat, acts: &[&str]) -> Option<Phrase>;

    /// At most so many turns that [`phrase`](Table::phrase) can say, each as far as the seat can think it through
    /// alone; spread over everything it may do.
    fn phrases(&self, seat: Seat, most: usize) -> Vec<Phrase>;

    /// What a line would be if a program in that seat said it now in that dialect. None: nothing, or what it would be is
    /// not legal. As with [`phrase`](Table::phrase), a program sits there, and "now" may be the turn in which it lost.
    fn heard_as(&self, seat: Seat, dialect: DialectName, line: &str) -> Option<Reading>;

    /// Everything the referee may do now.
    fn rulings(&self) -> Vec<Choice>;

    /// The board as `who` sees it.
    fn scene(&self, who: Viewer) -> Scene;

    /// The truth as one line of text.
    fn position(&self) -> String;

    /// The digest of the game so far.
    fn digest(&self) -> String;

    /// Moves the record lines written since the last call to the end of `out`.
    fn record(&mut self, out: &mut Vec<u8>);

    /// Notes something about a seat's program in the record (its stderr, its exit), as long as it is.
    fn note(&mut self, seat: Seat, what: &'static str, text: &str);

    /// The game is over and its programs are gone: writes the last line of the record.
    fn seal(&mut self);
}

/// Acts of one turn, written in two ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// In the game's own notation, canonical.
    pub acts: Vec<String>,
    /// In a dialect, as a program says them; several lines with a blank between them.
    pub said: String,
}

/// What a line would have been at another time or in another dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    /// A legal turn.
    Turn(Phrase),
    /// The beginning of the opening words, which are said before the game.
    Greeting,
}

/// For whom a scene is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A contestant.
    Seat(Seat),
    /// Anybody.
    Spectator,
    /// The referee: everything.
    Arbiter,
}

/// What happens at a table other than by a program's line.
#[derive(Clone, PartialEq, Debug)]
pub enum Act<'a> {
    /// Acts in canonical or lenient text; all or nothing.
    Play {
        /// The hand.
        by: Actor,
        /// The acts in order.
        acts: &'a [&'a str],
        /// Must they end the turn?
        span: Span,
    },
    /// A seat gives up.
    Resign(Seat),
    /// The referee decides who has won, or that nobody has; the text says why.
    Rule(Option<Seat>, &'a str),
    /// A seat loses by a fault that the arena saw; the text says it with figures.
    Fault(Seat, Fault, &'a Sentence),
}

/// Why an [`Act`] was refused; nothing was changed.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// The text of an act could not be read.
    Garbled(Garbled),
    /// It breaks a rule.
    Illegal(Illegal),
    /// That hand does not owe an act, or the game is over.
    NotAsked,
}

/// What became of a program's line.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// Nothing followed.
    Nothing,
    /// The program is ready to start.
    Ready,
    /// It acted; the turn may have passed.
    Acted,
    /// It broke a rule and may try again.
    Again,
    /// It asked for what the rules deny it, which costs only time.
    Denied,
    /// The game ended by it, or by its fault.
    Over(Outcome),
}

/// What leaves the table after a step. Emptied by whoever sends it on.
#[derive(Default, Debug)]
pub struct Outbox {
    /// Lines for First's and Second's program.
    pub lines: [Lines; 2],
    /// What the eyes that are [watched](Table::watch) were told, in order, as the game writes its reports.
    pub told: Vec<(Eye, String)>,
}
