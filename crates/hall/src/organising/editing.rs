//! Changing an event's file while the event is running: only the limits on submissions, or every field that may still
//! change.

use super::edit_words::{meanwhile, said};
use super::edited_field::{EditedField, mark};
use super::event_source::{EventSource, door};
use crate::error::HallError;
use crate::event_draft::{FIELDS, FieldKind, FileField, Trouble};
use crate::event_file::EventFile;
use crate::event_file::edit::{NOT_SHOWN, Reached, fields_of, fixed, with_fields};
use crate::history::Begun;
use crate::moment::Moment;
use crate::shared_store::SharedStore;
use crate::zone::Zone;
use leitai_core::{Lang, Sentence, Words, sentence};
use leitai_draw::clean;
use leitai_store::{Actor, Audit, Deed};
use std::path::Path;

/// The fields of an event's file that are changed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The limits on submissions.
    Limits,
    /// All.
    All,
}

impl Reach {
    /// The fields, whether or not they may still change.
    pub fn fields(self) -> impl Iterator<Item = &'static FileField> {
        FIELDS.iter().filter(move |field| self == Reach::All || is_limit(field))
    }

    const fn deed(self) -> Deed {
        match self {
            Reach::Limits => Deed::Limits,
            Reach::All => Deed::Edit,
        }
    }
}

fn is_limit(field: &FileField) -> bool {
    field.path.starts_with("submit.")
}

/// What may be changed of an event's file.
#[derive(Clone, Debug)]
pub struct EventForm {
    /// The fields that may change, as they are.
    pub fields: Vec<EditedField>,
    /// Those that may not, each with the reason.
    pub fixed: Vec<(&'static FileField, Words)>,
    /// Why nothing can be changed.
    pub shut: Option<Sentence>,
}

/// What came of a change.
#[derive(Debug)]
pub enum Edited {
    /// The file says it now, and a notice tells everybody; or it said so before.
    Saved,
    /// Nothing was saved.
    NotSaved {
        /// What was typed, beside what is there now.
        fields: Vec<EditedField>,
        /// Why, as a whole.
        why: Option<Sentence>,
        /// What is wrong with fields, or was changed by others.
        troubles: Vec<Trouble>,
        /// Whether it came too late, rather than being wrong.
        is_late: bool,
    },
}

const CLOSED: Words = Words::new(
    "Submissions were closed by a ruling: once that is taken back, this can be changed again.",
    "提交已由裁决截止：撤销该裁决后可再修改。",
);
const TAKES_NONE: Words = Words::new("This event takes no submissions.", "本赛事不接受个人提交程序。");

/// How far an event has come, as far as that decides what may change.
#[derive(Default)]
struct Progress {
    begun: Option<Begun>,
    is_ahead: bool,
    is_closed: bool,
}

impl Progress {
    fn reached(&self) -> Reached<'_> {
        match &self.begun {
            None => Reached::Nothing,
            Some(_) if self.is_ahead => Reached::Begun,
            Some(begun) => Reached::Due(begun),
        }
    }

    fn why_fixed(&self, file: &EventFile, field: &FileField) -> Option<Words> {
        let closed = is_limit(field) && file.takes_programs() && self.is_closed;
        fixed(field, self.reached()).or(closed.then_some(CLOSED))
    }

    /// Why nothing can be changed.
    fn shut(&self, file: &EventFile, reach: Reach) -> Option<Words> {
        if reach == Reach::Limits && !file.takes_programs() {
            return Some(TAKES_NONE);
        }
        let is_open = reach.fields().any(|field| self.why_fixed(file, field).is_none());
        (!is_open).then_some(CLOSED)
    }

    /// The fields of a file that may change, with their current values.
    fn open(&self, file: &EventFile, reach: Reach, text: &str) -> Vec<EditedField> {
        let all = fields_of(text).into_iter().filter(|(field, _)| reach.fields().any(|one| one == *field));
        let open =
            all.filter(|(field, typed)| self.why_fixed(file, field).is_none() && is_readable(field, typed));
        open.map(|(field, typed)| EditedField { field, was: mark(field, &typed), typed }).collect()
    }
}

/// Whether text of several lines survives being shown on a page: characters that pages make harmless would not.
fn is_readable(field: &FileField, text: &str) -> bool {
    !field.kind.has_lines() || text.lines().all(|line| clean(line) == line)
}

/// Changes of fields in a file that has them so: its text before and after, and the change in words.
struct Change {
    before: String,
    after: String,
    words: Sentence,
    /// The only field changed.
    only: Option<&'static str>,
}

impl SharedStore {
    /// What may be changed of the event that a file describes.
    pub fn event_form(&self, file: &EventFile, path: &Path, reach: Reach) -> Result<EventForm, HallError> {
        // The file may have been moved in the meantime; what was read of it stays valid.
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let progress = self.progress(file)?;
        let fields = progress.open(file, reach, &text);
        let fixed = reach.fields().filter_map(|field| {
            let is_shown = || fields.iter().any(|shown| shown.field == field);
            let hidden = || (field.kind.has_lines() && !is_shown()).then_some(NOT_SHOWN);
            Some((field, progress.why_fixed(file, field).or_else(hidden)?))
        });
        Ok(EventForm { fixed: fixed.collect(), shut: progress.shut(file, reach).map(Into::into), fields })
    }

    /// Changes the file of an event, if its fields still have the values they had when the form was made, and tells
    /// everybody by a notice. `sent` are the fields as typed, whether or not they may change; times without a zone are in
    /// `zone`. What cannot be announced is not changed.
    pub fn edit_event(
        &self,
        by: Actor<'_>,
        (file, path): (&EventFile, &Path),
        reach: Reach,
        (mut sent, zone): (Vec<EditedField>, &Zone),
    ) -> Result<Edited, HallError> {
        for one in sent.iter_mut().filter(|one| one.field.kind == FieldKind::Moment && !one.is_as_it_was()) {
            // The file says the zone, and what is no moment is refused below.
            if let Ok(moment) = Moment::read(&one.typed, Some(zone)) {
                one.typed = moment.text();
            }
        }
        let progress = self.progress(file)?;
        let late = sent.iter().find_map(|sent| {
            let is_sent = !sent.typed.is_empty() || !sent.was.is_empty();
            let why = progress.why_fixed(file, sent.field).filter(|_| is_sent && !sent.is_as_it_was())?;
            let title = sent.field.title;
            Some(sentence!(
                "Nothing was saved: \"{title}\" can no longer be changed. {why}",
                "您的修改未写入：“{title}”已不能修改。{why}"; title, why
            ))
        });
        let open = sent.into_iter().filter(EditedField::is_sent);
        let fields: Vec<_> = open.filter(|sent| progress.why_fixed(file, sent.field).is_none()).collect();
        if late.is_some() || progress.shut(file, reach).is_some() {
            return Ok(Edited::NotSaved { fields, why: late, troubles: Vec::new(), is_late: true });
        }
        let wrong = |fields, troubles: Vec<Trouble>| {
            let why = troubles.iter().find(|it| it.path.is_none()).map(|it| it.what.clone());
            Ok(Edited::NotSaved { fields, why, troubles, is_late: false })
        };
        let source = EventSource(path);
        let change = {
            let _door = door();
            let change = match changed(&source, (file, &progress), reach, &fields)? {
                Ok(Some(change)) => change,
                Ok(None) => return Ok(Edited::Saved),
                Err(Merged::Wrong(troubles)) => return wrong(fields, troubles),
                Err(Merged::Meanwhile(fields, troubles)) => {
                    let why = Some(sentence!(
                        "Somebody else has changed this event in the meantime, so nothing was saved. What has changed is marked: check it, and send this again.",
                        "期间已有人修改了本赛事，您的修改尚未写入。被改动的项目已标出：请核对后重新提交。"
                    ));
                    return Ok(Edited::NotSaved { fields, why, troubles, is_late: true });
                }
            };
            // The file is not in the store: the line that says so comes first.
            let audit = Audit::new(self.database.clone());
            self.runtime.wait(audit.begin(by, reach.deed(), &file.name))?;
            source.replace(&change.after)?;
            // If the process is killed in between, whoever runs the event does this.
            match self.begin_as_written(path) {
                Ok(()) => change,
                Err(error) => {
                    source.replace(&change.before)?;
                    return match error {
                        HallError::Refused(refusal) => {
                            wrong(fields, vec![Trouble { path: change.only, what: refusal.why }])
                        }
                        error => Err(error),
                    };
                }
            }
        };
        let [en, zh] = [Lang::En, Lang::Zh].map(|lang| change.words.to(lang).to_owned());
        if let Err(error) = self.runtime.wait(self.all_notices().give(by, &file.name, &en, &zh)) {
            self.take_back(&source, &change)?;
            return Err(error.into());
        }
        let (audit, details) = (Audit::new(self.database.clone()), serde_json::json!({ "en": en, "zh": zh }));
        self.runtime.wait(audit.add(by, reach.deed(), &file.name, &details))?;
        Ok(Edited::Saved)
    }

    fn progress(&self, file: &EventFile) -> Result<Progress, HallError> {
        let progress = self.of_event(&file.name, |history| Progress {
            begun: Some(history.begun.clone()),
            is_ahead: history.is_ahead(file),
            is_closed: history.event.is_closed(),
        });
        match progress {
            Err(HallError::NoEvent { .. }) => Ok(Progress::default()),
            progress => progress,
        }
    }

    /// Makes the journal agree with the file, if the file now describes another beginning.
    fn begin_as_written(&self, path: &Path) -> Result<(), HallError> {
        // It was read a moment ago; if it can no longer be read, nothing begins.
        let file = EventFile::read(path).or_else(|_| EventFile::look(path));
        file.map_or(Ok(()), |file| self.begin_anew(&file).map(drop))
    }

    /// Restores a file, unless somebody has changed it again.
    fn take_back(&self, source: &EventSource<'_>, change: &Change) -> Result<(), HallError> {
        let _door = door();
        if source.text()? != change.after {
            return Ok(());
        }
        source.replace(&change.before)?;
        self.begin_as_written(source.0)
    }
}

/// Why a change cannot be made to the file as it is.
enum Merged {
    /// The result would not be a file of this event.
    Wrong(Vec<Trouble>),
    /// Somebody else was faster: the current fields with what was typed, and what has changed.
    Meanwhile(Vec<EditedField>, Vec<Trouble>),
}

/// The change that these fields make to a file as it is now; `None` if nothing differs.
fn changed(
    source: &EventSource<'_>,
    (file, progress): (&EventFile, &Progress),
    reach: Reach,
    sent: &[EditedField],
) -> Result<Result<Option<Change>, Merged>, HallError> {
    let before = source.text()?;
    let now = progress.open(file, reach, &before);
    let both = || sent.iter().filter_map(|sent| Some((sent, now.iter().find(|is| is.field == sent.field)?)));
    let remarks: Vec<_> =
        both().filter(|(sent, is)| sent.was != clean(&is.was)).map(|(_, is)| meanwhile(is)).collect();
    if !remarks.is_empty() {
        let merged = both().map(|(sent, is)| {
            let typed = if sent.is_as_it_was() { &is.typed } else { &sent.typed };
            EditedField { typed: typed.clone(), ..is.clone() }
        });
        return Ok(Err(Merged::Meanwhile(merged.collect(), remarks)));
    }
    let changes: Vec<_> = both().filter(|(sent, _)| !sent.is_as_it_was()).collect();
    let only = match changes.as_slice() {
        [] => return Ok(Ok(None)),
        [(sent, _)] => Some(sent.field.path),
        _ => None,
    };
    let typed: Vec<_> = changes.iter().map(|(sent, _)| (sent.field, sent.typed.clone())).collect();
    let after = match with_fields(&before, &typed, progress.reached(), source.folder()) {
        Ok(after) => after,
        Err(troubles) => return Ok(Err(Merged::Wrong(troubles))),
    };
    let all = changes.iter().map(|(sent, is)| said(sent, is));
    let all = all.reduce(|all, one| sentence!("{all}; {one}", "{all}；{one}"; all, one)).unwrap_or_default();
    let words = match reach {
        Reach::Limits => {
            sentence!("The limits on submissions were changed. {all}", "提交限制已修改。{all}"; all)
        }
        Reach::All => sentence!("The event was changed. {all}", "赛事设置已修改。{all}"; all),
    };
    Ok(Ok(Some(Change { before, after, words, only })))
}
