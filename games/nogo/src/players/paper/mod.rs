//! The strategy of the paper (陈雪健 et al. 2020, section 1), on its board and with its algorithms. Each of its
//! paragraphs counts in the value of a stone.

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
        let Some((_, (i, j))) = one_of_best(valued, i32::cmp, &mut self.0) else { return };
        turn.extend(Point::new(j as u8, (rows - 1 - i) as u8));
    }
}

/// 取胜的关键是谁最后有位置可行棋: a point where only one side may play.
const OWN: i32 = 4;
/// 先占角、再占边，最后占中间: an eye, by the number of walls that it lacks. At first an eye in the corner lacks two, one
/// at the edge three, and one in the centre four.
const EYE: [i32; 5] = [5, 3, 1, 0, 0];
/// 破坏对方成眼: each eye that the opponent would complete with a stone on the same point.
const BROKEN: i32 = 2;
/// 既能自己形成眼，又能破坏对方眼的形成，这是最佳策略.
const BOTH: i32 = 4;

impl Paper {
    /// The value of a stone at `b[i][j]` to its side. The stone must be playable.
    fn worth(&self, seat: Seat, i: usize, j: usize) -> i32 {
        let other = seat.other();
        let (after, theirs) = (self.with(seat, i, j), self.with(other, i, j));
        let made = after.eyes_beside(seat, i, j);
        // An eye is broken only where its owner could have completed it.
        let broken = if self.may_play(other, i, j) { theirs.eyes_beside(other, i, j) } else { 0 };
        let both = i32::from(made > 0 && broken > 0);
        after.prospects(seat) - after.prospects(other) + BROKEN * broken + BOTH * both
    }

    /// What a side may hope for: the points where it may play, and its eyes made or in the making. An eye that is linked
    /// to another (做活) counts as both, since its owner can fill it in the end; a lone one whose filling would be suicide
    /// only keeps the opponent out. So whoever keeps the opponent from linking his eyes gains as much.
    fn prospects(&self, seat: Seat) -> i32 {
        let points = (0..self.b.len()).flat_map(|i| (0..self.b[i].len()).map(move |j| (i, j)));
        let value = |(i, j)| {
            let eye = self.lacking(seat, i, j).map_or(0, |lacking| EYE[lacking]);
            eye + OWN * i32::from(self.may_play(seat, i, j))
        };
        points.map(value).sum()
    }

    /// The number of walls that an eye at a point still lacks; `None` if the point is not empty or an opponent's stone
    /// is next to it.
    fn lacking(&self, seat: Seat, i: usize, j: usize) -> Option<usize> {
        let other = seat.other().index() as u8 + 1;
        let walls = self.beside(i, j);
        let may_be = self.b[i][j] == 0 && walls.iter().all(|(i, j)| self.b[*i][*j] != other);
        may_be.then(|| walls.iter().filter(|(i, j)| self.b[*i][*j] == 0).count())
    }

    /// The number of eyes that a side has next to one of its stones.
    fn eyes_beside(&self, seat: Seat, i: usize, j: usize) -> i32 {
        let beside = self.beside(i, j).into_iter();
        beside.filter(|(i, j)| self.lacking(seat, *i, *j) == Some(0)).count() as i32
    }
}
