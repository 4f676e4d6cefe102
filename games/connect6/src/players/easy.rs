//! A simple rule of thumb: win if this turn can, otherwise stop what wins next turn, otherwise place the two
//! stones whose windows are worth most. Never looks beyond the current turn.

use super::windows::{Count, Window, Windows};
use crate::{Board, Point};
use leitai_core::{Budget, Engine, Info, Rng, Seat};
use leitai_search::shuffle;

/// Stones per turn. A window at most this many stones short of six can be completed in one turn.
const TURN: u8 = 2;
/// How many points are tried in pairs, besides those that stop a threat.
const POOL: usize = 24;
/// Value of a window without enemy stones, by the number of own ones. From four on it threatens to win.
const MINE: [i32; 7] = [0, 1, 5, 14, 36, 40, 0];
/// Value of the enemy's windows. The enemy moves next, so they count a little more, up to those that must be
/// stopped anyway.
const THEIRS: [i32; 7] = [0, 1, 7, 22, 60, 60, 0];

/// Built-in level `easy`.
pub(crate) struct Easy(Rng);

impl Easy {
    pub(crate) fn new(seed: u64) -> Self {
        Easy(Rng::new(seed))
    }
}

impl Engine<Board> for Easy {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Point>),
        turn: &mut Vec<Point>,
    ) {
        let left = view.stones_left();
        let mut search = Search::new(view, me);
        if let Some(won) = search.win(left) {
            turn.extend(won);
            return;
        }
        let mut pool = search.pool(&mut self.0);
        if left == 1 {
            // A single stone: there is nothing to pair it with.
            pool.sort_by_cached_key(|point| std::cmp::Reverse(search.worth(&[*point])));
            turn.extend(pool.first());
            return;
        }
        let pairs = (0..pool.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let mut best: Option<([Point; 2], Worth)> = None;
        for (i, j) in pairs {
            let pair = [pool[i], pool[j]];
            let worth = search.worth(&pair);
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((pair, worth));
            }
        }
        let Some((pair, _)) = best else { return };
        turn.extend(pair);
    }
}

/// The value of a turn, most important criterion first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Worth {
    /// Negated number of remaining enemy windows that win next turn.
    stopped: i32,
    /// Whether the turn makes more threats than two stones can stop.
    wins: bool,
    /// The change in the total value of all windows.
    shape: i32,
}

struct Search {
    me: Seat,
    windows: Windows,
    /// The enemy's windows that win next turn.
    threats: Vec<Window>,
}

impl Search {
    fn new(board: &Board, me: Seat) -> Search {
        let windows = Windows::new(board, me);
        let threatens = |count: Count| count.mine == 0 && count.theirs + TURN >= 6;
        let threats = Window::all().filter(|window| threatens(windows.count(*window))).collect();
        Search { me, windows, threats }
    }

    /// Stones that complete six using at most `left` of them.
    fn win(&self, left: u16) -> Option<Vec<Point>> {
        let wins = |count: Count| count.theirs == 0 && u16::from(count.mine) + left >= 6;
        let window = Window::all().find(|window| wins(self.windows.count(*window)))?;
        Some(self.windows.gaps(window).collect())
    }

    /// The points to pair: all that stop a threat, and the best others. Ties are broken at random.
    fn pool(&mut self, rng: &mut Rng) -> Vec<Point> {
        let mut points: Vec<_> = self.windows.empty().iter().collect();
        shuffle(&mut points, rng);
        points.sort_by_cached_key(|point| -(self.gain(self.me, *point) - self.gain(self.me.other(), *point)));
        let stops = |point: &Point| Window::through(*point).any(|window| self.threats.contains(&window));
        let mut rank = 0..;
        points.retain(|point| rank.next().is_some_and(|i| i < POOL) || stops(point));
        points
    }

    fn worth(&mut self, stones: &[Point]) -> Worth {
        let mut shape = 0;
        for point in stones {
            shape += self.gain(self.me, *point);
            self.windows.place(self.me, *point);
        }
        let open = self.threats.iter().filter(|window| self.windows.count(**window).mine == 0).count();
        let mine = self.mine(stones);
        let wins = open == 0 && !self.windows.can_stop(&mine, u16::from(TURN));
        for point in stones {
            self.windows.lift(self.me, *point);
        }
        Worth { stopped: -(open as i32), wins, shape }
    }

    /// My windows through these stones that win on my next turn.
    fn mine(&self, stones: &[Point]) -> Vec<Window> {
        let threatens = |count: Count| count.theirs == 0 && count.mine + TURN >= 6;
        let through = stones.iter().flat_map(|point| Window::through(*point));
        through.filter(|window| threatens(self.windows.count(*window))).collect()
    }

    /// How much a stone of `seat` on an empty point changes the value of all windows for me.
    fn gain(&self, seat: Seat, point: Point) -> i32 {
        let change = |window| {
            let before = self.windows.count(window);
            let mut after = before;
            if seat == self.me {
                after.mine += 1;
            } else {
                after.theirs += 1;
            }
            value(after) - value(before)
        };
        Window::through(point).map(change).sum()
    }
}

fn value(count: Count) -> i32 {
    match (count.mine, count.theirs) {
        (mine, 0) => MINE[usize::from(mine)],
        (0, theirs) => -THEIRS[usize::from(theirs)],
        _ => 0,
    }
}
