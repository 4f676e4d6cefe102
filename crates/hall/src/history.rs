//! The contents of an event's journal, and the event reconstructed from them.

use crate::played_program::PlayedProgram;
use leitai_catalog::ListedGame;
use leitai_core::{Sentence, VerdictName, errors};
use leitai_sandbox::SandboxLevel;
use leitai_store::JournalEntry;
use leitai_tournament::{Entry, Event, EventRefusal, Flaw, GameId, Plan, RecordedGame, Ruling, Seed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The key of the entry with which an event begins.
pub(crate) const BEGUN: &str = "begun";

/// The body of one journal entry.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum JournalBody {
    /// The start of the event; always the first entry, and repeated if the event began anew before its first game was
    /// due.
    Begun(Begun),
    /// A game was played. The entry's key is the game's id, so that each game is recorded once.
    Played(Played),
    /// A ruling was made.
    Ruled(Ruling),
    /// The record of the other desk of a relayed game was brought, and bears out the one that counts.
    Witnessed(Witnessed),
}

/// That something bears out the record by which a game counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Witnessed {
    /// The game.
    #[serde(rename = "game")]
    pub of: GameId,
    /// What.
    pub witness: WitnessNote,
}

/// The start of an event: everything in it follows from plan, entries, seed, results and rulings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Begun {
    /// The event's name.
    pub name: String,
    /// The game.
    pub game: ListedGame,
    /// Its rule options, by name.
    pub options: Vec<(String, String)>,
    /// The plan.
    pub plan: Plan,
    /// The entries, in the order of sign-up.
    pub entries: Vec<Entry>,
    /// The seed for all draws of lots.
    pub seed: Seed,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// Its result.
    pub result: RecordedGame,
    /// How it went.
    pub details: Details,
}

/// Details of a game, for display.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Details {
    /// The verdict.
    pub verdict: VerdictName,
    /// The reason for the result, with figures.
    #[serde(flatten, with = "kept")]
    pub reason: Sentence,
    /// Number of completed plies.
    pub plies: u32,
    /// Wall time of the game in seconds.
    pub seconds: f64,
    /// Path of its record, relative to the event's folder.
    pub record: Option<String>,
    /// The record's own seal; `None` in journals that did not keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
    /// The total time used by First and Second, in milliseconds; `None` in journals that did not record it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<[u64; 2]>,
    /// How often it was replayed because the machine disturbed it.
    pub replays: u32,
    /// How many milliseconds the machine disturbed even the last replay, if it did: the result is in doubt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disturbed_ms: Option<u64>,
    /// The level of the sandbox in which the programs ran.
    #[serde(with = "level")]
    pub sandbox: SandboxLevel,
    /// When it ended: milliseconds since 1970-01-01 UTC.
    pub ended: i64,
    /// The programs of First and Second, where the event was played from files that could be kept aside.
    #[serde(default, skip_serializing_if = "PlayedProgram::is_unknown")]
    pub programs: [Option<PlayedProgram>; 2],
    /// What is known of the table, if it was played at one of a hall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_table: Option<Box<TableNote>>,
}

/// Where a game was played that no stage played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TableNote {
    /// The table, as the hall calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The referee who answers for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referee: Option<String>,
    /// Whether nothing but a signed sheet was kept.
    #[serde(default, rename = "sheet", skip_serializing_if = "std::ops::Not::not")]
    pub is_sheet: bool,
    /// What bears its record out, at a relayed table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<WitnessNote>,
}

/// What bears out the record of one desk of a relayed game. It was compared before it was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum WitnessNote {
    /// The record of the other desk.
    #[serde(rename_all = "kebab-case")]
    Record {
        /// Its path, relative to the event's folder.
        record: String,
        /// Its own seal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
        /// Over so many plies the two agree.
        plies: u32,
        /// By how much the clocks of First and Second differ in the two, in milliseconds.
        apart_ms: [u64; 2],
    },
    /// The position code on the other desk's screen, as a referee read it there.
    Code {
        /// The code.
        code: String,
        /// After so many plies.
        plies: u32,
    },
}

impl Details {
    /// Takes in what bears its record out.
    pub(crate) fn witnessed(&mut self, witness: WitnessNote) {
        self.at_table.get_or_insert_default().witness = Some(witness);
    }
}

/// How the journal stores a reason: English in the original field, Chinese in a field of its own.
mod kept {
    use leitai_core::{Lang, Sentence};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Reason {
        reason: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason_zh: Option<String>,
    }

    pub(super) fn serialize<S: Serializer>(said: &Sentence, to: S) -> Result<S::Ok, S::Error> {
        let [reason, zh] = [Lang::En, Lang::Zh].map(|lang| said.to(lang).to_owned());
        let reason_zh = (zh != reason).then_some(zh);
        Reason { reason, reason_zh }.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Sentence, D::Error> {
        let Reason { reason, reason_zh } = Reason::deserialize(from)?;
        let zh = reason_zh.unwrap_or_else(|| reason.clone());
        Ok(Sentence::new(reason, zh))
    }
}

/// How the journal stores a level: as its name, which is clearer to a reader than the variant.
mod level {
    use leitai_sandbox::SandboxLevel;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(level: &SandboxLevel, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(level.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<SandboxLevel, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// An event reconstructed from its journal.
#[derive(Clone, Debug)]
pub struct History {
    /// How it began.
    pub begun: Begun,
    /// The event after all journal entries.
    pub event: Event,
    /// How its games went.
    pub details: BTreeMap<GameId, Details>,
}

errors! {
    /// Why a journal does not describe an event.
    #[derive(Debug)]
    pub enum HistoryError {
        /// An entry that this version does not understand; its number comes first.
        Unknown(number: u64, error: serde_json::Error) =>
            "entry {number} of the journal is unknown ({error}); was it written by another version?",
            "不认识日志的第 {number} 条（{error}）；是否由其他版本写成？",
            error = error.to_string();
        /// The first entry is not the start of an event.
        NotBegun => "the journal does not begin with the event's plan", "日志开头不是赛程";
        /// The entry with this number begins the event anew, though games were played before it.
        Late(number: u64) =>
            "entry {number} of the journal restarts the event, though games were played before it",
            "日志的第 {number} 条重新开始赛事，但此前已有对局";
        /// Plan and entries contradict each other.
        Plan(flaw: Flaw) from => "the journal's plan: {flaw}", "日志中的赛程：{flaw}";
        /// The tournament refused a result or a ruling.
        Refused(refusal: EventRefusal) from => "the journal: {refusal}", "日志：{refusal}";
    }
}

impl History {
    /// Reconstructs an event from its journal; `None` if the journal is empty.
    pub fn read(lines: Vec<JournalEntry>) -> Result<Option<History>, HistoryError> {
        let mut lines = lines.into_iter();
        let Some(first) = lines.next() else { return Ok(None) };
        let JournalBody::Begun(begun) = body_of(first)? else { return Err(HistoryError::NotBegun) };
        let event = Event::new(begun.plan.clone(), begun.entries.clone(), begun.seed.clone())?;
        History { begun, event, details: BTreeMap::new() }.after(lines).map(Some)
    }

    /// Applies more entries of the journal. The cost is mostly that of the new entries: earlier ones are not read
    /// again.
    pub(crate) fn after(
        mut self,
        lines: impl IntoIterator<Item = JournalEntry>,
    ) -> Result<History, HistoryError> {
        let (mut games, mut rulings) = (Vec::new(), Vec::new());
        for line in lines {
            let number = line.seq;
            match body_of(line)? {
                // The event began anew before its first game was due: rulings made so far stand.
                JournalBody::Begun(begun) => {
                    if !games.is_empty() || !self.event.games().is_empty() {
                        return Err(HistoryError::Late(number));
                    }
                    let made = self.event.rulings().iter().cloned().chain(rulings.drain(..));
                    let made: Vec<_> = made.collect();
                    let event = Event::new(begun.plan.clone(), begun.entries.clone(), begun.seed.clone())?;
                    (self.event, self.begun) = (event.resume([], made)?, begun);
                }
                JournalBody::Played(Played { result, details }) => {
                    games.push(result);
                    self.details.insert(result.id, details);
                }
                JournalBody::Ruled(ruling) => rulings.push(ruling),
                JournalBody::Witnessed(Witnessed { of, witness }) => {
                    if let Some(details) = self.details.get_mut(&of) {
                        details.witnessed(witness);
                    }
                }
            }
        }
        self.event = self.event.resume(games, rulings)?;
        Ok(self)
    }
}

/// The body of an entry.
pub(crate) fn body_of(line: JournalEntry) -> Result<JournalBody, HistoryError> {
    serde_json::from_value(line.body).map_err(|error| HistoryError::Unknown(line.seq, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Fault;

    fn details(reason: Sentence, verdict: VerdictName) -> Details {
        Details {
            verdict,
            reason,
            plies: 7,
            seconds: 1.5,
            record: None,
            seal: None,
            used_ms: None,
            replays: 0,
            disturbed_ms: None,
            sandbox: SandboxLevel::Full,
            ended: 1_000,
            programs: [None; 2],
            at_table: None,
        }
    }

    #[test]
    fn reasons_are_kept_in_both_languages_beside_each_other() {
        let both =
            details(Sentence::new("more than 64MB", "超过 64MB"), VerdictName::Fault(Fault::MemoryLimit));
        let kept = serde_json::to_value(&both).expect("JSON");
        assert_eq!((&kept["reason"], &kept["reason_zh"]), (&"more than 64MB".into(), &"超过 64MB".into()));
        assert_eq!(serde_json::from_value::<Details>(kept).expect("read back"), both);
        let one = serde_json::to_value(details(Sentence::quoted("ruled"), VerdictName::Ruled)).expect("JSON");
        assert!(one.get("reason_zh").is_none(), "{one}");
    }

    #[test]
    fn a_level_is_kept_as_its_name_and_no_other_text_is_read_as_one() {
        let kept = serde_json::to_value(details(Sentence::quoted("ruled"), VerdictName::Ruled));
        let mut kept = kept.expect("JSON");
        assert_eq!(kept["sandbox"], "F");
        kept["sandbox"] = "strong".into();
        let unknown = serde_json::from_value::<Details>(kept).expect_err("no level").to_string();
        assert!(unknown.starts_with("the sandbox has no level `strong`"), "{unknown}");
    }
}
