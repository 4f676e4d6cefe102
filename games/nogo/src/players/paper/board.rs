//! The paper's algorithms, transcribed directly from its text (陈雪健 et al. 2020, sections 2 and 3): the board
//! is `b[i][j]`, row `i` from the top, 0 empty, 1 black, 2 white; blocks are pushed on stacks. Slow and plain:
//! the reference that the rules are tested against, and the basis of the player named after the paper.
//!
//! Its misprints are read as intended: `(i,j+1)==2` is `b[i][j+1]==2`; the start stone, which the printed push
//! omits, is pushed first; and every block has its own stack.
//!
//! Tests include this file too, so it refers to the game by its crate name.

use leitai_core::Seat;
use nogo::{Board, Point};

/// A board as the paper stores it, of any size.
#[derive(Clone)]
pub(crate) struct Paper {
    pub(crate) b: Vec<Vec<u8>>,
}

impl Paper {
    /// The stones of a position.
    pub(crate) fn of(board: &Board) -> Paper {
        let rules = board.rules();
        let number = |point| board.at(point).map_or(0, |seat| seat.index() as u8 + 1);
        let row = |y| (0..rules.width()).filter_map(|x| Point::new(x, y)).map(number).collect();
        Paper { b: (0..rules.height()).rev().map(row).collect() }
    }

    /// 着法可行性判定 (figure 10): whether `seat` may play at `b[i][j]`.
    pub(crate) fn may_play(&self, seat: Seat, i: usize, j: usize) -> bool {
        if self.b[i][j] != 0 {
            return false;
        }
        let other = seat.other().index() as u8 + 1;
        let after = self.with(seat, i, j);
        for (i, j) in after.beside(i, j) {
            if after.b[i][j] == other && !after.has_liberty(&after.block(i, j)) {
                return false;
            }
        }
        after.has_liberty(&after.block(i, j))
    }

    /// The board with one more stone.
    pub(crate) fn with(&self, seat: Seat, i: usize, j: usize) -> Paper {
        let mut after = self.clone();
        after.b[i][j] = seat.index() as u8 + 1;
        after
    }

    /// 同色邻接棋子位置入栈: the stones joined to the one at `b[i][j]`, including itself.
    pub(crate) fn block(&self, i: usize, j: usize) -> Vec<(usize, usize)> {
        let mut stack = vec![(i, j)];
        self.push(i, j, &mut stack);
        stack
    }

    fn push(&self, i: usize, j: usize, stack: &mut Vec<(usize, usize)>) {
        for (k, l) in self.beside(i, j) {
            if self.b[k][l] == self.b[i][j] && !stack.contains(&(k, l)) {
                stack.push((k, l));
                self.push(k, l, stack);
            }
        }
    }

    /// 气的计算: whether any stone of the block touches an empty point.
    fn has_liberty(&self, block: &[(usize, usize)]) -> bool {
        block.iter().any(|(i, j)| self.beside(*i, *j).into_iter().any(|(i, j)| self.b[i][j] == 0))
    }

    /// The points to the right, left, below and above that are on the board.
    pub(crate) fn beside(&self, i: usize, j: usize) -> Vec<(usize, usize)> {
        let near = [
            (Some(i), Some(j + 1)),
            (Some(i), j.checked_sub(1)),
            (Some(i + 1), Some(j)),
            (i.checked_sub(1), Some(j)),
        ];
        let on_board = |(i, j): (Option<usize>, Option<usize>)| {
            let (i, j) = (i?, j?);
            self.b.get(i)?.get(j).map(|_| (i, j))
        };
        near.into_iter().filter_map(on_board).collect()
    }
}
