//! The part of a conversation between `new` and `end`.

use leitai_core::{Cue, Garbled, Lines, Openings, Position, Report, Said, Seat, State};

/// The part of a conversation between `new` and `end`, at both ends.
pub trait SauTalk: Send + 'static {
    /// The rules of the game.
    type Position: Position;
    /// State that the platform's end keeps from line to line.
    type Platform: Default + Send;
    /// State that the program's end keeps from line to line.
    type Program: Default + Send;
    /// Whether every turn is requested by a word. Otherwise black begins without being asked, and from then on each
    /// line of the opponent's is answered.
    const ASKS: bool;
    /// What programs can be sent of an opening, as in [`Dialect::openings`](leitai_core::Dialect::openings).
    const OPENINGS: Openings = Openings::None;

    /// `me` received a report; appends what its program is sent of it, as in
    /// [`Dialect::report`](leitai_core::Dialect::report).
    fn report(
        mind: &mut Self::Platform,
        me: Seat,
        after: &View<Self>,
        report: &Report<Self::Position>,
        goes_on: bool,
        out: &mut Lines,
    );

    /// Asks `me` for a turn, or for the rest of one.
    fn ask(mind: &mut Self::Platform, out: &mut Lines);

    /// Reads `text`, which followed `move ` without surrounding blanks, as in
    /// [`Dialect::hear`](leitai_core::Dialect::hear).
    fn read(
        mind: &mut Self::Platform,
        me: Seat,
        view: &View<Self>,
        text: &str,
    ) -> Result<Said<Move<Self>>, Garbled>;

    /// Handles a message of the platform to `me`, its first word and the rest of it, while a game is on.
    fn hear(
        mind: &mut Self::Program,
        me: Seat,
        view: &View<Self>,
        message: (&str, &str),
        cues: &mut Vec<Cue<Self::Position>>,
    );

    /// Says the acts of a turn, which is not empty.
    fn say(mind: &mut Self::Program, view: &View<Self>, turn: &[Move<Self>], out: &mut Lines);
}

/// What a seat knows in the game of this talk.
pub(super) type View<T> = <<T as SauTalk>::Position as Position>::View;
pub(super) type Move<T> = <<T as SauTalk>::Position as State>::Move;
