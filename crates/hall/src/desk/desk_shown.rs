//! What an operator sees at a desk.

use leitai_arena::SeatClock;
use leitai_core::{Actor, Choice, Scene, Seat, Sentence};
use std::path::PathBuf;
use std::time::Duration;

/// What is shown at a desk now.
#[derive(Clone, Debug)]
pub struct DeskShown {
    /// Grows with every change of the position. An act names the version at which it was chosen, so that it is played once.
    pub version: u64,
    /// Counted from 0.
    pub game: u32,
    /// The seat of this machine's program in this game.
    pub seat: Seat,
    /// The board with everything that this desk knows; `None` until a game begins.
    pub scene: Option<Scene>,
    /// In which hand the operator is to act: for the other machine's program, as the referee speaks, or as the dice fall; `None`
    /// while this machine's program thinks.
    pub hand: Option<Actor>,
    /// The acts that are open to that hand.
    pub choices: Vec<Choice>,
    /// What has been played and counts, in order.
    pub moves: Vec<DeskMove>,
    /// The position code after each of them, as far as it is known: a program may answer before anybody has looked. Empty texts
    /// for what was played before the game stood again.
    pub codes: Vec<String>,
    /// So many plies are complete.
    pub plies: u32,
    /// The position code, which the other desk shows too.
    pub code: String,
    /// What the clocks showed when one was last started or stopped.
    pub clocks: [SeatClock; 2],
    /// Whether the clock of the other side waits to be started by hand.
    pub waits_for_hand: bool,
    /// How it stands with the game.
    pub state: DeskState,
    /// Why the operator's last deed was refused; it changed nothing.
    pub refused: Option<Sentence>,
    /// The games of the match that are over.
    pub results: Vec<DeskResult>,
    /// In a rehearsal, what there is to see and hear of the other side.
    pub other: Option<OtherSide>,
}

/// What an operator sees and hears of the other side in a rehearsal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherSide {
    /// What its screen shows or its operator says, newest last.
    pub says: Vec<Sentence>,
    /// The position code on its screen.
    pub code: String,
}

impl DeskShown {
    /// Before the first game, in which this machine's program has that seat.
    pub(super) fn before(seat: Seat) -> DeskShown {
        DeskShown {
            version: 0,
            game: 0,
            seat,
            scene: None,
            hand: None,
            choices: Vec::new(),
            moves: Vec::new(),
            codes: Vec::new(),
            plies: 0,
            code: String::new(),
            clocks: Default::default(),
            waits_for_hand: false,
            state: DeskState::Waits,
            refused: None,
            results: Vec::new(),
            other: None,
        }
    }

    /// What this machine's program played last, for the operator to play at the other machine; `None` if anybody has acted
    /// since.
    pub fn to_relay(&self) -> Option<&DeskMove> {
        self.moves.last().filter(|last| last.by == Actor::Seat(self.seat))
    }
}

/// How it stands with the game at a desk.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum DeskState {
    /// No game has begun, or the next one waits to be begun.
    #[default]
    Waits,
    /// The program is being started.
    Starts,
    /// It runs.
    Runs,
    /// The clocks were stopped by hand, for this reason.
    Stopped(String),
    /// This machine's program has failed, and waits to be started again; what it logged last.
    Failed(Sentence, String),
    /// The stage itself failed; what was played is kept, and the desk can be opened again.
    Broken(Sentence),
    /// All games of the match are over.
    Over,
}

/// A run of acts by one hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeskMove {
    /// Whose: a side's, what the referee said, or how the dice fell.
    pub by: Actor,
    /// Its acts, in the game's notation.
    pub acts: Vec<String>,
    /// What it used of a clock.
    pub took: Duration,
    /// So many plies were complete after it.
    pub plies: u32,
}

/// A game of the match that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct DeskResult {
    /// The seat that this machine's program had.
    pub seat: Seat,
    /// Who won; `None` for a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub reason: Sentence,
    /// Its record.
    pub record: PathBuf,
}
