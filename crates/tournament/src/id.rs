//! Names of matches and games, stable under recomputation.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{EntryId, Unreadable};
use leitai_core::{Words, same_in_every_language};

/// An entry with the number of its submission, from 0: a new submission has new matches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Side {
    /// Who.
    pub entry: EntryId,
    /// With which submission.
    pub submission: u32,
}

/// The place of a match in its section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// The one match of these two, the lower entry first. Text: `e4-e9`, from the third submission on `e4s2-e9`.
    Pair(Side, Side),
    /// A table of a round, both from 0. Text: `r3t4`.
    Table {
        /// The round.
        round: u16,
        /// The table in it.
        table: u32,
    },
    /// Outside the schedule, to part two entries that nothing else parts, the lower first. Text: `p-e4-e9`.
    PlayOff(EntryId, EntryId),
}

/// The name of a match. Text: stage, section and spot, as `0.2.e4-e9`. Ordered by stage, section and spot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MatchId {
    /// The stage, from 0.
    pub stage: u16,
    /// The group or class in it, from 0.
    pub section: u16,
    /// Where in the section.
    pub spot: Spot,
}

/// The name of a game. Text: its match and number, as `0.2.e4-e9.g1`; a repetition adds its count, `…g1r1`.
/// Ordered by match, number and repetition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameId {
    /// Its match.
    pub of: MatchId,
    /// Its place in the plan of the match, from 0.
    pub number: u16,
    /// How many times it was played before without counting, from 0.
    pub repetition: u16,
}

impl MatchId {
    /// A game of this match, played for the first time.
    pub fn game(self, number: u16) -> GameId {
        GameId { of: self, number, repetition: 0 }
    }
}

/// Names are sorted by the hundred thousand, so they are compared as a few integers: in the order of the fields,
/// and of the spots as declared.
impl MatchId {
    fn key(self) -> (u64, u128) {
        let four = |a: u32, b: u32, c: u32, d: u32| {
            u128::from(a) << 96 | u128::from(b) << 64 | u128::from(c) << 32 | u128::from(d)
        };
        let (kind, at) = match self.spot {
            Spot::Pair(a, b) => (0, four(a.entry.0, a.submission, b.entry.0, b.submission)),
            Spot::Table { round, table } => (1, four(round.into(), table, 0, 0)),
            Spot::PlayOff(a, b) => (2, four(a.0, b.0, 0, 0)),
        };
        (u64::from(self.stage) << 48 | u64::from(self.section) << 32 | kind, at)
    }
}

impl Ord for MatchId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for MatchId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for GameId {
    fn cmp(&self, other: &Self) -> Ordering {
        let number = |id: &GameId| (id.number, id.repetition);
        self.of.cmp(&other.of).then_with(|| number(self).cmp(&number(other)))
    }
}

impl PartialOrd for GameId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.0)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.submission {
            0 => write!(f, "{}", self.entry),
            n => write!(f, "{}s{n}", self.entry),
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Pair(a, b) => write!(f, "{a}-{b}"),
            Spot::Table { round, table } => write!(f, "r{round}t{table}"),
            Spot::PlayOff(a, b) => write!(f, "p-{a}-{b}"),
        }
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.stage, self.section, self.spot)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.g{}", self.of, self.number)?;
        if self.repetition == 0 { Ok(()) } else { write!(f, "r{}", self.repetition) }
    }
}

/// A number as `Display` writes it: each name has exactly one text.
fn number<N: FromStr>(text: &str) -> Option<N> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// `HEADnTAILm`, where `TAILm` may be absent and then counts as 0.
fn numbers<A: FromStr, B: FromStr + Default + PartialEq>(
    text: &str,
    head: char,
    tail: char,
) -> Option<(A, B)> {
    let text = text.strip_prefix(head)?;
    match text.split_once(tail) {
        None => Some((number(text)?, B::default())),
        Some((a, b)) => Some((number(a)?, number(b).filter(|b| *b != B::default())?)),
    }
}

fn entry(text: &str) -> Option<EntryId> {
    text.strip_prefix('e').and_then(number).map(EntryId)
}

fn side(text: &str) -> Option<Side> {
    let (entry, submission) = numbers(text, 'e', 's')?;
    Some(Side { entry: EntryId(entry), submission })
}

fn spot(text: &str) -> Option<Spot> {
    if let Some(pair) = text.strip_prefix("p-") {
        let (a, b) = pair.split_once('-')?;
        return Some(Spot::PlayOff(entry(a)?, entry(b)?)).filter(|_| entry(a) < entry(b));
    }
    if let Some((a, b)) = text.split_once('-') {
        let (a, b) = (side(a)?, side(b)?);
        return (a.entry < b.entry).then_some(Spot::Pair(a, b));
    }
    let (round, table) = text.strip_prefix('r')?.split_once('t')?;
    Some(Spot::Table { round: number(round)?, table: number(table)? })
}

fn match_id(text: &str) -> Option<MatchId> {
    let (stage, rest) = text.split_once('.')?;
    let (section, at) = rest.split_once('.')?;
    Some(MatchId { stage: number(stage)?, section: number(section)?, spot: spot(at)? })
}

fn game_id(text: &str) -> Option<GameId> {
    let (of, game) = text.rsplit_once('.')?;
    let (number, repetition) = numbers(game, 'g', 'r')?;
    Some(GameId { of: match_id(of)?, number, repetition })
}

/// Parsing is the inverse of `Display`; serde uses both.
macro_rules! text {
    ($id:ty, $read:path, $en:literal, $zh:literal) => {
        impl FromStr for $id {
            type Err = Unreadable;
            fn from_str(text: &str) -> Result<Self, Unreadable> {
                $read(text).ok_or_else(|| Unreadable::new(text, Words::new($en, $zh)))
            }
        }
        impl TryFrom<String> for $id {
            type Error = Unreadable;
            fn try_from(text: String) -> Result<Self, Unreadable> {
                text.parse()
            }
        }
        impl From<$id> for String {
            fn from(id: $id) -> String {
                id.to_string()
            }
        }
    };
}
text!(EntryId, entry, "an entry, such as e4", "参赛者编号，例如 e4");
text!(
    MatchId,
    match_id,
    "a match, such as 0.2.e4-e9, 0.0.r3t4 or 0.0.p-e4-e9",
    "对阵编号，例如 0.2.e4-e9、0.0.r3t4 或 0.0.p-e4-e9"
);
text!(GameId, game_id, "a game, such as 0.2.e4-e9.g1", "对局编号，例如 0.2.e4-e9.g1");
same_in_every_language!(EntryId, MatchId, GameId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_as_they_were_written() {
        for text in
            ["0.2.e4-e9.g1", "1.0.r3t4.g0r2", "0.0.e4s2-e9.g0", "2.0.p-e1-e12.g1", "0.0.e0-e1s1.g65535"]
        {
            let id: GameId = text.parse().expect("a game");
            assert_eq!(id.to_string(), text);
            assert_eq!(id.of.to_string().parse(), Ok(id.of));
        }
    }

    /// Stage, section, spot (pairs, tables, play-offs), number, repetition; numbers as numbers.
    #[test]
    fn names_are_in_order() {
        let order = [
            "0.0.e0-e1.g0",
            "0.0.e0-e1.g0r1",
            "0.0.e0-e1.g1",
            "0.0.e0-e1s1.g0",
            "0.0.e0-e10.g0",
            "0.0.e0s1-e1.g0",
            "0.0.e2-e3.g0",
            "0.0.e10-e11.g0",
            "0.0.r0t2.g0",
            "0.0.r0t10.g0",
            "0.0.r1t0.g0",
            "0.0.p-e0-e2.g0",
            "0.0.p-e1-e2.g0",
            "0.2.e0-e1.g0",
            "0.10.e0-e1.g0",
            "1.0.e0-e1.g0",
        ];
        let names: Vec<GameId> = order.iter().map(|text| text.parse().expect("a game")).collect();
        assert!(names.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn a_name_has_one_text() {
        for text in [
            "",
            "0",
            "0.2.e4-e9",
            "0.2.e9-e4.g0",
            "0.2.e4-e4.g0",
            "00.2.e4-e9.g0",
            "0.2.e4s0-e9.g0",
            "0.2.e4-e9.g0r0",
            "0.2.e4-e9.g65536",
            "0.2.p-e9-e4.g0",
            "0.2.p-e4s1-e9.g0",
            "0.0.r+1t0.g0",
            "0.0.r1.g0",
            "0.0.rt.g0",
            " 0.0.r1t1.g0",
        ] {
            let error = text.parse::<GameId>().expect_err(text);
            assert!(error.to_string().contains("is not a game"), "{error}");
        }
    }
}
