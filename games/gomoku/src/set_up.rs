//! Positions set up by hand: either legal by construction, or refused with the reason why no game reaches them.

use crate::forbidden::{Judgement, judge};
use crate::phase::{End, Offers, Phase, Play, Side};
use crate::{Bans, Board, Forbidden, Opening, Point, Rules, Start, Stones};
use leitai_core::{Seat, Words};

impl Board {
    /// Builds a position from its parts, or returns the reason why no game under these rules reaches it. An
    /// overline that white may claim is derived from the stones, whatever `phase` says about it.
    pub fn set_up(rules: Rules, stones: [Stones; 2], black: Seat, phase: Phase) -> Result<Board, Words> {
        let placed = stones[0].len() + stones[1].len();
        if stones[0].iter().any(|point| stones[1].has(point)) {
            return Err(Words::new("a point holds one stone", "一个点只能有一枚棋子"));
        }
        let mut board = Board { stones, placed: placed as u8, black, rules, phase };
        let settled = matches!(phase, Phase::Play(_) | Phase::Over(_));
        if black == Seat::Second
            && (rules.start == Start::Free
                || matches!(phase, Phase::Show(_) | Phase::Announce | Phase::Swap(_)))
        {
            return Err(Words::new("sides have not been swapped", "双方尚未交换"));
        }
        match rules.start {
            Start::Free if !settled => {
                return Err(Words::new(
                    "a free opening has stones in turn only",
                    "自由开局只有轮流落下的棋子",
                ));
            }
            Start::Free if placed > 0 && stones[0].is_empty() => {
                return Err(Words::new("black has the first stone", "首子为黑棋"));
            }
            Start::Free => {}
            Start::Designated => board.check_opening()?,
            Start::Laid => board.check_laid()?,
        }
        match &mut board.phase {
            Phase::Swap(n) | Phase::Fourth(n) => board.rules.check_number(*n)?,
            Phase::Offer(n, offers) => {
                let (n, offers) = (*n, *offers);
                rules.check_number(n)?;
                if offers.len() >= n {
                    return Err(Words::new(
                        "as many fifth stones as announced are offered already",
                        "打点已达给出的数量",
                    ));
                }
                board.check_offers(&offers)?;
            }
            Phase::Choose(offers) => {
                let offers = *offers;
                rules.check_number(offers.len())?;
                board.check_offers(&offers)?;
            }
            Phase::Play(play) => {
                play.overline = rules.bans == Bans::Claimed && has_overline(&stones[0]);
                let play = *play;
                board.check_play(play)?;
            }
            Phase::Over(end) => {
                let end = *end;
                board.check_end(end)?;
            }
            Phase::Show(_) | Phase::Announce => {}
        }
        Ok(board)
    }

    /// Checks that the stones fit the phases of the designated opening.
    fn check_opening(&self) -> Result<(), Words> {
        let [black, white] = &self.stones;
        let fits = match self.phase {
            Phase::Show(_) => matches!((black.len(), white.len()), (0 | 1, 0) | (1, 1)),
            Phase::Announce | Phase::Swap(_) | Phase::Fourth(_) => (black.len(), white.len()) == (2, 1),
            Phase::Offer(..) | Phase::Choose(_) => (black.len(), white.len()) == (2, 2),
            Phase::Play(_) | Phase::Over(_) => black.len() >= 3 && white.len() >= 2,
        };
        let first = black.is_empty() || black.has(Point::CENTRE);
        let second = white.is_empty() || white.iter().any(|point| point.ring() == 1);
        let third = black.len() < 2 || black.iter().filter(|point| point.ring() <= 2).count() >= 2;
        if fits && first && second && third {
            Ok(())
        } else {
            Err(Words::new("the stones are not those of the opening's phase", "棋子与开局所处阶段不符"))
        }
    }

    /// Checks that the stones fit an opening laid by lot.
    fn check_laid(&self) -> Result<(), Words> {
        let [black, white] = &self.stones;
        let fits = match self.phase {
            // On the way to an opening of the table: it can be continued.
            Phase::Show(_) => !Opening::next(black, white).is_empty(),
            Phase::Play(_) | Phase::Over(_) => Opening::all().any(|opening| opening.stands(black, white)),
            Phase::Announce | Phase::Swap(_) | Phase::Fourth(_) | Phase::Offer(..) | Phase::Choose(_) => {
                false
            }
        };
        if fits {
            Ok(())
        } else {
            Err(Words::new("the stones are not those of an opening laid by lot", "棋子与抽签布下的开局不符"))
        }
    }

    fn check_offers(&self, offers: &Offers) -> Result<(), Words> {
        let [black, white] = &self.stones;
        let mut taken = Stones::default();
        for point in offers.iter() {
            if self.at(point).is_some() || taken.has(point) {
                return Err(Words::new(
                    "offers are on different empty points, of different shapes",
                    "各打点应在不同的空点，且形状互不相同",
                ));
            }
            crate::Symmetry::of(black, white).for_each(|symmetry| taken.insert(symmetry.apply(point)));
        }
        Ok(())
    }

    fn check_play(&self, play: Play) -> Result<(), Words> {
        if !self.fives(Side::Black).is_empty() || !self.fives(Side::White).is_empty() {
            return Err(Words::new("five in a row has ended the game", "已有五连，对局已经结束"));
        }
        if self.rules.bans == Bans::Automatic && has_overline(&self.stones[0]) {
            return Err(Words::new("an overline has ended the game", "已有长连，对局已经结束"));
        }
        if play.pending.is_some() && (self.rules.bans != Bans::Claimed || self.stones[0].len() < 5) {
            return Err(Words::new("there is no forbidden move to be claimed", "没有可指出的禁手"));
        }
        if play.pending == Some(Forbidden::Overline) {
            return Err(Words::new("an overline is seen on the board", "棋盘上可见长连"));
        }
        // The last turn was either a pass, after a stone of the side to move, or a stone of the other side.
        let mover = if play.passed { play.side } else { play.side.other() };
        let opening = match self.rules.start {
            Start::Designated => [3, 2],
            Start::Laid => [2, 1],
            Start::Free => [0, 0],
        };
        let stones = self.stones(mover).len();
        let settled = opening[mover as usize];
        // The opening's last stone is black's, and no pass comes before white's reply.
        let last = mover == Side::Black && stones == settled && self.stones[1].len() == opening[1];
        let is_start = self.placed == 0 && play == Play::new(Side::Black) && self.rules.start == Start::Free;
        if !is_start && stones <= settled && !(last && settled > 0) {
            return Err(Words::new("the side on turn does not fit the stones", "轮走方与棋子不符"));
        }
        let is_full = u16::from(self.placed) == Point::COUNT;
        if is_full && (play.side == Side::Black || play.passed || play.claimable().is_none()) {
            return Err(Words::new("a full board has ended the game", "棋盘已满，对局已经结束"));
        }
        Ok(())
    }

    fn check_end(&self, end: End) -> Result<(), Words> {
        let fives = Side::BOTH.map(|side| self.fives(side));
        let black = &self.stones[0];
        let standing = self.rules.bans == Bans::Automatic && has_overline(black);
        let (fits, is_line) = match end {
            End::Five(side) => return self.check_five(side, &fives),
            End::Forbidden(kind) => {
                let is_last = |point| {
                    let mut before = *black;
                    before.remove(point);
                    !has_overline(&before)
                        && judge(&before, &self.stones[1], point) == Judgement::Forbidden(kind)
                };
                (self.rules.bans == Bans::Automatic && black.iter().any(is_last), false)
            }
            End::Claimed(kind) => {
                let made = if kind == Forbidden::Overline { has_overline(black) } else { black.len() >= 5 };
                (self.rules.bans == Bans::Claimed && made, false)
            }
            End::Passes => (self.placed > 0 && u16::from(self.placed) < Point::COUNT, standing),
            End::Full => (u16::from(self.placed) == Point::COUNT, standing),
        };
        if fits && !is_line && fives.iter().all(Stones::is_empty) {
            Ok(())
        } else {
            Err(Words::new("the stones are not those of this end", "棋子与这种终局不符"))
        }
    }

    fn check_five(&self, winner: Side, fives: &[Stones; 2]) -> Result<(), Words> {
        let is_last = |point| {
            let mut before = *self;
            before.stones[winner as usize].remove(point);
            let legal = self.rules.bans != Bans::Automatic || !has_overline(&before.stones[0]);
            legal && before.fives(winner).is_empty()
        };
        let fits = fives[winner.other() as usize].is_empty() && fives[winner as usize].iter().any(is_last);
        if fits {
            Ok(())
        } else {
            Err(Words::new(
                "the game ends with the first stone that makes five in a row",
                "首次连成五子时对局即结束",
            ))
        }
    }

    /// The stones of every line that wins for a side, computed from scratch.
    pub fn fives(&self, side: Side) -> Stones {
        let exact = side == Side::Black && self.rules.bans != Bans::Off;
        self.stones(side).lines(|length| if exact { length == 5 } else { length >= 5 })
    }
}

impl Rules {
    fn check_number(&self, n: u8) -> Result<(), Words> {
        if (1..=self.max_offers).contains(&n) {
            Ok(())
        } else {
            Err(Words::new(
                "the number of fifth stones is from 1 to the rules' bound",
                "打点数量应在 1 与规则上限之间",
            ))
        }
    }
}

fn has_overline(black: &Stones) -> bool {
    !black.lines(|length| length > 5).is_empty()
}
