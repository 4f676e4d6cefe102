//! Wins by fours alone: each four has one answer, the last has none.

use super::codes::Class;
use super::field::{Field, each};
use crate::{Point, Side};

/// Fours in a row at most.
const DEEPEST: u32 = 24;

/// A search for such a win.
pub(super) struct Fours<'a> {
    pub(super) field: &'a mut Field,
    /// Stones that it may still try.
    pub(super) left: u64,
}

impl Fours<'_> {
    /// The stone with which `side`, on turn, wins for certain, if this search finds one, and after how many stones of both.
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
        // What stops a five comes first, if it makes a four itself.
        let mut must = each(self.field.making(side.other(), Class::Five));
        let stop = must.next();
        if must.next().is_some() {
            return None;
        }
        let attacks = || each(fours).filter(move |point| stop.is_none_or(|stop| stop == *point));
        // A four with two ends, or two fours: the other side has no five now, since that is stopped.
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

    /// How many stones it takes after this four, if that wins.
    fn goes_on(&mut self, side: Side, point: Point, depth: u32) -> Option<u16> {
        if self.left == 0 || self.field.is_forbidden(side, point) {
            return None;
        }
        self.left -= 1;
        self.field.place(side, point);
        let won = match each(self.field.making(side, Class::Five)).next() {
            None => None,
            // White wins where black may not answer.
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
