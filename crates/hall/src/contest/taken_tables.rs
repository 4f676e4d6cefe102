//! The file with which a desk without a network takes tables along, and the one with which their results come back.

use super::sealed_text::{SealedText, sealed};
use super::taken_result::TakenResult;
use leitai_catalog::{ListedGame, find};
use leitai_core::{Clock, GameName, Sentence, sentence};
use leitai_tournament::contest::TakingId;
use leitai_tournament::{GameId, MatchId};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The version of both files.
const VERSION: u32 = 1;
/// How a file ends that takes tables along, or brings results back.
pub const DESK_FILE: &str = "leitai";
/// The largest file that brings results back, in bytes.
pub const MOST_OF_RETURN: usize = 32 << 20;

/// What kind of file it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// Tables that a desk takes along.
    Taken,
    /// Their results.
    Results,
}

/// The tables that a desk has taken along: everything that it needs to play them, and the key with which it seals what it
/// brings back. Nothing else of the contest is in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TakenTables {
    /// The version.
    leitai_tables: u32,
    kind: Kind,
    /// The contest's name.
    pub contest: String,
    /// What the taking is called there.
    pub taking: TakingId,
    /// What the desk, or whoever has it, is called.
    pub with: String,
    /// When it was taken along, in milliseconds since 1970-01-01 UTC.
    pub taken_ms: i64,
    /// Until when its results were expected when this file was written, in milliseconds since 1970-01-01 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<i64>,
    key: String,
    /// The matches, in the order of tables.
    pub matches: Vec<TakenMatchSetup>,
}

/// A match that a desk has taken along.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TakenMatchSetup {
    /// Its table, from 1.
    pub table: u32,
    /// The game's id.
    #[serde(rename = "game")]
    pub of_game: GameName<'static>,
    /// The match, in the game's event.
    pub of: MatchId,
    /// Who plays it.
    pub teams: [String; 2],
    /// The rule options, by name; the others are the game's own.
    pub options: Vec<(String, String)>,
    /// Its games that were due, in order.
    pub games: Vec<TakenGame>,
}

/// A game that a desk has taken along.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TakenGame {
    /// Which game of the match.
    #[serde(rename = "game")]
    pub of: GameId,
    /// The teams in the seats of First and Second.
    pub seats: [String; 2],
    /// The time of each side, in milliseconds.
    pub side_ms: u64,
}

impl TakenMatchSetup {
    /// The game under which it is listed; refused if this version does not have it.
    pub fn listed(&self) -> Result<ListedGame, Sentence> {
        find(&self.of_game).ok_or_else(|| {
            let id = &self.of_game;
            sentence!("this version has no game `{id}`", "本版本没有棋种“{id}”")
        })
    }
}

impl TakenGame {
    /// The clock of both sides.
    pub fn clock(&self) -> Clock {
        Clock { game: Some(Duration::from_millis(self.side_ms)), ..Clock::NONE }
    }
}

/// What comes back from a desk.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ReturnedTables {
    leitai_tables: u32,
    kind: Kind,
    pub(super) contest: String,
    pub(super) taking: TakingId,
    /// When the file was written, by the desk's clock, in milliseconds since 1970-01-01 UTC.
    pub(super) sealed_ms: i64,
    pub(super) results: Vec<TakenResult>,
}

fn other_kind(kind: Kind) -> Sentence {
    match kind {
        Kind::Taken => Sentence::new(
            "this is the file that a desk takes along, not the one that it brings back",
            "这是棋桌取走的文件，不是带回成绩的文件",
        ),
        Kind::Results => Sentence::new(
            "this is the file that a desk brings back, not the one that it takes along",
            "这是带回成绩的文件，不是棋桌取走的文件",
        ),
    }
}

/// The part of both files that says which one it is.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "leitai-tables")]
    leitai_tables: u32,
    kind: Kind,
}

/// A file of this kind and version.
fn of_kind<T: serde::de::DeserializeOwned>(bytes: &[u8], kind: Kind) -> Result<SealedText<T>, Sentence> {
    let Head { leitai_tables, kind: own } = SealedText::<Head>::read(bytes)?.said;
    if leitai_tables != VERSION {
        return Err(sentence!(
            "the file is of version {leitai_tables}; this program reads version {VERSION}",
            "文件版本为 {leitai_tables}，本程序读取版本 {VERSION}"
        ));
    }
    if own == kind { SealedText::read(bytes) } else { Err(other_kind(own)) }
}

impl TakenTables {
    pub(super) fn new(
        contest: &str,
        (taking, key): (&TakingId, &str),
        (with, (taken_ms, until_ms)): (&str, (i64, Option<i64>)),
        matches: Vec<TakenMatchSetup>,
    ) -> TakenTables {
        TakenTables {
            leitai_tables: VERSION,
            kind: Kind::Taken,
            contest: contest.to_owned(),
            taking: taking.clone(),
            with: with.to_owned(),
            taken_ms,
            until_ms,
            key: key.to_owned(),
            matches,
        }
    }

    /// Reads the file. Refused if it was changed or cut, or is another one.
    pub fn read(bytes: &[u8]) -> Result<TakenTables, Sentence> {
        let read = of_kind::<TakenTables>(bytes, Kind::Taken)?;
        if read.is_whole(&read.said.key) { Ok(read.said) } else { Err(broken_seal()) }
    }

    /// The file's text.
    pub fn text(&self) -> String {
        sealed(self, &self.key)
    }

    /// The games that were taken along, each with its match, in order.
    pub fn games(&self) -> impl Iterator<Item = (&TakenMatchSetup, &TakenGame)> {
        self.matches.iter().flat_map(|of| of.games.iter().map(move |game| (of, game)))
    }

    /// The sealed file that brings these results back. `now_ms` is the desk's clock, in milliseconds since 1970-01-01 UTC.
    pub fn seal(&self, results: Vec<TakenResult>, now_ms: i64) -> String {
        let returned = ReturnedTables {
            leitai_tables: VERSION,
            kind: Kind::Results,
            contest: self.contest.clone(),
            taking: self.taking.clone(),
            sealed_ms: now_ms,
            results,
        };
        sealed(&returned, &self.key)
    }
}

pub(super) fn broken_seal() -> Sentence {
    Sentence::new(
        "the seal does not fit: the file was changed or cut after it was sealed",
        "封印不符：文件在封存之后被改动或截断",
    )
}

impl ReturnedTables {
    /// Reads the file; whether it is whole is not known before its seal is checked.
    pub(super) fn read(bytes: &[u8]) -> Result<SealedText<ReturnedTables>, Sentence> {
        of_kind(bytes, Kind::Results)
    }
}
