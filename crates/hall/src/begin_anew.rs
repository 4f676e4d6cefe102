//! Beginning an event anew: until its first game is due, everything it is derived from may still change.

use crate::error::HallError;
use crate::event_file::EventFile;
use crate::history::{Begun, History, JournalBody};
use crate::run::{Hall, value};
use crate::shared_store::SharedStore;
use leitai_arena::now_ms;
use leitai_core::{Sentence, sentence};
use leitai_store::{Appended, Journal, patiently};
use leitai_tournament::{Decision, Event, EventRefusal};
use std::collections::BTreeSet;

impl History {
    /// Whether none of its games has been due yet. `file` states whether the first waits until submissions are closed.
    pub fn is_ahead(&self, file: &EventFile) -> bool {
        let waits = || file.begins_closed() || self.event.state().due().next().is_none();
        self.event.games().is_empty() && !self.event.is_closed() && waits()
    }

    /// Why the event cannot begin anew with the current file; `None` if it can. `handed_in`: the entries that have
    /// submitted a program or a report, and whether there is any program.
    fn why_not(&self, file: &EventFile, handed_in: &(BTreeSet<String>, bool)) -> Option<Sentence> {
        let (was, rulings) = (&self.begun, self.event.rulings());
        let (names, is_submitted) = handed_in;
        if file.name != was.name || file.game.game() != was.game {
            return Some(sentence!("its name and its game cannot change", "名称与棋种不能改变"));
        }
        if file.seed.as_ref().is_some_and(|seed| *seed != was.seed) {
            return Some(sentence!(
                "its seed cannot change: every lot is drawn from it",
                "种子不能改变：所有抽签由它决定"
            ));
        }
        if !self.is_ahead(file) {
            return Some(sentence!(
                "its first game is due, so the draw cannot change",
                "首局已排定，抽签结果不变"
            ));
        }
        if *is_submitted && file.game.given() != was.options {
            return Some(sentence!(
                "programs were handed in and validated under the current options of the rules: these cannot change",
                "已有程序按现行规则选项提交并验证：规则选项不能改变"
            ));
        }
        if let Some(gone) = names.iter().find(|name| file.entries.iter().all(|entry| entry.name != **name))
            && was.entries.iter().any(|entry| entry.name == *gone)
        {
            return Some(sentence!(
                "{gone} has handed in, and must remain among the entries under this name",
                "{gone} 已提交，须以此名称留在参赛者中"
            ));
        }
        let has_entered = rulings.iter().any(|ruling| matches!(ruling.decision, Decision::Enter { .. }));
        if has_entered && file.entries.len() != was.entries.len() {
            return Some(sentence!(
                "somebody has entered in the meantime, so the number of entries in the file cannot change",
                "已有人自行加入，文件中的参赛者数目不能改变"
            ));
        }
        let named = rulings.iter().flat_map(|ruling| ruling.decision.named());
        let moved = named
            .filter_map(|entry| was.entries.get(entry.index()))
            .find(|entry| file.entries.get(entry.id.index()).is_none_or(|is| is.name != entry.name));
        if let Some(entry) = moved {
            let (name, place) = (&entry.name, entry.id.index() + 1);
            return Some(sentence!(
                "a ruling names {name}, no. {place} of the entries, whose name and place cannot change",
                "有裁决涉及第 {place} 个参赛者 {name}，其名称与次序不能改变"
            ));
        }
        let begun = self.begun_as(file);
        let event = Event::new(begun.plan, begun.entries, begun.seed);
        let resumed = event.map(|event| event.resume([], rulings.iter().cloned()));
        match resumed {
            Err(flaw) => Some(Sentence::of(&flaw)),
            Ok(Err(refusal)) => Some(refusal.why),
            Ok(Ok(_)) => None,
        }
    }

    /// The start of the event according to a file, with the existing seed.
    fn begun_as(&self, file: &EventFile) -> Begun {
        Begun { seed: self.begun.seed.clone(), ..file.begun(|| self.begun.seed.clone()) }
    }
}

impl Hall {
    /// Checks that the start in a journal line is this event's; fails with [`HallError::Anew`] if the event has begun
    /// anew.
    pub(crate) fn began_so(&self, begun: &Begun) -> Result<(), HallError> {
        if *begun == self.begun { Ok(()) } else { Err(HallError::Anew(begun.name.clone())) }
    }
}

impl SharedStore {
    /// Begins an event anew from this file if it began differently. Returns false if there is nothing to do: the event
    /// agrees with the file, or has not begun. Fails with [`HallError::Refused`] if it is too late: the first game is
    /// due, an entry that has submitted would be gone, or a ruling would apply to another entry.
    pub fn begin_anew(&self, file: &EventFile) -> Result<bool, HallError> {
        loop {
            let journal = self.journal(&file.name)?;
            let lines = self.runtime.wait(patiently(self.terms, async || journal.entries(0).await))?;
            let last = lines.last().map_or(0, |line| line.seq);
            let Some(history) = History::read(lines)? else { return Ok(false) };
            if file.differs(&history.begun).is_none() {
                return Ok(false);
            }
            if let Some(why) = history.why_not(file, &self.handed_in(&file.name)?) {
                return Err(HallError::Refused(EventRefusal { why }));
            }
            let body = value(&JournalBody::Begun(history.begun_as(file)))?;
            let key = format!("begun after {last}");
            let append = async || journal.append_after(Some(last), now_ms(), Some(&key), &body).await;
            // If something was written in between, read it first: submissions may have closed.
            if let Appended::Written(_) = self.runtime.wait(patiently(self.terms, append))? {
                return Ok(true);
            }
        }
    }

    /// The registered names of entries that have submitted a program or a report, and whether there is any program.
    fn handed_in(&self, event: &str) -> Result<(BTreeSet<String>, bool), HallError> {
        let programs = self.submitted(event, None)?;
        let is_submitted = !programs.is_empty();
        let names = programs.into_iter().map(|one| one.entry).chain(self.reports(event)?.into_keys());
        Ok((names.collect(), is_submitted))
    }
}

#[cfg(test)]
mod tests;
