//! Gomoku as the Gomocup managers spell it: column from the left and row from the top, both from 0; rule 0
//! without forbidden moves, 4 with them. It has no words for a swap or for offers: the platform lays the
//! opening, or there is none.

use crate::{Bans, Board, Move, Opening, Point, Rules, Side, Start, Stones};
use leitai_core::{Actor, Played, Position, State, Turn};
use leitai_protocol::{GomocupWords, Stone};

pub(crate) struct Words;

/// More than five wins for both.
const FREESTYLE: u32 = 0;
/// Forbidden moves bind black.
const RENJU: u32 = 4;

fn stone(board: &Board, point: Point) -> Option<Stone> {
    Some(Stone { x: point.x(), y: point.y(), of: board.seat(board.at(point)?) })
}

impl GomocupWords for Words {
    type Position = Board;
    const SIDE: u8 = Point::SIDE;

    fn rule(rules: &Rules) -> Option<u32> {
        match (rules.start, rules.bans) {
            (Start::Designated, _) | (_, Bans::Claimed) => None,
            (Start::Laid | Start::Free, Bans::Off) => Some(FREESTYLE),
            (Start::Laid | Start::Free, Bans::Automatic) => Some(RENJU),
        }
    }

    fn begun(rule: u32, stones: &[(u8, u8)]) -> Option<(Rules, Vec<Played<Move>>)> {
        let bans = match rule {
            FREESTYLE => Bans::Off,
            RENJU => Bans::Automatic,
            _ => return None,
        };
        let points: Vec<Point> = stones.iter().map(|(x, y)| Point::new(*x, *y)).collect::<Option<_>>()?;
        // A game that begins so was begun by lot: it is the same game, whoever laid the stones.
        let is_laid = points.split_first_chunk().is_some_and(|([first, second, third], _)| {
            let (black, white) = (Stones::from_iter([*first, *third]), Stones::from_iter([*second]));
            Opening::all().any(|opening| opening.stands(&black, &white))
        });
        let start = if is_laid { Start::Laid } else { Start::Free };
        let rules = Rules { start, bans, ..Rules::default() };
        let mut board = Board::initial(&rules);
        let mut acts = Vec::with_capacity(points.len());
        for m in points.into_iter().map(Move::Place) {
            let by = board.turn().next()?;
            board.check(by, &m).ok()?;
            board.play(by, &m);
            acts.push(Played { by, m });
        }
        matches!(board.turn(), Turn::Of(Actor::Seat(_))).then_some((rules, acts))
    }

    fn stone(after: &Board, m: &Move) -> Option<Stone> {
        if let Move::Place(point) = m { stone(after, *point) } else { None }
    }

    fn stones(board: &Board) -> Vec<Stone> {
        Side::BOTH
            .into_iter()
            .flat_map(|side| board.stones(side).iter())
            .filter_map(|p| stone(board, p))
            .collect()
    }

    fn place(x: u8, y: u8) -> Option<Move> {
        Point::new(x, y).map(Move::Place)
    }

    fn pass() -> Move {
        Move::Pass
    }
}
