//! A position as a search walks it: stones in turn, fours followed to their end wherever it looks.

use super::codes::Class;
use super::field::{Field, each};
use super::fours::Fours;
use crate::{Board, Point, Side};
use leitai_core::{Rng, Seat};
use leitai_search::{FORCING, Hand, WIN, Walk, Weigh, Which, Worth, expected};
use std::cmp::Reverse;
use std::sync::LazyLock;

/// Points tried in one position, those worth most.
const WIDEST: usize = 32;
/// Stones tried for fours in one position.
const FOURS: u64 = 40;
/// The value that the search takes for odds of e to 1; what is told of it is flatter.
const SCALE: f32 = 200.0;

/// Stones in turn from a position on.
pub(super) struct Duel {
    field: Field,
    side: Side,
    /// The seat that has black.
    black: Seat,
    winner: Option<Side>,
    placed: u16,
    key: u64,
    /// Stones played on the walk.
    ply: u32,
    /// Class and promise of the acts listed last, by point.
    ranks: Vec<(u8, i16)>,
    /// What may be played first; none: whatever the law lets through.
    first: Option<Vec<Point>>,
}

/// By side and point.
static KEYS: LazyLock<[Vec<u64>; 2]> = LazyLock::new(|| {
    let mut rng = Rng::new(0x5eed_90f0);
    [0, 1].map(|_| (0..Point::COUNT).map(|_| rng.next()).collect())
});
/// White is on turn.
const WHITE: u64 = 0x9e37_79b9_7f4a_7c15;

impl Duel {
    /// The position with `side` on turn; `first`: where its next stone may go, if not everywhere.
    pub(super) fn new(board: &Board, side: Side, first: Option<Vec<Point>>) -> Duel {
        let mut duel = Duel {
            field: Field::new(board),
            side,
            black: board.seat(Side::Black),
            winner: None,
            placed: board.placed().into(),
            key: if side == Side::White { WHITE } else { 0 },
            ply: 0,
            ranks: vec![(0, 0); Point::COUNT.into()],
            first,
        };
        for side in Side::BOTH {
            for point in board.stones(side).iter() {
                duel.key ^= KEYS[side as usize][usize::from(point.index())];
            }
        }
        duel
    }

    /// What a stone of a side makes.
    pub(super) const fn field(&self) -> &Field {
        &self.field
    }

    /// The stone with which the side on turn wins by fours, and after how many stones, if `most` stones find it.
    pub(super) fn fours(&mut self, most: u64) -> Option<(Point, u16)> {
        Fours { field: &mut self.field, left: most }.win(self.side)
    }

    fn seat(&self, side: Side) -> Seat {
        if side == Side::Black { self.black } else { self.black.other() }
    }

    fn turn_over(&mut self) {
        self.side = self.side.other();
        self.key ^= WHITE;
    }

    /// The points that a five compels to: where it is made, or stopped.
    fn compelled(&self) -> Option<impl Iterator<Item = Point> + use<>> {
        let own = self.field.making(self.side, Class::Five);
        let theirs = self.field.making(self.side.other(), Class::Five);
        let fives = if own == [0; 4] { theirs } else { own };
        (fives != [0; 4]).then(|| each(fives))
    }

    /// Fives, then what stops them, then what makes two fours or stops that, then fours, then threes.
    fn look(&self, point: Point) -> (u8, i16) {
        let (side, other) = (self.side, self.side.other());
        let best = self.field.best(side, point);
        let class = if best == Class::Five {
            FORCING + 5
        } else if self.field.best(other, point) == Class::Five {
            FORCING + 4
        } else if self.field.makes_two_fours(side, point) {
            FORCING + 3
        } else if self.field.makes_two_fours(other, point) {
            FORCING + 2
        } else if best == Class::Four {
            FORCING
        } else if best == Class::Three {
            2
        } else {
            1
        };
        let worth = self.field.worth(side, point).clamp(-1000, 15_000);
        (class, worth as i16)
    }

    /// The value for First of a win of `side` so many stones away.
    fn won(&self, side: Side, acts: u16) -> Worth {
        let value = WIN - i32::from(acts);
        Worth::Exact(if self.seat(side) == Seat::First { value } else { -value })
    }
}

impl Walk for Duel {
    type Act = Point;
    type Undo = ();

    fn hand(&self) -> Hand {
        match self.winner {
            Some(side) => Hand::Over(if self.seat(side) == Seat::First { 1.0 } else { 0.0 }),
            None if self.placed == Point::COUNT => Hand::Over(0.5),
            None => Hand::Seat(self.seat(self.side)),
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn acts(&mut self, which: Which, out: &mut Vec<Point>) {
        let from = out.len();
        match self.compelled() {
            Some(points) => out.extend(points),
            None if which == Which::Forcing => return,
            None if self.ply > 0 || self.first.is_none() => out.extend(self.field.near()),
            None => {}
        }
        out.retain(|point| !self.field.is_forbidden(self.side, *point));
        if let Some(first) = self.first.as_ref().filter(|_| self.ply == 0) {
            out.retain(|point| first.contains(point));
            if out.len() == from {
                out.extend(first);
            }
        }
        for point in &out[from..] {
            self.ranks[usize::from(point.index())] = self.look(*point);
        }
        let ranks = &self.ranks;
        let rank = |point: &Point| (Reverse(ranks[usize::from(point.index())]), *point);
        out[from..].sort_unstable_by_key(rank);
        out.truncate(from + WIDEST);
    }

    fn make(&mut self, point: Point) {
        if self.field.makes_five(self.side, point) {
            self.winner = Some(self.side);
        }
        self.field.place(self.side, point);
        self.key ^= KEYS[self.side as usize][usize::from(point.index())];
        self.placed += 1;
        self.ply += 1;
        self.turn_over();
    }

    fn take_back(&mut self, point: Point, (): ()) {
        self.turn_over();
        self.ply -= 1;
        self.placed -= 1;
        self.key ^= KEYS[self.side as usize][usize::from(point.index())];
        self.field.lift(self.side, point);
        self.winner = None;
    }
}

impl Weigh for Duel {
    fn weigh(&mut self) -> Worth {
        let side = self.side;
        if let Some((_, acts)) = self.fours(FOURS) {
            return self.won(side, acts);
        }
        // Without a five of its own: two to stop are too many, and so is one that it may not stop.
        let mut stops = each(self.field.making(side.other(), Class::Five));
        match (stops.next(), stops.next()) {
            (Some(_), Some(_)) => return self.won(side.other(), 2),
            (Some(stop), None) if self.field.is_forbidden(side, stop) => return self.won(side.other(), 2),
            _ => {}
        }
        let value = self.field.value(side);
        Worth::Guess(if self.seat(side) == Seat::First { value } else { -value })
    }

    fn expected(&self, value: i32) -> f32 {
        expected(value as f32 / SCALE)
    }

    /// The more stones there are, the less do lines that are not yet a threat say who wins.
    fn power(&self) -> f32 {
        0.13 + 1.2 * (-f32::from(self.placed) / 20.0).exp()
    }

    /// As it was when it was listed.
    fn rank(&self, point: Point) -> (u8, i16) {
        self.ranks[usize::from(point.index())]
    }

    fn slot(&self, point: Point) -> usize {
        point.index().into()
    }

    const SLOTS: usize = Point::COUNT as usize;

    fn is_compelled(&self) -> bool {
        Side::BOTH.iter().any(|side| self.field.making(*side, Class::Five) != [0; 4])
    }

    /// Where the other side has nothing to follow up, whoever passes still loses by it.
    fn may_pass(&self) -> bool {
        self.field.making(self.side.other(), Class::Three) == [0; 4]
    }

    fn pass(&mut self) {
        self.ply += 1;
        self.turn_over();
    }

    fn take_pass_back(&mut self, (): ()) {
        self.turn_over();
        self.ply -= 1;
    }
}
