//! A second implementation of the rules, straight from their sentences: an array of points, a walker
//! that follows the tracks step by step, and a record of the whole past. The rules under test must agree with
//! it everywhere.

use leitai_core::Seat;
use surakarta::{Board, Ply, Point};

/// Column from the left and row from the top.
pub(crate) type Place = (i8, i8);
type Stones = [[Option<Seat>; 6]; 6];

#[derive(Clone)]
pub(crate) struct Twin {
    stones: Stones,
    mover: Seat,
    limit: usize,
    /// Every position since the last capture with its side to move, the current one last.
    past: Vec<(Stones, Seat)>,
}

/// The state of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Stand {
    Open,
    Won(Seat),
    Drawn,
}

pub(crate) fn places(ply: Ply) -> [Place; 2] {
    [ply.from, ply.to].map(|point| (point.x() as i8, point.y() as i8))
}

pub(crate) fn ply([from, to]: [Place; 2]) -> Ply {
    let point = |(x, y): Place| Point::new(x as u8, y as u8).expect("on the board");
    Ply { from: point(from), to: point(to) }
}

fn every_place() -> impl Iterator<Item = Place> {
    (0..6).flat_map(|y| (0..6).map(move |x| (x, y)))
}

fn is_on_board((x, y): Place) -> bool {
    (0..6).contains(&x) && (0..6).contains(&y)
}

/// The next point of a walk through a point in a direction: straight on or, at the end of a line, over the
/// arc around the nearest corner into the crossing line at the same distance from that corner. The lines of
/// the rim have no arcs. Also returns the new direction and whether an arc was passed.
fn walk((x, y): Place, (dx, dy): Place) -> Option<(Place, Place, bool)> {
    let on = (x + dx, y + dy);
    if is_on_board(on) {
        return Some((on, (dx, dy), false));
    }
    // 1 or 2 from the corner, 0 on the rim.
    let far = |n: i8| n.min(5 - n);
    let mirror = |n: i8, toward: i8| if toward > 0 { 5 - n } else { n };
    if dx != 0 {
        let (down, d) = (if y < 3 { 1 } else { -1 }, far(y));
        (d > 0).then(|| ((mirror(d, dx), if down > 0 { 0 } else { 5 }), (0, down), true))
    } else {
        let (right, d) = (if x < 3 { 1 } else { -1 }, far(x));
        (d > 0).then(|| ((if right > 0 { 0 } else { 5 }, mirror(d, dy)), (right, 0), true))
    }
}

impl Twin {
    /// The twin of `board`, including its past.
    pub(crate) fn of(board: &Board) -> Twin {
        let mut stones = [[None; 6]; 6];
        for point in Point::all() {
            stones[usize::from(point.y())][usize::from(point.x())] = board.at(point);
        }
        let limit = usize::from(board.rules().no_capture_plies());
        let mut twin = Twin { stones, mover: board.mover(), limit, past: Vec::new() };
        let mut past = vec![(twin.stones, twin.mover)];
        for ply in board.quiet().rev() {
            let [from, to] = places(ply);
            let stone = twin.at(to);
            twin.put(to, None);
            twin.put(from, stone);
            twin.mover = twin.mover.other();
            past.push((twin.stones, twin.mover));
        }
        past.reverse();
        Twin { stones, mover: board.mover(), past, ..twin }
    }

    /// Whether the twin equals `board`, including the past since the last capture.
    pub(crate) fn is(&self, board: &Board) -> bool {
        let other = Twin::of(board);
        self.past == other.past && self.stones == other.stones && self.mover == other.mover
    }

    fn at(&self, (x, y): Place) -> Option<Seat> {
        self.stones[y as usize][x as usize]
    }

    fn put(&mut self, (x, y): Place, stone: Option<Seat>) {
        self.stones[y as usize][x as usize] = stone;
    }

    /// "每个棋子可以向8个方向移动一格（当所去的方向无棋子时）".
    fn steps(&self, from: Place) -> Vec<Place> {
        let near = |to: &Place| (to.0 - from.0).abs() < 2 && (to.1 - from.1).abs() < 2;
        every_place().filter(|to| near(to) && self.at(*to).is_none()).collect()
    }

    /// "必须经过至少一个完整的弧线，并且移动路径中不可以有本方棋子阻挡", with the moving stone itself taken off the board.
    fn captures(&self, start: Place) -> Vec<Place> {
        let mut lifted = self.clone();
        lifted.put(start, None);
        let mut captures = Vec::new();
        for first in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (mut at, mut way, mut arcs) = (start, first, 0);
            while let Some((on, turned, arc)) = walk(at, way) {
                (at, way, arcs) = (on, turned, arcs + u32::from(arc));
                match lifted.at(at) {
                    Some(seat) if seat != self.mover && arcs > 0 => captures.push(at),
                    None if (at, way) != (start, first) => continue,
                    _ => {}
                }
                break;
            }
        }
        captures.sort_unstable();
        captures.dedup();
        captures
    }

    fn every_move(&self) -> Vec<[Place; 2]> {
        let own = every_place().filter(|place| self.at(*place) == Some(self.mover));
        own.flat_map(|from| {
            let to = [self.steps(from), self.captures(from)].concat();
            to.into_iter().map(move |to| [from, to])
        })
        .collect()
    }

    pub(crate) fn moves(&self) -> Vec<[Place; 2]> {
        if self.stand() == Stand::Open { self.every_move() } else { Vec::new() }
    }

    pub(crate) fn play(&mut self, [from, to]: [Place; 2]) {
        let is_capture = self.at(to).is_some();
        let stone = self.at(from);
        self.put(from, None);
        self.put(to, stone);
        self.mover = self.mover.other();
        if is_capture {
            self.past.clear();
        }
        self.past.push((self.stones, self.mover));
    }

    pub(crate) fn stand(&self) -> Stand {
        let count = |seat| every_place().filter(|place| self.at(*place) == Some(seat)).count();
        let [black, white] = Seat::BOTH.map(count);
        let times = self.past.iter().filter(|then| **then == (self.stones, self.mover)).count();
        let is_over = black == 0 || white == 0 || times >= 3 || self.past.len() > self.limit;
        if !is_over && !self.every_move().is_empty() {
            return Stand::Open;
        }
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => Stand::Won(Seat::First),
            std::cmp::Ordering::Less => Stand::Won(Seat::Second),
            std::cmp::Ordering::Equal => Stand::Drawn,
        }
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let below = |ply: [Place; 2]| {
            let mut child = self.clone();
            child.play(ply);
            child.perft(depth - 1)
        };
        let moves = self.moves();
        if depth == 1 { moves.len() as u64 } else { moves.into_iter().map(below).sum() }
    }
}
