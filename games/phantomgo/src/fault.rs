//! Checks whether a position can arise in a game.

use crate::position::MOST_MARKS;
use crate::{Board, Marking, Phase};
use leitai_board::Points;
use leitai_core::{Seat, Words};

impl Board {
    /// Whether every chain has a liberty.
    pub(crate) fn is_sound(&self) -> bool {
        let empty = self.empty();
        self.stones.into_iter().all(|side| side.parts().all(|chain| !(chain.beside() & empty).is_empty()))
    }

    /// The reason why no game reaches this position, including what it remembers; `None` if one can.
    pub(crate) fn fault(&self) -> Option<Words> {
        let all = self.stones[0] | self.stones[1];
        let mover = self.mover();
        let own = self.stones(mover);
        let plain = self.last.is_none() && self.taken.is_empty() && self.refused.is_empty();
        let faults = [
            (!self.is_sound(), Words::new("a chain has no liberty", "有一块棋没有气")),
            (
                self.ply > self.rules.max_plies,
                Words::new("it has more plies than max_plies allows", "步数超过“max_plies”"),
            ),
            (
                self.passes > 2 || u16::from(self.passes) > self.ply,
                Words::new("so many passes in a row are not made", "不会连续停着这么多次"),
            ),
            (
                self.is_played_out() != (self.phase != Phase::Playing),
                Words::new(
                    "play ends with two passes or max_plies",
                    "连续两次停着或满“max_plies”步时行棋结束",
                ),
            ),
            (
                (self.phase == Phase::Marking || self.marks > 0) && self.rules.marking == Marking::Automatic,
                Words::new("the referee marks nothing by these options", "按这些选项裁判不标示死子"),
            ),
            (
                self.marks > MOST_MARKS,
                Words::new("the referee does not mark so often", "裁判不会标示这么多次"),
            ),
            (
                self.phase == Phase::Playing && self.last.is_some() != (self.ply > 0 && self.passes == 0),
                Words::new(
                    "a ply that was no pass has a last stone, and no other",
                    "上一手若非停着则有最后一子，否则没有",
                ),
            ),
            (
                self.last.is_some_and(|last| !self.stones(mover.other()).has(last)),
                Words::new("the last stone is of the side not on turn", "最后一子应属刚走过的一方"),
            ),
            (
                !self.taken.is_empty() && !self.last.is_some_and(|last| self.taken.border().has(last)),
                Words::new("the stone that took lies beside what it took", "提子的一子应与所提之子相邻"),
            ),
            (!(self.taken & all).is_empty(), Words::new("what was taken is empty", "被提之处应为空点")),
            (
                !(self.taken.border() - self.stones(mover.other())).is_empty(),
                Words::new(
                    "what was taken lay among the stones of the side that took it",
                    "被提之子应为提子一方的棋子所围",
                ),
            ),
            (
                !(self.refused & own).is_empty(),
                Words::new("no own stone is refused", "被拒的点上没有己方棋子"),
            ),
            (
                self.phase == Phase::Playing && self.untried(mover).is_empty(),
                Words::new("the turn has passed", "已轮到对方"),
            ),
            (
                !(self.refused - self.denied(mover)).is_empty(),
                Words::new("what is refused is denied", "本轮被拒的点必在该方被拒的点之中"),
            ),
            (
                Seat::BOTH.iter().any(|seat| !(self.denied(*seat) & self.stones(*seat)).is_empty()),
                Words::new("no own stone is denied", "一方被拒的点上没有该方棋子"),
            ),
            (
                self.phase != Phase::Playing && !(plain && self.denied == [Points::NONE; 2]),
                Words::new("after the last ply what was tried is forgotten", "行棋结束后不再记试下的点"),
            ),
            (
                self.phase == Phase::Playing && !(self.dead.is_empty() && self.marks == 0),
                Words::new("dead stones are marked after the game", "死子在行棋结束后才标示"),
            ),
            (!(self.dead - all).is_empty(), Words::new("only stones are dead", "只有棋子才能标示为死子")),
        ];
        faults.into_iter().find_map(|(is_so, why)| is_so.then_some(why))
    }
}
