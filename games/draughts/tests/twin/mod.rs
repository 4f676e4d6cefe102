//! The rules again, from scratch and straight from the judge's sentences: an array of squares, one function
//! per rule, nothing clever. The implementation under test must agree with it everywhere.

use draughts::{Board, Path, Piece, Square};
use leitai_core::Seat;

/// Row and column.
pub(crate) type Place = (i8, i8);

#[derive(Clone)]
pub(crate) struct Twin {
    squares: [[Option<Piece>; 8]; 8],
    mover: Seat,
    plies: u16,
    last: u16,
}

/// The state of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Stand {
    Open,
    Won(Seat),
    Drawn,
}

const DIAGONALS: [Place; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Twin {
    pub(crate) fn of(board: &Board) -> Twin {
        let mut squares = [[None; 8]; 8];
        for square in Square::all() {
            squares[usize::from(square.row())][usize::from(square.column())] = board.at(square);
        }
        Twin { squares, mover: board.mover(), plies: board.plies(), last: board.last_ply() }
    }

    /// Whether it holds the same position as `board`.
    pub(crate) fn is(&self, board: &Board) -> bool {
        let other = Twin::of(board);
        self.squares == other.squares && self.mover == other.mover && self.plies == other.plies
    }

    fn at(&self, (row, column): Place) -> Option<Piece> {
        *self.squares.get(row as usize)?.get(column as usize)?
    }

    fn is_free(&self, (row, column): Place) -> bool {
        (0..8).contains(&row) && (0..8).contains(&column) && self.at((row, column)).is_none()
    }

    fn put(&mut self, (row, column): Place, piece: Option<Piece>) {
        self.squares[row as usize][column as usize] = piece;
    }

    fn own(&self) -> Vec<(Place, Piece)> {
        let places = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        let pieces = places.filter_map(|place| Some((place, self.at(place)?)));
        pieces.filter(|(_, piece)| piece.seat == self.mover).collect()
    }

    /// Sentences 3 and 5: a man goes one square diagonally forward, a king one square in any direction.
    fn steps(&self) -> Vec<Vec<Place>> {
        let forward = if self.mover == Seat::First { -1 } else { 1 };
        let mut steps = Vec::new();
        for ((row, column), piece) in self.own() {
            for (down, right) in DIAGONALS {
                let to = (row + down, column + right);
                if (piece.king || down == forward) && self.is_free(to) {
                    steps.push(vec![(row, column), to]);
                }
            }
        }
        steps
    }

    /// Sentences 4.1, 4.4, 4.5 and 6: every continuation from the end of `path`, over enemies not yet jumped,
    /// in any direction. Jumped pieces stay where they are until the move is over.
    fn jumps(&self, path: &[Place], jumped: &[Place], all: &mut Vec<Vec<Place>>) {
        if path.len() > 1 {
            all.push(path.to_vec());
        }
        let (row, column) = path[path.len() - 1];
        for (down, right) in DIAGONALS {
            let over = (row + down, column + right);
            let land = (row + 2 * down, column + 2 * right);
            let enemy = self.at(over).is_some_and(|piece| piece.seat != self.mover);
            let free = self.is_free(land) || land == path[0];
            if enemy && free && !jumped.contains(&over) {
                self.jumps(&[path, &[land]].concat(), &[jumped, &[over]].concat(), all);
            }
        }
    }

    /// Sentences 4.2 and 4.3: a side that can capture must, by a path that captures the most.
    pub(crate) fn moves(&self) -> Vec<Vec<Place>> {
        if self.plies == self.last {
            return Vec::new();
        }
        let mut captures = Vec::new();
        for (place, _) in self.own() {
            self.jumps(&[place], &[], &mut captures);
        }
        let most = captures.iter().map(Vec::len).max().unwrap_or(0);
        captures.retain(|path| path.len() == most);
        if captures.is_empty() { self.steps() } else { captures }
    }

    /// Sentences 4.4 and 5: jumped pieces are removed together, and a man that ends on the far rank becomes a king.
    pub(crate) fn play(&mut self, path: &[Place]) {
        let (from, to) = (path[0], path[path.len() - 1]);
        let mut piece = self.at(from).expect("a piece moves");
        self.put(from, None);
        for leg in path.windows(2) {
            if (leg[0].0 - leg[1].0).abs() == 2 {
                self.put((i8::midpoint(leg[0].0, leg[1].0), i8::midpoint(leg[0].1, leg[1].1)), None);
            }
        }
        piece.king |= to.0 == if self.mover == Seat::First { 0 } else { 7 };
        self.put(to, Some(piece));
        self.mover = self.mover.other();
        self.plies += 1;
    }

    /// Sentence 8.
    pub(crate) fn stand(&self) -> Stand {
        if self.plies == self.last {
            let points = |seat| {
                let pieces = self.squares.iter().flatten().flatten().filter(|piece| piece.seat == seat);
                pieces.map(|piece| if piece.king { 3 } else { 1 }).sum::<u32>()
            };
            let (black, white) = (points(Seat::First), points(Seat::Second));
            return match black.cmp(&white) {
                std::cmp::Ordering::Greater => Stand::Won(Seat::First),
                std::cmp::Ordering::Less => Stand::Won(Seat::Second),
                std::cmp::Ordering::Equal => Stand::Drawn,
            };
        }
        if self.moves().is_empty() { Stand::Won(self.mover.other()) } else { Stand::Open }
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth <= 1 {
            return if depth == 0 { 1 } else { moves.len() as u64 };
        }
        let below = |path: &Vec<Place>| {
            let mut child = self.clone();
            child.play(path);
            child.perft(depth - 1)
        };
        moves.iter().map(below).sum()
    }
}

/// The squares of a path in the twin's form.
pub(crate) fn places(path: &Path) -> Vec<Place> {
    path.squares().iter().map(|square| (square.row() as i8, square.column() as i8)).collect()
}
