//! The type-erased live game: what the stage, the web and the command line know of a game in progress.

use crate::{
    Actor, Choice, Clock, ClockChange, DialectName, End, Eye, Facts, Fault, Garbled, Habit, Illegal, Left,
    Lifecycle, Line, Lines, Outcome, Ruling, Say, Scene, Seat, Sentence, Span, Turn, sentence,
};
use std::time::Duration;

/// One game in progress: position, views, both conversations, record. Lines go in, lines come out; every call is
/// one complete step.
pub trait Table: Send {
    /// The game's facts.
    fn facts(&self) -> &'static Facts;

    /// Who owes the next act, or how the game ended (faults and resignations included).
    fn turn(&self) -> Turn;

    /// Whether [the position keeps secrets](crate::Position::keeps_secrets).
    fn keeps_secrets(&self) -> bool;

    /// Plies (turns of one seat) completed. A turn about whose last act the referee [has something to say](Table::ruling) is
    /// not.
    fn plies(&self) -> u32;

    /// What the referee is to say about the last act of a seat, while that is so.
    fn ruling(&self) -> Option<Ruling> {
        None
    }

    /// Starts a seat's conversation under these limits and puts its opening words into the outbox. Returns `None`
    /// if the game, or a game under these rules, cannot be played in that dialect.
    fn sit(
        &mut self,
        seat: Seat,
        dialect: DialectName,
        clock: &Clock,
        outbox: &mut Outbox,
    ) -> Option<Lifecycle>;

    /// Keeps a seat's program for another game, so that it is not dismissed when this one is over. Returns the
    /// lines that dismiss it later. Returns `None`, and changes nothing, if no program sits there or its dialect
    /// has no words for another game.
    fn stay(&mut self, _seat: Seat) -> Option<Lines> {
        None
    }

    /// From now on, copies the reports for `eye` to [`Outbox::told`].
    fn watch(&mut self, eye: Eye);

    /// Starts the game once both seats are ready, and asks whoever owes the first act.
    fn begin(&mut self, left: Left, outbox: &mut Outbox);

    /// Handles one line from a seat's program, without its line end, with everything that follows from it. `spent`
    /// is the time since the seat was asked; `left` is what remains of the game clocks afterwards.
    fn hear(&mut self, seat: Seat, line: &[u8], spent: Duration, left: Left, outbox: &mut Outbox) -> Heard;

    /// Whether a line of a seat's program that begins so [is for the log](crate::Dialect::is_log), however long.
    fn is_log(&self, seat: Seat, beginning: &[u8]) -> bool;

    /// Handles a line that a seat's program sent after lines that [only inform](crate::Lines::only_inform) it and
    /// before it was asked: it answers nothing, and is recorded as noise.
    fn hear_unasked(&mut self, seat: Seat, line: &[u8]);

    /// Makes a seat's conversation begin in the form that worked for its program in an earlier game. Called before
    /// [`sit`](Table::sit).
    fn recall(&mut self, _seat: Seat, _habit: Habit) {}

    /// The form in which a seat's program got ready; `None` if it has not.
    fn habit(&self, _seat: Seat) -> Option<Habit> {
        None
    }

    /// Called when a seat's program is not ready yet, has read everything, and sleeps: the opening may be repeated in
    /// another form.
    fn say_again(&mut self, seat: Seat, outbox: &mut Outbox);

    /// Repeats what a seat's program was asked and [could not answer yet](Heard::Later).
    fn ask_again(&mut self, _seat: Seat, _outbox: &mut Outbox) {}

    /// The message that a seat's program still has to answer before it is ready.
    fn awaits(&self, seat: Seat) -> Option<String>;

    /// Called when a seat's program has exited and all its output has been heard. Returns `None` if it was not
    /// allowed to leave: nothing follows from it, and the program [crashed](crate::Fault::Crash).
    fn left(&mut self, seat: Seat, spent: Duration, left: Left, outbox: &mut Outbox) -> Option<Heard>;

    /// Handles whatever does not come from a program's line: people's acts, and faults found by the arena.
    fn act(&mut self, act: Act<'_>, spent: Duration, left: Left, outbox: &mut Outbox) -> Result<(), Refusal>;

    /// Replays a line of a record at its place in the game: what the record says was said is heard, what it says
    /// was played is played, and the table writes the resulting lines anew. `reason` is the recorded reason for the
    /// end of the game; it is relied on only for what a cut or escaped line no longer shows. Returns an error if
    /// the line cannot have occurred here; the table must not be used after that.
    fn again(&mut self, line: &Line<'_>, reason: &Sentence, outbox: &mut Outbox) -> Result<(), Sentence>;

    /// Lives through a line of a record that breaks off, before anybody sits: what was played is played, and everything is
    /// written as it was. After the last line the game goes on with [`Act::Again`]. Returns an error if the line cannot have
    /// occurred here; the table must not be used after that.
    fn relive(&mut self, line: &Line<'_>) -> Result<(), Sentence>;

    /// How the game ended, with its full reason; `None` while it is running.
    fn end(&self) -> Option<&End<'static>>;

    /// How long a seat's program may take to exit on its own after the end, in milliseconds.
    fn grace_ms(&self, seat: Seat) -> u64;

    /// The canonical text of an act typed by a person.
    fn read(&self, text: &str) -> Result<String, Garbled>;

    /// All acts open to a seat now, as far as it knows.
    fn choices(&self, seat: Seat) -> Vec<Choice>;

    /// Why the seat can play nothing that begins with clicks on these places, one after the other, as far as it knows;
    /// `None` if it can, and if they are not places of its board.
    fn refusal(&self, seat: Seat, places: &[u16]) -> Option<Refusal>;

    /// `acts`, canonical or lenient texts of a turn or of the beginning of one, as the seat's program would say
    /// them. Returns `None` if the seat may not play them now, as far as it knows, or if no program sits there. If
    /// a fault ended the game, "now" is the turn in which it was lost.
    fn phrase(&self, seat: Seat, acts: &[&str]) -> Option<Phrase>;

    /// At most `most` turns that [`phrase`](Table::phrase) can express, each as far as the seat can work it out
    /// alone, spread over everything the seat may do.
    fn phrases(&self, seat: Seat, most: usize) -> Vec<Phrase>;

    /// How a line would be understood if a program in that seat sent it now in that dialect. Returns `None` if it
    /// means nothing there or is not legal. As with [`phrase`](Table::phrase), a program must sit there, and "now"
    /// may be the turn in which it lost.
    fn heard_as(&self, seat: Seat, dialect: DialectName, line: &str) -> Option<Reading>;

    /// To how many plies the last turn of this seat, or the part of it that it has played, is [taken back](Act::Back); `None`
    /// where nothing of it counts. Whether that may be is for the table to say then.
    fn back_to(&self, seat: Seat) -> Option<u32>;

    /// All acts open now to the referee, and to whoever throws dice by hand.
    fn rulings(&self) -> Vec<Choice>;

    /// What the referee says to a seat of what was played last: nothing where it is told nothing of that, and in a game in which
    /// both sides see what happens.
    fn announced(&self, _seat: Seat) -> Vec<Say> {
        Vec::new()
    }

    /// The board as `who` sees it.
    fn scene(&self, who: Viewer) -> Scene;

    /// The true position as one line of text.
    fn position(&self) -> String;

    /// Four letters that are the same wherever the same game is shown, made of what everybody may know: two people at two
    /// screens compare them after each ply. The order of acts within a turn makes no difference once nothing is secret.
    fn code(&self) -> String;

    /// The digest of the game so far.
    fn digest(&self) -> String;

    /// Moves the record lines written since the last call to the end of `out`.
    fn record(&mut self, out: &mut Vec<u8>);

    /// Adds a note about a seat's program to the record (its stderr, its exit), uncut.
    fn note(&mut self, seat: Seat, what: &'static str, text: &str);

    /// The game is over and its programs are gone: writes the last line of the record.
    fn seal(&mut self);
}

/// The acts of one turn, written in two ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// In the game's own notation, canonical.
    pub acts: Vec<String>,
    /// In a dialect, as a program says them; several lines are separated by blanks.
    pub said: String,
}

/// How a line would have been understood at another time or in another dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    /// A legal turn.
    Turn(Phrase),
    /// The first of the opening words, which belong before the game.
    Greeting,
}

/// The viewer for whom a scene is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A contestant.
    Seat(Seat),
    /// Anybody.
    Spectator,
    /// The referee: everything.
    Arbiter,
}

/// What happens at a table other than through a program's line.
#[derive(Clone, PartialEq, Debug)]
pub enum Act<'a> {
    /// Acts in canonical or lenient text; all or nothing.
    Play {
        /// The hand.
        by: Actor,
        /// The acts in order.
        acts: &'a [&'a str],
        /// Whether the acts must end the turn.
        span: Span,
    },
    /// A seat gives up.
    Resign(Seat),
    /// Both seats agree that nobody has won.
    Agree,
    /// Acts are taken back: so many plies are left, and nothing of the turn after them. Programs that sat at the table are no
    /// longer spoken with: they are to [sit](Table::sit) again, and the game to [begin](Table::begin) again.
    Back {
        /// Who asks for it.
        by: Seat,
        /// How many plies are left.
        to: u32,
        /// Whether what the dice showed after them is taken back too, to be entered anew: only where people throw them.
        dice: bool,
    },
    /// The game [was broken off](Table::relive) and goes on now, in milliseconds since 1970-01-01 UTC: programs are to sit,
    /// and the game to begin again.
    Again(i64),
    /// The clocks were changed by hand, for this reason. Nothing follows from it but the line of the record.
    Clock(ClockChange, &'a str),
    /// The referee decides who has won, or that nobody has; the text gives the reason.
    Rule(Option<Seat>, &'a str),
    /// A seat loses by a fault that the arena found; the text states it with figures.
    Fault(Seat, Fault, &'a Sentence),
}

/// Why an [`Act`] was refused. A refused act changes nothing.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// The text of an act could not be read.
    Garbled(Garbled),
    /// The act breaks a rule.
    Illegal(Illegal),
    /// That hand does not owe an act, or the game is over.
    NotAsked,
    /// Nothing can be taken back so far, for this reason.
    NotBack(Sentence),
    /// The clocks were stopped by hand, and nobody plays until they go on.
    Stopped,
    /// A clock cannot be changed so, for this reason.
    NoClock(Sentence),
}

impl Refusal {
    /// What a person is told.
    pub fn said(&self) -> Sentence {
        match self {
            Refusal::Garbled(garbled) => {
                let expected = Sentence::of(garbled);
                sentence!("Not understood; expected: {expected}", "看不懂，应为：{expected}")
            }
            Refusal::Illegal(illegal) => {
                let rule = *illegal.rule;
                sentence!("Illegal: {rule}", "不能这样走：{rule}"; rule)
            }
            Refusal::NotAsked => sentence!("It is not your turn.", "未轮到你。"),
            Refusal::Stopped => {
                sentence!("The clocks stand: let them go on first.", "双方棋钟已停：请先恢复走钟。")
            }
            Refusal::NoClock(why) => sentence!("The clocks are as before: {why}", "棋钟未改：{why}"),
            Refusal::NotBack(why) => {
                sentence!("Nothing was taken back: {why}", "未能悔棋：{why}")
            }
        }
    }
}

/// The result of handling a program's line.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// Nothing followed.
    Nothing,
    /// The program is ready to start.
    Ready,
    /// The program acted; the turn may have passed.
    Acted,
    /// The program broke a rule and may try again.
    Again,
    /// The program asked for something the rules deny, which costs it only time.
    Denied,
    /// The program cannot answer yet, and is to be [asked again](Table::ask_again) after a moment.
    Later,
    /// The game ended by the line, or by the program's fault.
    Over(Outcome),
}

/// What a table sends out after a step. The caller empties it after sending.
#[derive(Default, Debug)]
pub struct Outbox {
    /// Lines for the programs of First and Second.
    pub lines: [Lines; 2],
    /// The reports sent to [watched](Table::watch) eyes, in order, as the game writes its reports.
    pub told: Vec<(Eye, String)>,
}
