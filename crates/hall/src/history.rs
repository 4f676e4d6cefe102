//! What an event's journal holds, and the event folded from it.

use leitai_core::{Lang, Sentence, Tell, Why};
use leitai_store::JournalEntry;
use leitai_tournament::{Entry, Event, Flaw, Game, GameId, Plan, Refusal, Ruling, Seed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The key of the line with which an event begins.
pub(crate) const BEGUN: &str = "begun";

/// One thing kept in the journal of an event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Kept {
    /// The event begins; the first line.
    Begun(Begun),
    /// A game was played; its key is the game's name, so that it stands once.
    Played(Played),
    /// Something was decided.
    Ruled(Ruling),
}

/// What holds from the beginning: plan, entries and seed are what everything is drawn from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Begun {
    /// The event's name.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// Options of its law.
    pub options: Vec<(String, String)>,
    /// The plan.
    pub plan: Plan,
    /// The entries, in the order of sign-up.
    pub entries: Vec<Entry>,
    /// What all lots are drawn from.
    pub seed: Seed,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// Its result.
    pub result: Game,
    /// How it went.
    pub details: Details,
}

/// How a game went, for whoever reads about it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Details {
    /// The verdict's name, as in records.
    pub verdict: String,
    /// The reason, with figures.
    #[serde(flatten, with = "kept")]
    pub reason: Sentence,
    /// Plies completed.
    pub plies: u32,
    /// Wall time of the game in seconds.
    pub seconds: f64,
    /// Where its record lies, from the event's folder.
    pub record: Option<String>,
    /// How often it was played before because the machine had disturbed it.
    pub replays: u32,
    /// For how many milliseconds the machine disturbed it to the last, if it did: its result is in question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disturbed_ms: Option<u64>,
    /// The level of the sandbox.
    pub sandbox: String,
    /// When it ended: milliseconds since 1970-01-01 UTC.
    pub ended: i64,
}

impl Details {
    /// Journals that were written before reasons were kept in Chinese have them in English alone.
    fn know_chinese(&mut self) {
        let en = self.reason.to(Lang::En);
        if en == self.reason.to(Lang::Zh) {
            self.reason = Why::of_english(&self.verdict, en);
        }
    }
}

/// How a reason is kept: English where it always stood, Chinese beside it.
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

/// An event as its journal has it.
#[derive(Clone, Debug)]
pub struct History {
    /// How it began.
    pub begun: Begun,
    /// The event after everything that was kept.
    pub event: Event,
    /// How its games went.
    pub details: BTreeMap<GameId, Details>,
}

/// A journal that tells no event.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// A line that this version does not know.
    #[error("entry {0} of the journal is not known ({1}); was it written by a newer version?")]
    Unknown(u64, serde_json::Error),
    /// It does not begin with the beginning.
    #[error("the journal does not begin with the event's plan")]
    NotBegun,
    /// Plan and entries do not fit.
    #[error("the journal's plan: {0}")]
    Plan(#[from] Flaw),
    /// A result or a ruling does not fit.
    #[error("the journal: {0}")]
    Refused(#[from] Refusal),
}

impl Tell for HistoryError {
    fn told(&self, lang: Lang) -> String {
        match (self, lang) {
            (_, Lang::En) => self.to_string(),
            (HistoryError::Unknown(number, error), Lang::Zh) => {
                format!("不认识日志的第 {number} 条（{error}）；是否由更新的版本写成？")
            }
            (HistoryError::NotBegun, Lang::Zh) => "日志开头不是赛程".to_owned(),
            (HistoryError::Plan(flaw), Lang::Zh) => {
                format!("日志中的赛程：{}：{}", flaw.at, flaw.what.to(lang))
            }
            (HistoryError::Refused(refusal), Lang::Zh) => format!("日志：{}", refusal.why.to(lang)),
        }
    }
}

impl History {
    /// Folds a journal; none if it is empty.
    pub fn read(lines: Vec<JournalEntry>) -> Result<Option<History>, HistoryError> {
        let mut lines = lines.into_iter();
        let Some(first) = lines.next() else { return Ok(None) };
        let Kept::Begun(begun) = kept(first)? else { return Err(HistoryError::NotBegun) };
        let event = Event::new(begun.plan.clone(), begun.entries.clone(), begun.seed.clone())?;
        History { begun, event, details: BTreeMap::new() }.after(lines).map(Some)
    }

    /// The same after more entries of its journal.
    pub(crate) fn after(
        mut self,
        lines: impl IntoIterator<Item = JournalEntry>,
    ) -> Result<History, HistoryError> {
        let (mut games, mut rulings) = (Vec::new(), Vec::new());
        for line in lines {
            match kept(line)? {
                Kept::Begun(_) => {}
                Kept::Played(Played { result, mut details }) => {
                    details.know_chinese();
                    games.push(result);
                    self.details.insert(result.id, details);
                }
                Kept::Ruled(ruling) => rulings.push(ruling),
            }
        }
        self.event = self.event.resume(games, rulings)?;
        Ok(self)
    }
}

/// What an entry says.
pub(crate) fn kept(line: JournalEntry) -> Result<Kept, HistoryError> {
    serde_json::from_value(line.body).map_err(|error| HistoryError::Unknown(line.seq, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details(reason: Sentence, verdict: &str) -> Details {
        Details { reason, verdict: verdict.to_owned(), sandbox: "F".to_owned(), ..Details::default() }
    }

    #[test]
    fn reasons_are_kept_in_both_languages_beside_each_other() {
        let both = details(Sentence::new("more than 64MB", "超过 64MB"), "MemoryLimit");
        let kept = serde_json::to_value(&both).expect("JSON");
        assert_eq!((&kept["reason"], &kept["reason_zh"]), (&"more than 64MB".into(), &"超过 64MB".into()));
        assert_eq!(serde_json::from_value::<Details>(kept).expect("read back"), both);
        let one = serde_json::to_value(details(Sentence::quoted("ruled"), "Ruled")).expect("JSON");
        assert!(one.get("reason_zh").is_none(), "{one}");
    }

    #[test]
    fn a_journal_in_english_alone_is_told_by_its_verdict() {
        let kept = r#"{"verdict":"Crash","reason":"exited with code 1","plies":3,"seconds":0.5,"record":null,
            "replays":0,"sandbox":"F","ended":1}"#;
        let mut how: Details = serde_json::from_str(kept).expect("as it was kept");
        how.know_chinese();
        assert_eq!(how.reason, Sentence::new("exited with code 1", "程序中途退出（exited with code 1）"));
    }
}
