//! What several laws refuse with, each in the same words.

use leitai_core::Words;

/// Someone else owes the next act, or nobody does.
pub static NOT_YOUR_TURN: Words = Words::new("not this seat's turn", "未轮到该方");
/// On the crossing stands a stone.
pub static POINT_OCCUPIED: Words = Words::new("point occupied", "该点已有子");
/// In the cell stands a stone or a mark.
pub static CELL_OCCUPIED: Words = Words::new("cell occupied", "该格已有子");
/// What is to move is the other side's piece.
pub static NOT_YOUR_PIECE: Words = Words::new("not this side's piece", "不是己方的棋子");
/// What is to move is the other side's stone.
pub static NOT_YOUR_STONE: Words = Words::new("not this side's stone", "不是己方的棋子");
