//! Truths that an eye cannot tell from the real one.
//!
//! The draw decides which of the points open to the unseen side stay *bare*. An arrangement is sound if every chain
//! has a liberty, that is, if there is a bare point in every region that the seen side leaves and next to every
//! chain of the seen side. A sound truth is therefore a set of bare points that meets each of these sets.

use crate::known::Known;
use crate::{Board, Phase, score};
use leitai_board::{Point, Points};
use leitai_core::{Eye, Rng, Sample, Seat};

/// The number of arrangements drawn before the best of them is mended.
const ATTEMPTS: usize = 10;
/// The number of stones tried elsewhere to mend an arrangement.
const SWAPS: usize = 300;
/// The number of sets of bare points examined in one search for liberties.
const MOST_TRIED: u32 = 10_000;

impl Sample for Board {
    /// Keeps what the eye knows: its stones, the number of unseen ones, captures, and, unless a long search fails,
    /// that every point refused in this turn is occupied, suicide or ko. Points refused in earlier turns hold a
    /// stone as long as there are enough stones. Every chain has a liberty.
    fn sample(view: &Known, rng: &mut Rng) -> Board {
        if let Some(own) = view.board.rules.seen {
            return known_in_part(view, own, rng);
        }
        if view.board.phase != Phase::Playing {
            return view.board;
        }
        whole(view, rng)
    }
}

/// A truth of a table that knows the stones of `own` only: they are drawn where the eye does not know them.
fn known_in_part(view: &Known, own: Seat, rng: &mut Rng) -> Board {
    let other = own.other();
    let mut board = view.board;
    board.unseen = view.count(other);
    if board.phase != Phase::Playing {
        board.phase = Phase::Over(score::winner(board.stones, Points::NONE));
        return board;
    }
    if view.eye() != Eye::Seat(own) {
        let drawn = whole(view, rng);
        (board.stones, board.last) = (drawn.stones, drawn.last);
    }
    let is_takers = board.mover() == own;
    board.stones[other.index()] = if is_takers { board.taken.border() } else { Points::NONE };
    board.last = board.last.filter(|_| !is_takers);
    if board.is_played_out() {
        board.phase = Phase::Counting;
    }
    board
}

/// A truth in which every stone stands somewhere.
fn whole(view: &Known, rng: &mut Rng) -> Board {
    let mut best: Option<(u32, Board)> = None;
    for attempt in 0..ATTEMPTS {
        let Some(truth) = draw(view, attempt < ATTEMPTS / 2, rng) else { continue };
        let wrong = wrong(&truth).len();
        if wrong == 0 {
            return truth;
        }
        if best.is_none_or(|(least, _)| wrong < least) {
            best = Some((wrong, truth));
        }
    }
    best.map_or(view.board, |(_, truth)| mend(truth, view.board.last, rng))
}

/// The points refused in this turn that would be accepted in this truth.
fn wrong(truth: &Board) -> Points {
    (truth.refused & truth.empty()).iter().filter(|point| truth.attempt(*point).is_some()).collect()
}

/// Moves stones from elsewhere to points where a try would wrongly be accepted, as long as nothing gets worse.
fn mend(mut truth: Board, known: Option<Point>, rng: &mut Rng) -> Board {
    let seat = truth.mover().other();
    let must = truth.taken.border();
    let mut bad = wrong(&truth);
    for _ in 0..SWAPS {
        if bad.is_empty() {
            break;
        }
        // No stone can stand where stones were captured, so other points have to change instead.
        let open = if (bad - truth.taken).is_empty() { truth.empty() } else { bad } - truth.taken;
        let Some((from, to)) = any(truth.stones(seat) - must, rng).zip(any(open, rng)) else { break };
        let mut other = truth;
        let stones = &mut other.stones[seat.index()];
        *stones = (*stones - Points::of(from)) | Points::of(to);
        if known.is_none() && other.last.is_some() {
            other.last = last(&other, other.stones(seat), rng);
        }
        let left = wrong(&other);
        if left.len() <= bad.len() && other.is_sound() {
            (truth, bad) = (other, left);
        }
    }
    truth
}

/// Draws a sound truth, if it finds one. `scattered`: if both sides are unseen, the stones of the first may lie
/// anywhere.
fn draw(view: &Known, scattered: bool, rng: &mut Rng) -> Option<Board> {
    let mut board = view.board;
    let hidden = |board: &Board, seat: Seat| u32::from(view.count(seat)) > board.stones(seat).len();
    // The side that took is laid first: the other knows nothing of its own.
    let taker = board.mover().other();
    for seat in [taker, taker.other()] {
        if !hidden(&board, seat) {
            continue;
        }
        let count = view.count(seat).into();
        let other = seat.other();
        let is_first = hidden(&board, other) && board.stones(other).is_empty();
        let stones =
            if is_first { spread(&board, count, scattered, rng) } else { lay(&board, seat, count, rng) };
        board.stones[seat.index()] = stones?;
    }
    if board.last.is_none() && board.ply > 0 && board.passes == 0 {
        board.last = last(&board, board.stones(taker), rng);
    }
    Some(board)
}

/// Places stones on an empty board, scattered or row by row, and always around captured points.
fn spread(board: &Board, count: u32, scattered: bool, rng: &mut Rng) -> Option<Points> {
    let mut stones = board.taken.border();
    while stones.len() < count {
        let free = Points::BOARD - stones - board.taken;
        stones |= Points::of(if scattered { any(free, rng) } else { free.nth(0) }?);
    }
    (stones.len() == count).then_some(stones)
}

/// Places the unseen stones of `seat` around the other side's so that every chain has a liberty.
fn lay(board: &Board, seat: Seat, count: u32, rng: &mut Rng) -> Option<Points> {
    let other = board.stones(seat.other());
    let room = Points::BOARD - other;
    // Points captured in the last ply are bare and surrounded by stones of the side that captured them.
    let must = if seat == board.mover() { Points::NONE } else { board.taken.border() };
    let spare = room.len().checked_sub(count)?;
    let left = spare.checked_sub(board.taken.len())?;
    let likely = board.denied(seat.other()) - board.refused;
    // Leaving a refused point bare is the last resort; away from the other side's stones, it can be suicide.
    let beside = other.beside();
    let tiers = [room - likely - board.refused, likely, board.refused - beside, board.refused & beside];
    let tiers = tiers.map(|tier| tier - must);
    let sets: Vec<Points> = room.parts().chain(other.parts().map(Points::border)).collect();
    let mut search = Search { sets: &sets, tiers, tried: 0 };
    let mut bare = search.meet(board.taken, left, rng)?;
    while bare.len() < spare {
        let [open, likely, inner, outer] = tiers.map(|tier| tier - bare);
        let suicide = inner - bare.beside();
        let tier = [open, likely, suicide, outer, inner].into_iter().find(|tier| !tier.is_empty())?;
        bare |= Points::of(any(tier, rng)?);
    }
    Some(room - bare)
}

/// Searches for a few points that meet every set.
struct Search<'a> {
    sets: &'a [Points],
    /// The points that may be chosen, in order of preference.
    tiers: [Points; 4],
    tried: u32,
}

impl Search<'_> {
    /// Returns `bare` with at most `left` more points so that together they meet every set.
    fn meet(&mut self, bare: Points, left: u32, rng: &mut Rng) -> Option<Points> {
        let unmet = |set: &&Points| (**set & bare).is_empty();
        let Some(set) = self.sets.iter().find(unmet) else { return Some(bare) };
        self.tried += 1;
        if left == 0 || self.tried > MOST_TRIED {
            return None;
        }
        // If there are enough points for one per unmet set, the first choice will do.
        let count = self.sets.iter().filter(unmet).count();
        if count <= left as usize {
            let tier = self.tiers.into_iter().map(|tier| tier & *set).find(|tier| !tier.is_empty())?;
            return self.meet(bare | Points::of(any(tier, rng)?), left - 1, rng);
        }
        let met = |point: Point| self.sets.iter().filter(unmet).filter(|set| set.has(point)).count();
        let choices =
            self.tiers.iter().enumerate().flat_map(|(i, tier)| (*tier & *set).iter().map(move |p| (i, p)));
        let mut choices: Vec<_> = choices.map(|(tier, p)| (count - met(p), tier, rng.next(), p)).collect();
        choices.sort_unstable();
        choices.into_iter().find_map(|(.., point)| self.meet(bare | Points::of(point), left - 1, rng))
    }
}

/// A point where the last stone may stand: any stone of the side or, after a capture, one next to what it captured.
/// If retaking was refused because of ko, it is the stone that would have been retaken.
fn last(board: &Board, side: Points, rng: &mut Rng) -> Option<Point> {
    if board.taken.is_empty() {
        return any(side, rng);
    }
    let beside = side & board.taken.border();
    let ko =
        board.taken.nth(0).filter(|point| board.refused.has(*point)).and_then(|point| board.attempt(point));
    any(ko.map_or(Points::NONE, |retaken| retaken & beside), rng).or_else(|| any(beside, rng))
}

fn any(points: Points, rng: &mut Rng) -> Option<Point> {
    (!points.is_empty()).then(|| points.nth(rng.below(points.len() as usize) as u32))?
}
