//! Moves by the numbers of squares, 1 to 32 row by row from the top (`22-18`, `15x22x29`), or by columns and rows
//! (`c3-d4`), as draughts players write them. Who begins sits at the bottom here; where that side has the numbers up to
//! 12, the board is turned.

use crate::{Board, Path, Square};
use leitai_core::{Actor, Garbled, Position, SheetError, State, Turn, sentence};

/// A game that is being read.
pub(crate) struct Reading {
    pub(crate) board: Board,
    pub(crate) acts: Vec<(Actor, Path)>,
    is_turned: Option<bool>,
}

impl Reading {
    pub(crate) const fn of(board: Board) -> Reading {
        Reading { board, acts: Vec::new(), is_turned: None }
    }

    /// Whether the side that begins sits at the top, as in English draughts.
    pub(crate) fn is_turned(&self) -> bool {
        self.is_turned.unwrap_or(false)
    }

    /// Plays the move of a word.
    pub(crate) fn play(&mut self, line: usize, word: &str) -> Result<(), SheetError> {
        let garbled = || {
            let expected =
                Garbled::expected("a move like 22-18, 15x22 or c3-d4", "形如 22-18、15x22 或 c3-d4 的着法");
            SheetError::new(line, expected.0)
        };
        let named = squares(word).ok_or_else(garbled)?;
        let is_turned = *self.is_turned.get_or_insert_with(|| named[0].row() < 3);
        let turned = |square: &Square| if is_turned { square.turned() } else { *square };
        let named: Vec<Square> = named.iter().map(turned).collect();
        let Turn::Of(by) = self.board.turn() else {
            return Err(SheetError::new(
                line,
                sentence!("a move after the end of the game", "终局之后还有着法"),
            ));
        };
        let mut legal = Vec::new();
        self.board.moves(by, &mut legal);
        legal.retain(|path| passes(path, &named));
        let Some(path) = legal.first().copied() else {
            return Err(SheetError::new(
                line,
                sentence!(
                    "`{word}` is illegal here, by the judge's rules: kings step one square, and the most pieces must be \
                     captured",
                    "“{word}”在此不合规则：这里按在线评测的规则，王只走一格，且有多吃多"
                ),
            ));
        };
        // Ways over other squares that take the same pieces come to the same.
        let taken = |path: &Path| {
            let mut taken: Vec<Square> =
                path.squares().windows(2).map(|leg| leg[0].halfway(leg[1])).collect();
            taken.sort_unstable();
            taken
        };
        if legal.iter().any(|other| taken(other) != taken(&path)) {
            return Err(SheetError::new(
                line,
                sentence!("`{word}` can be played in several ways", "“{word}”有不止一种走法"),
            ));
        }
        self.board.play(by, &path);
        self.acts.push((by, path));
        Ok(())
    }
}

/// Whether a path begins and ends as named, and visits what is named between in that order.
fn passes(path: &Path, named: &[Square]) -> bool {
    let mut visited = path.squares().iter();
    path.from() == named[0]
        && Some(&path.to()) == named.last()
        && named.iter().all(|its| visited.any(|at| at == its))
}

/// The squares of a word, at least two.
fn squares(word: &str) -> Option<Vec<Square>> {
    let parts = word.split(['-', 'x', 'X', ':', '×']);
    let squares: Vec<Square> =
        parts.map(|part| number(part).or_else(|| place(part))).collect::<Option<_>>()?;
    (squares.len() > 1).then_some(squares)
}

fn number(text: &str) -> Option<Square> {
    let number: usize = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    (1..=32).contains(&number).then(|| Square::dark(number - 1))
}

/// A square like `c3`, its row counted from the bottom.
fn place(text: &str) -> Option<Square> {
    let [column, row] = *text.as_bytes() else { return None };
    let row = 8_u8.checked_sub(row.checked_sub(b'0')?)?;
    Square::new(row, column.to_ascii_lowercase().checked_sub(b'a')?)
}

/// Whether a word is a move, whatever the position.
pub(crate) fn is_move(word: &str) -> bool {
    squares(word).is_some()
}
