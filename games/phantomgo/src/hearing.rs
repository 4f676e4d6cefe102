//! What comes of what is heard, where the table knows one side's stones only.

use crate::act::{Act, Asked, Effect};
use crate::heard::heard;
use crate::{Board, Phase};
use leitai_board::{Point, Points};
use leitai_core::{Actor, Seat, State};

impl Board {
    /// The moves where the referee knows what the table does not.
    pub(crate) fn refereed_moves(&self, by: Actor, out: &mut Vec<Act>) {
        match by {
            _ if !self.turn().owes(by) => {}
            Actor::Arbiter => self.words(out),
            Actor::Seat(seat) if self.rules.unseen() == Some(seat) => {
                out.extend(heard(Seat::BOTH.map(|seat| self.count_of(seat)), seat));
            }
            _ => {
                out.extend(self.untried(self.mover()).iter().map(Act::Try));
                out.push(Act::Pass);
            }
        }
    }

    /// Plays an act that `check` accepts.
    pub(crate) fn hear(&mut self, m: &Act) -> Effect {
        let effect = match (*m, self.asked) {
            (Act::Try(point), _) => self.ask(Asked::Try(point)),
            (Act::Takes, _) => self.ask(Asked::Stone),
            (Act::Stone, _) if !self.can_stand_unseen() => self.ask(Asked::Stone),
            (Act::Illegal, Asked::Try(point)) => self.refuse_try(point),
            (Act::Refused | Act::Illegal, _) => self.refuse_unseen(),
            (Act::Legal | Act::Done, Asked::Try(point)) => self.stand(point),
            (Act::Stone | Act::Done, _) => self.stand_unseen(),
            (Act::Taken(point), Asked::Try(at)) => {
                let room = Points::BOARD - self.known().own - Points::of(at);
                self.mark(Points::of(point).flood(room))
            }
            (Act::Taken(point), _) => self.mark(Points::of(point).flood(self.known().own)),
            (Act::Shown(point), _) => {
                self.marks = self.marks.saturating_add(1);
                let stone = Points::of(point);
                if self.marked.has(point) {
                    self.marked -= stone;
                    Effect::Unsaid
                } else {
                    self.mark(stone)
                }
            }
            (Act::Won(seat), _) => return self.end(seat),
            // A pass; `check` lets no other act through.
            _ => {
                self.pass();
                Effect::Passed
            }
        };
        if !matches!(effect, Effect::Unsaid | Effect::Fails { exhausted: false, .. }) {
            self.tries = 0;
            if self.is_played_out() {
                self.phase = Phase::Counting;
            }
        }
        effect
    }

    fn ask(&mut self, asked: Asked) -> Effect {
        self.asked = asked;
        Effect::Unsaid
    }

    fn mark(&mut self, points: Points) -> Effect {
        self.marked |= points;
        Effect::Unsaid
    }

    /// The known side's stone stands and takes what was marked.
    fn stand(&mut self, at: Point) -> Effect {
        let (seat, taken) = (self.mover(), std::mem::take(&mut self.marked));
        self.asked = Asked::Nothing;
        self.unseen = self.unseen.saturating_sub(taken.len() as u8);
        self.place(at, taken);
        Effect::Stands { seat, at: Some(at), taken }
    }

    /// A stone of the unknown side stands and takes what was marked: around that stand stones of its side alone.
    fn stand_unseen(&mut self) -> Effect {
        let (seat, taken) = (self.mover(), self.marked);
        let makers = if taken.is_empty() { Points::NONE } else { self.makers(taken) };
        let last = makers.nth(0).filter(|_| !makers.is_many());
        (self.asked, self.marked) = (Asked::Nothing, Points::NONE);
        self.stones[seat.other().index()] -= taken;
        self.stones[seat.index()] |= taken.border() | last.map_or(Points::NONE, Points::of);
        self.unseen = self.unseen.saturating_add(1);
        self.end_ply(0);
        (self.last, self.taken) = (last, taken);
        Effect::Stands { seat, at: None, taken }
    }

    /// The known side's try is refused. If neither suicide nor ko can be why, a stone stands there.
    fn refuse_try(&mut self, point: Point) -> Effect {
        let seat = self.mover();
        self.asked = Asked::Nothing;
        if !self.can_be_barred(point) {
            self.stones[seat.other().index()] |= Points::of(point);
        }
        self.refuse(seat, point);
        let exhausted = self.untried(seat).is_empty();
        if exhausted {
            self.pass();
        }
        Effect::Fails { seat, at: Some(point), exhausted }
    }

    /// A try of the unknown side is refused. As its points are unknown, so is which it tried: they are counted.
    fn refuse_unseen(&mut self) -> Effect {
        let seat = self.mover();
        self.asked = Asked::Nothing;
        let refusals = &mut self.refusals[seat.index()];
        *refusals = refusals.saturating_add(1);
        self.tries += 1;
        let exhausted = u32::from(self.tries) >= self.most_tries();
        if exhausted {
            self.pass();
        }
        Effect::Fails { seat, at: None, exhausted }
    }

    /// After so many refusals in a turn the unknown side has tried every point without its own stones.
    pub(crate) fn most_tries(&self) -> u32 {
        Points::BOARD.len().saturating_sub(self.unseen.into())
    }

    /// The referee has named the winner.
    fn end(&mut self, winner: Seat) -> Effect {
        let shown = self.shown();
        if let (Some(stones), Some(unseen)) = (shown, self.rules.unseen()) {
            self.stones[unseen.index()] = stones;
            self.forget();
        }
        (self.phase, self.marked) = (Phase::Over(winner), Points::NONE);
        Effect::Named { shown: shown.is_some() }
    }
}
