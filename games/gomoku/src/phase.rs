//! The phases of a game between its first stone and its end.

use crate::{Forbidden, Point, Rules};
use leitai_core::Words;

/// A colour. Seats may swap sides; stones keep their colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Moves first; forbidden moves bind it.
    Black,
    /// The opponent of black.
    White,
}

impl Side {
    /// Both sides, black first.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    /// The opponent's side.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

/// The phase of a game, with the data it needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The opening is shown by First, or laid by lot; 0–2 stones are on the board so far.
    Show(u8),
    /// First announces the number of fifth stones.
    Announce,
    /// Second keeps or swaps sides; holds the number of fifth stones announced.
    Swap(u8),
    /// White places the fourth stone; holds the number of fifth stones announced.
    Fourth(u8),
    /// Black offers fifth stones: the number announced, and those offered so far.
    Offer(u8, Offers),
    /// White chooses one of the offers.
    Choose(Offers),
    /// Stones are placed in turn.
    Play(Play),
    /// The game is over.
    Over(End),
}

impl Phase {
    /// What is due in this phase, as a refusal of anything else.
    pub(crate) const fn owed(&self) -> &'static Words {
        match self {
            Phase::Show(_) => {
                &const {
                    Words::new("not yet: the three opening stones are laid first", "尚不可：应先摆出开局三子")
                }
            }
            Phase::Announce => {
                &const { Words::new("the number of fifth stones is due: n:2", "应给出打点数量：n:2") }
            }
            Phase::Swap(_) => {
                &const { Words::new("keep or swap is due", "应先决定“不换”还是“交换”") }
            }
            Phase::Fourth(_) => &const { Words::new("white's fourth stone is due", "应下白4") },
            Phase::Offer(..) => {
                &const { Words::new("an offer of a fifth stone is due: ?I9", "应给出黑5打点：?I9") }
            }
            Phase::Choose(_) => {
                &const { Words::new("the choice of a fifth stone is due: !I9", "应在打点中留下黑5：!I9") }
            }
            Phase::Play(_) => &const { Words::new("a stone is due", "应落子") },
            Phase::Over(_) => &const { Words::new("the game is over", "对局已结束") },
        }
    }
}

/// The state, besides the stones, while stones are placed in turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    /// The side to move.
    pub side: Side,
    /// Whether the last turn was a pass. Another pass ends the game.
    pub passed: bool,
    /// A double-three or double-four of black that white may still claim (only under `claimed`).
    pub pending: Option<Forbidden>,
    /// Whether black has an overline on the board (only under `claimed`).
    /// [`Stones::lines`](crate::Stones::lines) finds the same from scratch.
    pub overline: bool,
}

impl Play {
    /// `side` is to move, with nothing else to note.
    pub(crate) const fn new(side: Side) -> Play {
        Play { side, passed: false, pending: None, overline: false }
    }

    /// The forbidden move that white may claim now.
    pub fn claimable(&self) -> Option<Forbidden> {
        if self.overline { Some(Forbidden::Overline) } else { self.pending }
    }
}

/// How the rules end a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// A side made five (or more, if that counts as five).
    Five(Side),
    /// Black made a forbidden move and lost at once.
    Forbidden(Forbidden),
    /// White claimed a forbidden move.
    Claimed(Forbidden),
    /// Both sides passed in a row.
    Passes,
    /// No empty point is left.
    Full,
}

impl End {
    /// The winner; `None` for a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            End::Five(side) => Some(side),
            End::Forbidden(_) | End::Claimed(_) => Some(Side::White),
            End::Passes | End::Full => None,
        }
    }

    /// The reason shown to people.
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
    /// The number of offers.
    pub fn len(&self) -> u8 {
        self.iter().count() as u8
    }

    /// Whether nothing has been offered yet.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// The points in the order offered.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().map_while(|point| *point)
    }

    /// Adds an offer. Requires fewer than twelve.
    pub(crate) fn push(&mut self, point: Point) {
        let free = usize::from(self.len());
        self.0[free] = Some(point);
    }
}
