//! Sheets: the texts in which other programs and contests keep a game's moves (棋谱).
//!
//! A sheet contains less than a record: moves and the result, but no options, times or refusals.

use crate::{Actor, Position, Seat, Sentence, errors};
use std::fmt::{self, Display};
use std::str::FromStr;

/// A form of sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SheetName {
    /// The text record of the national contest.
    National,
    /// Smart Game Format, version 4.
    Sgf,
}

impl SheetName {
    /// Every form.
    pub const ALL: [SheetName; 2] = [SheetName::National, SheetName::Sgf];

    /// The name typed on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            SheetName::National => "national",
            SheetName::Sgf => "sgf",
        }
    }
}

impl Display for SheetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SheetName {
    type Err = ();
    fn from_str(text: &str) -> Result<SheetName, ()> {
        SheetName::ALL.into_iter().find(|name| name.name() == text).ok_or(())
    }
}

/// The heading of a sheet. Texts are empty where nothing is stated.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Heading {
    /// The names of First and Second.
    pub teams: [String; 2],
    /// How the game ended; `None` if nothing is stated.
    pub result: Option<SheetResult>,
    /// When: `YYYY.MM.DD HH:MM`.
    pub time: String,
    /// Where.
    pub place: String,
    /// At what event.
    pub event: String,
}

/// A result as a sheet states it, without the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SheetResult {
    /// That seat won.
    Won(Seat),
    /// Nobody won.
    Drawn,
}

impl SheetResult {
    /// The result of a game that ended with this winner.
    pub fn of(winner: Option<Seat>) -> SheetResult {
        winner.map_or(SheetResult::Drawn, SheetResult::Won)
    }

    /// Who won, if anybody.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            SheetResult::Won(seat) => Some(seat),
            SheetResult::Drawn => None,
        }
    }
}

errors! {
    /// Where a sheet is broken, and why.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct SheetError {
        /// The line, from 1.
        pub line: usize,
        /// What is wrong with it.
        pub what: Sentence,
    } => "line {line}: {what}", "第 {line} 行：{what}";
}

impl SheetError {
    /// The error that `what` is wrong in that line.
    pub fn new(line: usize, what: Sentence) -> Self {
        SheetError { line, what }
    }
}

/// A game read from a sheet: every act is legal after those before it.
#[derive(Clone, PartialEq, Debug)]
pub struct SheetGame<P: Position> {
    /// The head.
    pub heading: Heading,
    /// The acts, with their hands.
    pub acts: Vec<(Actor, P::Move)>,
}

/// One form of sheet for one game.
pub trait Sheet<P: Position>: Send + Sync {
    /// Whether this text is such a sheet, judged by its heading.
    fn knows(&self, text: &str) -> bool;

    /// Writes a game as a sheet. `acts` must be legal in order.
    fn write(&self, heading: &Heading, rules: &P::Rules, acts: &[(Actor, P::Move)]) -> String;

    /// Reads a sheet leniently; an illegal move is an error in its line.
    fn read(&self, rules: &P::Rules, text: &str) -> Result<SheetGame<P>, SheetError>;

    /// The file name that the form of sheet prescribes.
    fn file_name(&self, heading: &Heading) -> String;
}
