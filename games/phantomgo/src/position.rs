//! The rules (`RULES.md` 6; the school's text, 6).

use crate::act::{Act, Asked, Effect};
use crate::heard::check_heard;
use crate::{Marking, Rules, score};
use leitai_board::{Point, Points, refusal::NOT_YOUR_TURN};
use leitai_core::{Actor, Illegal, Outcome, Seat, State, Turn, Words, denied, illegal};

/// The stage of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Stones are played.
    Playing,
    /// The referee marks dead stones.
    Marking,
    /// No more stones are played; the referee, who [sees them all](Rules::seen), counts them and names the winner.
    Counting,
    /// The board has been counted, and this seat has won.
    Over(Seat),
}

/// A position, including what the rules and the views remember of the game. Legal by construction: every chain
/// has a liberty, or can have one where [the referee alone](Rules::seen) sees all stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(crate) rules: Rules,
    pub(crate) phase: Phase,
    /// Of a side whose stones the table does not know, those that certainly stand.
    pub(crate) stones: [Points; 2],
    /// Plies made; First is on turn when the number is even.
    pub(crate) ply: u16,
    /// Passes in a row.
    pub(crate) passes: u8,
    /// The point of the last ply's stone; `None` after a pass.
    pub(crate) last: Option<Point>,
    /// The points captured by the last ply, which are now empty.
    pub(crate) taken: Points,
    /// The points refused to the seat on turn in this turn.
    pub(crate) refused: Points,
    /// The points refused to each seat at any time and not known to be empty since: most likely the other
    /// side's stones.
    pub(crate) denied: [Points; 2],
    /// How often each seat was refused in the whole game, so that a record lacking a refusal counts as a
    /// different game.
    pub(crate) refusals: [u32; 2],
    /// What the referee has marked: the dead stones, once no more are played. Where he sees what the table does not, what
    /// the stone in question took, as far as he has said, and at the end the unknown stones that he has shown.
    pub(crate) marked: Points,
    /// How often the referee has marked or unmarked a chain, or shown a stone or taken it away again.
    pub(crate) marks: u8,
    /// How many stones the side has that the table does not know.
    pub(crate) unseen: u8,
    /// How often that side was refused in this turn.
    pub(crate) tries: u8,
    /// What the referee is to say.
    pub(crate) asked: Asked,
}

/// How often the referee may mark or unmark a chain, twice for every point; after that, only the count is
/// left.
pub(crate) const MOST_MARKS: u8 = 162;

static MORE: Words = Words::new("has the larger area", "数子占地较多");
static NOT_LESS: Words =
    Words::new("black's area is not larger: white wins when equal", "黑方占地不多于白方，平局白胜");

static NAMED: Words = Words::new("the referee has counted and named the winner", "裁判数子判定胜负");

static TRY_OR_PASS: Words = Words::new("this side tries a point or passes", "这一方只能试下一点或停一手");
static OWN_STONE: Words = Words::new("an own stone stands there", "该点已有己方棋子");
static REFUSED_BEFORE: Words =
    Words::new("the point was refused in this turn already", "该点本轮已被判为非法");
static NO_MARKING: Words =
    Words::new("dead stones are marked by the referee, after the game", "死子在终局后由裁判标示");
static MARK_NOW: Words = Words::new(
    "the referee marks a chain as dead with dead:C3, or ends the marking with count",
    "裁判以 dead:C3 标示死子，以 count 结束标示",
);
static MARKED_OUT: Words =
    Words::new("the referee has marked 162 times and must count", "裁判标示已满 162 次，只能数子");
static NO_STONE: Words = Words::new("no stone stands there", "该点没有棋子");

impl Board {
    /// The empty board, black to play.
    pub const fn new(rules: Rules) -> Board {
        Board {
            rules,
            phase: Phase::Playing,
            stones: [Points::NONE; 2],
            ply: 0,
            passes: 0,
            last: None,
            taken: Points::NONE,
            refused: Points::NONE,
            denied: [Points::NONE; 2],
            refusals: [0; 2],
            marked: Points::NONE,
            marks: 0,
            unseen: 0,
            tries: 0,
            asked: Asked::Nothing,
        }
    }

    /// The options of the game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The stage of the game.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// A side's stones, as far as the table knows them.
    pub const fn stones(&self, seat: Seat) -> Points {
        self.stones[seat.index()]
    }

    /// The points without a stone.
    pub fn empty(&self) -> Points {
        Points::BOARD - self.stones[0] - self.stones[1]
    }

    /// The seat whose ply is next, while stones are played.
    pub const fn mover(&self) -> Seat {
        if self.ply.is_multiple_of(2) { Seat::First } else { Seat::Second }
    }

    /// Plies made, passes included.
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// Passes in a row.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The points captured by the last ply.
    pub const fn taken(&self) -> Points {
        self.taken
    }

    /// The points refused to the seat on turn in this turn.
    pub const fn refused(&self) -> Points {
        self.refused
    }

    /// The points refused to the seat at any time, except those that it has since learned to be empty.
    pub const fn denied(&self, seat: Seat) -> Points {
        self.denied[seat.index()]
    }

    /// How often the seat was refused in the whole game.
    pub const fn refusals(&self, seat: Seat) -> u32 {
        self.refusals[seat.index()]
    }

    /// How often the referee has marked or unmarked a chain.
    pub const fn marks(&self) -> u8 {
        self.marks
    }

    /// The stones marked as dead; none while stones are played, or where the referee counts.
    pub fn dead(&self) -> Points {
        if self.rules.seen.is_none() { self.marked } else { Points::NONE }
    }

    /// How many stones a side has.
    pub fn count_of(&self, seat: Seat) -> u32 {
        if self.rules.unseen() == Some(seat) { self.unseen.into() } else { self.stones(seat).len() }
    }

    /// What the referee is to say.
    pub const fn asked(&self) -> Asked {
        self.asked
    }

    /// Single points not held by the seat whose neighbours all hold its stones. Depends only on the seat's
    /// own stones.
    pub fn eyes(&self, seat: Seat) -> Points {
        let own = self.stones(seat);
        // A point next to another point not held by the seat is no eye. The edge of the board closes an eye.
        (Points::BOARD - own) - (Points::BOARD - own).beside()
    }

    /// The points that a seat may try when it is on turn, as far as it knows.
    pub fn untried(&self, seat: Seat) -> Points {
        Points::BOARD - self.stones(seat) - self.refused
    }

    /// The stones that the mover's stone on `point` would capture; `None` if the point is refused: occupied,
    /// suicide or ko.
    #[inline]
    pub fn attempt(&self, point: Point) -> Option<Points> {
        let seat = self.mover();
        let (own, enemy, stone) = (self.stones(seat), self.stones(seat.other()), Points::of(point));
        let free = self.empty() - stone;
        if (own | enemy).has(point) {
            return None;
        }
        let beside = stone.beside();
        let mut taken = Points::NONE;
        // Stones next to a free point are not captured, so few are left to examine.
        let mut near = (beside & enemy) - free.beside();
        while let Some(next) = near.nth(0) {
            let chain = smothered(Points::of(next), enemy, free);
            near -= chain | Points::of(next);
            taken |= chain;
        }
        if taken.is_empty() {
            let alive = !(beside & free).is_empty() || smothered(stone, own | stone, free).is_empty();
            return alive.then_some(taken);
        }
        // The board before the other side's last ply can come back only by retaking that ply's stone.
        let is_ko = self.taken == stone && self.last.is_some_and(|last| taken == Points::of(last));
        (!is_ko).then_some(taken)
    }

    /// Places the mover's stone on `point`, capturing `taken`. [`attempt`](Board::attempt) must have returned
    /// `taken`.
    #[inline]
    pub(crate) fn place(&mut self, point: Point, taken: Points) {
        let seat = self.mover();
        self.stones[seat.index()] |= Points::of(point);
        self.stones[seat.other().index()] -= taken;
        self.denied[seat.index()] -= Points::of(point) | taken;
        self.end_ply(0);
        self.last = Some(point);
        self.taken = taken;
    }

    pub(crate) fn pass(&mut self) {
        self.end_ply(self.passes.saturating_add(1));
    }

    pub(crate) fn end_ply(&mut self, passes: u8) {
        self.ply = self.ply.saturating_add(1);
        self.passes = passes;
        self.last = None;
        self.taken = Points::NONE;
        self.refused = Points::NONE;
    }

    /// Records that a point is refused to `seat`.
    pub(crate) fn refuse(&mut self, seat: Seat, point: Point) {
        self.refused |= Points::of(point);
        let refusals = &mut self.refusals[seat.index()];
        *refusals = refusals.saturating_add(1);
        self.denied[seat.index()] |= Points::of(point);
    }

    /// Whether the play of stones has ended.
    pub(crate) const fn is_played_out(&self) -> bool {
        self.passes >= 2 || self.ply >= self.rules.max_plies
    }

    /// Ends the play of stones: marks the dead ones, counts the board unless the referee marks, and forgets
    /// what was tried.
    pub(crate) fn stop(&mut self) {
        self.forget();
        self.marked = score::dead(self.stones);
        match self.rules.marking {
            Marking::Automatic => self.count(),
            Marking::Arbiter => self.phase = Phase::Marking,
        }
    }

    /// Forgets what the last ply was and what was tried.
    pub(crate) fn forget(&mut self) {
        (self.last, self.taken, self.refused) = (None, Points::NONE, Points::NONE);
        self.denied = [Points::NONE; 2];
    }

    pub(crate) fn count(&mut self) {
        self.phase = Phase::Over(score::winner(self.stones, self.marked));
    }

    /// Plays an act that `check` accepts.
    #[inline]
    pub(crate) fn act(&mut self, m: &Act) -> Effect {
        if self.rules.seen.is_some() {
            return self.hear(m);
        }
        let effect = match *m {
            Act::Try(point) => {
                if let Some(taken) = self.attempt(point) {
                    self.place(point, taken);
                    Effect::Accepted(taken)
                } else {
                    let seat = self.mover();
                    self.refuse(seat, point);
                    let exhausted = self.untried(seat).is_empty();
                    if exhausted {
                        self.pass();
                    }
                    Effect::Refused { exhausted }
                }
            }
            Act::Pass => {
                self.pass();
                Effect::Passed
            }
            Act::Dead(point) => {
                let side = self.stones.into_iter().find(|side| side.has(point)).unwrap_or_default();
                let chain = Points::of(point).flood(side);
                self.marked = if self.marked.has(point) { self.marked - chain } else { self.marked | chain };
                self.marks = self.marks.saturating_add(1);
                return Effect::Marked;
            }
            _ => {
                self.count();
                return Effect::Marked;
            }
        };
        if self.is_played_out() {
            self.stop();
        }
        effect
    }
}

/// The chain of `side` through `stone` if it touches no `free` point, else the empty set. Stops at the first
/// liberty found, since most chains have one nearby.
fn smothered(stone: Points, side: Points, free: Points) -> Points {
    let mut chain = stone;
    loop {
        let beside = chain.beside();
        if !(beside & free).is_empty() {
            return Points::NONE;
        }
        let grown = chain | beside & side;
        if grown == chain {
            return chain;
        }
        chain = grown;
    }
}

impl State for Board {
    type Move = Act;

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Playing if self.asked == Asked::Nothing => Turn::Of(Actor::Seat(self.mover())),
            Phase::Playing | Phase::Marking | Phase::Counting => Turn::Of(Actor::Arbiter),
            Phase::Over(seat) if self.rules.seen.is_some() => Turn::Over(Outcome::won(seat, &NAMED)),
            Phase::Over(Seat::First) => Turn::Over(Outcome::won(Seat::First, &MORE)),
            Phase::Over(Seat::Second) => Turn::Over(Outcome::won(Seat::Second, &NOT_LESS)),
        }
    }

    fn moves(&self, by: Actor, out: &mut Vec<Act>) {
        if self.rules.seen.is_some() {
            return self.refereed_moves(by, out);
        }
        match (self.phase, by) {
            (Phase::Playing, Actor::Seat(seat)) if seat == self.mover() => {
                out.extend(self.untried(seat).iter().map(Act::Try));
                out.push(Act::Pass);
            }
            (Phase::Marking, Actor::Arbiter) => {
                let stones =
                    if self.marks < MOST_MARKS { Points::BOARD - self.empty() } else { Points::NONE };
                out.extend(stones.iter().map(Act::Dead));
                out.push(Act::Count);
            }
            _ => {}
        }
    }

    fn check(&self, by: Actor, m: &Act) -> Result<(), Illegal> {
        if !self.turn().owes(by) {
            return illegal(&NOT_YOUR_TURN);
        }
        match (*m, by) {
            (_, Actor::Arbiter) if self.rules.seen.is_some() => self.check_word(m),
            (_, Actor::Seat(seat)) if self.rules.unseen() == Some(seat) => {
                check_heard(m, Seat::BOTH.map(|seat| self.count_of(seat)), seat)
            }
            (Act::Try(point), Actor::Seat(seat)) if self.stones(seat).has(point) => denied(&OWN_STONE),
            (Act::Try(point), Actor::Seat(_)) if self.refused.has(point) => denied(&REFUSED_BEFORE),
            (Act::Dead(_), Actor::Arbiter) if self.marks >= MOST_MARKS => illegal(&MARKED_OUT),
            (Act::Dead(point), Actor::Arbiter) if self.empty().has(point) => illegal(&NO_STONE),
            (Act::Try(_) | Act::Pass, Actor::Seat(_)) | (Act::Dead(_) | Act::Count, Actor::Arbiter) => Ok(()),
            (Act::Dead(_) | Act::Count, Actor::Seat(_)) => illegal(&NO_MARKING),
            (_, Actor::Seat(_)) => illegal(&TRY_OR_PASS),
            _ => illegal(&MARK_NOW),
        }
    }
}
