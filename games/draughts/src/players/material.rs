//! A first evaluation: pieces, and how far the men have come.

use crate::{Board, Square};
use leitai_core::Seat;
use leitai_search::Evaluate;

/// Values in hundredths of a man.
pub(super) struct Material;

const MAN: i32 = 100;
/// What a king is worth for its mobility alone. It steps like a man, but both ways.
const KING: i32 = 140;
/// What it counts after the last round.
const KING_AT_END: i32 = 3 * MAN;
/// So many plies before the last round the count begins to matter.
const ENDING: u16 = 40;
/// For each row a man has come.
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

/// How many rows more black's men have come than white's.
fn rows(board: &Board) -> i32 {
    let men =
        Square::all().filter_map(|square| Some((square, board.at(square).filter(|piece| !piece.king)?)));
    men.map(|(square, man)| match man.seat {
        Seat::First => 7 - i32::from(square.row()),
        Seat::Second => -i32::from(square.row()),
    })
    .sum()
}
