//! A team: its form, its leaving, the description of its program.

use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to, save_as};
use crate::contest::found::{organises, own_team};
use crate::contest::objected::TeamObjections;
use crate::contest::team_form::{field_troubles, team_form};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site_contests::SiteContest;
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_arena::now_ms;
use leitai_core::{Sentence, sentence};
use leitai_hall::MOST_OF_DESCRIPTION;
use leitai_pages::{FieldTrouble, ObjectionForm, TeamView};
use leitai_tournament::contest::{ContestDeed, SignUpStands, Team, TeamForm};

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/contests/{id}/teams/{team}")
            .read(By::People, page)
            .change(By::People, change)
            .shows(Shows::People),
        at("/contests/{id}/teams/{team}/form").read(By::People, form).shows(Shows::People),
        at("/contests/{id}/teams/{team}/description")
            .read(By::People, file)
            .change(By::People, describe)
            .shows(Shows::People),
    ]
}

/// What was typed and refused, if something was.
#[derive(Default)]
pub(super) struct Refusal<'a> {
    pub(super) form: Option<&'a TeamForm>,
    pub(super) objection: Option<&'a [String; 2]>,
    pub(super) troubles: &'a [FieldTrouble],
    pub(super) trouble: Option<&'a Sentence>,
}

/// The page of a team.
pub(super) async fn show(
    asked: &Asked,
    me: &SignedIn,
    found: &SiteContest,
    team: &Team,
    refusal: &Refusal<'_>,
) -> Answer {
    let (contest, now) = (&found.kept.contest, now_ms());
    let (of, number) = (found.clone(), team.id);
    let (planned, objections) = asked
        .aside(move |site, _| {
            let team = of.kept.contest.team(number).ok_or_else(Refused::no_page)?;
            Ok((site.announced_plan(&of)?, TeamObjections::of(site, &of, team, now)))
        })
        .await?;
    let done = match query(&asked.uri, "done").as_deref() {
        Some("change") => Some(sentence!("The form is saved.", "报名信息已保存。")),
        Some("withdraw") => Some(sentence!("The team has left.", "已退出。")),
        Some("object") => Some(sentence!(
            "The objection is made: the panel answers it here.",
            "异议已提交：仲裁组将在此答复。"
        )),
        Some("describe") => Some(sentence!("The description was taken.", "程序说明文档已提交。")),
        _ => None,
    };
    let is_shut = !organises(me) && !matches!(contest.sign_up(now), SignUpStands::Open(_));
    let shut = is_shut.then(|| {
        sentence!(
            "Sign-up is closed: if something is wrong, ask the organisers.",
            "报名已截止：如有错误请联系组织者。"
        )
    });
    let opens = contest.terms().hours.first().map(|hours| hours.from);
    let undescribed = opens.is_some_and(|opens| now >= opens).then(|| {
        sentence!(
            "The hall has opened: descriptions were handed in before.",
            "赛场已开放：不再接收程序说明文档。"
        )
    });
    let is_wrong = !refusal.troubles.is_empty() || refusal.trouble.is_some();
    let view = TeamView {
        id: &found.id,
        contest,
        team,
        planned: planned.as_deref(),
        objections: ObjectionForm {
            rows: &objections.rows,
            choices: &objections.choices,
            until: &objections.until,
            typed: refusal.objection.map_or(["", ""], |typed| typed.each_ref().map(String::as_str)),
        },
        organises: organises(me),
        shut: shut.as_ref(),
        undescribed: undescribed.as_ref(),
        most: MOST_OF_DESCRIPTION,
        token: &me.token.form(),
        form: refusal.form.unwrap_or(&team.form),
        troubles: refusal.troubles,
        trouble: refusal.trouble,
        done: done.as_ref().filter(|_| !is_wrong),
    };
    let here = format!("/contests/{}/teams/{}", found.id, team.id);
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(Content::html(leitai_pages::team_page(&reader, &view)).answer(status, &asked.headers))
}

async fn page(Path((id, team)): Path<(String, String)>, Me(me): Me, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    let team = own_team(&found.kept.contest, &me, &team)?;
    show(&asked, &me, &found, team, &Refusal::default()).await
}

async fn form(Path((id, team)): Path<(String, String)>, Me(me): Me, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    let contest = &found.kept.contest;
    let team = own_team(contest, &me, &team)?;
    let page = leitai_pages::confirmation(&asked.asking.reader(), &id, contest, team);
    Ok(asked.answer(&Content::html(page)))
}

async fn change(
    Path((id, team)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
    posted: Posted,
) -> Answer {
    let found = asked.contest(&id).await?;
    let contest = &found.kept.contest;
    let team = own_team(contest, &me, &team)?;
    let typed = team_form(&posted, contest.terms());
    let does = posted.text("do");
    let (deed, kept) = match does.as_str() {
        "change" => match typed.clone().read(contest.terms()) {
            Ok(form) => (ContestDeed::Change { team: team.id, form }, Some(&typed)),
            Err(troubles) => {
                let troubles = field_troubles(troubles);
                let refusal = Refusal { form: Some(&typed), troubles: &troubles, ..Refusal::default() };
                return show(&asked, &me, &found, team, &refusal).await;
            }
        },
        "withdraw" => (ContestDeed::Withdraw { team: team.id, why: posted.text("why") }, None),
        _ => return Err(Refused::no_page()),
    };
    let name = found.name.clone();
    let done =
        asked.asks_site(&me, move |site, by| site.events.shared().do_in_contest(by, &name, &deed, None));
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/contests/{id}/teams/{}?done={does}", team.id))),
        Err(why) => {
            let refusal = Refusal { form: kept, trouble: Some(&why), ..Refusal::default() };
            show(&asked, &me, &found, team, &refusal).await
        }
    }
}

async fn file(Path((id, team)): Path<(String, String)>, Me(me): Me, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    let team = own_team(&found.kept.contest, &me, &team)?.id;
    let name = found.name.clone();
    let read = asked.aside(move |site, _| {
        let known = site.events.shared().description(&name, team);
        known.map_err(|error| Refused::halted(&error))
    });
    let (_, bytes) = read.await?.ok_or_else(Refused::no_page)?;
    let (media, ending) = match bytes.as_slice() {
        [b'%', b'P', b'D', b'F', ..] => ("application/pdf", "pdf"),
        [b'P', b'K', 3, 4, ..] => ("application/zip", "docx"),
        _ => ("application/octet-stream", "bin"),
    };
    let mut answer = asked.answer(&Content::as_it_is(media, bytes));
    save_as(answer.headers_mut(), &format!("description-{id}-{team}.{ending}"));
    Ok(answer)
}

async fn describe(
    Path((id, team)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
    posted: Posted,
) -> Answer {
    let found = asked.contest(&id).await?;
    let team = own_team(&found.kept.contest, &me, &team)?;
    let (name, of, contents) = (found.name.clone(), team.id, posted.bytes("file").to_vec());
    let done =
        asked.asks_site(&me, move |site, by| site.events.shared().describe(by, &name, of, ("", &contents)));
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/contests/{id}/teams/{}?done=describe", team.id))),
        Err(why) => {
            let refusal = Refusal { trouble: Some(&why), ..Refusal::default() };
            show(&asked, &me, &found, team, &refusal).await
        }
    }
}
