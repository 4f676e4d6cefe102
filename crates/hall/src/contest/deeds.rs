//! What is done in a contest: by whom, and by what right.

use super::kept_contest::{CONTEST_PREFIX, ContestLine, KeptContest};
use crate::deed_error::DeedError;
use crate::error::HallError;
use crate::random_key::random_key;
use crate::shared_store::SharedStore;
use leitai_arena::now_ms;
use leitai_core::{Words, sentence};
use leitai_store::{Actor, Appended, Audit, Deed, Journal as _, SqlJournal, patiently};
use leitai_tournament::contest::{Contest, ContestDeed, ContestTerms, DeedRight, OnBehalf};
use serde_json::{Value, json};
use std::sync::Arc;

/// Letters and digits of a contest's seed: nobody guesses it from its hash.
const SEED: usize = 26;

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
        let after = known.as_ref().map_or(0, |known| known.seq());
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
        let line = ContestLine { deed, by: by.name().to_owned(), seed: Some(random_key(SEED)), key: None };
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
        self.do_line(by, name, deed, (key, None))
    }

    /// The same with a secret that is kept beside the deed: the key of what a desk takes along.
    pub(super) fn do_with_secret(
        &self,
        by: Actor<'_>,
        name: &str,
        deed: &ContestDeed,
        secret: Option<&str>,
    ) -> Result<(), DeedError> {
        self.do_line(by, name, deed, (None, secret))
    }

    fn do_line(
        &self,
        by: Actor<'_>,
        name: &str,
        deed: &ContestDeed,
        (key, secret): (Option<&str>, Option<&str>),
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
            let secret = secret.map(str::to_owned);
            let line = ContestLine { deed: deed.clone(), by: by.name().to_owned(), seed: None, key: secret };
            let (body, details) = (body_of(&line)?, details_of(deed));
            let journal = self.contest_journal(name)?.signed(by, Some((of, details)));
            let append = journal.append_after(Some(kept.seq()), now, key, &body);
            match self.runtime.wait(append)? {
                Appended::Written(_) | Appended::AlreadyThere(_) => return Ok(()),
                Appended::Overtaken => {}
            }
        }
    }

    /// Whether somebody may do a deed in a contest as it was read: for what is done outside its journal first. It is asked
    /// again when the deed is written.
    pub(super) fn may_in_contest(
        &self,
        by: Actor<'_>,
        kept: &KeptContest,
        deed: &ContestDeed,
    ) -> Result<(), DeedError> {
        let (whose, of) = right(&kept.contest, by, deed);
        if of == Deed::Contest {
            // Refused unless an organiser asks.
            let audit = Audit::new(self.database.clone());
            self.runtime.wait(audit.begin(by, of, kept.contest.terms().name.as_str()))?;
        }
        kept.contest.check(self.now()?, whose, deed).map_err(DeedError::Refused)
    }

    pub(super) fn contest_journal(&self, name: &str) -> Result<SqlJournal, DeedError> {
        Ok(self.journal(&format!("{CONTEST_PREFIX}{name}"))?)
    }
}

fn body_of(line: &ContestLine) -> Result<Value, DeedError> {
    let body = serde_json::to_value(line);
    body.map_err(|error| DeedError::Hall(HallError::System(Words::new("journal", "日志"), error.into())))
}

/// What the audit list says of a deed.
fn details_of(deed: &ContestDeed) -> Value {
    let mut value = serde_json::to_value(deed).unwrap_or_default();
    let parts = ["deed", "team", "game", "table", "account", "taking", "with", "until-ms"];
    let Some(all) = value.as_object_mut() else { return Value::Null };
    all.retain(|name, _| parts.contains(&name.as_str()));
    value
}

/// In whose name a deed is done, and as what it is asked for in the store.
pub(super) fn right<'a>(contest: &Contest, by: Actor<'a>, deed: &ContestDeed) -> (OnBehalf<'a>, Deed) {
    let Some(account) = by.account() else { return (OnBehalf::Staff, Deed::Contest) };
    let right = contest.right_to(account, deed);
    let of = match right {
        DeedRight::Team => Deed::ContestTeam,
        DeedRight::Tables => Deed::ContestTable,
        DeedRight::Organiser => Deed::Contest,
    };
    (right.of(account), of)
}
