//! The teams of an event, for its teacher.

use super::handed_in::archive;
use super::team_rows::rows;
use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked};
use crate::people::accounts::away;
use crate::reader::query;
use crate::refusal::Refused;
use axum::extract::Path;
use leitai_pages::event::Form;
use leitai_pages::{TeamsView, members_table, teams_table};

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/organise/{id}/teams").read(By::Organisers, page).shows(Shows::People),
        at("/organise/{id}/teams/{file}").read(By::Organisers, table).shows(Shows::People),
    ]
}

async fn page(Path(id): Path<String>, asked: Asked) -> Answer {
    let people = asked.site.accounts.people.all().await.map_err(|error| away(&error))?;
    let only_missing = query(&asked.uri, "show").as_deref() == Some("missing");
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        let rows = rows(site, &event, &people)?;
        let closes = event.rules().closes.map(|closes| closes.said_in(&site.zone));
        let view = TeamsView {
            id: &event.id,
            event: &event.name,
            closes: closes.as_ref(),
            rows: &rows,
            takes_reports: event.file().begins_closed(),
            only_missing,
        };
        Ok(Content::html(leitai_pages::teams(&asking.reader(), &view)))
    });
    Ok(asked.answer(&content.await?))
}

async fn table(Path((id, file)): Path<(String, String)>, asked: Asked) -> Answer {
    let people = asked.site.accounts.people.all().await.map_err(|error| away(&error))?;
    if file == "reports.zip" {
        return archive(id, people, &asked).await;
    }
    let content = asked.aside(move |site, _| {
        let event = site.event(&id)?;
        let (name, form) = Form::of(&file).ok_or_else(Refused::no_page)?;
        let rows = rows(site, &event, &people)?;
        let takes_reports = event.file().begins_closed();
        let table = match name {
            "teams" => teams_table(rows.iter(), takes_reports),
            "members" => members_table(&rows, takes_reports),
            _ => return Err(Refused::no_page()),
        };
        Ok(Content::table(&table, form))
    });
    Ok(asked.answer(&content.await?))
}
