//! The easy value two stones ahead, with forced wins: fours of either side are followed to their end.

use super::codes::Class;
use super::easy::Easy;
use super::field::{FIVE, Field, each};
use super::fours::Fours;
use crate::phase::{Offers, Phase, Side};
use crate::{Board, Move, Point};
use leitai_core::{Actor, Budget, Engine, Info, Position, Proved, Rng, Seat, State};
use leitai_search::{expected, shuffle};

/// Stones tried in one act, those of all searches together.
const NODES: u64 = 30_000;
/// Stones of both sides that are looked ahead.
const DEPTH: usize = 4;
/// Stones tried at each of them, those worth most.
const WIDEST: [usize; DEPTH] = [20, 12, 10, 8];
/// Stones tried for fours at the root, after each stone, and at the end.
const FOURS: [u64; DEPTH + 1] = [4_000, 1_000, 400, 100, 60];
/// A win, however far; every guess is far below.
const WON: i32 = FIVE;
/// The value at which a side wins 73 of 100.
const SCALE: f32 = 200.0;

/// Built-in level `medium`.
pub(crate) struct Medium {
    easy: Easy,
    rng: Rng,
}

impl Medium {
    pub(crate) fn new(seed: u64) -> Self {
        Medium { easy: Easy::new(seed), rng: Rng::new(seed) }
    }

    fn next(&mut self, board: &Board, shown: &mut Vec<Point>, nodes: u64) -> (Move, Option<Found>) {
        let side = match board.phase() {
            Phase::Fourth(_) => Side::White,
            Phase::Offer(..) => Side::Black,
            Phase::Play(play) if play.claimable().is_none() || play.side == Side::Black => play.side,
            Phase::Choose(offers) => {
                let found = Search::new(board, nodes).least(offers);
                return (Move::Choose(found.point), Some(found));
            }
            _ => return (self.easy.next(board, shown).0, None),
        };
        let by = Actor::Seat(board.seat(side));
        let act = if matches!(board.phase(), Phase::Offer(..)) { Move::Offer } else { Move::Place };
        let mut search = Search::new(board, nodes);
        let mut points: Vec<Point> = board
            .empty()
            .filter(|point| !search.field.is_forbidden(side, *point) && board.check(by, &act(*point)).is_ok())
            .collect();
        shuffle(&mut points, &mut self.rng);
        match search.best(side, points) {
            Some(found) => (act(found.point), Some(found)),
            // Every point left is forbidden, or there is none.
            None => (self.easy.next(board, shown).0, None),
        }
    }
}

impl Engine<Board> for Medium {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Move>),
        turn: &mut Vec<Move>,
    ) {
        let by = Actor::Seat(me);
        let (mut board, mut shown) = (*view, Vec::new());
        let mut left = budget.nodes.unwrap_or(u64::MAX);
        loop {
            let (m, found) = self.next(&board, &mut shown, left.min(NODES));
            if let Some(found) = found {
                left = left.saturating_sub(found.nodes);
                let proved = found.acts.map(|acts| Proved { winner: Some(me), acts: Some(acts) });
                let expected = expected(found.value as f32 / SCALE);
                say(Info { depth: 2, nodes: found.nodes, expected, proved, line: vec![m] });
            }
            let before = board.turn();
            board.play(by, &m);
            turn.push(m);
            if !before.goes_on(board.turn(), by) {
                return;
            }
        }
    }
}

/// What a search found.
struct Found {
    point: Point,
    value: i32,
    /// A win is proved in so many stones of both sides.
    acts: Option<u16>,
    nodes: u64,
}

struct Search {
    field: Field,
    nodes: u64,
    left: u64,
}

impl Search {
    fn new(board: &Board, nodes: u64) -> Search {
        Search { field: Field::new(board), nodes: 0, left: nodes }
    }

    /// The best of these points for the side on turn; of equal ones the first. None of none.
    fn best(&mut self, side: Side, mut points: Vec<Point>) -> Option<Found> {
        points.sort_by_cached_key(|point| -self.field.worth(side, *point));
        let first = *points.first()?;
        if points.len() == 1 {
            return Some(Found { point: first, value: 0, acts: None, nodes: 0 });
        }
        if let Some((point, acts)) = self.fours(side, FOURS[0]).filter(|(point, _)| points.contains(point)) {
            return Some(Found { point, value: WON, acts: Some(acts), nodes: self.nodes });
        }
        let stops: Vec<Point> = each(self.field.making(side.other(), Class::Five)).collect();
        if !stops.is_empty() {
            points.retain(|point| stops.contains(point));
        }
        points.truncate(WIDEST[0]);
        let mut best = (i32::MIN, first);
        for point in points {
            let value =
                -self.after(side, point, |search| search.answered(side.other(), 1, -WON, -best.0.max(-WON)));
            if value > best.0 {
                best = (value, point);
            }
        }
        Some(Found { point: best.1, value: best.0, acts: None, nodes: self.nodes })
    }

    /// The fifth stone after which white, on turn, stands best.
    fn least(&mut self, offers: &Offers) -> Found {
        let valued = offers.iter().map(|point| {
            let value = self.after(Side::Black, point, |search| search.answered(Side::White, 1, -WON, WON));
            (value, point)
        });
        let best = valued.max_by_key(|(value, _)| *value);
        let (value, point) = best.unwrap_or((0, Point::CENTRE));
        Found { point, value, acts: None, nodes: self.nodes }
    }

    /// What the position after so many stones is worth for the side on turn, fours followed.
    fn answered(&mut self, side: Side, depth: usize, mut alpha: i32, beta: i32) -> i32 {
        if let Some((_, acts)) = self.fours(side, FOURS[depth]) {
            return WON - i32::from(acts);
        }
        let mut stops = each(self.field.making(side.other(), Class::Five));
        let points = match (stops.next(), stops.next()) {
            (Some(_), Some(_)) => return -WON + 2,
            (Some(stop), None) => vec![stop],
            (None, _) if depth == DEPTH || self.left == 0 => return self.field.value(side),
            (None, _) => {
                let mut points: Vec<_> =
                    self.field.empty().map(|point| (-self.field.worth(side, point), point)).collect();
                points.sort_unstable();
                points.truncate(WIDEST[depth]);
                points.into_iter().map(|(_, point)| point).collect()
            }
        };
        // What must be played costs no depth, until the stones run out.
        let stops_nothing = points.len() > 1 || self.left == 0;
        let mut best = -WON;
        for point in points {
            if self.field.is_forbidden(side, point) {
                continue;
            }
            let next = DEPTH.min(depth + usize::from(stops_nothing));
            let value = -self.after(side, point, |search| search.answered(side.other(), next, -beta, -alpha));
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn fours(&mut self, side: Side, most: u64) -> Option<(Point, u16)> {
        let left = most.min(self.left);
        let mut fours = Fours { field: &mut self.field, left };
        let won = fours.win(side);
        let used = left - fours.left;
        self.nodes += used;
        self.left -= used;
        won
    }

    fn after<T>(&mut self, side: Side, point: Point, look: impl FnOnce(&mut Search) -> T) -> T {
        self.nodes += 1;
        self.left = self.left.saturating_sub(1);
        self.field.place(side, point);
        let found = look(self);
        self.field.lift(side, point);
        found
    }
}
