//! Handing in a program to an event of a store, and asking what became of it.

use crate::admissions::validation_key;
use crate::allowance::{DAY_MS, exhausted, lasting, used_since};
use crate::error::HallError;
use crate::event_file::SubmitRules;
use crate::note;
use crate::ruling::{Following, in_both};
use crate::shared_store::SharedStore;
use leitai_arena::Language;
use leitai_core::{Sentence, errors};
use leitai_store::{HandedIn, Received, Submission, SubmissionState, Submissions, patiently};
use leitai_tournament::{DecidedBy, Decision, EntryId, Event, Format, Role};
use std::collections::BTreeMap;
use std::time::Duration;

/// A program as somebody hands it in.
#[derive(Clone, Copy, Debug)]
pub struct Submitted<'a> {
    /// The event.
    pub event: &'a str,
    /// The registered name of the entry.
    pub entry: &'a str,
    /// The account; none at a command line.
    pub account: Option<&'a str>,
    /// Its language.
    pub language: Language,
    /// One of the language's standards; none: its first line says, or it is the usual one.
    pub standard: Option<&'a str>,
    /// The source.
    pub contents: &'a [u8],
}

errors! {
    /// Why a program is not taken.
    #[derive(Debug)]
    pub enum SubmitError {
        /// Nobody hands in programs to such an event.
        NoLadder(event: String) =>
            "\"{event}\" takes no programs: it is not a ladder (preset = \"judge\"), and its file does not provide for submissions",
            "“{event}”不接受提交：它不是天梯赛（preset = \"judge\"），也没有 `[submit]`";
        /// Nobody of that name takes part.
        NoEntry(entry: String) =>
            "no entry is called \"{entry}\"; enter a new one first", "没有参赛者“{entry}”；新参赛者须先加入";
        /// More bytes than the event takes.
        Large(most: u64) => "the source has more than {most} bytes", "源文件超过 {most} 字节";
        /// The language has no such standard.
        Standard(standard: String, known: Vec<String>) =>
            "unknown standard `{standard}`; known: {known}", "没有标准“{standard}”；可选：{known}";
        /// So soon after the last one.
        TooSoon(wait_ms: i64) =>
            "too soon after the last submission: wait {wait}", "距上次提交太近：请等待 {wait}", wait = after(*wait_ms);
        /// The programs of the entry have used what they may in a day.
        Exhausted {
            /// What they used in the last 24 hours.
            used: Duration,
            /// What they may use.
            most: Duration,
            /// In how many milliseconds it is less again.
            wait_ms: i64,
        } =>
            "its programs have used {spent} of {limit} in the last 24 hours: wait {wait}",
            "最近 24 小时内已用 {spent}（上限 {limit}）：请等待 {wait}",
            spent = lasting(*used), limit = lasting(*most), wait = after(*wait_ms);
        /// Submissions are not open yet.
        TooEarly(wait_ms: i64) =>
            "submissions are not open yet: wait {wait}", "提交尚未开放：请等待 {wait}", wait = after(*wait_ms);
        /// Nobody can take part under that name.
        Name(name: String, why: Sentence) =>
            "\"{name}\" cannot take part: {why}", "“{name}”无法参赛：{why}";
        /// Submissions are closed.
        Closed => "submissions are closed", "提交已截止";
        /// The event cannot be read.
        Hall(error: HallError) from;
    }
}

impl SharedStore {
    /// Takes a program for an entry of a ladder, if its rules allow it at this moment, and returns its number. Once it has
    /// returned the program is on the disk, and whoever runs the event's [`Admissions`](crate::Admissions) goes on with it.
    pub fn submit(&self, what: &Submitted<'_>, rules: &SubmitRules) -> Result<i64, SubmitError> {
        let (history, _) = self.history(what.event)?;
        let entry = accepts(&history.event, what, rules)?;
        if let Some(most) = rules.day_time {
            let now = self.now()?;
            if let Some(wait_ms) = exhausted(&history, entry, now, most) {
                let used = used_since(&history, entry, now - DAY_MS);
                return Err(SubmitError::Exhausted { used, most, wait_ms });
            }
        }
        let Submitted { event, entry, account, language, standard, contents } = *what;
        let what = HandedIn { event, entry, account, name: language.source_name(), standard, contents };
        // Asked once: where the answer is lost, it may have been taken, and its list says so.
        let received = self.runtime.wait(self.submissions().receive(&what, rules.limits()));
        match received.map_err(HallError::Store)? {
            Received::Taken(number) => Ok(number),
            Received::TooSoon(wait) => Err(SubmitError::TooSoon(wait)),
            Received::TooEarly(wait) => Err(SubmitError::TooEarly(wait)),
            Received::Closed => Err(SubmitError::Closed),
        }
    }

    /// Enters an account into a ladder under a name, once: whoever is in it stays as he is.
    pub fn enter(&self, event: &str, number: &str, name: &str, class: &str) -> Result<(), SubmitError> {
        let class = (!class.is_empty()).then(|| class.to_owned());
        let decision = Decision::Enter { name: name.to_owned(), seed_score: None, class };
        let by = DecidedBy { role: Role::Organiser, account: Some(number.to_owned()) };
        let (key, why) =
            (format!("enter {number}"), in_both(&Sentence::new("hands in a program", "提交程序")));
        match self.rule_once(event, &key, &decision, by, &why, Following::Stands) {
            Ok(_) => Ok(()),
            Err(HallError::Refused(refusal)) => Err(SubmitError::Name(name.to_owned(), refusal.why)),
            Err(error) => Err(error.into()),
        }
    }

    /// The source of a submission.
    pub fn source(&self, submission: &Submission) -> Result<Vec<u8>, HallError> {
        Ok(self.get(submission.sha256)?)
    }

    /// The submissions of an event, or of one of its entries, in the order in which they were taken.
    pub fn submitted(&self, event: &str, entry: Option<&str>) -> Result<Vec<Submission>, HallError> {
        let all = self.submissions();
        Ok(self.runtime.wait(patiently(self.terms, async || all.list(event, entry).await))?)
    }

    /// Who handed in the newest accepted submission of each entry of an event, and when (milliseconds since 1970-01-01
    /// UTC); by the entry's registered name.
    pub fn in_force(&self, event: &str) -> Result<BTreeMap<String, (Option<String>, i64)>, HallError> {
        let all = self.submissions();
        Ok(self.runtime.wait(patiently(self.terms, async || all.in_force(event).await))?)
    }

    /// A submission by its number.
    pub fn submission(&self, number: i64) -> Result<Option<Submission>, HallError> {
        let all = self.submissions();
        Ok(self.runtime.wait(patiently(self.terms, async || all.get(number).await))?)
    }

    /// Why a submission was refused; none if it was not.
    pub fn refusal(submission: &Submission) -> Option<Sentence> {
        let note = submission.note.as_deref().filter(|_| submission.state == SubmissionState::Refused);
        note.map(note::read)
    }

    /// How many games go before the first of a submission's validation that still waits; none if none does.
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

/// The entry of whoever hands in, if the event takes it.
fn accepts(event: &Event, what: &Submitted<'_>, rules: &SubmitRules) -> Result<EntryId, SubmitError> {
    if event.plan().stages[0].format != Format::Ladder && !rules.is_stated {
        return Err(SubmitError::NoLadder(what.event.to_owned()));
    }
    let Some(entry) = event.entries().iter().find(|entry| entry.name == what.entry) else {
        return Err(SubmitError::NoEntry(what.entry.to_owned()));
    };
    if event.is_closed() {
        return Err(SubmitError::Closed);
    }
    if what.contents.len() as u64 > rules.size {
        return Err(SubmitError::Large(rules.size));
    }
    let known = what.language.standards();
    match what.standard {
        Some(standard) if !known.contains(&standard) => {
            let known = known.iter().map(|known| (*known).to_owned()).collect();
            Err(SubmitError::Standard(standard.to_owned(), known))
        }
        _ => Ok(entry.id),
    }
}

fn after(wait_ms: i64) -> Sentence {
    lasting(Duration::from_millis(wait_ms.max(0) as u64))
}
