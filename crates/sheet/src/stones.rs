//! Games whose moves are stones placed on points: how both forms of sheet express them.

use crate::head::{Brackets, Head};
use crate::tree::Tree;
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

/// A move of a tree.
#[derive(Clone, Debug)]
pub struct TreeMove {
    /// Its line.
    pub line: usize,
    /// The colour it is given to: 0 for black, 1 for white; `None` if to none.
    pub side: Option<usize>,
    /// What it is.
    pub what: SheetMove,
}

/// The moves of a tree, before the rules see them.
#[derive(Clone, Default, Debug)]
pub struct TreeMoves {
    /// The moves in order.
    pub entries: Vec<TreeMove>,
    /// The colour in which First's moves are given in the end; `None` if the rules know.
    pub first: Option<usize>,
    /// The colour in which First's name and result are given, if not the same.
    pub first_named: Option<usize>,
    /// The stones set up before the moves, by column and row, with their colours.
    pub(crate) stones: Vec<((u8, u8), usize)>,
    /// The line that sets stones up.
    pub(crate) set_up: Option<usize>,
    /// Who moves first, where the tree says so.
    pub(crate) to_move: Option<usize>,
    /// Whether somebody resigned, or lost without a move, and in which colour.
    pub(crate) end: Option<(bool, usize)>,
}

impl TreeMoves {
    /// Whether stones are set up before the moves.
    pub const fn has_set_up(&self) -> bool {
        self.set_up.is_some()
    }
}

/// A position as a tree sets it up.
pub struct SetUp<'a> {
    pub(crate) size: [u8; 2],
    pub(crate) stones: &'a [((u8, u8), usize)],
    pub(crate) row_1_below: bool,
    /// The colour that moves: 0 for black, 1 for white.
    pub mover: usize,
}

impl SetUp<'_> {
    /// A stone of that colour, by column and row.
    pub fn first_of(&self, colour: usize) -> Option<(u8, u8)> {
        self.stones.iter().find(|(_, its)| *its == colour).map(|(point, _)| *point)
    }

    /// The board's rows from the top, joined by `/`, with these signs for the colours and numbers for runs of empty
    /// points.
    pub fn rows(&self, signs: [char; 2]) -> String {
        let [columns, rows] = self.size;
        let mut text = String::new();
        for from_top in 0..rows {
            let y = if self.row_1_below { rows - 1 - from_top } else { from_top };
            let mut empty = 0;
            let mut row = String::new();
            for x in 0..columns {
                let Some((_, colour)) = self.stones.iter().find(|(point, _)| *point == (x, y)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    row.push_str(&std::mem::take(&mut empty).to_string());
                }
                row.push(signs[*colour]);
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            text = if from_top == 0 { row } else { text + "/" + &row };
        }
        text
    }
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

    /// The rule options that a tree states.
    fn stated(_tree: &Tree) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The ways in which the moves of a tree may be meant, the likeliest first: as they stand, unless the game's world
    /// has other habits.
    fn readings(_tree: &Tree, moves: TreeMoves) -> Result<Vec<TreeMoves>, SheetError> {
        Ok(vec![moves])
    }

    /// The position that a tree sets up.
    fn set_up(
        _rules: &<Self::Position as Position>::Rules,
        _board: &SetUp<'_>,
    ) -> Result<Self::Position, Garbled> {
        Err(Garbled(Sentence::new(
            "stones set up before the game are not read in this game",
            "此棋不支持开局前摆放的棋子",
        )))
    }

    /// How an act with this effect is written on a sheet; `None` if it is not (a refused attempt).
    fn entry(m: &MoveOf<Self>, effect: &<Self::Position as Position>::Effect) -> Option<SheetMove>;

    /// Whether an act with this effect is the referee's word that the entry before it, which is being judged, was refused:
    /// neither is on a sheet.
    fn retracts(_m: &MoveOf<Self>, _effect: &<Self::Position as Position>::Effect) -> bool {
        false
    }

    /// The act of an entry.
    fn act(position: &Self::Position, entry: &SheetMove) -> Result<MoveOf<Self>, Garbled>;

    /// Plays a game, showing each entry with its colour; returns the final position.
    fn fold(
        rules: &<Self::Position as Position>::Rules,
        acts: &[(Actor, MoveOf<Self>)],
        mut show: impl FnMut(usize, SheetMove),
    ) -> Self::Position {
        let (mut position, mut entries) = (Self::Position::initial(rules), Vec::new());
        for (by, m) in acts {
            let passes = position.ruling().map(|ruling| Self::colour(&position, ruling.of));
            let side = if let Actor::Seat(seat) = by { Self::colour(&position, *seat) } else { 0 };
            let effect = position.play(*by, m);
            if Self::retracts(m, &effect) {
                entries.pop();
            }
            // By his word a turn may have become a pass of whoever tried.
            entries.extend(Self::entry(m, &effect).map(|entry| {
                let side = passes.filter(|_| entry == SheetMove::Pass).unwrap_or(side);
                (side, entry)
            }));
        }
        for (side, entry) in entries {
            show(side, entry);
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
        Self::unfold_from(None, rules, entries)
    }

    /// The same from another position than the game's start.
    #[expect(clippy::type_complexity, reason = "a list and where it leads")]
    fn unfold_from(
        start: Option<Self::Position>,
        rules: &<Self::Position as Position>::Rules,
        entries: Vec<(usize, Option<usize>, SheetMove)>,
    ) -> Result<(Vec<(Actor, MoveOf<Self>)>, Self::Position), SheetError> {
        let mut position = start.unwrap_or_else(|| Self::Position::initial(rules));
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
