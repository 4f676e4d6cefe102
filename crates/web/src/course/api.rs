//! Reports in the API: the same that people read on the pages.

use super::handed_in::{KeptReport, theirs};
use super::report::file;
use crate::address::{Address, By, Shows, at};
use crate::api::call::{Call, NOT_THEIRS};
use crate::api::typed_response::TypedAnswer;
use crate::asked::Asked;
use crate::people::signed_in::Me;
use axum::extract::Path;
use leitai_core::sentence;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

pub(super) fn routes() -> Vec<Address> {
    let said = sentence!(
        "The reports that stand in an event: your team's, and every one where you organise.",
        "赛事中现有的报告：本队的；组织者可见全部。"
    );
    let reports = Call::new("reports", said).refuses(NOT_THEIRS);
    let report =
        Call::new("report", sentence!("A report as it was handed in.", "报告原文件。")).refuses(NOT_THEIRS);
    vec![
        at("/api/v1/events/{id}/reports").answers(By::People, list, reports).shows(Shows::Report),
        at("/api/v1/events/{id}/reports/{entry}").answers(By::People, file, report).shows(Shows::Report),
    ]
}

#[derive(Serialize, JsonSchema)]
struct Reports {
    reports: Vec<Report>,
}

#[derive(Serialize, JsonSchema)]
struct Report {
    /// The entry, as addresses name it: `e0`.
    entry: String,
    /// Its registered name.
    name: String,
    /// Who handed it in.
    account: String,
    bytes: u64,
    at_ms: i64,
    sha256: String,
    /// What each member did of the work, in percent, by number.
    shares: BTreeMap<String, u8>,
}

/// The submitted reports: that of the caller's team, or all for organisers.
async fn list(Path(id): Path<String>, Me(me): Me, asked: Asked) -> TypedAnswer<Reports> {
    let told = asked.json_aside(move |site, _| {
        let event = site.event(&id)?;
        let told = theirs(site, &event, &me)?.into_iter().map(|KeptReport { entry, report }| Report {
            entry: entry.id.to_string(),
            name: entry.name,
            account: report.account,
            bytes: report.bytes,
            at_ms: report.at_ms,
            sha256: report.sha256.to_string(),
            shares: report.shares,
        });
        Ok(Reports { reports: told.collect() })
    });
    told.await
}
