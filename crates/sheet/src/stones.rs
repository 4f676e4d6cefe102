//! Games whose moves are stones placed on points: how both forms of sheet express them.

use crate::head::{Brackets, Head};
use leitai_core::{Actor, Garbled, Position, Seat, Sentence, SheetError, State, sentence};

/// A move as written on a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SheetMove {
    /// A stone: its column from the left and its row from the game's row 1, both from 0.
    Stone(u8, u8),
    /// A pass.
    Pass,
    /// Anything else, in the game's own notation.
    Word(String),
}

/// How a game's moves are written on a sheet.
pub trait StoneWords: Sized + Send + Sync + 'static {
    /// The game's rules.
    type Position: Position;
    /// The game's code and the letters of its sides.
    const HEAD: Head;
    /// The brackets of its national sheet.
    const BRACKETS: Brackets;
    /// Whether row 1 is at the bottom; otherwise it is at the top.
    const ROW_1_BELOW: bool;
    /// The root properties that identify the game to SGF readers, such as `GM[4]`.
    const SGF: &'static str;
    /// Whether SGF writes points as a letter and a number with row 1 at the top (Hex); otherwise as two letters.
    const SGF_NUMBERS: bool = false;

    /// Columns and rows of the board.
    fn size(rules: &<Self::Position as Position>::Rules) -> [u8; 2];

    /// The side that a seat has: 0 for the first letter, 1 for the second.
    fn side(_position: &Self::Position, seat: Seat) -> usize {
        seat.index()
    }

    /// The colour of the stone that a seat places now: that of its side, except in openings that one seat lays out
    /// alone.
    fn colour(position: &Self::Position, seat: Seat) -> usize {
        Self::side(position, seat)
    }

    /// How an act with this effect is written on a sheet; `None` if it is not (a refused attempt).
    fn entry(m: &MoveOf<Self>, effect: &<Self::Position as Position>::Effect) -> Option<SheetMove>;

    /// The act of an entry.
    fn act(position: &Self::Position, entry: &SheetMove) -> Result<MoveOf<Self>, Garbled>;

    /// Plays a game, showing each entry with its colour; returns the final position.
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

    /// The acts of entries, each of which has its line and the side named for it, and the position that the acts lead
    /// to.
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
