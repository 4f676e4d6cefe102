//! Handing in a team's report and its members' shares of the work, which may be replaced until submissions close.

use crate::allowance::Allowance;
use crate::entrant::Entrant;
use crate::error::HallError;
use crate::event_file::{EventFile, SubmitRules};
use crate::shared_store::SharedStore;
use crate::submit_error::SubmitError;
use leitai_store::{Actor, HandedInReport, Report, ReportReceived, Reports, patiently};
use std::collections::BTreeMap;
use std::time::Duration;

/// The largest report, in bytes.
pub const MOST_OF_REPORT: usize = 20 << 20;

/// A report to be handed in.
#[derive(Clone, Copy, Debug)]
pub struct SubmittedReport<'a> {
    /// Who hands it in.
    pub by: Actor<'a>,
    /// The report; if empty, the one handed in before remains.
    pub contents: &'a [u8],
    /// The members' shares in percent as typed, by number.
    pub shares: &'a BTreeMap<String, String>,
}

impl SharedStore {
    /// Why a person cannot hand in a report to the event of a file at this moment.
    pub fn report_refusal(
        &self,
        file: &EventFile,
        entrant: &Entrant,
    ) -> Result<Option<SubmitError>, HallError> {
        if !file.begins_closed() {
            return Ok(Some(SubmitError::NoReports));
        }
        let now = self.now()?;
        // Neither the interval between programs nor the time that they used is considered.
        let rules = SubmitRules { interval: Duration::ZERO, day_time: None, ..file.submit.clone() };
        let closed = self
            .of_event(&file.name, |history| Allowance::new(history, None, &rules, now, None).refusal(&rules));
        match closed {
            Err(HallError::NoEvent { .. }) => Ok(Some(SubmitError::NotBegun)),
            closed => Ok(entrant.refusal(true).or(closed?)),
        }
    }

    /// Accepts a report, if the event's rules allow it at this moment; it is on the disk once this returns. Else all
    /// that is wrong with it.
    pub fn hand_in_report(
        &self,
        file: &EventFile,
        entrant: &Entrant,
        what: &SubmittedReport<'_>,
    ) -> Result<(), Vec<SubmitError>> {
        let failed = |error: HallError| vec![SubmitError::Hall(error)];
        if let Some(refusal) = self.report_refusal(file, entrant).map_err(failed)? {
            return Err(vec![refusal]);
        }
        let Some(entry) = &entrant.entry else { return Err(vec![SubmitError::NoTeam]) };
        let there;
        let contents = match what.contents {
            // To change only the shares, the file need not be chosen again.
            [] => {
                let report = self.reports(&file.name).map_err(failed)?.remove(&entry.name);
                there = report.map(|report| self.report(&report)).transpose().map_err(failed)?;
                there.as_deref().ok_or(SubmitError::NoReport)
            }
            large if large.len() > MOST_OF_REPORT => Err(SubmitError::LargeReport(MOST_OF_REPORT >> 20)),
            contents => Ok(contents),
        };
        let (contents, shares) = match (contents, shares(what.shares)) {
            (Ok(contents), Ok(shares)) => (contents, shares),
            (contents, shares) => return Err(contents.err().into_iter().chain(shares.err()).collect()),
        };
        let (event, entry, by) = (file.name.as_str(), entry.name.as_str(), what.by);
        let report = HandedInReport { event, entry, by, contents, shares: &shares };
        match self.runtime.wait(self.all_reports().receive(&report, file.submit.limits())) {
            Ok(ReportReceived::Taken) => Ok(()),
            Ok(ReportReceived::TooEarly(wait)) => Err(vec![SubmitError::TooEarly(wait)]),
            Ok(ReportReceived::Closed) => Err(vec![SubmitError::Closed]),
            Err(error) => Err(failed(HallError::Store(error))),
        }
    }

    /// The current reports of an event's entries, by the entry's registered name.
    pub fn reports(&self, event: &str) -> Result<BTreeMap<String, Report>, HallError> {
        let all = self.all_reports();
        Ok(self.runtime.wait(patiently(self.terms, async || all.of(event).await))?)
    }

    /// The contents of a report.
    pub fn report(&self, report: &Report) -> Result<Vec<u8>, HallError> {
        Ok(self.get(report.sha256)?)
    }

    fn all_reports(&self) -> Reports {
        Reports::new(self.database.clone())
    }
}

/// The shares as numbers: whole percentages from 0 to 100 that add up to 100.
fn shares(typed: &BTreeMap<String, String>) -> Result<BTreeMap<String, u8>, SubmitError> {
    let figure = |text: &str| {
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u8>().ok().filter(|share| is_plain && *share <= 100)
    };
    let wrong: Vec<_> =
        typed.values().filter(|text| figure(text).is_none()).map(|text| format!("`{text}`")).collect();
    if !wrong.is_empty() {
        return Err(SubmitError::Share(wrong));
    }
    let shares: BTreeMap<_, _> =
        typed.iter().filter_map(|(number, text)| Some((number.clone(), figure(text)?))).collect();
    match shares.values().map(|share| u32::from(*share)).sum() {
        100 => Ok(shares),
        all => Err(SubmitError::Shares(all)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_whole_percents_that_come_to_a_hundred() {
        let of = |all: &[&str]| {
            let typed = all.iter().enumerate().map(|(at, text)| (at.to_string(), (*text).to_owned()));
            shares(&typed.collect()).map_err(|why| why.to_string())
        };
        assert_eq!(of(&["60", "0", "40"]).expect("fits")["2"], 40);
        for wrong in ["", "-1", "101", "33.3", "+5", "1e1", "300", "٣"] {
            assert!(of(&[wrong, "40"]).expect_err(wrong).contains("whole percent,"), "{wrong}");
        }
        assert!(of(&["x", "60", "y"]).expect_err("two").contains("not `x`, `y`."), "all of them");
        assert!(of(&["60", "60"]).expect_err("more").contains("120"));
    }
}
