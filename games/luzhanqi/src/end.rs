//! How games end, and the words for it.

use leitai_core::{Outcome, Seat, Why, Words};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// That side's flag is gone, and it loses regardless of who can still move.
    FlagFell(Seat),
    /// Neither side has a legal move: a draw.
    NobodyMoves,
    /// That side has no legal move and loses.
    Stuck(Seat),
    /// That side made the ply without contact that ends the game, and loses.
    Idle(Seat),
    /// A ply without contact ended the game in a draw.
    IdleDraw,
}

static NOBODY_MOVES: Words = Words::new("neither side can move", "双方均无棋可走");
static STUCK: Words = Words::new("the other side cannot move", "对方无棋可走");
static FLAG_FELL: Words = Words::new("took the flag", "夺得军旗");
static IDLE: Words =
    Words::new("too many plies without contact by the other side", "对方走满规定步数而无接触");
static IDLE_DRAW: Words = Words::new("too many plies without contact", "双方走满规定步数而无接触");
static NOBODY_MOVES_SAID: Words =
    Words::new("the referee says that neither side can move", "裁判宣布双方均无棋可走");
static STUCK_SAID: Words =
    Words::new("the referee says that the other side cannot move", "裁判宣布对方无棋可走");
static FLAG_FELL_SAID: Words = Words::new("took the flag, as the referee says", "裁判宣布军旗已被夺得");

impl End {
    /// The verdict.
    pub const fn outcome(self) -> Outcome {
        match self {
            End::NobodyMoves => Outcome::drawn(&NOBODY_MOVES),
            End::Stuck(loser) => Outcome::won(loser.other(), &STUCK),
            End::FlagFell(loser) => Outcome::won(loser.other(), &FLAG_FELL),
            End::Idle(loser) => Outcome::won(loser.other(), &IDLE),
            End::IdleDraw => Outcome::drawn(&IDLE_DRAW),
        }
    }

    /// The verdict at a table that does not know the hidden side's pieces, if there is one: what depends on them is the
    /// referee's word.
    pub fn outcome_at(self, hidden: Option<Seat>) -> Outcome {
        match self {
            End::NobodyMoves if hidden.is_some() => Outcome::drawn(&NOBODY_MOVES_SAID),
            End::Stuck(loser) if hidden == Some(loser) => Outcome::won(loser.other(), &STUCK_SAID),
            End::FlagFell(loser) if hidden == Some(loser) => Outcome::won(loser.other(), &FLAG_FELL_SAID),
            _ => self.outcome(),
        }
    }

    /// A verdict as it is said where both sides' pieces are known: at the table of a program, which knows nothing of
    /// another.
    pub(crate) fn plainly(outcome: &Outcome) -> Outcome {
        let plain = match outcome.why {
            Why::Law(words) if *words == NOBODY_MOVES_SAID => &NOBODY_MOVES,
            Why::Law(words) if *words == STUCK_SAID => &STUCK,
            Why::Law(words) if *words == FLAG_FELL_SAID => &FLAG_FELL,
            _ => return *outcome,
        };
        Outcome { why: Why::Law(plain), ..*outcome }
    }

    /// Whether this end means that the side cannot move.
    pub const fn sticks(self, side: Seat) -> bool {
        match self {
            End::NobodyMoves => true,
            End::Stuck(loser) => loser.index() == side.index(),
            End::FlagFell(_) | End::Idle(_) | End::IdleDraw => false,
        }
    }
}
