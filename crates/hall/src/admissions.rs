//! Admission of submitted programs: each is compiled, checked and validated before it is in force.
//!
//! Every step is stored before the next begins, and the decision on a submission is written to the event's journal
//! under the submission's own key. After a crash at any instant, the next process continues where the last one stopped,
//! and settles each submission exactly once.

mod beat;
mod compiling;
mod validation;
mod validation_game;

use crate::error::{HallError, io_at};
use crate::event_file::{EventFile, SubmitRules};
use crate::history::{JournalBody, body_of};
use crate::note;
use crate::program::Program;
use crate::program_source::ProgramSource;
use crate::ruling::{Following, in_both};
use crate::shared_store::SharedStore;
use crate::stop::Stop;
use crate::wanted_conditions::WantedConditions;
use crate::workshop::Workshop;
use beat::while_held;
use leitai_arena::{BuildError, Built, Conditions, Form, Parcel, Player};
use leitai_check::{ExaminationTerms, Finding, Mark, check, of_source};
use leitai_core::{DialectName, Lang, Level, Sentence, Words, sentence};
use leitai_store::{Added, HeldSubmission, Journal, Submission, SubmissionState, patiently};
use leitai_tournament::{DecidedBy, Decision, EntryId, Role, SubmittedProgram};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use validation::{Course, Validation};
pub(crate) use validation::{GAMES, validated_by, validation_key};
pub(crate) use validation_game::settled_as;
pub use validation_game::{GameStands, ValidationGame};

/// The findings of a submission's check, in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    /// In English.
    pub en: Vec<Finding>,
    /// In Chinese.
    pub zh: Vec<Finding>,
}

impl Findings {
    /// The findings of a submission; empty before it was checked.
    pub fn of(submission: &Submission) -> Findings {
        let kept = submission.findings.as_deref();
        kept.and_then(|kept| serde_json::from_str(kept).ok()).unwrap_or_default()
    }

    /// Whether nothing was found that loses games.
    pub fn is_sound(&self) -> bool {
        self.en.iter().all(|finding| finding.mark != Mark::Bad)
    }

    /// Adds findings in both languages, without options of the command line: an event sets the limits.
    fn add(&mut self, told: impl Fn(Lang) -> Vec<Finding>) {
        let all = |lang| told(lang).into_iter().map(|finding| Finding { option: None, ..finding });
        self.en.extend(all(Lang::En));
        self.zh.extend(all(Lang::Zh));
    }
}

/// Takes the submissions of a store's events from receipt to acceptance or refusal. Validation games are played by the
/// store's workers, before all other games.
pub struct Admissions {
    shared: Arc<SharedStore>,
    launcher: PathBuf,
    workshop: Workshop,
    /// The submissions whose validation games are under way.
    validations: Vec<Validation>,
    /// The events already looked at by this process.
    events: BTreeSet<String>,
    /// The events already closed, with their closing times.
    closed: BTreeSet<(String, i64)>,
    /// Called with the event of every submission that makes progress.
    told: Box<dyn Fn(&str) + Send + Sync>,
}

/// The result of a look at an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looked {
    /// A program was taken up; more may be waiting.
    TookOneUp,
    /// Validation games are under way.
    Validates,
    /// Nothing is under way.
    Rests,
}

/// How a step ended.
enum Passed {
    Yes,
    /// It is refused, for this reason.
    No(Sentence),
    /// Undecided: it was stopped, or somebody else has taken the submission.
    Open,
}

impl Admissions {
    /// Makes the admissions of a store's events; `launcher` is the stage's own binary. Fails if the temporary folder
    /// cannot be created.
    pub fn open(shared: Arc<SharedStore>, launcher: &Path) -> std::io::Result<Admissions> {
        let (launcher, workshop) = (launcher.to_owned(), Workshop::open()?);
        let (validations, events, closed) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        Ok(Admissions { shared, launcher, workshop, validations, events, closed, told: Box::new(|_| ()) })
    }

    /// Sets a callback that receives the event of every submission that makes progress.
    #[must_use]
    pub fn telling(self, told: impl Fn(&str) + Send + Sync + 'static) -> Admissions {
        Admissions { told: Box::new(told), ..self }
    }

    /// Takes up one program submitted to this event and checks the progress of its validations: one at a time, so that
    /// submissions are accepted in order, however many follow. Compiles and checks on the calling thread and waits for
    /// the database, so do not call it on a thread of an async runtime. Nothing is lost after an error: the next call
    /// continues. Once the closing time of the rules has passed and everything received before is settled, the event is
    /// closed.
    pub fn look(&mut self, file: &EventFile, rules: &SubmitRules, stop: &Stop) -> Result<Looked, HallError> {
        let all = self.shared.submissions();
        // Only one process runs an event, so leases held by another are void.
        if !self.events.contains(&file.name) {
            let bury = async || all.bury(&file.name).await;
            self.shared.runtime.wait(patiently(self.shared.terms, bury))?;
            self.events.insert(file.name.clone());
        }
        let take = async || all.take(&file.name).await;
        let held = self.shared.runtime.wait(patiently(self.shared.terms, take))?;
        let has_begun = held.is_some();
        if let Some(held) = held {
            self.begin(file, held, stop)?;
        }
        let (ours, others) = self.validations.drain(..).partition(|one| one.event() == file.name);
        self.validations = others;
        let ours: Vec<Validation> = ours;
        for mut validation in ours {
            if !self.shared.runtime.wait(all.hold_on(&validation.held))? {
                continue;
            }
            let course = validation.look(&self.shared)?;
            if validation.has_news() {
                (self.told)(&file.name);
            }
            match course {
                Course::Open => self.validations.push(validation),
                Course::Passed => self.accept(&validation.held)?,
                Course::Failed(why) => self.refuse(&validation.held, &why)?,
            }
        }
        if has_begun {
            return Ok(Looked::TookOneUp);
        }
        if self.validations.iter().any(|one| one.event() == file.name) {
            return Ok(Looked::Validates);
        }
        self.close_in_time(file, rules)?;
        Ok(Looked::Rests)
    }

    /// Closes an event whose closing time has passed: its ranking is final once the last due match is played. If its
    /// games begin only then, entries without a program in force are removed.
    fn close_in_time(&mut self, file: &EventFile, rules: &SubmitRules) -> Result<(), HallError> {
        let Some(closes) = &rules.closes else { return Ok(()) };
        let event = file.name.as_str();
        let done = (event.to_owned(), closes.ms);
        if self.closed.contains(&done) {
            return Ok(());
        }
        // The time is checked first, so that everything received before it is in the list.
        if self.shared.now()? < closes.ms
            || self.shared.submitted(event, None)?.iter().any(|one| !one.state.is_final())
        {
            return Ok(());
        }
        if file.begins_closed() {
            self.leave_out(file)?;
        }
        let (key, when) = (format!("closing {}", closes.ms), closes.said());
        let why = in_both(&sentence!("submissions closed at {when}", "提交于 {when} 截止"; when));
        let (close, by) = (Decision::Close, Role::Organiser);
        match self.shared.rule_once(event, &key, &close, by, &why, Following::Stands) {
            Ok(_) | Err(HallError::Refused(_)) => {}
            Err(error) => return Err(error),
        }
        self.closed.insert(done);
        Ok(())
    }

    /// Rules out entries that have no program at the closing time.
    fn leave_out(&self, file: &EventFile) -> Result<(), HallError> {
        let (history, _) = self.shared.history(&file.name)?;
        if history.event.is_closed() {
            return Ok(());
        }
        let state = history.event.state();
        let has_none = |entry: &EntryId| {
            state.left(*entry).is_none() && file.runner(*entry, state.program(*entry)).is_none()
        };
        let why =
            Words::new("it had no accepted program when submissions closed", "截止时没有通过验证的程序");
        let why = in_both(&why.into());
        for entry in history.event.entries().iter().map(|entry| entry.id).filter(has_none) {
            let (key, absent) = (format!("nothing handed in by {entry}"), Decision::Absent { entry });
            match self.shared.rule_once(&file.name, &key, &absent, Role::Organiser, &why, Following::Stands) {
                Ok(_) | Err(HallError::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Takes a submission up to its validation games.
    fn begin(&mut self, file: &EventFile, held: HeldSubmission, stop: &Stop) -> Result<(), HallError> {
        if let Some((accepted, reason)) = self.settled(&held.submission)? {
            let state = if accepted { SubmissionState::Accepted } else { SubmissionState::Refused };
            let note = (!accepted).then(|| note::write(&Sentence::quoted(reason)));
            return self.go_on(&held, state, Added { note: note.as_deref(), ..Added::default() }).map(|_| ());
        }
        let Some(entry) = self.entry(&held.submission)? else {
            return self.refuse(&held, &Sentence::new("no entry has this name", "没有这个参赛者"));
        };
        if held.submission.state < SubmissionState::Validating {
            match self.examine(file, &held, entry, stop)? {
                Passed::Yes => {}
                Passed::No(why) => return self.refuse(&held, &why),
                Passed::Open => return Ok(()),
            }
        }
        let validation = Validation::new(held, file, entry, &self.shared.class);
        validation.order(&self.shared)?;
        self.validations.push(validation);
        Ok(())
    }

    /// Compiles and checks.
    fn examine(
        &self,
        file: &EventFile,
        held: &HeldSubmission,
        entry: EntryId,
        stop: &Stop,
    ) -> Result<Passed, HallError> {
        let conditions = WantedConditions::of(file).conditions(&self.launcher)?;
        if !self.go_on(held, SubmissionState::Compiling, Added::default())? {
            return Ok(Passed::Open);
        }
        let (contents, name) = (self.shared.get(held.submission.sha256)?, &held.submission.name);
        let parcel = Parcel {
            form: Form::Source,
            name: name.clone(),
            contents: contents.clone(),
            standard: held.submission.standard.clone(),
        };
        let folder = tempfile::Builder::new().prefix("submission-").tempdir_in(self.workshop.path());
        let folder = folder.map_err(io_at(self.workshop.path()))?;
        let Some(built) = self.compile(held, parcel, folder.path(), &conditions.sandbox, stop) else {
            return Ok(Passed::Open);
        };
        let (launch, words) = match built {
            Ok(Built { launch, words, notes }) => (launch, noted(&notes, &words)),
            // Not the program's fault: it will be tried again.
            Err(BuildError::Stage(why)) => return Err(HallError::Programs(vec![why])),
            Err(BuildError::Compile { words, .. }) => {
                self.go_on(held, SubmissionState::Compiling, log(&words))?;
                return Ok(Passed::No(Sentence::new("it does not compile", "编译失败")));
            }
            Err(BuildError::Exceeded { what, words, .. }) => {
                self.go_on(held, SubmissionState::Compiling, log(&words))?;
                let why = sentence!(
                    "it does not compile: the compiler {what}", "编译失败：编译器{what}"; what
                );
                return Ok(Passed::No(why));
            }
            Err(error) => return Ok(Passed::No(Sentence::of(&error))),
        };
        if !self.go_on(held, SubmissionState::Checking, log(&words))? {
            return Ok(Passed::Open);
        }
        let mut findings = Findings::default();
        findings.add(|lang| of_source(Path::new(name), &contents, lang));
        let dialect = file.dialect_of(entry).unwrap_or(file.game.facts().dialects[0]);
        let player = Player { name: held.submission.entry.clone(), launch, dialect };
        let passed = while_held(
            &self.shared,
            held,
            stop,
            || (),
            |broken| self.check(file, &conditions, &player, &mut findings, broken),
        )?;
        let kept = serde_json::to_string(&findings)
            .map_err(|error| HallError::System(Words::new("findings", "检查结果"), error.into()))?;
        let added = Added { findings: Some(&kept), ..Added::default() };
        let to = if passed == Some(true) { SubmissionState::Validating } else { SubmissionState::Checking };
        if passed.is_none() || !self.go_on(held, to, added)? {
            return Ok(Passed::Open);
        }
        Ok(match passed {
            Some(false) => Passed::No(Sentence::new(
                "it broke the protocol or the rules; see the check results",
                "违反协议或规则，详见检查结果",
            )),
            _ => Passed::Yes,
        })
    }

    fn check(
        &self,
        file: &EventFile,
        conditions: &Conditions,
        player: &Player,
        findings: &mut Findings,
        stop: &AtomicBool,
    ) -> Result<Option<bool>, HallError> {
        let game = &*file.game;
        let clock = file.clock_of(file.plan.stages[0].side_ms);
        let weakest = file.game.facts().levels[0];
        // Every move of every set-up can be expressed in it.
        let opponent = self.built_in(weakest, conditions)?;
        let terms = ExaminationTerms { game, clock, conditions };
        Ok(check(&terms, [player, &opponent], stop, &mut |step| findings.add(|lang| step.findings(lang)))?)
    }

    fn built_in(&self, level: Level, conditions: &Conditions) -> Result<Player, HallError> {
        let launch =
            Program::Level(level).launch(self.workshop.path(), &conditions.sandbox, &ProgramSource::Nowhere);
        let launch = launch.map_err(|error| HallError::Programs(vec![Sentence::of(&error)]))?;
        Ok(Player { name: level.to_string(), launch, dialect: DialectName::Native })
    }

    /// The entry of a submission; `None` if there is none of that name.
    fn entry(&self, submission: &Submission) -> Result<Option<EntryId>, HallError> {
        self.shared.of_event(&submission.event, |history| {
            let entry = history.event.entries().iter().find(|entry| entry.name == submission.entry);
            entry.map(|entry| entry.id)
        })
    }

    /// The journal's decision on a submission, if there is one: whether it was accepted, and the reason.
    fn settled(&self, submission: &Submission) -> Result<Option<(bool, String)>, HallError> {
        let journal = self.shared.journal(&submission.event)?;
        let key = key(submission.id);
        let read = async || journal.entry(&key).await;
        let Some(line) = self.shared.runtime.wait(patiently(self.shared.terms, read))? else {
            return Ok(None);
        };
        Ok(match body_of(line)? {
            JournalBody::Ruled(ruling) => match ruling.decision {
                Decision::Submit { accepted, .. } => Some((accepted, ruling.reason)),
                _ => None,
            },
            JournalBody::Begun(_) | JournalBody::Played(_) | JournalBody::Witnessed(_) => None,
        })
    }

    fn accept(&self, held: &HeldSubmission) -> Result<(), HallError> {
        let why = Words::new("handed in; passed its validation games", "提交，已通过验证对局");
        match self.rule(&held.submission, true, &why.into()) {
            // The event was closed in the meantime, or the entry has left.
            Err(HallError::Refused(refusal)) => self.settle(held, false, &refusal.why),
            Err(error) => Err(error),
            Ok(()) => self.settle(held, true, &Sentence::default()),
        }
    }

    fn refuse(&self, held: &HeldSubmission, why: &Sentence) -> Result<(), HallError> {
        match self.rule(&held.submission, false, why) {
            // A journal that takes no more submissions need not list those that replace nothing.
            Ok(()) | Err(HallError::Refused(_)) => self.settle(held, false, why),
            Err(error) => Err(error),
        }
    }

    /// Writes the decision on a submission to the journal, once.
    fn rule(&self, submission: &Submission, accepted: bool, why: &Sentence) -> Result<(), HallError> {
        let Some(entry) = self.entry(submission)? else { return Ok(()) };
        let Submission { event, account, name, standard, sha256, .. } = submission;
        let (name, standard, sha256) = (name.clone(), standard.clone(), *sha256);
        let program = Some(SubmittedProgram::Source { name, standard, sha256 });
        let decision = Decision::Submit { entry, accepted, program };
        let by = DecidedBy { role: Role::Organiser, account: account.clone() };
        let (key, reason) = (key(submission.id), in_both(why));
        self.shared.rule_once(event, &key, &decision, by, &reason, Following::Stands).map(|_| ())
    }

    /// If somebody else was first and the journal has another decision, that one stands.
    fn settle(&self, held: &HeldSubmission, accepted: bool, why: &Sentence) -> Result<(), HallError> {
        let accepted = self.settled(&held.submission)?.map_or(accepted, |(accepted, _)| accepted);
        let note = (!accepted).then(|| note::write(why));
        let state = if accepted { SubmissionState::Accepted } else { SubmissionState::Refused };
        self.go_on(held, state, Added { note: note.as_deref(), ..Added::default() }).map(|_| ())
    }

    /// Moves a submission on; returns false if somebody else has taken it.
    fn go_on(&self, held: &HeldSubmission, to: SubmissionState, added: Added<'_>) -> Result<bool, HallError> {
        let all = self.shared.submissions();
        let go = async || all.go_on(held, to, added).await;
        let went = self.shared.runtime.wait(patiently(self.shared.terms, go))?;
        (self.told)(&held.submission.event);
        Ok(went)
    }
}

/// The notes on the source, each in both languages, followed by the compiler's output.
fn noted(notes: &[Sentence], words: &str) -> String {
    let lines = notes.iter().map(|note| format!("{}\n{}\n", note.to(Lang::En), note.to(Lang::Zh)));
    lines.collect::<String>() + words
}

fn log(words: &str) -> Added<'_> {
    Added { log: Some(words), ..Added::default() }
}

/// The key of the line in the journal that settles a submission.
fn key(number: i64) -> String {
    format!("submission {number}")
}

#[cfg(test)]
mod tests;
