//! Counted things: `1 ply`, `2 plies`.

use crate::Sentence;
use std::fmt::Display;

/// An English noun after a number. Chinese has one form; its measure word belongs to the sentence around the
/// number.
///
/// ```
/// use leitai_lang::{Lang, Noun, sentence};
/// let said = |n| sentence!("{plies} played", "走了 {plies} 手"; plies = Noun::PLIES.of(n));
/// assert_eq!(said(1).to(Lang::En), "1 ply played");
/// assert_eq!(said(2).to(Lang::En), "2 plies played");
/// assert_eq!(said(2).to(Lang::Zh), "走了 2 手");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Noun {
    one: &'static str,
    many: &'static str,
}

/// Defines every counted noun.
macro_rules! nouns {
    ($($NAME:ident $one:literal $many:literal)+) => {
        impl Noun {
            $(
                #[doc = concat!("1 ", $one, ", 2 ", $many, ".")]
                pub const $NAME: Noun = Noun { one: $one, many: $many };
            )+
        }
    };
}

nouns! {
    ANSWERS "answer" "answers"
    BYTES "byte" "bytes"
    COLUMNS "column" "columns"
    DAYS "day" "days"
    ENTRIES "entry" "entries"
    FILES "file" "files"
    GAMES "game" "games"
    LINES "line" "lines"
    MATCHES "match" "matches"
    MOVES "move" "moves"
    NODES "node" "nodes"
    PAIRS "pair" "pairs"
    PICTURES "picture" "pictures"
    PLIES "ply" "plies"
    POINTS "point" "points"
    POSITIONS "position" "positions"
    QUESTIONS "question" "questions"
    RECORDS "record" "records"
    ROUNDS "round" "rounds"
    ROWS "row" "rows"
    STONES "stone" "stones"
    TABLES "table" "tables"
    TEAMS "team" "teams"
    TIMES "time" "times"
}

impl Noun {
    /// A number of them: in English with the noun, in Chinese the number alone.
    pub fn of(self, count: impl Display) -> Sentence {
        let count = count.to_string();
        let noun = if count == "1" { self.one } else { self.many };
        Sentence::new(format!("{count} {noun}"), count)
    }
}
