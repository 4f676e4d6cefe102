//! Wins by fours alone: each four forces a single reply, until one cannot be answered.

use super::codes::Class;
use super::field::{Field, each};
use crate::{Point, Side};

/// Most fours in a row.
const DEEPEST: u32 = 24;

/// A search for a win by fours.
pub(super) struct Fours<'a> {
    pub(super) field: &'a mut Field,
    /// Stones that the search may still try.
    pub(super) left: u64,
}

impl Fours<'_> {
    /// The stone with which `side`, to move, certainly wins, if this search finds one, and the number of stones of
    /// both sides that takes.
    pub(super) fn win(&mut self, side: Side) -> Option<(Point, u16)> {
        self.attack(side, DEEPEST)
    }

    fn attack(&mut self, side: Side, depth: u32) -> Option<(Point, u16)> {
        if let Some(five) = each(self.field.making(side, Class::Five)).next() {
            return Some((five, 1));
        }
        let fours = self.field.making(side, Class::Four);
        if fours == [0; 4] {
            return None;
        }
        // If a five has to be stopped, only a four on that very point will do.
        let mut must = each(self.field.making(side.other(), Class::Five));
        let stop = must.next();
        if must.next().is_some() {
            return None;
        }
        let attacks = || each(fours).filter(move |point| stop.is_none_or(|stop| stop == *point));
        // A straight four, or two fours: the other side then has no five, since that is stopped.
        for point in attacks() {
            if self.field.makes_two_fours(side, point) && !self.field.is_forbidden(side, point) {
                return Some((point, 3));
            }
        }
        if depth == 0 {
            return None;
        }
        attacks().find_map(|point| self.goes_on(side, point, depth).map(|acts| (point, acts + 2)))
    }

    /// The number of stones the win takes after this four, if it wins.
    fn goes_on(&mut self, side: Side, point: Point, depth: u32) -> Option<u16> {
        if self.left == 0 || self.field.is_forbidden(side, point) {
            return None;
        }
        self.left -= 1;
        self.field.place(side, point);
        let won = match each(self.field.making(side, Class::Five)).next() {
            None => None,
            // White wins if black is forbidden to reply.
            Some(answer) if self.field.is_forbidden(side.other(), answer) => Some(1),
            Some(answer) => {
                self.field.place(side.other(), answer);
                let won = self.attack(side, depth - 1).map(|(_, acts)| acts);
                self.field.lift(side.other(), answer);
                won
            }
        };
        self.field.lift(side, point);
        won
    }
}
