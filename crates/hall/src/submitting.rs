//! Submitting a program to an event of a store, and querying its state.

use crate::admissions::validation_key;
use crate::allowance::{Allowance, DAY_MS, exhausted, used_since};
use crate::error::HallError;
use crate::event_file::SubmitRules;
use crate::history::History;
use crate::note;
use crate::ruling::{Following, ProposedRuling, in_both};
use crate::shared_store::SharedStore;
use crate::submit_error::SubmitError;
use leitai_arena::Language;
use leitai_core::Sentence;
use leitai_store::{Actor, HandedIn, Received, Submission, SubmissionState, Submissions, patiently};
use leitai_tournament::{DecidedBy, Decision, Event, Format, Role};
use std::collections::BTreeMap;
use std::time::Duration;

/// A program to be submitted.
#[derive(Clone, Copy, Debug)]
pub struct Submitted<'a> {
    /// The event.
    pub event: &'a str,
    /// The registered name of the entry.
    pub entry: &'a str,
    /// Who submits it.
    pub by: Actor<'a>,
    /// Its language.
    pub language: Language,
    /// One of the language's standards; `None` if the source's first line states it, or for the usual one.
    pub standard: Option<&'a str>,
    /// The source.
    pub contents: &'a [u8],
    /// The class under which the entry takes part from now on, where it does not yet and may; `None` if it may not.
    pub enters: Option<&'a str>,
}

impl SharedStore {
    /// Accepts a program for an entry, if the event's rules allow it at this moment, and returns its number. The
    /// program is on the disk once this returns, and the process that runs the event's
    /// [`Admissions`](crate::Admissions) goes on with it. A program that is the entry's last one again counts once. One
    /// that is refused makes nobody take part.
    pub fn submit(&self, what: &Submitted<'_>, rules: &SubmitRules) -> Result<i64, SubmitError> {
        let now = self.now()?;
        let entry = |history: &History| {
            let known = history.event.entries().iter().find(|entry| entry.name == what.entry);
            known.map(|entry| entry.id)
        };
        let is_known = self.of_event(what.event, |history| {
            is_acceptable(&history.event, what, rules)?;
            Ok::<_, SubmitError>(entry(history).is_some())
        })??;
        // A person is not in it, so an entry of that name would be somebody else's.
        if let Some(class) = what.enters.filter(|_| what.by.account().is_some() || !is_known) {
            let refusal = |history: &History| Allowance::new(history, None, rules, now, None).refusal(rules);
            if let Some(error) = self.of_event(what.event, refusal)? {
                return Err(error);
            }
            self.enter(what, class)?;
        }
        self.of_event(what.event, |history| {
            let entry = entry(history).ok_or_else(|| SubmitError::NoEntry(what.entry.to_owned()))?;
            let spent = rules.day_time.and_then(|most| Some((most, exhausted(history, entry, now, most)?)));
            let used = |most, wait_ms| {
                let used = used_since(history, entry, now - DAY_MS);
                SubmitError::Exhausted { used, most, wait_ms }
            };
            spent.map_or(Ok(()), |(most, wait_ms)| Err(used(most, wait_ms)))
        })??;
        let Submitted { event, entry, by, language, standard, contents, .. } = *what;
        let what = HandedIn { event, entry, by, name: language.source_name(), standard, contents };
        // Not retried: if the answer was lost, it may have been accepted, and the list of submissions shows that.
        let received = self.runtime.wait(self.submissions().receive(&what, rules.limits()));
        match received.map_err(HallError::Store)? {
            Received::Taken(number) | Received::Again(number) => Ok(number),
            Received::TooMany(unsettled) => Err(SubmitError::TooMany(unsettled)),
            Received::TooSoon(wait) => Err(SubmitError::TooSoon(wait)),
            Received::TooEarly(wait) => Err(SubmitError::TooEarly(wait)),
            Received::Closed => Err(SubmitError::Closed),
        }
    }

    /// Enters an author into a ladder, once: an existing entry is left unchanged.
    pub(crate) fn enter(&self, what: &Submitted<'_>, class: &str) -> Result<(), SubmitError> {
        let class = (!class.is_empty()).then(|| class.to_owned());
        let decision = Decision::Enter { name: what.entry.to_owned(), seed_score: None, class };
        let journal = self.journal(what.event).map_err(HallError::Store)?;
        let (account, signed) = (what.by.account(), journal.signed(what.by, None));
        let by = DecidedBy { role: Role::Organiser, account: account.map(str::to_owned) };
        let key = account.map_or_else(
            || format!("enter under the name {}", what.entry),
            |number| format!("enter {number}"),
        );
        let why = in_both(&Sentence::new("hands in a program", "提交程序"));
        let (reason, following) = (why.as_str(), Following::Stands);
        let proposed =
            ProposedRuling { decision: &decision, by: &by, reason, following, mark: None, beside: None };
        match self.ruled(&signed, what.event, &key, proposed) {
            Ok(_) => Ok(()),
            Err(HallError::Refused(refusal)) => Err(SubmitError::Name(what.entry.to_owned(), refusal.why)),
            Err(error) => Err(error.into()),
        }
    }

    /// The source of a submission.
    pub fn source(&self, submission: &Submission) -> Result<Vec<u8>, HallError> {
        Ok(self.get(submission.sha256)?)
    }

    /// The submissions of an event, or of one of its entries, in the order in which they were received.
    pub fn submitted(&self, event: &str, entry: Option<&str>) -> Result<Vec<Submission>, HallError> {
        let all = self.submissions();
        Ok(self.runtime.wait(patiently(self.terms, async || all.list(event, entry).await))?)
    }

    /// Who handed in the newest accepted submission of each entry of an event, and when (milliseconds since 1970-01-01
    /// UTC); by the entry's registered name. Given a moment, as it was then.
    pub fn in_force(
        &self,
        event: &str,
        at: Option<i64>,
    ) -> Result<BTreeMap<String, (Option<String>, i64)>, HallError> {
        let all = self.submissions();
        Ok(self.runtime.wait(patiently(self.terms, async || all.in_force(event, at).await))?)
    }

    /// A submission by its number.
    pub fn submission(&self, number: i64) -> Result<Option<Submission>, HallError> {
        let all = self.submissions();
        Ok(self.runtime.wait(patiently(self.terms, async || all.get(number).await))?)
    }

    /// Why a submission was refused; `None` if it was not.
    pub fn refusal(submission: &Submission) -> Option<Sentence> {
        let note = submission.note.as_deref().filter(|_| submission.state == SubmissionState::Refused);
        note.map(note::read)
    }

    /// How many games are ahead of the first waiting game of a submission's validation; `None` if none is waiting.
    pub fn place_in_queue(&self, submission: &Submission) -> Result<Option<u64>, HallError> {
        let queue = self.queue();
        for number in 0..crate::admissions::GAMES {
            let game = validation_key(submission.id, number, 0)?;
            let ask = async || queue.ahead(&submission.event, &game).await;
            if let Some(ahead) = self.runtime.wait(patiently(self.terms, ask))? {
                return Ok(Some(ahead));
            }
        }
        Ok(None)
    }

    pub(crate) fn submissions(&self) -> Submissions {
        Submissions::new(self.database.clone(), self.terms)
    }
}

impl Allowance {
    /// Why nothing is accepted at this moment.
    pub fn refusal(&self, rules: &SubmitRules) -> Option<SubmitError> {
        let ms = |time: Duration| time.as_millis() as i64;
        if self.is_closed {
            return Some(SubmitError::Closed);
        }
        let early = self.opens_in.map(|wait| SubmitError::TooEarly(ms(wait)));
        let soon = || self.wait.map(|wait| SubmitError::TooSoon(ms(wait)));
        let most = rules.day_time.unwrap_or_default();
        let spent =
            || self.rest.map(|rest| SubmitError::Exhausted { used: self.used, most, wait_ms: ms(rest) });
        early.or_else(soon).or_else(spent)
    }
}

/// Whether the event accepts such a program, from whomever.
fn is_acceptable(event: &Event, what: &Submitted<'_>, rules: &SubmitRules) -> Result<(), SubmitError> {
    if event.plan().stages[0].format != Format::Ladder && !rules.is_stated {
        return Err(SubmitError::NoLadder(what.event.to_owned()));
    }
    if event.is_closed() {
        return Err(SubmitError::Closed);
    }
    let wrong = wrong_with_source(Some((what.language, what.standard)), what.contents, rules.size);
    wrong.into_iter().next().map_or(Ok(()), Err)
}

/// All that is wrong with a program's source: it is of no language that this machine has (`None`), or of a standard that
/// its language lacks; it is empty, or of more than so many bytes.
pub fn wrong_with_source(
    of: Option<(Language, Option<&str>)>,
    contents: &[u8],
    most: u64,
) -> Vec<SubmitError> {
    let names = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect();
    let of = match of {
        None => {
            let known: Vec<_> = Language::installed().map(|(language, _)| language.name()).collect();
            Some(SubmitError::Language(names(&known)))
        }
        Some((language, Some(standard))) if !language.standards().contains(&standard) => {
            Some(SubmitError::Standard(standard.to_owned(), names(language.standards())))
        }
        Some(_) => None,
    };
    let size = match contents.len() as u64 {
        _ if contents.iter().all(u8::is_ascii_whitespace) => Some(SubmitError::Empty),
        bytes => (bytes > most).then_some(SubmitError::Large(most)),
    };
    of.into_iter().chain(size).collect()
}

/// A student with this number, who has signed in.
#[cfg(test)]
pub(crate) fn signed_in<'a>(shared: &SharedStore, number: &'a str) -> Actor<'a> {
    use leitai_core::ContentHash;
    use leitai_store::{NewSession, Opener, People, RosterLine};
    let people = People::new(shared.database().clone());
    let session = NewSession { token: ContentHash::of(number.as_bytes()), place: String::new() };
    let [name, class, team, seed_score] = [number, "", "", ""].map(str::to_owned);
    let line = RosterLine { number: number.to_owned(), name, class, team, seed_score };
    let signs_in = async || {
        if people.whose(session.token).await?.is_some() {
            return Ok(true);
        }
        people.import(Actor::Console("t"), &[line.into()], Some(Opener::Number), None).await?;
        let version = people.credentials(number).await?.unwrap_or_default().version;
        people.sign_in(number, Some(Opener::Number), version, &session).await
    };
    assert!(shared.runtime.wait(signs_in()).expect("a store"));
    Actor::Person { number, session: session.token }
}
