//! What is said of a game between `new` and `end`.

use leitai_core::{Cue, Garbled, Lines, Openings, Position, Report, Said, Seat, State};

/// What is said of a game between `new` and `end`, at both ends of the conversation.
pub trait SauTalk: Send + 'static {
    /// Its law.
    type Position: Position;
    /// What the platform's end keeps in mind from line to line.
    type Platform: Default + Send;
    /// What the program's end keeps in mind from line to line.
    type Program: Default + Send;
    /// Is every turn asked for by a word? Otherwise black begins by itself, and then each line of the
    /// opponent's is answered.
    const ASKS: bool;
    /// What its programs can be told of an opening. As of [`Dialect::openings`](leitai_core::Dialect::openings).
    const OPENINGS: Openings = Openings::None;

    /// `me` was told something: what its program hears of it. As of [`Dialect::told`](leitai_core::Dialect::told).
    fn told(
        mind: &mut Self::Platform,
        me: Seat,
        after: &View<Self>,
        report: &Report<Self::Position>,
        goes_on: bool,
        out: &mut Lines,
    );

    /// `me` owes a turn, or the rest of one.
    fn ask(mind: &mut Self::Platform, out: &mut Lines);

    /// What `text` spells, which followed `move ` without surrounding blanks. As of [`Dialect::hear`](leitai_core::Dialect::hear).
    fn read(
        mind: &mut Self::Platform,
        me: Seat,
        view: &View<Self>,
        text: &str,
    ) -> Result<Said<Move<Self>>, Garbled>;

    /// A message of the platform to `me`, its first word and the rest of it, while a game is on.
    fn hear(
        mind: &mut Self::Program,
        me: Seat,
        view: &View<Self>,
        message: (&str, &str),
        cues: &mut Vec<Cue<Self::Position>>,
    );

    /// Says the acts of a turn, not empty.
    fn say(mind: &mut Self::Program, view: &View<Self>, turn: &[Move<Self>], out: &mut Lines);
}

/// What a seat knows in the game of a talk.
pub(super) type View<T> = <<T as SauTalk>::Position as Position>::View;
pub(super) type Move<T> = <<T as SauTalk>::Position as State>::Move;
