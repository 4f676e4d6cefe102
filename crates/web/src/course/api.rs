//! Reports in the API: the same that people read on the pages.

use super::handed_in::theirs;
use super::report::file;
use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked};
use crate::people::signed_in::Me;
use axum::extract::Path;
use serde_json::json;

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/api/v1/events/{id}/reports").read(By::People, list).shows(Shows::Report),
        at("/api/v1/events/{id}/reports/{entry}").read(By::People, file).shows(Shows::Report),
    ]
}

/// The submitted reports: that of the caller's team, or all for organisers.
async fn list(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let content = asked.aside(move |site, _| {
        let event = site.event(&id)?;
        let all = theirs(site, &event, &me)?;
        let told = all.iter().map(|kept| {
            let (entry, report) = (&kept.entry, &kept.report);
            json!({
                "entry": entry.id.to_string(), "name": entry.name, "account": report.account,
                "bytes": report.bytes, "at_ms": report.at_ms, "sha256": report.sha256.to_string(),
                "shares": report.shares,
            })
        });
        Ok(Content::json(json!({ "reports": told.collect::<Vec<_>>() }).to_string()))
    });
    Ok(asked.answer(&content.await?))
}
