//! The rules again, implemented as literally as possible: letters on a board, eight directions walked square
//! by square.

use amazons::{Board, Move, Square};
use leitai_core::Seat;

const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Rows from the bottom: `x`, `o`, `#`, and `.` for a free square.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Twin {
    rows: Vec<Vec<char>>,
    mover: char,
}

impl Twin {
    /// The twin of a board's position.
    pub(crate) fn of(board: &Board) -> Twin {
        let side = usize::from(board.size().side());
        let mut twin = Twin { rows: vec![vec!['.'; side]; side], mover: 'x' };
        for (seat, letter) in [(Seat::First, 'x'), (Seat::Second, 'o')] {
            board.amazons(seat).for_each(|square| *twin.at_mut(square) = letter);
            if board.mover() == seat {
                twin.mover = letter;
            }
        }
        board.arrows().for_each(|square| *twin.at_mut(square) = '#');
        twin
    }

    fn at_mut(&mut self, square: Square) -> &mut char {
        &mut self.rows[usize::from(square.y())][usize::from(square.x())]
    }

    fn squares(&self) -> Vec<Square> {
        let side = self.rows.len() as u8;
        (0..side).flat_map(|y| (0..side).map(move |x| Square::new(x, y).unwrap())).collect()
    }

    /// Every square that a queen on `from` reaches.
    fn reached(&self, from: Square) -> Vec<Square> {
        let mut reached = Vec::new();
        for (dx, dy) in DIRECTIONS {
            let (mut x, mut y) = (from.x() as i8 + dx, from.y() as i8 + dy);
            while self.rows.get(y as usize).and_then(|row| row.get(x as usize)) == Some(&'.') {
                reached.push(Square::new(x as u8, y as u8).unwrap());
                (x, y) = (x + dx, y + dy);
            }
        }
        reached
    }

    /// Every move of the side to move.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.squares() {
            let mut left = self.clone();
            if std::mem::replace(left.at_mut(from), '.') != self.mover {
                continue;
            }
            for to in self.reached(from) {
                *left.at_mut(to) = self.mover;
                moves.extend(left.reached(to).into_iter().map(|arrow| Move::new(from, to, arrow)));
                *left.at_mut(to) = '.';
            }
        }
        moves
    }

    /// Plays a move without checking it.
    pub(crate) fn play(&mut self, m: Move) {
        *self.at_mut(m.from()) = '.';
        *self.at_mut(m.to()) = self.mover;
        *self.at_mut(m.arrow()) = '#';
        self.mover = if self.mover == 'x' { 'o' } else { 'x' };
    }

    /// The number of leaves of the tree.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let below = |m: &Move| {
            let mut child = self.clone();
            child.play(*m);
            child.perft(depth - 1)
        };
        moves.iter().map(below).sum()
    }
}
