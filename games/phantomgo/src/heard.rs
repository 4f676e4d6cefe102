//! What is heard of a side whose stones the table does not know.

use crate::act::Act;
use leitai_board::Points;
use leitai_core::{Illegal, Seat, Words, illegal};

static WHERE_IS_UNKNOWN: Words = Words::new(
    "this side's points are not known here: stone, takes, refused or pass",
    "本台不知此方落点，只能报“stone”、“takes”、“refused”或“pass”",
);
static NO_ROOM: Words = Words::new("the board has no room for another stone", "盘上已容不下一子");
static NOTHING_TO_TAKE: Words = Words::new("there is nothing to take", "没有可提之子");
static NOTHING_REFUSES: Words =
    Words::new("there is no stone yet by which a try could be illegal", "盘上尚无棋子可使试下非法");

/// What may be heard of `seat`, whose stones are unknown. It follows from what everybody knows: how many stones the sides
/// have.
pub(crate) fn heard(counts: [u32; 2], seat: Seat) -> impl Iterator<Item = Act> {
    let all = [Act::Stone, Act::Takes, Act::Refused, Act::Pass];
    all.into_iter().filter(move |m| check_heard(m, counts, seat).is_ok())
}

/// Whether that may be heard of `seat`; names the rule against it.
pub(crate) fn check_heard(m: &Act, counts: [u32; 2], seat: Seat) -> Result<(), Illegal> {
    let (own, other) = (counts[seat.index()], counts[seat.other().index()]);
    let empty = Points::BOARD.len().saturating_sub(own + other);
    match m {
        // The last empty point is the liberty of every chain.
        Act::Stone if empty < 2 => illegal(&NO_ROOM),
        Act::Takes if other == 0 || empty == 0 => illegal(&NOTHING_TO_TAKE),
        // Alone on the board, a side's only suicide is on the last empty point.
        Act::Refused if other == 0 && empty > 1 => illegal(&NOTHING_REFUSES),
        Act::Stone | Act::Takes | Act::Refused | Act::Pass => Ok(()),
        _ => illegal(&WHERE_IS_UNKNOWN),
    }
}
