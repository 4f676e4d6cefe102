//! The rules of gomoku (`RULES.md` 1; the school text, 五子棋项目).

use crate::forbidden::{Judgement, judge};
use crate::opening::Opening;
use crate::phase::{End, Offers, Phase, Play, Side};
use crate::stones::{empty, nth_empty};
use crate::{Bans, Point, Rules, Start, Stones, Symmetry};
use leitai_board::refusal::{NOT_YOUR_TURN, POINT_OCCUPIED};
use leitai_core::{
    Actor, Illegal, Open, Outcome, Position, Rng, Seat, State, Turn, Words, denied, illegal,
    open_information, random_of_list,
};

/// A single act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Places a stone of the side whose stone is due.
    Place(Point),
    /// Announces the number of fifth stones.
    Announce(u8),
    /// Swaps sides (`true`) or keeps them.
    Swap(bool),
    /// Offers one of the fifth stones to choose from.
    Offer(Point),
    /// Chooses the fifth stone that stays.
    Choose(Point),
    /// Places no stone.
    Pass,
    /// White claims a forbidden move of black.
    Claim,
}

/// A position. Legal by construction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(crate) stones: [Stones; 2],
    /// The number of stones on the board.
    pub(crate) placed: u8,
    /// The seat that has black.
    pub(crate) black: Seat,
    pub(crate) rules: Rules,
    pub(crate) phase: Phase,
}

static NOT_CENTRE: Words = Words::new("the first stone stands on H8", "黑1应落在天元");
static NOT_NEXT: Words = Words::new("the second stone stands next to H8", "白2应与天元相邻");
static NOT_CENTRAL: Words =
    Words::new("the third stone stands within the central 5×5", "黑3应在天元周围5线×5线之内");
static BAD_NUMBER: Words =
    Words::new("the number of fifth stones is from 1 to the rules' bound", "打点数量应在 1 与规则上限之间");
static SAME_SHAPE: Words =
    Words::new("an offer equals another under a symmetry of the position", "打点与已有打点同形");
static NOT_DRAWN: Words =
    Words::new("the lot lays one of the 26 openings as the table has it", "抽签只摆出表中的 26 种开局");
static NOT_OFFERED: Words = Words::new("this stone was not offered", "该点不在打点之中");
static NO_PASS: Words = Words::new("the first move cannot be a pass", "第一手不能放弃行棋权");
static NOT_CLAIMED: Words =
    Words::new("forbidden moves are not claimed under these rules", "本规则下无需指出禁手");
static BLACK_CLAIMS: Words = Words::new("only white claims forbidden moves", "只有白方可以指出禁手");
static WRONG_CLAIM: Words =
    Words::new("black made no forbidden move that still counts", "黑方没有仍然成立的禁手");

impl Board {
    /// The stones of a side.
    pub const fn stones(&self, side: Side) -> &Stones {
        &self.stones[side as usize]
    }

    /// The number of stones on the board.
    pub const fn placed(&self) -> u8 {
        self.placed
    }

    /// The side whose stone is on `point`, if any.
    pub fn at(&self, point: Point) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.stones(*side).has(point))
    }

    /// The phase of the game.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seat that has this side now.
    pub const fn seat(&self, side: Side) -> Seat {
        match side {
            Side::Black => self.black,
            Side::White => self.black.other(),
        }
    }

    /// The side that this seat has now.
    pub fn side(&self, seat: Seat) -> Side {
        if seat == self.black { Side::Black } else { Side::White }
    }

    /// The points without a stone, in order of index.
    pub fn empty(&self) -> impl Iterator<Item = Point> {
        let [black, white] = &self.stones;
        empty(black, white)
    }

    /// The opening, as long as only its three stones are on the board.
    pub fn opening(&self) -> Option<Opening> {
        let [black, white] = &self.stones;
        (self.placed == 3).then(|| Opening::of(black, white)).flatten()
    }

    /// Judges a black stone on `point`. Nothing is forbidden if the rules have no forbidden moves.
    pub fn judge(&self, point: Point) -> Judgement {
        let [black, white] = &self.stones;
        match self.rules.bans {
            Bans::Automatic | Bans::Claimed => judge(black, white, point),
            Bans::Off if black.makes_five(point) => Judgement::Five,
            Bans::Off => Judgement::Fine,
        }
    }

    /// The points that can no longer be offered: all images of those offered, including themselves.
    fn taken(&self, offers: &Offers) -> Stones {
        let [black, white] = &self.stones;
        Symmetry::of(black, white)
            .flat_map(|symmetry| offers.iter().map(move |point| symmetry.apply(point)))
            .collect()
    }

    /// Whether the rules on passing allow a pass.
    fn may_pass(&self) -> bool {
        self.rules.start == Start::Designated || self.placed > 0
    }

    fn check_shown(&self, shown: u8, point: Point) -> Result<(), Illegal> {
        if self.rules.start == Start::Laid {
            let [black, white] = &self.stones;
            let drawn = Opening::next(black, white).iter().any(|(next, _)| *next == point);
            return if drawn { Ok(()) } else { illegal(&NOT_DRAWN) };
        }
        match (shown, point.ring()) {
            (0, 1..) => illegal(&NOT_CENTRE),
            (_, 0) if shown > 0 => illegal(&POINT_OCCUPIED),
            (1, 2..) => illegal(&NOT_NEXT),
            // Every other point of the central 5×5 makes one of the 26.
            (2, 3..) => illegal(&NOT_CENTRAL),
            _ if self.at(point).is_some() => illegal(&POINT_OCCUPIED),
            _ => Ok(()),
        }
    }

    /// A wrong claim is refused and costs only time.
    fn check_claim(&self, by: Actor) -> Result<(), Illegal> {
        if self.rules.bans != Bans::Claimed {
            return illegal(&NOT_CLAIMED);
        }
        if by != Actor::Seat(self.seat(Side::White)) {
            return denied(&BLACK_CLAIMS);
        }
        match self.phase {
            Phase::Play(play) if play.claimable().is_some() => Ok(()),
            _ => denied(&WRONG_CLAIM),
        }
    }

    fn check_empty(&self, point: Point) -> Result<(), Illegal> {
        if self.at(point).is_some() { illegal(&POINT_OCCUPIED) } else { Ok(()) }
    }

    fn insert(&mut self, side: Side, point: Point) {
        self.stones[side as usize].insert(point);
        self.placed += 1;
    }

    /// Places a stone while stones are placed in turn, and returns the phase that follows.
    fn place(&mut self, play: Play, point: Point) -> Phase {
        let side = play.side;
        let mut next = Play { side: side.other(), passed: false, ..play };
        let five = match side {
            Side::Black => {
                let judged = self.judge(point);
                if let Judgement::Forbidden(kind) = judged {
                    if self.rules.bans == Bans::Automatic {
                        self.insert(side, point);
                        return Phase::Over(End::Forbidden(kind));
                    }
                    if kind == crate::Forbidden::Overline {
                        next.overline = true;
                    } else {
                        next.pending = Some(kind);
                    }
                }
                judged == Judgement::Five
            }
            Side::White => {
                next.pending = None;
                self.stones(side).makes_five(point)
            }
        };
        self.insert(side, point);
        if five {
            Phase::Over(End::Five(side))
        } else if u16::from(self.placed) == Point::COUNT
            && (next.side == Side::Black || next.claimable().is_none())
        {
            Phase::Over(End::Full)
        } else {
            Phase::Play(next)
        }
    }

    fn pass(&self, play: Play) -> Phase {
        if u16::from(self.placed) == Point::COUNT {
            Phase::Over(End::Full)
        } else if play.passed {
            Phase::Over(End::Passes)
        } else {
            Phase::Play(Play { side: play.side.other(), passed: true, ..play })
        }
    }
}

impl State for Board {
    type Move = Move;

    fn turn(&self) -> Turn {
        let of = |seat| Turn::Of(Actor::Seat(seat));
        match self.phase {
            Phase::Show(_) if self.rules.start == Start::Laid => Turn::Of(Actor::Chance),
            Phase::Show(_) | Phase::Announce => of(Seat::First),
            Phase::Swap(_) => of(Seat::Second),
            Phase::Fourth(_) | Phase::Choose(_) => of(self.seat(Side::White)),
            Phase::Offer(..) => of(self.seat(Side::Black)),
            Phase::Play(play) => of(self.seat(play.side)),
            Phase::Over(end) => Turn::Over(match end.winner() {
                Some(side) => Outcome::won(self.seat(side), end.words()),
                None => Outcome::drawn(end.words()),
            }),
        }
    }

    fn moves(&self, by: Actor, out: &mut Vec<Move>) {
        if !self.turn().owes(by) {
            return;
        }
        match &self.phase {
            Phase::Show(_) if self.rules.start == Start::Laid => {
                let [black, white] = &self.stones;
                out.extend(Opening::next(black, white).into_iter().map(|(point, _)| Move::Place(point)));
            }
            Phase::Show(shown) => {
                let fits = |point: &Point| self.check_shown(*shown, *point).is_ok();
                out.extend(self.empty().filter(fits).map(Move::Place));
            }
            Phase::Announce => out.extend((1..=self.rules.max_offers).map(Move::Announce)),
            Phase::Swap(_) => out.extend([false, true].map(Move::Swap)),
            Phase::Fourth(_) => out.extend(self.empty().map(Move::Place)),
            Phase::Offer(_, offers) => {
                let taken = self.taken(offers);
                out.extend(self.empty().filter(|point| !taken.has(*point)).map(Move::Offer));
            }
            Phase::Choose(offers) => out.extend(offers.iter().map(Move::Choose)),
            Phase::Play(play) => {
                out.reserve(usize::from(Point::COUNT - u16::from(self.placed)) + 2);
                self.empty().for_each(|point| out.push(Move::Place(point)));
                if self.may_pass() {
                    out.push(Move::Pass);
                }
                if play.side == Side::White && play.claimable().is_some() {
                    out.push(Move::Claim);
                }
            }
            Phase::Over(_) => {}
        }
    }

    /// The random number is an index into the order of [`moves`](State::moves); while stones are placed in turn
    /// no list is built.
    fn random_move(&self, by: Actor, rng: &mut Rng) -> Option<Move> {
        let Phase::Play(play) = self.phase else { return random_of_list(self, by, rng) };
        if !self.turn().owes(by) {
            return None;
        }
        let stones = Point::COUNT - u16::from(self.placed);
        let passes = u16::from(self.may_pass());
        let claims = u16::from(play.side == Side::White && play.claimable().is_some());
        let number = rng.below(usize::from(stones + passes + claims)) as u16;
        let [black, white] = &self.stones;
        let stone = nth_empty(black, white, number).map(Move::Place);
        Some(stone.unwrap_or(if number < stones + passes { Move::Pass } else { Move::Claim }))
    }

    fn check(&self, by: Actor, m: &Move) -> Result<(), Illegal> {
        if !matches!(self.phase, Phase::Over(_)) && *m == Move::Claim {
            return self.check_claim(by);
        }
        if !self.turn().owes(by) {
            return illegal(&NOT_YOUR_TURN);
        }
        match (&self.phase, *m) {
            (Phase::Show(shown), Move::Place(point)) => self.check_shown(*shown, point),
            (Phase::Announce, Move::Announce(n)) if (1..=self.rules.max_offers).contains(&n) => Ok(()),
            (Phase::Announce, Move::Announce(_)) => illegal(&BAD_NUMBER),
            (Phase::Offer(_, offers), Move::Offer(point)) => {
                self.check_empty(point)?;
                if self.taken(offers).has(point) { illegal(&SAME_SHAPE) } else { Ok(()) }
            }
            (Phase::Choose(offers), Move::Choose(point)) => {
                if offers.iter().any(|offer| offer == point) {
                    Ok(())
                } else {
                    illegal(&NOT_OFFERED)
                }
            }
            (Phase::Fourth(_) | Phase::Play(_), Move::Place(point)) => self.check_empty(point),
            (Phase::Play(_), Move::Pass) => {
                if self.may_pass() {
                    Ok(())
                } else {
                    illegal(&NO_PASS)
                }
            }
            (Phase::Swap(_), Move::Swap(_)) => Ok(()),
            (phase, _) => illegal(phase.owed()),
        }
    }

    fn asides(&self, by: Seat, out: &mut Vec<Move>) {
        if !self.turn().owes(Actor::Seat(by)) && self.check(Actor::Seat(by), &Move::Claim).is_ok() {
            out.push(Move::Claim);
        }
    }
}

impl Position for Board {
    type Rules = Rules;
    type Effect = ();
    open_information!();

    fn initial(rules: &Rules) -> Self {
        let phase = match rules.start {
            Start::Designated | Start::Laid => Phase::Show(0),
            Start::Free => Phase::Play(Play::new(Side::Black)),
        };
        Board { stones: [Stones::default(); 2], placed: 0, black: Seat::First, rules: *rules, phase }
    }

    fn play(&mut self, _: Actor, m: &Move) {
        self.phase = match (self.phase, *m) {
            (Phase::Play(play), Move::Place(point)) => self.place(play, point),
            (Phase::Play(play), Move::Pass) => self.pass(play),
            (Phase::Play(play), Move::Claim) => {
                play.claimable().map_or(self.phase, |kind| Phase::Over(End::Claimed(kind)))
            }
            (Phase::Show(shown), Move::Place(point)) => {
                self.insert(if shown == 1 { Side::White } else { Side::Black }, point);
                match (shown, self.rules.start) {
                    (2, Start::Laid) => Phase::Play(Play::new(Side::White)),
                    (2, _) => Phase::Announce,
                    _ => Phase::Show(shown + 1),
                }
            }
            (Phase::Announce, Move::Announce(n)) => Phase::Swap(n),
            (Phase::Swap(n), Move::Swap(swap)) => {
                if swap {
                    self.black = self.black.other();
                }
                Phase::Fourth(n)
            }
            (Phase::Fourth(n), Move::Place(point)) => {
                self.insert(Side::White, point);
                Phase::Offer(n, Offers::default())
            }
            (Phase::Offer(n, mut offers), Move::Offer(point)) => {
                offers.push(point);
                if offers.len() == n { Phase::Choose(offers) } else { Phase::Offer(n, offers) }
            }
            (Phase::Choose(_), Move::Choose(point)) => {
                self.insert(Side::Black, point);
                Phase::Play(Play::new(Side::White))
            }
            (phase, m) => unreachable!("{m:?} was not checked at {phase:?}"),
        }
    }

    fn chances(&self, out: &mut Vec<(Move, u32)>) {
        let [black, white] = &self.stones;
        out.extend(
            Opening::next(black, white).into_iter().map(|(point, openings)| (Move::Place(point), openings)),
        );
    }
}

impl Open for Board {}
