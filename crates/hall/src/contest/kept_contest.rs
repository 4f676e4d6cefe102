//! A contest as its journal has it: what was done, by whom, in order.

use super::event_of_game::text_of;
use crate::deed_error::DeedError;
use crate::error::{HallError, io_at};
use crate::organising::new_event_file;
use crate::random_key;
use crate::shared_store::SharedStore;
use crate::zone::Zone;
use leitai_arena::now_ms;
use leitai_core::{Sentence, Words, sentence};
use leitai_store::{Actor, Appended, Deed, Journal as _, JournalEntry, SqlJournal, patiently};
use leitai_tournament::Seed;
use leitai_tournament::contest::{Contest, ContestDeed, ContestTerms, SignedUp};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What the journal of a contest is called in a store, before the contest's name. No event is called so.
pub const CONTEST_PREFIX: &str = "contest: ";

/// Letters and digits of a contest's seed: nobody guesses it from its hash.
const SEED: usize = 26;

/// A line of a contest's journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct ContestLine {
    #[serde(flatten)]
    deed: ContestDeed,
    /// The account that did it, or `console`.
    by: String,
    /// Its seed, in the first line: every lot of its events is drawn from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
}

/// A contest, carried forward by what is appended to its journal.
#[derive(Clone, Debug)]
pub struct KeptContest {
    /// It as it stands.
    pub contest: Contest,
    /// What all its lots are drawn from; secret until they are drawn.
    seed: String,
    /// The number of the last line.
    seq: u64,
}

impl KeptContest {
    fn begun(line: JournalEntry) -> Result<KeptContest, HallError> {
        let (seq, read) = (line.seq, read(line)?);
        match read {
            ContestLine { deed: ContestDeed::State { terms }, seed: Some(seed), .. } => {
                let contest = Contest::new(terms).map_err(|why| HallError::Begun(why))?;
                Ok(KeptContest { contest, seed, seq })
            }
            _ => Err(HallError::Begun(sentence!(
                "the journal of the contest does not begin with its terms",
                "比赛日志的开头不是比赛条款"
            ))),
        }
    }

    fn take_in(&mut self, line: JournalEntry) -> Result<(), HallError> {
        let (seq, at_ms) = (line.seq, line.at_ms);
        let ContestLine { deed, .. } = read(line)?;
        // It was checked when it was written, by this version or an earlier one.
        self.contest.take_in(at_ms, &deed);
        self.seq = seq;
        Ok(())
    }

    /// The SHA-256 of the seed, which is public from the start: whoever knows the seed afterwards draws every lot again.
    pub fn commitment(&self) -> String {
        Seed::new(self.seed.clone()).commitment()
    }

    /// The seed of a game's event.
    pub(super) fn seed_of(&self, game: &str) -> String {
        format!("{} {game}", self.seed)
    }

    /// The number of the last line of its journal: a mark of all that was done.
    pub fn seq(&self) -> u64 {
        self.seq
    }
}

fn read(line: JournalEntry) -> Result<ContestLine, HallError> {
    let seq = line.seq;
    serde_json::from_value(line.body).map_err(|error| {
        HallError::Begun(sentence!(
            "line {seq} of the contest's journal cannot be read ({error}); was it written by another version?",
            "无法读取比赛日志的第 {seq} 行（{error}）；是否由其他版本写成？"
        ))
    })
}

/// The contests of a store that this process has looked at.
#[derive(Default)]
pub(crate) struct ContestFolds(Mutex<HashMap<String, Arc<KeptContest>>>);

impl ContestFolds {
    fn get(&self, name: &str) -> Option<Arc<KeptContest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    fn put(&self, name: &str, kept: Arc<KeptContest>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_newer = all.get(name).is_none_or(|known| known.seq < kept.seq);
        if is_newer {
            all.insert(name.to_owned(), kept);
        }
    }
}

impl SharedStore {
    /// The contests of this store, by name.
    pub fn contests(&self) -> Result<Vec<String>, HallError> {
        let ask = async || SqlJournal::events(&self.database).await;
        let all = self.runtime.wait(patiently(self.terms, ask))?;
        Ok(all.iter().filter_map(|name| name.strip_prefix(CONTEST_PREFIX)).map(str::to_owned).collect())
    }

    /// A contest as it stands now; [`DeedError::Nothing`] if there is none of this name.
    pub fn contest(&self, name: &str) -> Result<Arc<KeptContest>, DeedError> {
        let known = self.contests.get(name);
        let journal = self.contest_journal(name)?;
        let after = known.as_ref().map_or(0, |known| known.seq);
        let added = self.runtime.wait(patiently(self.terms, async || journal.entries(after).await))?;
        if added.is_empty() {
            return known.ok_or(DeedError::Nothing);
        }
        let mut added = added.into_iter();
        let mut kept = match (known, added.len()) {
            (Some(known), _) => KeptContest::clone(&known),
            (None, _) => KeptContest::begun(added.next().ok_or(DeedError::Nothing)?)?,
        };
        added.try_for_each(|line| kept.take_in(line))?;
        let kept = Arc::new(kept);
        self.contests.put(name, Arc::clone(&kept));
        Ok(kept)
    }

    /// Begins a contest under these terms.
    pub fn begin_contest(&self, by: Actor<'_>, terms: &ContestTerms) -> Result<(), DeedError> {
        terms.check().map_err(|flaw| DeedError::because(&flaw))?;
        let deed = ContestDeed::State { terms: terms.clone() };
        let line = ContestLine { deed, by: by.name().to_owned(), seed: Some(random_key::key(SEED)) };
        let body = body_of(&line)?;
        let (name, details) = (&terms.name, json!({ "deed": "state" }));
        let journal = self.contest_journal(name)?.signed(by, Some((Deed::Contest, details)));
        let append = journal.append_after(Some(0), now_ms(), None, &body);
        match self.runtime.wait(append)? {
            Appended::Written(_) => Ok(()),
            _ => Err(DeedError::Refused(sentence!(
                "There is already a contest with this name: choose another one.",
                "已有同名比赛：请换一个名称。"
            ))),
        }
    }

    /// Does a deed in a contest, on top of all that others have done. `key`: if a deed with this key was done, it stands,
    /// and nothing is done.
    ///
    /// A team's account does what is its team's; who has a duty does what belongs to it; everything else is an organiser's,
    /// which is asked again when it is written.
    pub fn do_in_contest(
        &self,
        by: Actor<'_>,
        name: &str,
        deed: &ContestDeed,
        key: Option<&str>,
    ) -> Result<(), DeedError> {
        loop {
            let kept = self.contest(name)?;
            let now = self.now()?;
            let (whose, of) = right(&kept.contest, by, deed);
            if let Err(why) = kept.contest.check(now, whose, deed) {
                // It may be refused because it was done.
                let journal = self.contest_journal(name)?;
                let done = match key {
                    Some(key) => self.runtime.wait(journal.entry(key))?.is_some(),
                    None => false,
                };
                return if done { Ok(()) } else { Err(DeedError::Refused(why)) };
            }
            let line = ContestLine { deed: deed.clone(), by: by.name().to_owned(), seed: None };
            let (body, details) = (body_of(&line)?, details_of(deed));
            let journal = self.contest_journal(name)?.signed(by, Some((of, details)));
            let append = journal.append_after(Some(kept.seq), now, key, &body);
            match self.runtime.wait(append)? {
                Appended::Written(_) | Appended::AlreadyThere(_) => return Ok(()),
                Appended::Overtaken => {}
            }
        }
    }

    /// Draws a game of a contest: its event begins with the teams that were shown, in the folder of events. Done again after
    /// a stop between the two, it finishes what was begun.
    pub fn draw_game(
        &self,
        by: Actor<'_>,
        (contest, game): (&str, &str),
        teams: &[leitai_tournament::contest::TeamId],
        (folder, zone): (&Path, &Zone),
    ) -> Result<String, DeedError> {
        let event =
            format!("{contest} {}", leitai_catalog::find(game).map_or(game, |game| game.facts().name.zh));
        let deed = ContestDeed::Draw { game: game.to_owned(), event: event.clone(), teams: teams.to_vec() };
        self.do_in_contest(by, contest, &deed, Some(&format!("draw {game}")))?;
        self.finish_draws(contest, folder, zone)?;
        Ok(event)
    }

    /// Writes the files of events whose games were drawn, where they are not there yet; returns how many.
    pub fn finish_draws(&self, contest: &str, folder: &Path, zone: &Zone) -> Result<usize, DeedError> {
        let kept = self.contest(contest)?;
        let mut written = 0;
        for (game, drawn) in kept.contest.events() {
            let text = text_of(&kept, game, drawn, zone)?;
            let path: PathBuf = folder.join(format!("{}.toml", file_name(contest, game)));
            if !path.exists() {
                std::fs::create_dir_all(folder).map_err(io_at(folder)).map_err(DeedError::Hall)?;
                written += usize::from(new_event_file(&path, &text)?);
            }
        }
        Ok(written)
    }

    fn contest_journal(&self, name: &str) -> Result<SqlJournal, DeedError> {
        Ok(self.journal(&format!("{CONTEST_PREFIX}{name}"))?)
    }
}

/// What the file of a game's event is called, without its ending: letters and digits that every file system takes.
fn file_name(contest: &str, game: &str) -> String {
    let hash = leitai_core::ContentHash::of(contest.as_bytes()).to_string();
    format!("contest-{}-{game}", &hash[..8])
}

fn body_of(line: &ContestLine) -> Result<Value, DeedError> {
    let body = serde_json::to_value(line);
    body.map_err(|error| DeedError::Hall(HallError::System(Words::new("journal", "日志"), error.into())))
}

/// What the audit list says of a deed.
fn details_of(deed: &ContestDeed) -> Value {
    let mut value = serde_json::to_value(deed).unwrap_or_default();
    let parts = ["deed", "team", "game", "table", "account"];
    let Some(all) = value.as_object_mut() else { return Value::Null };
    all.retain(|name, _| parts.contains(&name.as_str()));
    value
}

/// In whose name a deed is done, and as what it is asked for in the store.
fn right<'a>(contest: &Contest, by: Actor<'a>, deed: &ContestDeed) -> (SignedUp<'a>, Deed) {
    let Some(account) = by.account() else { return (SignedUp::Staff, Deed::Contest) };
    let is_own = |team: &leitai_tournament::contest::TeamId| {
        contest.team(*team).is_some_and(|team| team.account.as_deref() == Some(account))
    };
    let is_of_team = match deed {
        ContestDeed::SignUp { account: Some(own), .. } => own == account,
        ContestDeed::Change { team, .. }
        | ContestDeed::Withdraw { team, .. }
        | ContestDeed::Describe { team, .. } => is_own(team),
        _ => false,
    };
    let table = match deed {
        ContestDeed::Call { table, .. }
        | ContestDeed::Arrive { table, .. }
        | ContestDeed::Wait { table, .. }
        | ContestDeed::Resume { table, .. }
        | ContestDeed::Start { table, .. }
        | ContestDeed::Clear { table } => Some(*table),
        _ => None,
    };
    let serves = table.is_some_and(|table| contest.serves(account, table))
        || matches!(deed, ContestDeed::CheckIn { .. }) && contest.duty(account).is_some();
    match (is_of_team, serves) {
        (true, _) => (SignedUp::Account(account), Deed::ContestTeam),
        (_, true) => (SignedUp::Staff, Deed::ContestTable),
        _ => (SignedUp::Staff, Deed::Contest),
    }
}

impl DeedError {
    /// For the words of a refusal.
    pub fn refused(&self) -> Option<&Sentence> {
        match self {
            DeedError::Refused(why) | DeedError::Meanwhile(why) => Some(why),
            _ => None,
        }
    }
}
