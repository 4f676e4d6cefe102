//! Acts as text: a stone is its column A–O and its row 1–15 from the bottom; other acts are words and signs.

use crate::{Move, Point};
use leitai_board::{Grid, plain};
use leitai_core::Garbled;
use std::fmt::{self, Write as _};

pub(crate) const GRID: Grid = Grid::new(Point::SIDE, Point::SIDE);

pub(crate) fn write(m: Move, out: &mut String) {
    match m {
        Move::Place(point) => write_point(point, out),
        // Writing to a String cannot fail.
        Move::Announce(n) => drop(write!(out, "n:{n}")),
        Move::Swap(swap) => out.push_str(if swap { "swap" } else { "keep" }),
        Move::Offer(point) => {
            out.push('?');
            write_point(point, out);
        }
        Move::Choose(point) => {
            out.push('!');
            write_point(point, out);
        }
        Move::Pass => out.push_str("pass"),
        Move::Claim => out.push_str("claim"),
    }
}

pub(crate) fn write_point(point: Point, out: &mut String) {
    GRID.write(point.x(), point.y(), out);
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::new();
        write_point(*self, &mut name);
        f.write_str(&name)
    }
}

pub(crate) fn read(text: &str) -> Result<Move, Garbled> {
    let text = plain(text);
    match text.as_str() {
        "swap" | "交换" | "换" => return Ok(Move::Swap(true)),
        "keep" | "不换" | "不交换" | "保持" => return Ok(Move::Swap(false)),
        "pass" | "放弃" | "弃权" | "停一手" => return Ok(Move::Pass),
        "claim" | "禁手" | "指出" | "指出禁手" => return Ok(Move::Claim),
        _ => {}
    }
    if let Some(point) = text.strip_prefix('?') {
        return read_point(point).map(Move::Offer);
    }
    if let Some(point) = text.strip_prefix('!') {
        return read_point(point).map(Move::Choose);
    }
    // A number directly after `n` would be a point of column N.
    for prefix in ["n:", "n=", "打点:", "打点=", "打点"] {
        if let Some(number) = text.strip_prefix(prefix) {
            let is_number = number.bytes().all(|b| b.is_ascii_digit());
            let number = number.parse().ok().filter(|_| is_number);
            return number.map(Move::Announce).ok_or_else(|| {
                Garbled::expected("a number of fifth stones, for example n:2", "打点数，例如 n:2")
            });
        }
    }
    read_point(&text).map(Move::Place)
}

pub(crate) fn read_point(text: &str) -> Result<Point, Garbled> {
    GRID.read(text).and_then(|(x, y)| Point::new(x, y)).ok_or_else(|| {
        Garbled::expected(
            "a column A–O and a row 1–15 (H8), or n:2, keep, swap, an offer ?I9, a choice !I9, pass, claim",
            "列 A–O 与行 1–15（H8），或“n:2”、“keep”、“swap”、打点“?I9”、选点“!I9”、“pass”、“claim”",
        )
    })
}
