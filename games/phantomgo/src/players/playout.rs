//! Go played to its end at random, everything seen.

use crate::Board;
use leitai_board::{Point, Points};
use leitai_core::{Rng, Seat};

/// Plies of a playout at most: positions that come back again and again end there.
const LONGEST: u32 = 200;

/// How a playout ended.
pub(super) struct Ended {
    /// By how many points black has more than white.
    pub(super) lead: i32,
    /// The points that each seat held or played before the other did.
    pub(super) first: [Points; 2],
}

/// Plays the truth to its end, each side any point that is no eye of its own, until neither has one. The `alert` side takes
/// stones in atari first, or saves its own: who plays against it in the dark had better fear that it sees.
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
        // A truth that is drawn has chains in atari anywhere: the first look goes over the whole board.
        near = if seat == alert || near != Points::BOARD { stone } else { near };
        if (first[0] & stone).is_empty() && (first[1] & stone).is_empty() {
            first[seat.index()] |= stone;
        }
    }
    // Nothing is left but eyes: no region has to be looked through.
    let [black, white] = Seat::BOTH.map(|seat| {
        let own = board.stones(seat);
        (own | (board.eyes(seat) & board.empty())).len() as i32
    });
    Ended { lead: black - white, first }
}

/// Takes the enemy's stones in atari, or saves the own ones, of those chains that lie at or beside `near`.
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
            // To run into atari again saves nothing.
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

/// One of the moves that fill no eye, with what it takes, each with the same chance.
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

/// One of the points, each with the same chance.
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
        // White's stone in the corner has one liberty; where it runs from there it has two.
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
