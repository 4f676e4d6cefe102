//! All teams, for organisers: entering, importing, exporting.

use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::contest::found::barred_among;
use crate::contest::team_form::{field_troubles, team_form};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site_contests::SiteContest;
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_core::{Sentence, sentence};
use leitai_hall::game_written;
use leitai_pages::event::Form;
use leitai_pages::{ContestTeamsView, FieldTrouble};
use leitai_roster::Table;
use leitai_tournament::contest::{Contest, ContestDeed, TeamForm};

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/organise/contests/{id}/teams")
            .read(By::Organisers, page)
            .change(By::Organisers, change)
            .shows(Shows::People),
        at("/organise/contests/{id}/teams/registry.csv").read(By::Organisers, csv).shows(Shows::People),
        at("/organise/contests/{id}/teams/registry.json").read(By::Organisers, json).shows(Shows::People),
    ]
}

/// What was typed and refused.
#[derive(Default)]
struct Refusal {
    typed: String,
    form: TeamForm,
    troubles: Vec<FieldTrouble>,
    trouble: Option<Sentence>,
}

async fn show(asked: &Asked, me: &SignedIn, found: &SiteContest, refusal: Option<&Refusal>) -> Answer {
    let of = found.clone();
    let barred = asked.aside(move |site, _| barred_among(site, &of, of.kept.contest.teams().iter())).await?;
    let done = match query(&asked.uri, "done").as_deref() {
        Some("enter") => Some(sentence!("The team is entered.", "已录入。")),
        Some("import") => {
            let count = query(&asked.uri, "count").and_then(|count| count.parse::<u32>().ok()).unwrap_or(0);
            Some(sentence!("{count} teams were imported.", "已导入 {count} 队。"))
        }
        _ => None,
    };
    let none = Refusal::default();
    let typed = refusal.unwrap_or(&none);
    let view = ContestTeamsView {
        id: &found.id,
        contest: &found.kept.contest,
        barred: &barred,
        token: &me.token.form(),
        typed: &typed.typed,
        form: &typed.form,
        troubles: &typed.troubles,
        trouble: typed.trouble.as_ref(),
        done: done.as_ref().filter(|_| refusal.is_none()),
    };
    let here = format!("/organise/contests/{}/teams", found.id);
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    let status = if refusal.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(Content::html(leitai_pages::contest_teams_page(&reader, &view)).answer(status, &asked.headers))
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    show(&asked, &me, &found, None).await
}

async fn csv(Path(id): Path<String>, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    Ok(asked.answer(&Content::table(&leitai_pages::registry(&found.kept.contest), Form::Csv)))
}

async fn json(Path(id): Path<String>, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    Ok(asked.answer(&Content::table(&leitai_pages::registry(&found.kept.contest), Form::Json)))
}

/// The forms of lines, or what is wrong with each.
fn forms_of(contest: &Contest, text: &str) -> Result<Vec<TeamForm>, Vec<FieldTrouble>> {
    let wrong = |what: Sentence| FieldTrouble { field: "import".to_owned(), what };
    let table = Table::read(text.as_bytes()).map_err(|why| vec![wrong(why)])?;
    let rows: Vec<_> = table.rows.into_iter().map(|row| (row.line, row.cells)).collect();
    contest.team_lines(&rows, &game_written).map_err(|lines| {
        let said = lines.into_iter().map(|line| {
            let (number, what) = (line.line, line.what);
            wrong(sentence!("line {number}: {what}", "第 {number} 行：{what}"; number, what))
        });
        said.collect()
    })
}

async fn change(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let found = asked.contest(&id).await?;
    let contest = &found.kept.contest;
    let does = posted.text("do");
    let mut refusal = Refusal::default();
    let forms = match does.as_str() {
        "import" => {
            refusal.typed = posted.typed("import").replace("\r\n", "\n");
            forms_of(contest, &refusal.typed)
        }
        "enter" => {
            refusal.form = team_form(&posted, contest.terms());
            let read = refusal.form.clone().read(contest.terms());
            read.map(|form| vec![form]).map_err(field_troubles)
        }
        _ => return Err(Refused::no_page()),
    };
    let forms = match forms {
        Ok(forms) => forms,
        Err(troubles) => {
            refusal.troubles = troubles;
            return show(&asked, &me, &found, Some(&refusal)).await;
        }
    };
    let (name, count) = (found.name.clone(), forms.len());
    let done = asked.asks_site(&me, move |site, by| {
        let sign_up = |form| {
            let deed = ContestDeed::SignUp { form, account: None };
            site.events.shared().do_in_contest(by, &name, &deed, None)
        };
        forms.into_iter().try_for_each(sign_up)
    });
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/organise/contests/{id}/teams?done={does}&count={count}"))),
        Err(why) => {
            refusal.trouble = Some(why);
            show(&asked, &me, &found, Some(&refusal)).await
        }
    }
}
