//! Everybody's submissions to an event: author, time, language, size and state; never code, logs or hashes.

use super::entrant::hall_away;
use super::standing::{in_force, standing};
use crate::answer::Content;
use crate::reader::Asking;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use leitai_arena::Language;
use leitai_hall::Zone;
use leitai_pages::SubmissionRow;
use leitai_pages::event::Form;
use leitai_store::{Submission, SubmissionState};
use std::path::Path;
use std::sync::Arc;

/// How many submissions a page lists.
const LISTED: usize = 500;

/// Submissions as rows of a list, with a link to the page of each if `is_own`.
pub(super) fn rows(all: &[Submission], zone: &Zone, is_own: bool) -> Vec<SubmissionRow> {
    let in_force = in_force(all);
    let row = |one: &Submission| SubmissionRow {
        number: one.id,
        who: one.entry.clone(),
        at: zone.at(one.at_ms),
        language: language(one),
        bytes: one.bytes,
        stands: standing(one, in_force.get(one.entry.as_str()) == Some(&one.id)),
        href: is_own.then(|| format!("/submissions/{}", one.id)),
    };
    all.iter().map(row).collect()
}

/// Language and standard.
pub(super) fn language(one: &Submission) -> String {
    let language = Language::of(Path::new(&one.name)).map_or(one.name.as_str(), |language| language.name());
    one.standard.as_ref().map_or_else(|| language.to_owned(), |standard| format!("{language} · {standard}"))
}

/// Submissions as they were at a moment, as far as the store remembers: what was not settled then was waiting.
fn as_of(moment: i64, mut all: Vec<Submission>) -> Vec<Submission> {
    all.retain(|one| one.at_ms <= moment);
    for one in &mut all {
        if !one.state.is_final() || one.changed_ms > moment {
            one.state = SubmissionState::Received;
        }
    }
    all
}

impl Site {
    fn submissions(&self, event: &SiteEvent) -> Result<Vec<SubmissionRow>, Refused> {
        let all = self.events.shared().submitted(&event.name, None).map_err(|error| hall_away(&error))?;
        let all = match event.published.frozen() {
            Some(since) => as_of(since, all),
            None => all,
        };
        let mut rows = rows(&all, &self.zone, false);
        for row in &mut rows {
            row.who = event.shown_name(&row.who);
        }
        Ok(rows)
    }

    /// The page of an event's submissions, made at most once a second.
    pub(crate) fn submissions_page(
        &self,
        event: &SiteEvent,
        asking: &Asking,
    ) -> Result<Arc<Content>, Refused> {
        self.cached(asking, &format!("submissions {}", event.id), || {
            let mut rows = self.submissions(event)?;
            // The exported list is complete.
            rows.drain(..rows.len().saturating_sub(LISTED));
            let page = leitai_pages::submissions(&asking.reader(), &event.id, &event.name, &rows);
            Ok(Content::html(page))
        })
    }

    /// The list as a file.
    pub(crate) fn submissions_file(
        &self,
        event: &SiteEvent,
        asking: &Asking,
        form: Form,
    ) -> Result<Arc<Content>, Refused> {
        self.cached(asking, &format!("submissions {} {form:?}", event.id), || {
            let rows = self.submissions(event)?;
            Ok(Content::table(&leitai_pages::submissions_table(&rows), form))
        })
    }
}
