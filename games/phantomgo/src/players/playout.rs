//! Random playouts of Go, with all stones visible.

use crate::Board;
use leitai_board::{Point, Points};
use leitai_core::{Rng, Seat};

/// The most plies of a playout, which stops positions that keep repeating.
const LONGEST: u32 = 200;

/// How a playout ended.
pub(super) struct Ended {
    /// Black's lead in points.
    pub(super) lead: i32,
    /// The points that each seat held or played before the other did.
    pub(super) first: [Points; 2],
}

/// Plays a truth to its end: each side plays random points other than its own eyes until neither has any left. The
/// `alert` side first captures stones in atari or saves its own, because a player in the dark should assume that its
/// opponent sees everything.
pub(super) fn play_out(mut board: Board, alert: Seat, rng: &mut Rng) -> Ended {
    let mut first = board.stones;
    let mut near = Points::BOARD;
    let mut passes = 0;
    for _ in 0..LONGEST {
        let seat = board.mover();
        let urgent = if seat == alert { urgent_move(&board, seat, near, rng) } else { None };
        let Some((point, taken)) = urgent.or_else(|| any_move(&board, seat, rng)) else {
            passes += 1;
            if passes == 2 {
                break;
            }
            board.pass();
            near = Points::NONE;
            continue;
        };
        passes = 0;
        board.place(point, taken);
        let stone = Points::of(point);
        // A drawn truth may have chains in atari anywhere, so the first search covers the whole board.
        near = if seat == alert || near != Points::BOARD { stone } else { near };
        if (first[0] & stone).is_empty() && (first[1] & stone).is_empty() {
            first[seat.index()] |= stone;
        }
    }
    // Only eyes are left, so no regions have to be searched.
    let [black, white] = Seat::BOTH.map(|seat| {
        let own = board.stones(seat);
        (own | (board.eyes(seat) & board.empty())).len() as i32
    });
    Ended { lead: black - white, first }
}

/// Finds a move that captures enemy stones in atari or saves own ones, among the chains on or next to `near`.
fn urgent_move(board: &Board, seat: Seat, near: Points, rng: &mut Rng) -> Option<(Point, Points)> {
    if near.is_empty() {
        return None;
    }
    let empty = board.empty();
    let around = near | near.beside();
    let (own, enemy) = (board.stones(seat), board.stones(seat.other()));
    for (side, seeds) in [(enemy, near & enemy), (own, around & own)] {
        let mut liberties = Points::NONE;
        let mut seeds = seeds;
        while let Some(seed) = seeds.nth(0) {
            let chain = Points::of(seed).flood(side);
            seeds -= chain;
            let free = chain.beside() & empty;
            if !free.is_many() {
                liberties |= free;
            }
        }
        while !liberties.is_empty() {
            let point = any(liberties, rng)?;
            liberties -= Points::of(point);
            let Some(taken) = board.attempt(point) else { continue };
            let stone = Points::of(point);
            // Running into atari again saves nothing.
            let runs = side == enemy
                || !taken.is_empty()
                || (stone.flood(own | stone).beside() & (empty - stone)).is_many();
            if runs {
                return Some((point, taken));
            }
        }
    }
    None
}

/// A uniformly random move that fills no own eye, with the stones it captures.
fn any_move(board: &Board, seat: Seat, rng: &mut Rng) -> Option<(Point, Points)> {
    let mut left = board.empty() - board.eyes(seat);
    while !left.is_empty() {
        let point = any(left, rng)?;
        if let Some(taken) = board.attempt(point) {
            return Some((point, taken));
        }
        left -= Points::of(point);
    }
    None
}

/// A uniformly random point.
pub(super) fn any(points: Points, rng: &mut Rng) -> Option<Point> {
    (!points.is_empty()).then(|| points.nth(rng.below(points.len() as usize) as u32))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    #[test]
    fn playouts_end_and_who_is_alert_wins_more() {
        let (mut rng, mut seen) = (Rng::new(1), 0);
        for alert in Seat::BOTH {
            for _ in 0..100 {
                let ended = play_out(Board::new(Rules::default()), alert, &mut rng);
                let [black, white] = ended.first;
                assert!((black & white).is_empty() && (black | white).len() > 40);
                assert!(ended.lead.abs() <= 81);
                seen += u32::from((ended.lead > 0) == (alert == Seat::First));
            }
        }
        assert!(seen > 120, "{seen} of 200");
    }

    #[test]
    fn stones_in_atari_are_taken_and_saved() {
        // White's stone in the corner has one liberty; running there gives it two.
        let at = |x, y| Point::all().find(|p| (p.x(), p.y()) == (x, y)).expect("on the board");
        let mut board = Board::new(Rules::default());
        board.stones = [[at(0, 1)].into_iter().collect(), [at(0, 0)].into_iter().collect()];
        for seat in Seat::BOTH {
            board.ply = seat.index() as u16;
            let found = urgent_move(&board, seat, Points::BOARD, &mut Rng::new(1)).map(|(point, _)| point);
            assert_eq!(found, Some(at(1, 0)), "{seat:?}");
        }
    }
}
