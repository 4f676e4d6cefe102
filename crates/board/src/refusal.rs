//! Reasons for refusal that several games word identically.

use leitai_core::Words;

/// Another actor must make the next move, or the game is over.
pub static NOT_YOUR_TURN: Words = Words::new("not this seat's turn", "未轮到该方");
/// A stone already stands on the crossing.
pub static POINT_OCCUPIED: Words = Words::new("point occupied", "该点已有子");
/// A stone or mark already stands in the cell.
pub static CELL_OCCUPIED: Words = Words::new("cell occupied", "该格已有子");
/// The piece to move belongs to the other side.
pub static NOT_YOUR_PIECE: Words = Words::new("not this side's piece", "不是己方的棋子");
/// The stone to move belongs to the other side.
pub static NOT_YOUR_STONE: Words = Words::new("not this side's stone", "不是己方的棋子");
/// What was named lies outside the board.
pub static OFF_THE_BOARD: Words = Words::new("not on the board", "不在棋盘上");
