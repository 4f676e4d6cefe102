//! Games whose moves are stones put on points: how both forms of sheet say them.

use crate::head::{Brackets, Head};
use leitai_core::{Actor, Garbled, Position, Seat, Sentence, SheetError, State, sentence};

/// A move as it stands on a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SheetMove {
    /// A stone: column from the left and row from where the game has its row 1, both from 0.
    Stone(u8, u8),
    /// A pass.
    Pass,
    /// Anything else, in the game's own notation.
    Word(String),
}

/// How one game's moves stand on a sheet.
pub trait StoneWords: Sized + Send + Sync + 'static {
    /// Its law.
    type Position: Position;
    /// Its code and the letters of its sides.
    const HEAD: Head;
    /// The signs of its national sheet.
    const BRACKETS: Brackets;
    /// Is row 1 at the bottom? Otherwise at the top.
    const ROW_1_BELOW: bool;
    /// The root properties that tell SGF readers the game, such as `GM[4]`.
    const SGF: &'static str;
    /// Does SGF spell its points as letter and number, row 1 on top (Hex)? Otherwise as two letters.
    const SGF_NUMBERS: bool = false;

    /// Columns and rows of the board.
    fn size(rules: &<Self::Position as Position>::Rules) -> [u8; 2];

    /// The side that a seat has: 0 for the first letter, 1 for the second.
    fn side(_position: &Self::Position, seat: Seat) -> usize {
        seat.index()
    }

    /// The colour of the stone that a seat puts now: its side's, but for openings that one seat shows.
    fn colour(position: &Self::Position, seat: Seat) -> usize {
        Self::side(position, seat)
    }

    /// How an act with this effect stands on a sheet; none if it does not (a refused try).
    fn entry(m: &MoveOf<Self>, effect: &<Self::Position as Position>::Effect) -> Option<SheetMove>;

    /// The act of an entry.
    fn act(position: &Self::Position, entry: &SheetMove) -> Result<MoveOf<Self>, Garbled>;

    /// Plays a game, showing each entry with its colour: the position at its end.
    fn fold(
        rules: &<Self::Position as Position>::Rules,
        acts: &[(Actor, MoveOf<Self>)],
        mut show: impl FnMut(usize, SheetMove),
    ) -> Self::Position {
        let mut position = Self::Position::initial(rules);
        for (by, m) in acts {
            let side = if let Actor::Seat(seat) = by { Self::colour(&position, *seat) } else { 0 };
            let effect = position.play(*by, m);
            if let Some(entry) = Self::entry(m, &effect) {
                show(side, entry);
            }
        }
        position
    }

    /// The acts of entries, each with its line and the side it is said to belong to, and the position they
    /// lead to.
    #[expect(clippy::type_complexity, reason = "a list and where it leads")]
    fn unfold(
        rules: &<Self::Position as Position>::Rules,
        entries: Vec<(usize, Option<usize>, SheetMove)>,
    ) -> Result<(Vec<(Actor, MoveOf<Self>)>, Self::Position), SheetError> {
        let mut position = Self::Position::initial(rules);
        let mut acts = Vec::with_capacity(entries.len());
        for (line, side, entry) in entries {
            let Some(by) = position.turn().next() else {
                return Err(SheetError::new(
                    line,
                    Sentence::new("a move after the end of the game", "终局之后还有着法"),
                ));
            };
            let m = Self::act(&position, &entry).map_err(|Garbled(what)| SheetError::new(line, what))?;
            if let (Actor::Seat(seat), Some(side)) = (by, side)
                && Self::colour(&position, seat) != side
            {
                let due = Self::HEAD.sides[Self::colour(&position, seat)];
                return Err(SheetError::new(line, sentence!("{due} is to move here", "此处应由 {due} 走")));
            }
            position.check(by, &m).map_err(|why| SheetError::new(line, why.reason()))?;
            let effect = position.play(by, &m);
            if Self::entry(&m, &effect).is_none() {
                return Err(SheetError::new(
                    line,
                    Sentence::new("illegal: the referee refuses this move", "违规着法：裁判拒绝此着"),
                ));
            }
            acts.push((by, m));
        }
        Ok((acts, position))
    }
}

type MoveOf<W> = <<W as StoneWords>::Position as State>::Move;
