//! A position for searches to walk through, with random playouts that save bridges.

use super::paths::detours;
use crate::stones::runs;
use crate::{Board, Cell, Move};
use leitai_core::{Actor, Position, Rng, Seat, State};
use leitai_search::{Hand, Playout, Walk, Which};

/// The board with a hash key, which costs a few nanoseconds per stone to maintain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Field {
    board: Board,
    key: u64,
}

/// Cells of the largest board.
const CELLS: usize = Cell::MOST as usize * Cell::MOST as usize;
/// The same with a frame of cells around them.
const FRAMED: usize = (Cell::MOST as usize + 2) * (Cell::MOST as usize + 2);
/// The number of games that a prior counts as.
const GAMES: f32 = 16.0;
/// The worth of a cell on shortest ways of both sides, in log-odds, and the deduction for each additional stone that
/// ways through it need.
const ON_THE_WAY: f32 = 0.8;
const DETOUR: f32 = 0.45;

/// A random number for each stone of each seat.
const KEYS: [[u64; CELLS]; 2] = {
    let mut rng = Rng::new(0x686578);
    let mut keys = [[0; CELLS]; 2];
    let mut i = 0;
    while i < 2 * CELLS {
        keys[i / CELLS][i % CELLS] = rng.next();
        i += 1;
    }
    keys
};
/// The number that marks Second as the seat on turn.
const SECOND: u64 = 0x5de7_9b1c_24f0_83a6;

impl Field {
    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// Wraps a board.
    pub fn of(board: &Board) -> Field {
        let keys = |seat: Seat| board.stones(seat).iter().map(move |cell| KEYS[seat.index()][slot(cell)]);
        let stones = Seat::BOTH.into_iter().flat_map(keys).fold(0, |key, one| key ^ one);
        let hand = if board.turn().owes(Actor::Seat(Seat::Second)) { SECOND } else { 0 };
        Field { board: *board, key: stones ^ hand }
    }
}

/// The index of a cell's numbers, the same on boards of every size.
fn slot(cell: Cell) -> usize {
    usize::from(cell.index(Cell::MOST))
}

impl Walk for Field {
    type Act = Move;
    type Undo = Field;

    fn hand(&self) -> Hand {
        match self.board.winner() {
            Some(winner) => Hand::Over(if winner == Seat::First { 1.0 } else { 0.0 }),
            None => Hand::Seat(self.board.mover()),
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn acts(&mut self, _: Which, out: &mut Vec<Move>) {
        self.board.moves(Actor::Seat(self.board.mover()), out);
    }

    fn make(&mut self, act: Move) -> Field {
        let before = *self;
        let seat = self.board.mover();
        self.board.play(Actor::Seat(seat), &act);
        match act {
            Move::Stone(cell) => {
                let over = self.board.winner().is_some();
                let passes = if over && seat == Seat::First { 0 } else { SECOND };
                self.key ^= KEYS[seat.index()][slot(cell)] ^ passes;
            }
            Move::Swap => *self = Field::of(&self.board),
        }
        before
    }

    fn take_back(&mut self, _: Move, undo: Field) {
        *self = undo;
    }
}

/// Fills places that are never asked for.
const CORNER: Cell = Cell::new(0, 0).expect("on every board");
/// Repeats six bits three times.
const RING: u32 = 1 | 1 << 6 | 1 << 12;
/// An empty cell; a seat's stone is its index plus one.
const EMPTY: u8 = 0;

/// A board that is filled completely, with the borders as a frame of stones around it.
struct Filling {
    cells: [u8; FRAMED],
    size: usize,
}

impl Filling {
    fn of(board: &Board) -> Filling {
        let size = usize::from(board.rules().size());
        let mut filling = Filling { cells: [EMPTY; FRAMED], size };
        let width = size + 2;
        let [red, blue] = Seat::BOTH.map(|seat| seat.index() as u8 + 1);
        for i in 0..width {
            filling.cells[i * width] = blue;
            filling.cells[i * width + width - 1] = blue;
        }
        filling.cells[1..=size].fill(red);
        filling.cells[width * (width - 1) + 1..width * width - 1].fill(red);
        for (seat, stone) in Seat::BOTH.into_iter().zip([red, blue]) {
            board.stones(seat).iter().for_each(|cell| {
                let at = filling.at(cell);
                filling.cells[at] = stone;
            });
        }
        filling
    }

    fn at(&self, cell: Cell) -> usize {
        (usize::from(cell.y()) + 1) * (self.size + 2) + usize::from(cell.x()) + 1
    }

    /// The six neighbours of a cell, in order around it.
    fn around(&self, at: usize) -> [usize; 6] {
        let width = self.size + 2;
        [at + 1, at + 1 - width, at - width, at - 1, at + width - 1, at + width]
    }

    /// The cell that saves a bridge of `stone` which the opponent's stone at `at` has broken into, searching from
    /// neighbour `lot`.
    fn broken(&self, at: usize, stone: u8, lot: usize) -> Option<usize> {
        let around = self.around(at);
        let (mut own, mut empty) = (0u32, 0u32);
        for (i, at) in around.iter().enumerate() {
            own |= u32::from(self.cells[*at] == stone) << i;
            empty |= u32::from(self.cells[*at] == EMPTY) << i;
        }
        // Between two of its stones around the ring, which is repeated so that it can be read from any neighbour on.
        let (own, empty) = (own * RING, empty * RING);
        let saving = (own << 1 & empty & own >> 1) >> (lot + 1) & 0x3f;
        (saving != 0).then(|| around[(lot + 1 + saving.trailing_zeros() as usize) % 6])
    }

    /// Whether red has joined its borders. On a full board, exactly one side has.
    fn red_joined(&self) -> bool {
        let width = self.size + 2;
        let row = |y: usize| {
            let cells = &self.cells[(y + 1) * width + 1..(y + 2) * width - 1];
            (0..).zip(cells).fold(0u32, |row, (x, cell)| row | u32::from(*cell == 1) << x)
        };
        let mut rows = [0; Cell::MOST as usize];
        (0..self.size).for_each(|y| rows[y] = row(y));
        joined(&rows[..self.size])
    }
}

/// Whether the stones in these rows join the first row to the last.
fn joined(rows: &[u32]) -> bool {
    let last = rows.len() - 1;
    let mut reached = [0u32; Cell::MOST as usize];
    reached[0] = rows[0];
    // Down and up again, until nothing more is reached. Downwards a cell touches its own column and the one before,
    // upwards its own and the next.
    loop {
        let before = reached;
        for y in 1..=last {
            reached[y] = runs(rows[y], reached[y] | (reached[y - 1] | reached[y - 1] >> 1) & rows[y]);
        }
        if reached[last] != 0 || reached == before {
            return reached[last] != 0;
        }
        for y in (0..last).rev() {
            reached[y] = runs(rows[y], reached[y] | (reached[y + 1] | reached[y + 1] << 1) & rows[y]);
        }
    }
}

impl Playout for Field {
    fn play_out(&mut self, rng: &mut Rng, seen: &mut Vec<(Seat, Move)>) -> f32 {
        let mut filling = Filling::of(&self.board);
        // The cells of the order, and the name of each by its place in the filling.
        let (mut order, mut names) = ([0u16; CELLS], [CORNER; FRAMED]);
        let mut count = 0;
        for cell in self.board.empty().iter() {
            let at = filling.at(cell);
            (order[count], names[at]) = (at as u16, cell);
            count += 1;
        }
        let (mut seat, mut broken, mut i, mut left) = (self.board.mover(), None, 0, count);
        while left > 0 {
            let at = broken.unwrap_or_else(|| {
                loop {
                    // Going once through the cells in random order draws uniformly from the cells left.
                    order.swap(i, i + rng.below(count - i));
                    i += 1;
                    let at = usize::from(order[i - 1]);
                    if filling.cells[at] == EMPTY {
                        break at;
                    }
                }
            });
            filling.cells[at] = seat.index() as u8 + 1;
            seen.push((seat, Move::Stone(names[at])));
            left -= 1;
            seat = seat.other();
            broken = filling.broken(at, seat.index() as u8 + 1, at % 6);
        }
        if filling.red_joined() { 1.0 } else { 0.0 }
    }

    /// Corrects the mean of random playouts: it slightly overrates the side to move and greatly underrates the lead of
    /// the side that is ahead. Fitted by logistic regression on 2,000 positions from games between two `medium`
    /// players.
    fn expected(&self, mean: f32) -> f32 {
        let mover = if self.board.mover() == Seat::First { -0.28 } else { 0.28 };
        leitai_search::expected(2.63 * leitai_search::log_odds(mean) + mover)
    }

    fn priors(&mut self, acts: &[Move], out: &mut Vec<(f32, f32)>) {
        let size = self.board.rules().size();
        let detours = detours(&self.board);
        out.extend(acts.iter().map(|act| match act {
            Move::Stone(cell) => {
                let at = usize::from(cell.index(size));
                let more = detours.iter().map(|detours| f32::from(detours[at])).sum::<f32>();
                (leitai_search::expected(ON_THE_WAY - DETOUR * more), GAMES)
            }
            Move::Swap => (0.5, 1.0),
        }));
    }

    fn slot(&self, act: Move) -> usize {
        match act {
            Move::Stone(cell) => slot(cell),
            Move::Swap => CELLS,
        }
    }

    const SLOTS: usize = CELLS + 1;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hex, Rules, Stones};
    use leitai_core::{Game, Turn};

    fn rules(size: u8, swap: bool) -> Rules {
        Rules::new(size, swap, false).expect("a size of 2 to 19")
    }

    /// Acts, results, seats on turn and keys agree with the board's, and taking back an act leaves no trace.
    #[test]
    fn it_walks_as_the_rules_do() {
        let mut rng = Rng::new(1);
        for game in 0..leitai_testkit::cases(200) {
            let size = if game % 2 == 0 { 11 } else { 2 + game as u8 / 2 % 18 };
            let mut board = Board::initial(&rules(size, game % 4 < 2));
            let mut field = Field::of(&board);
            loop {
                assert_eq!(field, Field::of(&board), "the keys of a game and of its position");
                let (mut acts, mut moves) = (Vec::new(), Vec::new());
                board.moves(Actor::Seat(board.mover()), &mut moves);
                field.acts(Which::All, &mut acts);
                assert_eq!(acts, moves);
                match board.turn() {
                    Turn::Over(_) => {
                        let result = if board.winner() == Some(Seat::First) { 1.0 } else { 0.0 };
                        assert_eq!(field.hand(), Hand::Over(result));
                        break;
                    }
                    _ => assert_eq!(field.hand(), Hand::Seat(board.mover())),
                }
                // Swaps half the time where that is allowed.
                let swaps = board.can_swap() && rng.below(2) == 0;
                let act = if swaps { Move::Swap } else { moves[rng.below(moves.len())] };
                let undo = field.make(act);
                field.take_back(act, undo);
                assert_eq!(field, Field::of(&board));
                field.make(act);
                board.play(Actor::Seat(board.mover()), &act);
            }
        }
    }

    #[test]
    fn games_played_out_end_as_the_rules_say() {
        let mut rng = Rng::new(2);
        for size in 2..=19 {
            let board = Board::initial(&rules(size, false));
            for _ in 0..20 {
                let mut seen = Vec::new();
                let result = Field::of(&board).play_out(&mut rng, &mut seen);
                let stones = |seat| seen.iter().filter(move |(by, _)| *by == seat);
                let cells = |seat| {
                    stones(seat).filter_map(|(_, act)| match act {
                        Move::Stone(cell) => Some(*cell),
                        Move::Swap => None,
                    })
                };
                let [red, blue] = Seat::BOTH.map(|seat| cells(seat).collect::<Stones>());
                assert_eq!(red.or(&blue), Stones::board(size));
                assert_eq!(red.connects(Seat::First, size), result > 0.5);
                assert_eq!(blue.connects(Seat::Second, size), result < 0.5);
            }
        }
    }

    /// Bridges connect red's two stones to each other and to the borders, so red wins whatever blue tries.
    #[test]
    fn bridges_are_saved_in_games_played_out() {
        let board = Hex::read_position("5/2r2/5/1r2b/5 b", &rules(5, false)).expect("a position");
        let (mut rng, mut field) = (Rng::new(3), Field::of(&board));
        let wins = (0..50).filter(|_| field.play_out(&mut rng, &mut Vec::new()) > 0.5).count();
        assert_eq!(wins, 50);
    }
}
