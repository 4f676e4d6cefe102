//! What a search asks of a game: a position of its own that it walks through.

use leitai_core::Seat;

/// Whose act it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Hand {
    /// A seat's. It may keep the hand after its act: then the value keeps its sign.
    Seat(Seat),
    /// The dice's.
    Dice,
    /// Nobody's: the game is over, with this result for First, 0 to 1.
    Over(f32),
}

/// Which acts are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Every one.
    All,
    /// Only those that a search looks at where it would otherwise stop: captures, threats.
    Forcing,
}

/// A position made from the law's, that a search walks through. Its acts, ends, hands and keys agree with the law: a test
/// of each game holds them to each other over random games.
pub trait Walk {
    /// One small act.
    type Act: Copy + Eq + std::fmt::Debug;
    /// What [`take_back`](Walk::take_back) needs; the whole position where that is small.
    type Undo;

    /// Who acts.
    fn hand(&self) -> Hand;

    /// All that the value depends on from here, hashed: the board, the hand, the stage of the turn, and a horizon of the
    /// game where it is near. Two positions with the same value and acts may share a key.
    fn key(&self) -> u64;

    /// Appends the acts of whoever has the hand; the better ones first, where that is cheap.
    fn acts(&mut self, which: Which, out: &mut Vec<Self::Act>);

    /// Plays an act that [`acts`](Walk::acts) listed.
    fn make(&mut self, act: Self::Act) -> Self::Undo;

    /// Takes back the last act made.
    fn take_back(&mut self, act: Self::Act, undo: Self::Undo);
}

/// What a position is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Worth {
    /// Known: a table or a proof says so. The value for First, in the search's unit.
    Exact(i32),
    /// A guess, for First.
    Guess(i32),
}

/// A walk whose positions can be judged: alpha-beta and expectimax.
pub trait Weigh: Walk {
    /// What the position is worth, below [`WIN`](crate::WIN) by far where it is a guess.
    fn weigh(&mut self) -> Worth;

    /// The expected result, 0 to 1 for First, of a value of [`weigh`](Weigh::weigh) or of a search; fitted on games.
    fn expected(&self, value: i32) -> f32;

    /// To which power the odds of [`expected`](Weigh::expected) are told where the walk stands, as
    /// [`tempered`](crate::tempered) takes them: fitted on results of games (`leitai bench players --calibration`). No search
    /// depends on it.
    fn power(&self) -> f32 {
        1.0
    }

    /// In what class an act is tried, and how early within it. Classes never mix: no history lifts an act into a better one.
    /// A class of [`FORCING`] or above is never reduced.
    fn rank(&self, act: Self::Act) -> (u8, i16);

    /// Where the act's histories lie, below [`SLOTS`](Weigh::SLOTS).
    fn slot(&self, act: Self::Act) -> usize;

    /// How many slots there are.
    const SLOTS: usize;

    /// Are the forcing acts here, where there are any, all that the side may play or need look at? If not, it may leave them.
    fn is_compelled(&self) -> bool {
        false
    }

    /// What one act hardly ever changes a value by: with it, positions far outside the window are left near the leaves.
    fn margin(&self) -> Option<i32> {
        None
    }

    /// May a side pass here to prove that it stands well? Unsound where a side may be glad to pass.
    fn may_pass(&self) -> bool {
        false
    }

    /// Gives the hand to the other side without an act. Asked only where [`may_pass`](Weigh::may_pass) says so.
    fn pass(&mut self) -> Self::Undo {
        unreachable!("this game has no null moves")
    }

    /// Takes a pass back.
    fn take_pass_back(&mut self, _undo: Self::Undo) {
        unreachable!("this game has no null moves")
    }
}

/// From this class on an act is forcing.
pub const FORCING: u8 = 128;

/// A walk with dice: what the dice do, with what probability. Asked where the hand is the dice's.
pub trait Roll: Walk {
    /// Appends each face with its probability; they add up to 1.
    fn faces(&self, out: &mut Vec<(Self::Act, f32)>);

    /// Where several faces let through the same acts, each can be looked at once for all of them: appends every act that some
    /// face lets through, with the set of those faces as bits in the order of [`faces`](Roll::faces), the better ones first
    /// within a set, and says whose acts they are. [`make`](Walk::make) takes such an act in place of a face. At most 32 faces
    /// and 32 acts. None: the faces have nothing in common.
    fn shared(&mut self, _out: &mut Vec<(Self::Act, u32)>) -> Option<Seat> {
        None
    }
}

/// A walk that can be played out: trees.
pub trait Playout: Walk {
    /// Plays on at random to the end and says the result for First, 0 to 1. Appends each act it played, with its seat, to
    /// `seen`. The walk stands where it stood before.
    fn play_out(&mut self, rng: &mut leitai_core::Rng, seen: &mut Vec<(Seat, Self::Act)>) -> f32;

    /// What the mean result of games played out from here says of the result, both 0 to 1 for First; fitted on results of games
    /// (`leitai bench players --calibration`). No search depends on it.
    fn expected(&self, mean: f32) -> f32 {
        mean
    }

    /// How promising each act is before anything was tried: a result, 0 to 1 for the side that has the hand, and how many
    /// games that counts as. Empty: nothing is known.
    fn priors(&mut self, _acts: &[Self::Act], _out: &mut Vec<(f32, f32)>) {}

    /// The result for First, 0 to 1, where it is certain although the game goes on. Asked where somebody has the hand.
    fn settled(&mut self) -> Option<f32> {
        None
    }

    /// Where an act's statistics lie that do not depend on when it was played (RAVE), below [`SLOTS`](Playout::SLOTS).
    fn slot(&self, act: Self::Act) -> usize;

    /// How many slots there are; 0: such statistics are of no use in this game.
    const SLOTS: usize;
}
