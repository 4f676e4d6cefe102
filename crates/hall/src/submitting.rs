//! Handing in a program to an event of a store, and asking what became of it.

use crate::admissions::validation_key;
use crate::error::HallError;
use crate::note;
use crate::shared_store::SharedStore;
use leitai_arena::Language;
use leitai_core::{Sentence, errors};
use leitai_store::{HandedIn, Limits, Received, Submission, SubmissionState, Submissions, patiently};
use leitai_tournament::{Decision, Event, Format};

/// Most bytes of a source that is handed in.
const LARGEST: usize = 1 << 20;

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
            "\"{event}\" takes no programs: it is no ladder (preset = \"judge\")",
            "“{event}”不接受提交：它不是天梯赛（preset = \"judge\"）";
        /// Nobody of that name takes part.
        NoEntry(entry: String) =>
            "no entry is called \"{entry}\"; who is new is entered first", "没有参赛者“{entry}”；新参赛者须先加入";
        /// More than 1,048,576 bytes.
        Large => "the source has more than 1048576 bytes (1 MB)", "源文件超过 1048576 字节（1 MB）";
        /// The language has no such standard.
        Standard(standard: String, known: Vec<String>) =>
            "there is no standard `{standard}`; there are: {known}", "没有标准“{standard}”；可选：{known}";
        /// So soon after the last one.
        TooSoon(wait_ms: i64) =>
            "too soon after the last submission: wait {seconds} s", "距上次提交太近：请等待 {seconds} 秒",
            seconds = (wait_ms + 999) / 1000;
        /// Submissions are closed.
        Closed => "submissions are closed", "提交已截止";
        /// The event cannot be read.
        Hall(error: HallError) from;
    }
}

impl SharedStore {
    /// Takes a program for an entry of a ladder, and returns its number. Once it has returned the program is on the disk,
    /// and whoever runs the event's [`Admissions`](crate::Admissions) goes on with it.
    pub fn submit(&self, what: &Submitted<'_>, limits: Limits) -> Result<i64, SubmitError> {
        let (history, _) = self.history(what.event)?;
        accepts(&history.event, what)?;
        let Submitted { event, entry, account, language, standard, contents } = *what;
        let what = HandedIn { event, entry, account, name: language.source_name(), standard, contents };
        // Asked once: where the answer is lost, it may have been taken, and its list says so.
        let received = self.runtime.wait(self.submissions().receive(&what, limits));
        match received.map_err(HallError::Store)? {
            Received::Taken(number) => Ok(number),
            Received::TooSoon(wait) => Err(SubmitError::TooSoon(wait)),
            Received::Closed => Err(SubmitError::Closed),
        }
    }

    /// The submissions of an event, or of one of its entries, in the order in which they were taken.
    pub fn submitted(&self, event: &str, entry: Option<&str>) -> Result<Vec<Submission>, HallError> {
        let all = self.submissions();
        Ok(self.runtime.wait(patiently(self.terms, async || all.list(event, entry).await))?)
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

fn accepts(event: &Event, what: &Submitted<'_>) -> Result<(), SubmitError> {
    if event.plan().stages[0].format != Format::Ladder {
        return Err(SubmitError::NoLadder(what.event.to_owned()));
    }
    if !event.entries().iter().any(|entry| entry.name == what.entry) {
        return Err(SubmitError::NoEntry(what.entry.to_owned()));
    }
    if event.rulings().iter().any(|ruling| ruling.decision == Decision::Close) {
        return Err(SubmitError::Closed);
    }
    if what.contents.len() > LARGEST {
        return Err(SubmitError::Large);
    }
    let known = what.language.standards();
    match what.standard {
        Some(standard) if !known.contains(&standard) => {
            let known = known.iter().map(|known| (*known).to_owned()).collect();
            Err(SubmitError::Standard(standard.to_owned(), known))
        }
        _ => Ok(()),
    }
}
