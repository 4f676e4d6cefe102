//! Gomoku as spelt by the Gomocup managers: column from the left and row from the top, both from 0; rule 0
//! without forbidden moves, 4 with them. The dialect cannot express swaps or offers: either the platform lays
//! the opening, or there is none.

use crate::{Bans, Board, Move, Opening, Point, Rules, Side, Start, Stones};
use leitai_core::{Actor, Lines, Played, Position, Seat, State, Turn};

/// The time, in milliseconds, that stands for no limit of the game.
pub(super) const UNLIMITED: u64 = 2_147_483_647;

/// Five or more wins for both sides.
const FREESTYLE: u32 = 0;
/// Forbidden moves bind black.
const RENJU: u32 = 4;

/// A stone: column from the left and row from the top, both from 0, and its owner.
#[derive(Clone, Copy)]
pub(super) struct Stone {
    /// Column from the left.
    pub(super) x: u8,
    /// Row from the top.
    pub(super) y: u8,
    /// The seat that plays its colour.
    pub(super) of: Seat,
}

/// A game so far: its rules and its acts.
pub(super) type Begun = (Rules, Vec<Played<Move>>);

/// The number of these rules in `INFO rule`; `None` if the dialect cannot express a game by them.
pub(super) fn rule(rules: &Rules) -> Option<u32> {
    match (rules.start, rules.bans) {
        (Start::Designated, _) | (_, Bans::Claimed) => None,
        (Start::Laid | Start::Free, Bans::Off) => Some(FREESTYLE),
        (Start::Laid | Start::Free, Bans::Automatic) => Some(RENJU),
    }
}

/// The game, by a rule's number, in which these stones were placed alternately, starting with First; `None` if there
/// is no such unfinished game. Stones that match an opening count as laid by lot, unless the brain's user said that
/// nobody lays any.
pub(super) fn begun(rule: u32, stones: &[(u8, u8)], none_laid: bool) -> Option<Begun> {
    let bans = match rule {
        FREESTYLE => Bans::Off,
        RENJU => Bans::Automatic,
        _ => return None,
    };
    let points: Vec<Point> = stones.iter().map(|(x, y)| Point::new(*x, *y)).collect::<Option<_>>()?;
    // A game with this beginning counts as laid by lot: it is the same game, whoever laid the stones.
    let is_laid = !none_laid
        && points.split_first_chunk().is_some_and(|([first, second, third], _)| {
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

fn stone(board: &Board, point: Point) -> Option<Stone> {
    Some(Stone { x: point.x(), y: point.y(), of: board.seat(board.at(point)?) })
}

/// The stone that an act placed, if any.
pub(super) fn placed(after: &Board, m: &Move) -> Option<Stone> {
    if let Move::Place(point) = m { stone(after, *point) } else { None }
}

/// Writes one act as the brain spells it.
pub(super) fn spell(m: &Move, out: &mut Lines) {
    match m {
        Move::Place(point) => out.line(format_args!("{},{}", point.x(), point.y())),
        _ => out.line("-1,-1"),
    }
}

/// The stones on the board.
pub(super) fn stones(board: &Board) -> Vec<Stone> {
    Side::BOTH
        .into_iter()
        .flat_map(|side| board.stones(side).iter())
        .filter_map(|p| stone(board, p))
        .collect()
}

/// The act that places a stone; `None` off the board.
pub(super) fn place(x: u8, y: u8) -> Option<Move> {
    Point::new(x, y).map(Move::Place)
}

/// The keyword of a line and the rest of it, trimmed.
pub(super) fn split(line: &str) -> (String, &str) {
    let (word, rest) = line.trim().split_once(|c: char| c.is_whitespace()).unwrap_or((line.trim(), ""));
    (word.to_ascii_uppercase(), rest.trim())
}

/// Whole numbers separated by commas.
pub(super) fn numbers<const N: usize>(text: &str) -> Option<[i32; N]> {
    let numbers: Vec<i32> = text.split(',').map(|n| n.trim().parse()).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

/// Reads the act `x,y`. Brains have no word for the act that places no stone: `-1,-1` is our own addition.
pub(super) fn act(text: &str) -> Option<Move> {
    match numbers(text)? {
        [-1, -1] => Some(Move::Pass),
        [x, y] => place(x.try_into().ok()?, y.try_into().ok()?),
    }
}
