//! The strategy of the paper (陈雪健 et al. 2020, section 1), on its board and with its algorithms: eyes in the corner,
//! then at the edge, then in the centre; best of all is a stone that both makes own eyes and breaks the opponent's;
//! break first where one stone would make the most eyes; link own eyes, so that they can be filled late.

mod board;

use crate::{Board, Point};
use board::Paper;
use leitai_core::{Budget, Engine, Info, Rng, Seat};
use leitai_search::one_of_best;

/// Built-in level `paper`.
pub(crate) struct ByPaper(Rng);

impl ByPaper {
    pub(crate) fn new(seed: u64) -> Self {
        ByPaper(Rng::new(seed))
    }
}

impl Engine<Board> for ByPaper {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Point>),
        turn: &mut Vec<Point>,
    ) {
        let paper = Paper::of(view);
        let (rows, columns) = (paper.b.len(), paper.b[0].len());
        let points = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        let valued = points
            .filter(|(i, j)| paper.may_play(me, *i, *j))
            .map(|(i, j)| (paper.worth(me, i, j), (i, j)))
            .collect();
        let Some((_, (i, j))) = one_of_best(valued, Worth::cmp, &mut self.0) else { return };
        turn.extend(Point::new(j as u8, (rows - 1 - i) as u8));
    }
}

/// The value of a stone, compared field by field.
type Worth = (Aim, i32, i32);

/// The purpose of a stone, from the least to the most valuable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Aim {
    /// It fills a point that the opponent could not play anyway.
    Fills,
    /// It takes a point away from the opponent.
    Takes,
    /// It is a wall of a future eye.
    Begins,
    /// It completes eyes.
    Makes,
    /// It stands where the opponent would complete eyes.
    Breaks,
    /// It both completes own eyes and prevents the opponent's.
    MakesAndBreaks,
}

impl Paper {
    /// The value of a stone at `b[i][j]` to its side. The stone must be playable.
    fn worth(&self, seat: Seat, i: usize, j: usize) -> Worth {
        let other = seat.other();
        let after = self.with(seat, i, j);
        if !self.may_play(other, i, j) {
            // Played late: prefers what leaves the most points to fill.
            return (Aim::Fills, after.free(seat), -after.free(other));
        }
        let made = after.eyes_beside(seat, i, j);
        let theirs = self.with(other, i, j);
        let broken = theirs.eyes_beside(other, i, j);
        match (made, broken) {
            (1.., 1..) => (Aim::MakesAndBreaks, made + broken, after.linked(seat, i, j)),
            (_, 1..) => (Aim::Breaks, broken, theirs.linked(other, i, j)),
            (1.., _) => (Aim::Makes, made, after.linked(seat, i, j)),
            _ => match after.least_lacking(seat, i, j) {
                Some(lacking) => (Aim::Begins, -lacking, after.linked(seat, i, j)),
                None => (Aim::Takes, after.free(seat) - after.free(other), 0),
            },
        }
    }

    /// The number of points where a side may play.
    fn free(&self, seat: Seat) -> i32 {
        let points = (0..self.b.len()).flat_map(|i| (0..self.b[i].len()).map(move |j| (i, j)));
        points.filter(|(i, j)| self.may_play(seat, *i, *j)).count() as i32
    }

    /// The number of walls that an eye at a point still lacks; `None` if the point is not empty or an opponent's stone
    /// is next to it.
    fn lacking(&self, seat: Seat, i: usize, j: usize) -> Option<i32> {
        let other = seat.other().index() as u8 + 1;
        let walls: Vec<u8> = self.beside(i, j).into_iter().map(|(i, j)| self.b[i][j]).collect();
        let may_be = self.b[i][j] == 0 && !walls.contains(&other);
        may_be.then(|| walls.iter().map(|wall| i32::from(*wall == 0)).sum())
    }

    /// The number of eyes that a side has next to one of its stones.
    fn eyes_beside(&self, seat: Seat, i: usize, j: usize) -> i32 {
        let beside = self.beside(i, j).into_iter();
        beside.filter(|(i, j)| self.lacking(seat, *i, *j) == Some(0)).count() as i32
    }

    /// The fewest walls that any future eye next to a stone still lacks: at first one in the corner, two at the edge,
    /// three elsewhere.
    fn least_lacking(&self, seat: Seat, i: usize, j: usize) -> Option<i32> {
        self.beside(i, j).into_iter().filter_map(|(i, j)| self.lacking(seat, i, j)).min()
    }

    /// The number of eyes that the block of a stone connects.
    fn linked(&self, seat: Seat, i: usize, j: usize) -> i32 {
        let mut eyes: Vec<(usize, usize)> =
            self.block(i, j).into_iter().flat_map(|(i, j)| self.beside(i, j)).collect();
        eyes.sort_unstable();
        eyes.dedup();
        eyes.into_iter().filter(|(i, j)| self.lacking(seat, *i, *j) == Some(0)).count() as i32
    }
}
