//! Which texts are no positions of a game.

use crate::position::MOST_MARKS;
use crate::{Board, Marking, Phase, Points};
use leitai_core::Seat;

impl Board {
    /// Has every chain a liberty?
    pub(crate) fn is_sound(&self) -> bool {
        let empty = self.empty();
        self.stones.into_iter().all(|side| side.parts().all(|chain| !(chain.beside() & empty).is_empty()))
    }

    /// Why no game remembers this, if so.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let all = self.stones[0] | self.stones[1];
        let mover = self.mover();
        let own = self.stones(mover);
        let plain = self.last.is_none() && self.taken.is_empty() && self.refused.is_empty();
        let faults = [
            (!self.is_sound(), "a chain has no liberty"),
            (self.ply > self.rules.max_plies, "it has more plies than max_plies allows"),
            (self.passes > 2 || u16::from(self.passes) > self.ply, "so many passes in a row are not made"),
            (
                self.is_played_out() != (self.phase != Phase::Playing),
                "play ends with two passes or max_plies",
            ),
            (
                (self.phase == Phase::Marking || self.marks > 0) && self.rules.marking == Marking::Automatic,
                "the referee marks nothing by these options",
            ),
            (self.marks > MOST_MARKS, "the referee does not mark so often"),
            (
                self.phase == Phase::Playing && self.last.is_some() != (self.ply > 0 && self.passes == 0),
                "a ply that was no pass has a last stone, and no other",
            ),
            (
                self.last.is_some_and(|last| !self.stones(mover.other()).has(last)),
                "the last stone is of the side not on turn",
            ),
            (
                !self.taken.is_empty() && !self.last.is_some_and(|last| self.taken.border().has(last)),
                "the stone that took lies beside what it took",
            ),
            (!(self.taken & all).is_empty(), "what was taken is empty"),
            (
                !(self.taken.border() - self.stones(mover.other())).is_empty(),
                "what was taken lay among the stones of the side that took it",
            ),
            (!(self.refused & own).is_empty(), "no own stone is refused"),
            (self.phase == Phase::Playing && self.untried(mover).is_empty(), "the turn has passed"),
            (!(self.refused - self.denied(mover)).is_empty(), "what is refused is denied"),
            (
                Seat::BOTH.iter().any(|seat| !(self.denied(*seat) & self.stones(*seat)).is_empty()),
                "no own stone is denied",
            ),
            (
                self.phase != Phase::Playing && !(plain && self.denied == [Points::NONE; 2]),
                "after the last ply what was tried is forgotten",
            ),
            (
                self.phase == Phase::Playing && !(self.dead.is_empty() && self.marks == 0),
                "dead stones are marked after the game",
            ),
            (!(self.dead - all).is_empty(), "only stones are dead"),
        ];
        faults.into_iter().find_map(|(is_so, why)| is_so.then_some(why))
    }
}
