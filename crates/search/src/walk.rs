//! What a search needs from a game: a position of its own that the search walks through.

use leitai_core::Seat;

/// The hand that is to act.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Hand {
    /// A seat. It may keep the hand after its act; the value then keeps its sign.
    Seat(Seat),
    /// The dice.
    Dice,
    /// Nobody: the game is over, with this result for First, 0 to 1.
    Over(f32),
}

/// Which acts are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Every one.
    All,
    /// Only those that are searched where the search would otherwise stop: captures, threats.
    Forcing,
}

/// What a list of acts leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Nothing that the side may play and needs to consider: if all of them lose, the side has lost.
    Whole,
    /// Something: that all of them lose proves nothing, and the search does not count it as a loss.
    Part,
    /// Something, and the search counts it as the whole all the same: no result of such a search is reported as proved.
    TakenForWhole,
}

/// A position made from the rules', through which a search walks. Its acts, ends, hands and keys agree with the rules:
/// a test of each game compares the two over random games.
pub trait Walk {
    /// One small act.
    type Act: Copy + Eq + std::fmt::Debug;
    /// What [`take_back`](Walk::take_back) needs; the whole position if it is small.
    type Undo;

    /// The hand that is to act.
    fn hand(&self) -> Hand;

    /// A hash of everything on which the value depends from here: the board, the hand, the stage of the turn, and a
    /// horizon of the game if it is near. Two positions with the same value and acts may share a key.
    fn key(&self) -> u64;

    /// Appends the acts of the hand that is to act, better ones first where that is cheap.
    fn acts(&mut self, which: Which, out: &mut Vec<Self::Act>);

    /// Plays an act that [`acts`](Walk::acts) listed.
    fn make(&mut self, act: Self::Act) -> Self::Undo;

    /// Takes back the last act made.
    fn take_back(&mut self, act: Self::Act, undo: Self::Undo);
}

/// What a position is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Worth {
    /// Known from a table or a proof: the value for First, in the search's unit.
    Exact(i32),
    /// A guess, for First.
    Guess(i32),
}

/// What an attempt to prove a win came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Attempt {
    /// Whether the side that has the hand certainly wins.
    pub is_won: bool,
    /// The number of positions looked at.
    pub positions: u64,
}

/// A walk whose positions can be evaluated, for alpha-beta and expectimax.
pub trait Weigh: Walk {
    /// The worth of the position; a guess must be far below [`WIN`](crate::WIN).
    fn weigh(&mut self) -> Worth;

    /// The expected result, 0 to 1 for First, for a value of [`weigh`](Weigh::weigh) or of a search; fitted to game
    /// results.
    fn expected(&self, value: i32) -> f32;

    /// The log-odds reported from the walk's current position where those of [`expected`](Weigh::expected) are `odds`, both for
    /// the seat that has the hand: fitted to game results (`leitai bench players --calibration`). No search depends on it.
    fn reported(&self, odds: f32) -> f32 {
        odds
    }

    /// The class in which an act is tried, and how early within it. Classes never mix: no history lifts an act into a
    /// better class. A class of [`FORCING`] or above is never reduced.
    fn rank(&self, act: Self::Act) -> (u8, i16);

    /// The slot of the act's histories, below [`SLOTS`](Weigh::SLOTS).
    fn slot(&self, act: Self::Act) -> usize;

    /// How many slots there are.
    const SLOTS: usize;

    /// Whether the forcing acts here, if there are any, are all that the side may play or needs to consider. If not, it
    /// may decline them.
    fn is_compelled(&self) -> bool {
        false
    }

    /// What the acts listed last leave out.
    fn listing(&self) -> Listing {
        Listing::Whole
    }

    /// An amount by which one act hardly ever changes a value: with it, positions far outside the window are pruned
    /// near the leaves.
    fn margin(&self) -> Option<i32> {
        None
    }

    /// Whether a side may pass here to prove that it is ahead. Unsound where passing may be an advantage.
    fn may_pass(&self) -> bool {
        false
    }

    /// Gives the hand to the other side without an act. Called only if [`may_pass`](Weigh::may_pass) allows it.
    fn pass(&mut self) -> Self::Undo {
        unreachable!("this game has no null moves")
    }

    /// Takes back a pass.
    fn take_pass_back(&mut self, _undo: Self::Undo) {
        unreachable!("this game has no null moves")
    }

    /// Looks for a proof, which a search as deep would not see, that the side that has the hand wins: at no more than `most`
    /// positions, and not longer than `stop` allows. The walk is left unchanged. Asked along the principal variation, after
    /// each iteration; a walk that has no such proofs finds none.
    fn prove(&mut self, _most: u64, _stop: &dyn Fn() -> bool) -> Attempt {
        Attempt::default()
    }
}

/// The first class in which an act is forcing.
pub const FORCING: u8 = 128;

/// A walk with dice: their faces and probabilities. Called where the dice have the hand.
pub trait Roll: Walk {
    /// Appends each face with its probability; they add up to 1.
    fn faces(&self, out: &mut Vec<(Self::Act, f32)>);

    /// Where several faces let through the same acts, each act can be searched once for all of them: appends every act
    /// that some face lets through, with the set of those faces as bits in the order of [`faces`](Roll::faces), the
    /// better ones first within a set, and returns the seat that plays them. [`make`](Walk::make) accepts such an act
    /// in place of a face. At most 32 faces and 32 acts. `None`: the faces have nothing in common.
    fn shared(&mut self, _out: &mut Vec<(Self::Act, u32)>) -> Option<Seat> {
        None
    }
}

/// A walk that can be played out, for trees.
pub trait Playout: Walk {
    /// Plays at random to the end and returns the result for First, 0 to 1. Appends each act played, with its seat, to
    /// `seen`. The walk is left unchanged.
    fn play_out(&mut self, rng: &mut leitai_core::Rng, seen: &mut Vec<(Seat, Self::Act)>) -> f32;

    /// Converts the mean result of games played out from here to the expected result, both 0 to 1 for First; fitted to
    /// game results (`leitai bench players --calibration`). No search depends on it.
    fn expected(&self, mean: f32) -> f32 {
        mean
    }

    /// How promising each act is before anything was tried: a result, 0 to 1 for the side that has the hand, and the
    /// number of games for which it counts. Empty if nothing is known.
    fn priors(&mut self, _acts: &[Self::Act], _out: &mut Vec<(f32, f32)>) {}

    /// The result for First, 0 to 1, if it is certain although the game goes on. Called where a seat has the hand.
    fn settled(&mut self) -> Option<f32> {
        None
    }

    /// The slot of an act's statistics that do not depend on when it was played (RAVE), below
    /// [`SLOTS`](Playout::SLOTS).
    fn slot(&self, act: Self::Act) -> usize;

    /// The number of slots; 0 if such statistics are of no use in this game.
    const SLOTS: usize;
}
