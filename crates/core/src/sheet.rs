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

/// How a sheet says that a game ended other than by its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SheetEnd {
    /// That seat resigned.
    Resigned(Seat),
    /// That seat lost without a move: on time or by absence.
    Forfeited(Seat),
}

impl SheetEnd {
    /// Who lost.
    pub const fn loser(self) -> Seat {
        match self {
            SheetEnd::Resigned(seat) | SheetEnd::Forfeited(seat) => seat,
        }
    }
}

/// A game read from a sheet: every act is legal after those before it.
#[derive(Clone, PartialEq, Debug)]
pub struct SheetGame<P: Position> {
    /// The head.
    pub heading: Heading,
    /// The position that was set up before the first act, if it is not the game's own start.
    pub start: Option<P>,
    /// The acts, with their hands.
    pub acts: Vec<(Actor, P::Move)>,
    /// How it ended, if not by an act.
    pub end: Option<SheetEnd>,
    /// How many moves stand in variations and other games of the text, which are not read.
    pub aside: usize,
}

impl<P: Position> SheetGame<P> {
    /// A game from its start in which nothing stands but acts.
    pub fn of(heading: Heading, acts: Vec<(Actor, P::Move)>) -> Self {
        SheetGame { heading, start: None, acts, end: None, aside: 0 }
    }
}

/// A form in which a text holds a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SheetForm {
    /// A form that is also written.
    Sheet(SheetName),
    /// A [public form](Foreign) that is only read, by its name.
    Foreign(&'static str),
}

impl SheetForm {
    /// Its name, in one word.
    pub const fn name(self) -> &'static str {
        match self {
            SheetForm::Sheet(name) => name.name(),
            SheetForm::Foreign(name) => name,
        }
    }
}

impl From<SheetName> for SheetForm {
    fn from(name: SheetName) -> SheetForm {
        SheetForm::Sheet(name)
    }
}

impl Display for SheetForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A form in which other programs and sites of one game keep its games: read, never written.
pub trait Foreign<P: Position>: Send + Sync {
    /// Its name, in one word.
    fn name(&self) -> &'static str;

    /// Whether this text is in it.
    fn knows(&self, text: &str) -> bool;

    /// The rule options that the text itself states, by name.
    fn options(&self, _text: &str) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Reads a game; an illegal move is an error in its line.
    fn read(&self, rules: &P::Rules, text: &str) -> Result<SheetGame<P>, SheetError>;
}

/// One form of sheet for one game.
pub trait Sheet<P: Position>: Send + Sync {
    /// Whether this text is such a sheet, judged by its heading.
    fn knows(&self, text: &str) -> bool;

    /// The rule options that the sheet itself states, by name.
    fn options(&self, _text: &str) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Writes a game as a sheet. `acts` must be legal in order.
    fn write(&self, heading: &Heading, rules: &P::Rules, acts: &[(Actor, P::Move)]) -> String;

    /// Reads a sheet leniently; an illegal move is an error in its line.
    fn read(&self, rules: &P::Rules, text: &str) -> Result<SheetGame<P>, SheetError>;

    /// The file name that the form of sheet prescribes.
    fn file_name(&self, heading: &Heading) -> String;
}
