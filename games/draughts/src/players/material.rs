//! A simple evaluation: pieces, and how far the men have advanced.

use crate::{Board, Square};
use leitai_core::Seat;
use leitai_search::Evaluate;

/// Evaluates in hundredths of a man.
pub(super) struct Material;

const MAN: i32 = 100;
/// Value of a king for its mobility alone. It steps like a man, but in both directions.
const KING: i32 = 140;
/// Value of a king in the count after the last round.
const KING_AT_END: i32 = 3 * MAN;
/// Plies before the end of the last round at which the count begins to matter.
const ENDING: u16 = 40;
/// Value of each row a man has advanced.
const ROW: i32 = 2;

impl Evaluate<Board> for Material {
    fn value(&self, board: &Board, seat: Seat) -> i32 {
        let left = i32::from((board.last_ply() - board.plies()).min(ENDING));
        let king = KING_AT_END - (KING_AT_END - KING) * left / i32::from(ENDING);
        let [black, white] =
            Seat::BOTH.map(|seat| board.men(seat) as i32 * MAN + board.kings(seat) as i32 * king);
        let value = black - white + ROW * rows(board);
        if seat == Seat::First { value } else { -value }
    }

    fn is_quiet(&self, board: &Board) -> bool {
        !board.can_capture()
    }
}

/// How many more rows black's men have advanced than white's.
fn rows(board: &Board) -> i32 {
    let men =
        Square::all().filter_map(|square| Some((square, board.at(square).filter(|piece| !piece.king)?)));
    men.map(|(square, man)| match man.seat {
        Seat::First => 7 - i32::from(square.row()),
        Seat::Second => -i32::from(square.row()),
    })
    .sum()
}
