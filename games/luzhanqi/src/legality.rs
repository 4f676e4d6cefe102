//! Which acts are legal, and the rule that any other breaks.

use crate::home::home_rule;
use crate::point::{LINKS, each};
use crate::{Act, Board, Phase, Point, Rank};
use leitai_board::refusal::{NOT_YOUR_PIECE, NOT_YOUR_TURN};
use leitai_core::{Actor, Illegal, Seat, State, Turn, Words, illegal};

pub(crate) static LAY_FIRST: Words = Words::new("the pieces are laid first", "应先布阵");
pub(crate) static MOVE_NOW: Words = Words::new("a piece has to move", "应走一枚棋子");
static NOT_IN_ORDER: Words = Words::new(
    "pieces are laid in order: flag, mines, bombs, then from the commander down",
    "布子次序为军旗、地雷、炸弹，然后自司令而下",
);
static NOT_HOME: Words = Words::new("not a station of this side's half", "不是己方区域的兵站或大本营");
static OCCUPIED: Words = Words::new("a piece lies there already", "该点已布子");
pub(crate) static NO_PIECE: Words = Words::new("no piece on the first point", "起点没有棋子");
pub(crate) static IMMOBILE: Words = Words::new("mines and flags do not move", "地雷和军旗不可移动");
pub(crate) static IN_HEADQUARTERS: Words =
    Words::new("what is in a headquarters does not move", "大本营里的棋子不可移动");
pub(crate) static OWN: Words = Words::new("a piece of one's own stands there", "目标点有己方棋子");
pub(crate) static CAMP: Words = Words::new("a piece in a camp cannot be attacked", "不能碰行营中的棋子");
pub(crate) static NO_WAY: Words =
    Words::new("no way there along roads and rails", "没有可走到该点的公路或铁路");

static LAY_EACH: Words =
    Words::new("this side's pieces are known here: lay them one by one", "本台可见该方棋子：应逐一布子");
static NOT_A_SEAT: Words = Words::new("only the referee says so", "只有裁判可以宣布");

impl Board {
    /// Appends the acts of a seat that is on turn.
    pub(crate) fn acts(&self, seat: Seat, out: &mut Vec<Act>) {
        if self.rules.hides(seat) {
            return self.relayed_acts(seat, out);
        }
        if self.phase == Phase::Laying {
            if let Some(rank) = self.next_rank(seat) {
                let free = Point::homes(seat).iter().filter(|point| {
                    self.cells[point.index()] == 0 && home_rule(rank, seat, **point).is_none()
                });
                out.extend(free.map(|point| Act::Lay(*point, rank)));
            }
            return;
        }
        for from in each(self.stands[seat.index()]) {
            out.extend(each(self.reach(seat, from)).map(|to| Act::Go(from, to)));
        }
    }

    /// The rule broken by an act of a seat that is on turn.
    pub(crate) fn refusal(&self, seat: Seat, m: &Act) -> Option<&'static Words> {
        if self.rules.hides(seat) {
            return self.relayed_refusal(seat, m);
        }
        match (*m, self.phase) {
            (Act::Lay(point, rank), Phase::Laying) => {
                if self.next_rank(seat) != Some(rank) {
                    Some(&NOT_IN_ORDER)
                } else if !Point::homes(seat).contains(&point) {
                    Some(&NOT_HOME)
                } else if self.cells[point.index()] != 0 {
                    Some(&OCCUPIED)
                } else {
                    home_rule(rank, seat, point)
                }
            }
            (Act::Go(from, to), Phase::Moving(_)) => self.refused_move(seat, from, to),
            (Act::Go(..), _) => Some(&LAY_FIRST),
            (Act::Ready, Phase::Laying) => Some(&LAY_EACH),
            (Act::Lay(..) | Act::Ready, _) => Some(&MOVE_NOW),
            (Act::Said(_), _) => Some(&NOT_A_SEAT),
        }
    }

    /// A point next to this one: a free one if there is one, else one that is not the seat's own.
    pub(crate) fn beside(&self, seat: Seat, from: Point) -> Point {
        let links = LINKS[from.index()];
        let [own, other] = [seat, seat.other()].map(|seat| links & self.stands[seat.index()]);
        let best = [links & !own & !other, other, links].into_iter().find(|points| *points != 0);
        best.map_or(from, Point::first_of)
    }

    fn refused_move(&self, seat: Seat, from: Point, to: Point) -> Option<&'static Words> {
        let Some((owner, home)) = self.piece(from) else { return Some(&NO_PIECE) };
        if owner != seat {
            Some(&NOT_YOUR_PIECE)
        } else if !self.rank(seat, home).is_some_and(Rank::can_move) {
            Some(&IMMOBILE)
        } else if from.is_headquarters() {
            Some(&IN_HEADQUARTERS)
        } else if self.stands[seat.index()] & to.bit() != 0 {
            Some(&OWN)
        } else if self.open(seat) & to.bit() == 0 {
            Some(&CAMP)
        } else if self.reach(seat, from) & to.bit() == 0 {
            Some(&NO_WAY)
        } else {
            None
        }
    }
}

impl State for Board {
    type Move = Act;

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Laying => Turn::Secret(Seat::BOTH.map(|seat| !self.is_laid(seat))),
            Phase::Moving(seat) => Turn::Of(Actor::Seat(seat)),
            Phase::Judging(_) => Turn::Of(Actor::Arbiter),
            Phase::Over(end) => Turn::Over(end.outcome_at(self.rules.hidden())),
        }
    }

    fn moves(&self, by: Actor, out: &mut Vec<Act>) {
        match by {
            Actor::Seat(seat) if self.turn().owes(by) => self.acts(seat, out),
            Actor::Arbiter => self.words(out),
            Actor::Seat(_) | Actor::Chance => {}
        }
    }

    fn check(&self, by: Actor, m: &Act) -> Result<(), Illegal> {
        match by {
            Actor::Seat(seat) if self.turn().owes(by) => self.refusal(seat, m).map_or(Ok(()), illegal),
            Actor::Arbiter if self.turn().owes(by) => self.refused_word(m).map_or(Ok(()), illegal),
            _ => illegal(&NOT_YOUR_TURN),
        }
    }
}
