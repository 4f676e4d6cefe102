//! Where a game stands between its first stone and its end.

use crate::{Forbidden, Point, Rules};
use leitai_core::Words;

/// A colour. Seats may change sides; stones do not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Moves first; forbidden moves bind it.
    Black,
    /// The other one.
    White,
}

impl Side {
    /// Both, black first.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    /// The opponent's.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

/// The phase of a game, with what is owed in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// First shows the opening; so many stones lie, 0–2.
    Show(u8),
    /// First announces how many fifth stones there will be.
    Announce,
    /// Second keeps or swaps sides; so many fifth stones were announced.
    Swap(u8),
    /// White places the fourth stone; so many fifth stones were announced.
    Fourth(u8),
    /// Black offers fifth stones: so many in all, these so far.
    Offer(u8, Offers),
    /// White chooses one of them.
    Choose(Offers),
    /// Stones in turn.
    Play(Play),
    /// The game is over.
    Over(End),
}

impl Phase {
    /// What is to be done in it, as a refusal of anything else.
    pub(crate) const fn owed(&self) -> &'static Words {
        match self {
            Phase::Show(_) => {
                &const {
                    Words::new("not yet: the three opening stones are laid first", "尚不可：应先摆出开局三子")
                }
            }
            Phase::Announce => &const { Words::new("the number of fifth stones is due", "应给出打点数量") },
            Phase::Swap(_) => &const { Words::new("keep or swap is due", "应先决定是否交换") },
            Phase::Fourth(_) => &const { Words::new("white's fourth stone is due", "应下白4") },
            Phase::Offer(..) => &const { Words::new("an offer of a fifth stone is due", "应给出黑5打点") },
            Phase::Choose(_) => {
                &const { Words::new("the choice of a fifth stone is due", "应在打点中留下黑5") }
            }
            Phase::Play(_) => &const { Words::new("a stone is due", "应落子") },
            Phase::Over(_) => &const { Words::new("the game is over", "对局已结束") },
        }
    }
}

/// What is to be known, beside the stones, while stones are placed in turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    /// Who is on turn.
    pub side: Side,
    /// Was the last turn a pass? Another ends the game.
    pub passed: bool,
    /// A double-three or double-four of black that white may still claim (only under `claimed`).
    pub pending: Option<Forbidden>,
    /// Does an overline of black stand (only under `claimed`)? Its twin from scratch is
    /// [`Stones::lines`](crate::Stones::lines).
    pub overline: bool,
}

impl Play {
    /// `side` is on turn and nothing else is to be known.
    pub(crate) const fn new(side: Side) -> Play {
        Play { side, passed: false, pending: None, overline: false }
    }

    /// What white may claim now.
    pub fn claimable(&self) -> Option<Forbidden> {
        if self.overline { Some(Forbidden::Overline) } else { self.pending }
    }
}

/// How the law ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// A side made five (or more, where that is as good).
    Five(Side),
    /// Black made a forbidden move and lost at once.
    Forbidden(Forbidden),
    /// White claimed a forbidden move.
    Claimed(Forbidden),
    /// Both passed in a row.
    Passes,
    /// No point is left.
    Full,
}

impl End {
    /// Who won; none is a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            End::Five(side) => Some(side),
            End::Forbidden(_) | End::Claimed(_) => Some(Side::White),
            End::Passes | End::Full => None,
        }
    }

    /// The reason, as a person reads it.
    pub const fn words(self) -> &'static Words {
        match self {
            End::Five(_) => &const { Words::new("five in a row", "五子连线") },
            End::Forbidden(Forbidden::Overline) => {
                &const { Words::new("black's overline is forbidden", "黑方长连禁手") }
            }
            End::Forbidden(Forbidden::DoubleFour) => {
                &const { Words::new("black's double-four is forbidden", "黑方四四禁手") }
            }
            End::Forbidden(Forbidden::DoubleThree) => {
                &const { Words::new("black's double-three is forbidden", "黑方三三禁手") }
            }
            End::Claimed(Forbidden::Overline) => {
                &const { Words::new("white claimed black's overline", "白方指出黑方长连禁手") }
            }
            End::Claimed(Forbidden::DoubleFour) => {
                &const { Words::new("white claimed black's double-four", "白方指出黑方四四禁手") }
            }
            End::Claimed(Forbidden::DoubleThree) => {
                &const { Words::new("white claimed black's double-three", "白方指出黑方三三禁手") }
            }
            End::Passes => &const { Words::new("both passed", "双方均放弃行棋权") },
            End::Full => &const { Words::new("board full", "棋盘已满") },
        }
    }
}

/// Fifth stones offered, in the order offered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Offers([Option<Point>; Rules::MOST_OFFERS as usize]);

impl Offers {
    /// How many there are.
    pub fn len(&self) -> u8 {
        self.iter().count() as u8
    }

    /// Is there none yet?
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// In the order offered.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().map_while(|point| *point)
    }

    /// One more. Requires fewer than twelve.
    pub(crate) fn push(&mut self, point: Point) {
        let free = usize::from(self.len());
        self.0[free] = Some(point);
    }
}
