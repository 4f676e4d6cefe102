//! A position as a search walks it: stones in turn, with fours followed to their end wherever it looks.

use super::codes::Class;
use super::field::{Field, each};
use super::fours::Fours;
use crate::{Board, Point, Side};
use leitai_core::{Rng, Seat};
use leitai_search::{FORCING, Hand, Listing, WIN, Walk, Weigh, Which, Worth, expected};
use std::cmp::Reverse;
use std::sync::LazyLock;

/// Most points tried in one position: the most valuable ones.
const WIDEST: usize = 32;
/// Stones tried in the search for fours of one position.
const FOURS: u64 = 40;
/// The value that the search takes for odds of e to 1; the result it reports is flatter.
const SCALE: f32 = 200.0;

/// A game of stones in turn from a position on.
pub(super) struct Duel {
    field: Field,
    side: Side,
    /// The seat that has black.
    black: Seat,
    winner: Option<Side>,
    placed: u16,
    key: u64,
    /// Stones played on the walk so far.
    ply: u32,
    /// Class and promise of the acts listed last, indexed by point.
    ranks: Vec<(u8, i16)>,
    /// What the acts listed last leave out.
    listing: Listing,
    /// The points allowed for the first stone; `None` for whatever the rules allow.
    first: Option<Vec<Point>>,
}

/// Random words by side and point.
static KEYS: LazyLock<[Vec<u64>; 2]> = LazyLock::new(|| {
    let mut rng = Rng::new(0x5eed_90f0);
    [0, 1].map(|_| (0..Point::COUNT).map(|_| rng.next()).collect())
});
/// Part of the key when white is to move.
const WHITE: u64 = 0x9e37_79b9_7f4a_7c15;

impl Duel {
    /// A position with `side` to move. `first` restricts its next stone, if not `None`.
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
            listing: Listing::Whole,
            first,
        };
        for side in Side::BOTH {
            for point in board.stones(side).iter() {
                duel.key ^= KEYS[side as usize][usize::from(point.index())];
            }
        }
        duel
    }

    /// What stones of either side would make.
    pub(super) const fn field(&self) -> &Field {
        &self.field
    }

    /// The stone with which the side to move wins by fours, and the number of stones that takes, if a search of
    /// at most `most` stones finds it.
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

    /// The points that a five forces: where it is completed, or where it is stopped.
    fn compelled(&self) -> Option<impl Iterator<Item = Point> + use<>> {
        let own = self.field.making(self.side, Class::Five);
        let theirs = self.field.making(self.side.other(), Class::Five);
        let fives = if own == [0; 4] { theirs } else { own };
        (fives != [0; 4]).then(|| each(fives))
    }

    /// Ranks fives first, then what stops them, then what makes two fours or stops them, then fours, then threes.
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

    /// The value for First of a win of `side` in that many stones.
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
        self.listing = Listing::TakenForWhole;
        match self.compelled() {
            Some(points) => {
                out.extend(points);
                self.listing = Listing::Whole;
            }
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
        if out.len() - from > WIDEST {
            self.listing = Listing::TakenForWhole;
            out.truncate(from + WIDEST);
        }
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
        // Without a five of its own, the side loses if it has two to stop, or one that it is forbidden to stop.
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

    /// The more stones on the board, the less lines that are not yet a threat say about the winner; being on turn is slightly
    /// overrated. Fitted to 4,000 positions from games between two `hard` players.
    fn reported(&self, odds: f32) -> f32 {
        (0.06 + 0.5 * (-f32::from(self.placed) / 20.0).exp()) * odds - 0.1
    }

    /// The rank from when the act was listed.
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

    fn listing(&self) -> Listing {
        self.listing
    }

    /// If the other side has nothing to follow up, passing is still a disadvantage.
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
