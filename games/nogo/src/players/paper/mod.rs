//! The strategy of the paper (陈雪健 et al. 2020, section 1), on its board and by its algorithms: eyes in the corner, then
//! at the edge, then in the centre; best a stone that makes own eyes and breaks the other's; break first where one stone
//! would make the most; link own eyes, so that they can be filled late.

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

/// What a stone is worth, the first difference decides.
type Worth = (Aim, i32, i32);

/// What a stone is for, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Aim {
    /// It takes a point that the other cannot take anyway.
    Fills,
    /// It takes a point from the other.
    Takes,
    /// It is a wall of an eye to come.
    Begins,
    /// It completes eyes.
    Makes,
    /// It stands where the other would complete eyes.
    Breaks,
    /// It does both.
    MakesAndBreaks,
}

impl Paper {
    /// What a stone at `b[i][j]` is worth to its side. Requires that it may be played.
    fn worth(&self, seat: Seat, i: usize, j: usize) -> Worth {
        let other = seat.other();
        let after = self.with(seat, i, j);
        if !self.may_play(other, i, j) {
            // Late: what leaves most to be filled still.
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

    /// How many points a side may play.
    fn free(&self, seat: Seat) -> i32 {
        let points = (0..self.b.len()).flat_map(|i| (0..self.b[i].len()).map(move |j| (i, j)));
        points.filter(|(i, j)| self.may_play(seat, *i, *j)).count() as i32
    }

    /// How many walls an eye at an empty point still lacks; none if it is no empty point, or the other stands beside it.
    fn lacking(&self, seat: Seat, i: usize, j: usize) -> Option<i32> {
        let other = seat.other().index() as u8 + 1;
        let walls: Vec<u8> = self.beside(i, j).into_iter().map(|(i, j)| self.b[i][j]).collect();
        let may_be = self.b[i][j] == 0 && !walls.contains(&other);
        may_be.then(|| walls.iter().map(|wall| i32::from(*wall == 0)).sum())
    }

    /// Eyes of a side beside a stone of its own.
    fn eyes_beside(&self, seat: Seat, i: usize, j: usize) -> i32 {
        let beside = self.beside(i, j).into_iter();
        beside.filter(|(i, j)| self.lacking(seat, *i, *j) == Some(0)).count() as i32
    }

    /// What the eye to come beside a stone lacks that lacks least: a corner's one more stone, an edge's two, three elsewhere.
    fn least_lacking(&self, seat: Seat, i: usize, j: usize) -> Option<i32> {
        self.beside(i, j).into_iter().filter_map(|(i, j)| self.lacking(seat, i, j)).min()
    }

    /// Eyes that the block of a stone hangs together by.
    fn linked(&self, seat: Seat, i: usize, j: usize) -> i32 {
        let mut eyes: Vec<(usize, usize)> =
            self.block(i, j).into_iter().flat_map(|(i, j)| self.beside(i, j)).collect();
        eyes.sort_unstable();
        eyes.dedup();
        eyes.into_iter().filter(|(i, j)| self.lacking(seat, *i, *j) == Some(0)).count() as i32
    }
}
