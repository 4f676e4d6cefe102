//! Where a rank may be laid.

use crate::{Point, Rank};
use leitai_core::{Seat, Words};

static FLAG_HOME: Words = Words::new("the flag lies in a headquarters", "军旗必须布在大本营");
static MINE_HOME: Words = Words::new("mines lie in the two back rows", "地雷必须布在最后两排");
static BOMB_HOME: Words = Words::new("no bomb lies in the front row", "炸弹不能布在第一排");

/// The reason why a piece may not be laid at one of its side's homes, if any.
pub(crate) fn home_rule(rank: Rank, seat: Seat, point: Point) -> Option<&'static Words> {
    // From 0, the front row, to 5.
    let row = if seat == Seat::First { point.row().wrapping_sub(6) } else { 5_u8.wrapping_sub(point.row()) };
    match rank {
        Rank::Flag if !point.is_headquarters() => Some(&FLAG_HOME),
        Rank::Mine if row < 4 => Some(&MINE_HOME),
        Rank::Bomb if row == 0 => Some(&BOMB_HOME),
        _ => None,
    }
}
