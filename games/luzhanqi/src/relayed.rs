//! The acts of a side whose pieces this table does not know, as everybody sees them: its layout is complete, and a piece
//! goes from one point to another. A move is refused only if no rank that the piece may have, by what everybody has been
//! told, can make it.

use crate::assignment::fits_with;
use crate::legality::{CAMP, IMMOBILE, IN_HEADQUARTERS, LAY_FIRST, MOVE_NOW, NO_PIECE, NO_WAY, OWN};
use crate::point::{LINKS, Points, each, straight, winding};
use crate::{Act, Board, Phase, Point, Rank, Ranks};
use leitai_board::refusal::NOT_YOUR_PIECE;
use leitai_core::{Seat, Words};

static LAY_UNSEEN: Words = Words::new(
    "this table does not know that side's pieces: say `ready` once its layout is complete",
    "本台不可见该方棋子：布阵完毕后以“ready”表示",
);
static ONLY_ENGINEERS: Words = Words::new(
    "only an engineer turns on rails, and this piece is none",
    "只有工兵可在铁路上转弯，而该子不是工兵",
);
static NOT_A_SEAT: Words = Words::new("only the referee says what followed", "结果只由裁判宣布");

impl Board {
    pub(crate) fn relayed_acts(&self, seat: Seat, out: &mut Vec<Act>) {
        if self.phase == Phase::Laying {
            if !self.is_laid(seat) {
                out.push(Act::Ready);
            }
            return;
        }
        for from in each(self.stands[seat.index()]) {
            out.extend(each(self.relayed_reach(seat, from)).map(|to| Act::Go(from, to)));
        }
    }

    /// The points that a piece of unknown rank can move to as far as everybody knows.
    fn relayed_reach(&self, seat: Seat, from: Point) -> Points {
        let Some((_, home)) = self.piece(from).filter(|_| !from.is_headquarters()) else { return 0 };
        let taken = self.stands[0] | self.stands[1];
        let straight = LINKS[from.index()] | straight(from, taken);
        let turning = winding(from, taken) & !straight;
        let mut reach = 0;
        for (points, ranks) in [(straight, Ranks::MOBILE), (turning, Ranks::just(Rank::Engineer))] {
            let open = points & self.open(seat);
            if open != 0 && self.may_publicly_be(seat, home, ranks) {
                reach |= open;
            }
        }
        reach
    }

    /// Whether the piece may have one of the ranks by what everybody has been told.
    fn may_publicly_be(&self, seat: Seat, home: usize, ranks: Ranks) -> bool {
        let told = &self.told[seat.index()];
        told[home].and(ranks) == told[home] || fits_with(told, home, ranks)
    }

    pub(crate) fn relayed_refusal(&self, seat: Seat, m: &Act) -> Option<&'static Words> {
        match (*m, self.phase) {
            (Act::Ready, Phase::Laying) => None,
            (Act::Lay(..), Phase::Laying) => Some(&LAY_UNSEEN),
            (Act::Go(from, to), Phase::Moving(_)) => self.refused_relay(seat, from, to),
            (Act::Go(..), _) => Some(&LAY_FIRST),
            (Act::Lay(..) | Act::Ready, _) => Some(&MOVE_NOW),
            (Act::Said(_), _) => Some(&NOT_A_SEAT),
        }
    }

    fn refused_relay(&self, seat: Seat, from: Point, to: Point) -> Option<&'static Words> {
        let Some((owner, home)) = self.piece(from) else { return Some(&NO_PIECE) };
        if owner != seat {
            return Some(&NOT_YOUR_PIECE);
        } else if from.is_headquarters() {
            return Some(&IN_HEADQUARTERS);
        } else if !self.may_publicly_be(seat, home, Ranks::MOBILE) {
            return Some(&IMMOBILE);
        } else if self.stands[seat.index()] & to.bit() != 0 {
            return Some(&OWN);
        } else if self.open(seat) & to.bit() == 0 {
            return Some(&CAMP);
        }
        let taken = self.stands[0] | self.stands[1];
        if (LINKS[from.index()] | straight(from, taken) | winding(from, taken)) & to.bit() == 0 {
            return Some(&NO_WAY);
        }
        (!self.may_publicly_be(seat, home, self.movers(from, to))).then_some(&ONLY_ENGINEERS)
    }

    /// Whether a move of a piece of unknown rank contradicts what this table alone knows of that side: what the fights
    /// have shown to whoever knows its own ranks.
    pub(crate) fn is_doubtful(&self, seat: Seat, from: Point, to: Point) -> bool {
        let Some((_, home)) = self.piece(from) else { return false };
        let (may, movers) = (self.may_be_all(seat), self.movers(from, to));
        may[home].and(movers) != may[home] && !fits_with(&may, home, movers)
    }

    /// Forgets of a side whose piece makes that move what the move contradicts, so that some assignment of ranks fits
    /// again: of the piece itself, or else of all. No move of a real game contradicts anything.
    pub(crate) fn reconcile(&mut self, seat: Seat, from: Point, to: Point) {
        if !self.is_doubtful(seat, from, to) {
            return;
        }
        let Some((_, home)) = self.piece(from) else { return };
        self.fought[seat.index()][home] = Ranks::ALL;
        if !fits_with(&self.may_be_all(seat), home, self.movers(from, to)) {
            self.fought[seat.index()] = [Ranks::ALL; 25];
        }
    }
}
