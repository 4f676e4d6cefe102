//! The tables of the hall: calling matches, waiting for teams, beginning games.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::contest::found::{organises, serves, serves_at};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site::Site;
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_arena::now_ms;
use leitai_core::{GameName, Sentence, sentence};
use leitai_hall::PlannedContest;
use leitai_pages::{FieldTrouble, PlanChoice, PlanRows, TablePapers, TableView, TablesView, WaitingMatch};
use leitai_tournament::contest::{ContestDeed, TeamId, TimerKind};
use leitai_tournament::{Due, MatchId};
use std::sync::Arc;

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/contests/{id}/tables").read(By::People, page).change(By::People, call),
        at("/contests/{id}/tables/{place}").read(By::People, table).change(By::People, change),
        at("/contests/{id}/papers").read(By::People, papers),
    ]
}

/// What was done, by the word in the address.
pub(super) fn done(asked: &Asked) -> Option<Sentence> {
    Some(match query(&asked.uri, "done")?.as_str() {
        "call" => sentence!("The match is called.", "已叫号。"),
        "arrive" => sentence!("The team is there.", "队员已到。"),
        "equipment" => sentence!("The ten minutes run.", "开始计时 10 分钟。"),
        "resume" => sentence!("The timer is stopped.", "计时已停止。"),
        "excuse" => sentence!("It is excused, with its reason.", "已准予，理由已记录。"),
        "start" => sentence!("The game has begun.", "对局已开始。"),
        "take" => sentence!(
            "The tables are taken along: give the desk its file, below.",
            "棋桌已取走：请把下方的文件交给该处。"
        ),
        "recall" => {
            sentence!("It is called off; results of it count no longer.", "已收回；带回的成绩不再计入。")
        }
        "extend" => sentence!("Its results are expected for a day longer.", "带回期限已延一天。"),
        "clear" => sentence!("The table is free.", "此桌已空出。"),
        "result" => sentence!("The result counts.", "成绩已计入。"),
        "agreed" => sentence!(
            "The result counts; both records agree, and both are kept.",
            "成绩已计入；双方记录一致，均已保存。"
        ),
        "before" => {
            sentence!("The result was brought before, and counts once.", "此成绩此前已提交，只计一次。")
        }
        _ => return None,
    })
}

/// The page of all tables, with why something was not done, and what was.
pub(super) async fn show(
    asked: &Asked,
    me: &Arc<SignedIn>,
    id: &str,
    trouble: Option<Sentence>,
    was_done: Option<Sentence>,
) -> Answer {
    let is_wrong = trouble.is_some() && was_done.is_none();
    let asked_done = done(asked).filter(|_| trouble.is_none());
    let (id, me, done) = (id.to_owned(), Arc::clone(me), was_done.or(asked_done));
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let contest = &found.kept.contest;
        serves(contest, &me)?;
        let due = site.events.shared().due_at_tables(&found.kept);
        let due = due.map_err(|error| Refused::halted(&error))?;
        let waiting = due.iter().filter(|(due, _)| due.table.is_none() && due.out.is_none());
        let waiting: Vec<_> = waiting.map(|(due, section)| WaitingMatch { due, section }).collect();
        let planned = site.announced_plan(&found)?;
        let next = planned.map(|planned| next_at_tables(site, &me, &planned)).unwrap_or_default();
        let view = TablesView {
            id: &id,
            contest,
            serves: &|table| serves_at(contest, &me, table),
            organises: organises(&me),
            waiting: &waiting,
            next: &next,
            token: &me.token.form(),
            trouble: trouble.as_ref(),
            done: done.as_ref(),
            now_ms: now_ms(),
        };
        let here = format!("/contests/{id}/tables");
        let reader = leitai_pages::Reader { here: &here, ..asking.reader() };
        Ok(Content::html(leitai_pages::contest_tables(&reader, &view)))
    });
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(content.await?.answer(status, &asked.headers))
}

/// What comes next at each of a reader's tables by the plan.
fn next_at_tables(site: &Site, me: &SignedIn, planned: &PlannedContest) -> Vec<(u32, Sentence)> {
    let contest = &planned.kept.contest;
    let own = (1..=contest.terms().tables).filter(|table| serves_at(contest, me, *table));
    let next = own.filter_map(|table| {
        let it = planned.plan().next_at(u16::try_from(table - 1).ok()?)?;
        if !it.fixture.is_waiting() {
            return None;
        }
        let said = planned.with_names(&site.zone, |naming| {
            let (at, what) = ((naming.moment)(it.sitting.from), naming.fixture(&it.fixture));
            sentence!("{at}, {what}", "{at} {what}"; at, what)
        });
        Some((table, said))
    });
    next.collect()
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    show(&asked, &me, &id, None, None).await
}

async fn call(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let found = asked.contest(&id).await?;
    serves(&found.kept.contest, &me)?;
    let table: u32 = posted.text("table").parse().map_err(|_| Refused::no_page())?;
    if !serves_at(&found.kept.contest, &me, table) {
        return Err(Refused::no_page());
    }
    let of: MatchId = posted.text("match").parse().map_err(|_| Refused::no_page())?;
    let game = GameName::try_from(posted.text("game")).map_err(|_| Refused::no_page())?;
    let called = asked.asks_site(&me, move |site, by| {
        let shared = site.events.shared();
        let due = shared.due_at_tables(&found.kept)?;
        let known = due.into_iter().map(|(due, _)| due).find(|due| due.game == game && due.of == of);
        let Some(known) = known else {
            return Err(leitai_hall::DeedError::Refused(sentence!(
                "{of} is not due any more",
                "{of} 已不在待赛之列"
            )));
        };
        let deed = ContestDeed::Call { table, game, of, teams: known.teams };
        shared.do_in_contest(by, &found.name, &deed, None)
    });
    match called.await? {
        Ok(()) => Ok(leads_to(&format!("/contests/{id}/tables/{table}?done=call"))),
        Err(why) => show(&asked, &me, &id, Some(why), None).await,
    }
}

/// What was typed on the page of a table and refused.
#[derive(Default)]
pub(super) struct TableRefusal {
    pub(super) typed: Vec<(String, String)>,
    pub(super) troubles: Vec<FieldTrouble>,
    pub(super) trouble: Option<Sentence>,
}

/// The page of a table.
pub(super) async fn show_table(
    asked: &Asked,
    me: &Arc<SignedIn>,
    (id, place): (&str, &str),
    refusal: Option<TableRefusal>,
) -> Answer {
    let number: u32 = place.parse().map_err(|_| Refused::no_page())?;
    let (id, me, done) = (id.to_owned(), Arc::clone(me), done(asked));
    let is_wrong = refusal.is_some();
    let refusal = refusal.unwrap_or_default();
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let contest = &found.kept.contest;
        serves(contest, &me)?;
        if !(1..=contest.terms().tables).contains(&number) {
            return Err(Refused::no_page());
        }
        let stands = contest.table(number);
        let due = site.events.shared().due_at_tables(&found.kept);
        let due = due.map_err(|error| Refused::halted(&error))?;
        let games = due.into_iter().find(|(due, _)| due.table == Some(number));
        let games = games.map(|(due, _)| due.games).unwrap_or_default();
        let drawn = stands.and_then(|stands| contest.drawn(&stands.game));
        let event = drawn.and_then(|drawn| site.events.named(&drawn.event));
        let entry = |team: TeamId| {
            let entry = drawn.and_then(|drawn| drawn.entry(team));
            entry.map(|entry| entry.to_string()).unwrap_or_default()
        };
        let seated = stands.map_or([TeamId(0); 2], |stands| stands.teams);
        let team_of = |due: &Due| {
            let team = |entry, usual| drawn.and_then(|drawn| drawn.team(entry)).unwrap_or(usual);
            [team(due.first, seated[0]), team(due.second, seated[1])]
        };
        let typed = |name: &str| {
            let known = refusal.typed.iter().find(|(field, _)| field == name);
            known.map(|(_, text)| text.clone()).unwrap_or_default()
        };
        let view = TableView {
            id: &id,
            contest,
            number,
            stands,
            games: &games,
            event: event.as_ref().map(|event| (event.id.as_str(), &entry as &dyn Fn(TeamId) -> String)),
            team_of: &team_of,
            may: serves_at(contest, &me, number),
            token: &me.token.form(),
            troubles: &refusal.troubles,
            typed: &typed,
            trouble: refusal.trouble.as_ref(),
            done: done.as_ref().filter(|_| !is_wrong),
            now_ms: now_ms(),
        };
        let here = format!("/contests/{id}/tables/{number}");
        let reader = leitai_pages::Reader { here: &here, ..asking.reader() };
        Ok(Content::html(leitai_pages::contest_table(&reader, &view)))
    });
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(content.await?.answer(status, &asked.headers))
}

async fn table(Path((id, place)): Path<(String, String)>, Me(me): Me, asked: Asked) -> Answer {
    show_table(&asked, &me, (&id, &place), None).await
}

/// The deed that a button of a table's page asks for.
fn deed_of(posted: &Posted, table: u32) -> Result<ContestDeed, Refused> {
    let team = || posted.text("team").parse::<TeamId>().map_err(|_| Refused::no_page());
    Ok(match posted.text("do").as_str() {
        "arrive" => ContestDeed::Arrive { table, team: team()? },
        "equipment" => ContestDeed::Wait { table, team: team()?, kind: TimerKind::Equipment },
        "resume" => ContestDeed::Resume { table, team: team()?, excuse: String::new() },
        "excuse" => {
            let excuse: String = posted.text("excuse").chars().take(200).collect();
            ContestDeed::Resume { table, team: team()?, excuse }
        }
        "start" => {
            let of = posted.text("of").parse().map_err(|_| Refused::no_page())?;
            ContestDeed::Start { table, of }
        }
        "clear" => ContestDeed::Clear { table },
        _ => return Err(Refused::no_page()),
    })
}

async fn change(
    Path((id, place)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
    posted: Posted,
) -> Answer {
    let found = asked.contest(&id).await?;
    serves(&found.kept.contest, &me)?;
    let table: u32 = place.parse().map_err(|_| Refused::no_page())?;
    let (deed, does) = (deed_of(&posted, table)?, posted.text("do"));
    let is_unexplained = does == "excuse" && posted.text("excuse").is_empty();
    let done = if is_unexplained {
        Err(sentence!("Say why it is excused.", "请写明准予的理由。"))
    } else if serves_at(&found.kept.contest, &me, table) {
        let name = found.name.clone();
        let done =
            asked.asks_site(&me, move |site, by| site.events.shared().do_in_contest(by, &name, &deed, None));
        done.await?
    } else {
        return Err(Refused::no_page());
    };
    match done {
        Ok(()) => Ok(leads_to(&format!("/contests/{id}/tables/{table}?done={does}"))),
        Err(why) => {
            let refusal = TableRefusal { trouble: Some(why), ..TableRefusal::default() };
            show_table(&asked, &me, (&id, &place), Some(refusal)).await
        }
    }
}

async fn papers(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    serves(&found.kept.contest, &me)?;
    let own = asked.site.address.of(&asked.headers).text;
    let content = asked.aside(move |site, asking| {
        let planned = site.announced_plan(&found)?;
        let only = PlanChoice::default();
        // Whoever serves in the hall knows who is called.
        let plan = planned.as_deref().map(|planned| PlanRows { planned, is_hidden: &|_| false, only: &only });
        let tables = found.kept.contest.terms().tables;
        let view = TablePapers { id: &id, contest: &found.name, tables, plan, address: &own };
        Ok(Content::html(leitai_pages::table_papers(&asking.reader(), &view)))
    });
    Ok(asked.answer(&content.await?))
}
