//! The description of a team's program (程序说明文档), which is handed in before the day.

use crate::deed_error::DeedError;
use crate::error::HallError;
use crate::shared_store::SharedStore;
use leitai_core::sentence;
use leitai_store::{Actor, HandedInReport, Report, ReportReceived, Reports, SubmissionLimits, patiently};
use leitai_tournament::contest::{ContestDeed, ContestTerms, TeamId};
use std::collections::BTreeMap;

use super::kept_contest::CONTEST_PREFIX;

/// The largest description, in bytes.
pub const MOST_OF_DESCRIPTION: usize = 20 << 20;

impl SharedStore {
    /// Takes the description of a team's program from the team or an organiser, in place of the one before, until the hall
    /// opens. It is on the disk once this returns.
    pub fn describe(
        &self,
        by: Actor<'_>,
        contest: &str,
        team: TeamId,
        (name, contents): (&str, &[u8]),
    ) -> Result<(), DeedError> {
        let refuse = |why| Err(DeedError::Refused(why));
        if contents.is_empty() {
            return refuse(sentence!("Choose the file.", "请选择文件。"));
        }
        if contents.len() > MOST_OF_DESCRIPTION {
            let most = MOST_OF_DESCRIPTION >> 20;
            return refuse(sentence!("The file is larger than {most} MB.", "文件超过 {most} MB。"));
        }
        let kept = self.contest(contest)?;
        let hash = leitai_core::ContentHash::of(contents).to_string();
        let deed = ContestDeed::Describe { team, hash, name: name.chars().take(100).collect() };
        self.may_in_contest(by, &kept, &deed)?;
        let (event, entry) = (format!("{CONTEST_PREFIX}{contest}"), team.to_string());
        let report = HandedInReport { event: &event, entry: &entry, by, contents, shares: &BTreeMap::new() };
        match self.runtime.wait(self.descriptions().attach(&report, limits(kept.contest.terms())))? {
            ReportReceived::Taken => self.do_in_contest(by, contest, &deed, None),
            ReportReceived::TooEarly(_) => refuse(sentence!("sign-up has not opened yet", "报名尚未开始")),
            ReportReceived::Closed => refuse(sentence!(
                "The hall has opened: descriptions were handed in before.",
                "赛场已开放：程序说明文档须在此前提交。"
            )),
        }
    }

    /// The description of a team's program that was handed in last, and what it holds; `None` if none was.
    pub fn description(&self, contest: &str, team: TeamId) -> Result<Option<(Report, Vec<u8>)>, HallError> {
        let (event, all) = (format!("{CONTEST_PREFIX}{contest}"), self.descriptions());
        let mut known = self.runtime.wait(patiently(self.terms, async || all.of(&event).await))?;
        let Some(report) = known.remove(&team.to_string()) else { return Ok(None) };
        let contents = self.report(&report)?;
        Ok(Some((report, contents)))
    }

    fn descriptions(&self) -> Reports {
        Reports::new(self.database.clone())
    }
}

/// Before the day: until the hall opens for the first time.
fn limits(terms: &ContestTerms) -> SubmissionLimits {
    let closes_ms = terms.hours.first().map(|hours| hours.from);
    SubmissionLimits { least_ms: 0, opens_ms: None, closes_ms, most_unsettled: None }
}
