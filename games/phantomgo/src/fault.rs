//! Checks whether a position can arise in a game.

use crate::act::Asked;
use crate::position::MOST_MARKS;
use crate::{Board, Marking, Phase};
use leitai_board::Points;
use leitai_core::{Actor, Seat, State, Turn, Words};

impl Board {
    /// Whether every chain has a liberty.
    pub(crate) fn is_sound(&self) -> bool {
        let empty = self.empty();
        self.stones.into_iter().all(|side| side.parts().all(|chain| !(chain.beside() & empty).is_empty()))
    }

    /// The reason why no game reaches this position, including what it remembers; `None` if one can.
    pub(crate) fn fault(&self) -> Option<Words> {
        let faults = match self.rules.unseen() {
            None => self.faults_of_rules(),
            Some(unseen) => self.faults_of_referee(unseen),
        };
        faults.into_iter().chain(self.faults_of_play()).find_map(|(is_so, why)| is_so.then_some(why))
    }

    /// What is wrong in the play of stones.
    fn faults_of_play(&self) -> [(bool, Words); 11] {
        let all = self.stones[0] | self.stones[1];
        let mover = self.mover();
        let own = self.stones(mover);
        // Where the other side's stone stands, or what stands around what it took, a table need not know.
        let is_known = self.last.is_some() || self.rules.unseen() != Some(mover.other());
        [
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
                self.last.is_some_and(|last| !self.stones(mover.other()).has(last)),
                Words::new("the last stone is of the side not on turn", "最后一子应属刚走过的一方"),
            ),
            (
                !self.taken.is_empty()
                    && is_known
                    && !self.last.is_some_and(|last| self.taken.border().has(last)),
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
        ]
    }

    /// What is wrong where the table knows all stones.
    fn faults_of_rules(&self) -> Vec<(bool, Words)> {
        let all = self.stones[0] | self.stones[1];
        let plain = self.last.is_none() && self.taken.is_empty() && self.refused.is_empty();
        vec![
            (!self.is_sound(), Words::new("a chain has no liberty", "有一块棋没有气")),
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
                self.phase != Phase::Playing && !(plain && self.denied == [Points::NONE; 2]),
                Words::new("after the last ply what was tried is forgotten", "行棋结束后不再记试下的点"),
            ),
            (
                self.phase == Phase::Playing && !(self.marked.is_empty() && self.marks == 0),
                Words::new("dead stones are marked after the game", "死子在行棋结束后才标示"),
            ),
            (!(self.marked - all).is_empty(), Words::new("only stones are dead", "只有棋子才能标示为死子")),
        ]
    }

    /// What is wrong where the referee sees the stones of `unseen`, and the table does not.
    fn faults_of_referee(&self, unseen: Seat) -> Vec<(bool, Words)> {
        let is_over = matches!(self.phase, Phase::Over(_));
        let is_own_turn = self.mover() != unseen;
        let mut words = Vec::new();
        if matches!(self.turn(), Turn::Of(Actor::Arbiter)) {
            self.words(&mut words);
        }
        let is_asked_rightly = match self.asked {
            Asked::Nothing => true,
            Asked::Try(at) => is_own_turn && self.untried(unseen.other()).has(at),
            Asked::Stone => !is_own_turn,
        };
        let has_last = self.ply > 0 && self.passes == 0 && !is_own_turn;
        let is_named = self.asked != Asked::Nothing || self.phase == Phase::Counting;
        vec![
            (
                !self.known().fits(Points::NONE),
                Words::new(
                    "the unknown stones cannot stand so that every chain has a liberty",
                    "无论未知的棋子如何分布，总有一块棋没有气",
                ),
            ),
            (
                !is_over && self.last.is_some() != has_last && (!is_own_turn || self.taken.is_empty()),
                Words::new(
                    "a stone of the known side that was just played is the last one",
                    "已知一方刚落之子即最后一子",
                ),
            ),
            (
                !is_asked_rightly || self.asked != Asked::Nothing && self.phase != Phase::Playing,
                Words::new("the referee is not asked so here", "此时裁判不会被问及此事"),
            ),
            (
                u32::from(self.tries) >= self.most_tries() || is_own_turn && self.tries > 0,
                Words::new("the unknown side is not refused so often", "未知的一方不会被拒这么多次"),
            ),
            (
                !self.denied(unseen).is_empty() || !is_own_turn && !self.refused.is_empty(),
                Words::new("where the unknown side was refused is not known", "未知的一方在何处被拒不得而知"),
            ),
            (
                self.marks > MOST_MARKS
                    || self.marks > 0 && !matches!(self.phase, Phase::Counting | Phase::Over(_)),
                Words::new("the referee does not show stones so often", "裁判不会摆子这么多次"),
            ),
            (
                !self.marked.is_empty() && (!is_named || words.is_empty() || !self.is_named_whole()),
                Words::new("the referee cannot have said that", "裁判不会这样说"),
            ),
        ]
    }

    /// Whether what the referee has named are whole chains, or stones that he can have shown.
    fn is_named_whole(&self) -> bool {
        let known = self.known();
        match self.asked {
            Asked::Nothing => {
                let free = Points::BOARD - known.own - known.stones - known.bare;
                let most = known.count.saturating_sub(known.stones.len());
                (self.marked - free).is_empty() && self.marked.len() <= most.min(self.marks.into())
            }
            Asked::Try(at) => {
                let room = Points::BOARD - known.own - Points::of(at);
                self.marked.flood(room) == self.marked
            }
            Asked::Stone => self.marked.flood(known.own) == self.marked,
        }
    }
}
