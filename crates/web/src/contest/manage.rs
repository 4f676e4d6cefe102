//! A contest as its organisers see it: sign-up, duties, notices.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::accounts::away;
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site_contests::SiteContest;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_arena::now_ms;
use leitai_core::{Sentence, sentence};
use leitai_hall::CONTEST_PREFIX;
use leitai_pages::{FieldTrouble, ManageContest};
use leitai_tournament::contest::{ContestDeed, Duty};

pub(super) fn routes() -> Vec<Address> {
    vec![at("/organise/contests/{id}").read(By::Organisers, page).change(By::Organisers, change)]
}

/// What was typed and refused.
#[derive(Default)]
struct Refusal {
    duty: [String; 3],
    notice: [String; 2],
    troubles: Vec<FieldTrouble>,
    trouble: Option<Sentence>,
}

fn show(asked: &Asked, me: &SignedIn, found: &SiteContest, refusal: Option<&Refusal>) -> Response<Body> {
    let done = match query(&asked.uri, "done").as_deref() {
        Some("open") => Some(sentence!("The contest is open.", "比赛已新建。")),
        Some("terms") => Some(sentence!("The terms are saved.", "比赛条款已保存。")),
        Some("close") => Some(sentence!("Sign-up is closed.", "报名已截止。")),
        Some("appoint") => Some(sentence!("The duty is given.", "已任命。")),
        Some("dismiss") => Some(sentence!("The duty is taken back.", "已撤销职务。")),
        Some("notice") => Some(sentence!("The notice is posted.", "通知已发布。")),
        _ => None,
    };
    let none = Refusal::default();
    let typed = refusal.unwrap_or(&none);
    let view = ManageContest {
        id: &found.id,
        contest: &found.kept.contest,
        token: &me.token.form(),
        typed: typed.duty.each_ref().map(String::as_str),
        troubles: &typed.troubles,
        notice: typed.notice.each_ref().map(String::as_str),
        trouble: typed.trouble.as_ref(),
        done: done.as_ref().filter(|_| refusal.is_none()),
        now_ms: now_ms(),
    };
    let here = format!("/organise/contests/{}", found.id);
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    let status = if refusal.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Content::html(leitai_pages::manage_contest(&reader, &view)).answer(status, &asked.headers)
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    Ok(show(&asked, &me, &found, None))
}

/// Tables as typed: `1, 2, 5-8`.
fn tables(typed: &str, most: u32) -> Result<Vec<u32>, Sentence> {
    let wrong = |part: &str| sentence!("`{part}` is no table from 1 to {most}", "“{part}”不是 1 到 {most} 号桌"; part, most);
    let mut all = Vec::new();
    for part in typed.split([',', '，', '、', ' ']).map(str::trim).filter(|part| !part.is_empty()) {
        let (from, until) = part.split_once(['-', '–']).unwrap_or((part, part));
        let number = |text: &str| {
            let number = text.trim().parse::<u32>().ok();
            number.filter(|number| (1..=most).contains(number)).ok_or_else(|| wrong(part))
        };
        let (from, until) = (number(from)?, number(until)?);
        if from > until {
            return Err(wrong(part));
        }
        all.extend(from..=until);
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// The duty that was typed, and for whom, or all that is wrong with it.
async fn appointed(
    asked: &Asked,
    found: &SiteContest,
    typed: &[String; 3],
) -> Result<Result<ContestDeed, Vec<FieldTrouble>>, Refused> {
    let [account, duty, of] = typed;
    let mut troubles = Vec::new();
    let mut wrong = |field: &str, what: Sentence| {
        troubles.push(FieldTrouble { field: field.to_owned(), what });
    };
    let person = match account.as_str() {
        "" => None,
        number => asked.site.accounts.people.find(number).await.map_err(|error| away(&error))?,
    };
    if person.is_none_or(|person| person.closed_ms.is_some()) {
        wrong("account", sentence!("There is no account with this number.", "没有此账号。"));
    }
    let duty = match duty.as_str() {
        "referee" => match tables(of, found.kept.contest.terms().tables) {
            Ok(tables) => Some(Duty::Referee(tables)),
            Err(what) => {
                wrong("tables", what);
                None
            }
        },
        "chief-referee" => Some(Duty::ChiefReferee),
        "arbitration-panel" => Some(Duty::ArbitrationPanel),
        _ => {
            wrong("duty", sentence!("Choose a duty.", "请选择职务。"));
            None
        }
    };
    Ok(match duty.filter(|_| troubles.is_empty()) {
        Some(duty) => Ok(ContestDeed::Appoint { account: account.clone(), duty }),
        None => Err(troubles),
    })
}

async fn change(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let found = asked.contest(&id).await?;
    let does = posted.text("do");
    let mut refusal = Refusal {
        duty: ["account", "duty", "tables"].map(|field| posted.text(field)),
        notice: ["en", "zh"].map(|field| posted.text(field).replace("\r\n", "\n")),
        ..Refusal::default()
    };
    let deed = match does.as_str() {
        "close" => Some(ContestDeed::Close),
        "appoint" => match appointed(&asked, &found, &refusal.duty).await? {
            Ok(deed) => Some(deed),
            Err(troubles) => {
                refusal.troubles = troubles;
                return Ok(show(&asked, &me, &found, Some(&refusal)));
            }
        },
        "dismiss" => Some(ContestDeed::Dismiss { account: posted.text("account") }),
        "notice" => None,
        _ => return Err(Refused::no_page()),
    };
    let (name, notice) = (found.name.clone(), refusal.notice.clone());
    let done = asked.asks_site(&me, move |site, by| {
        let shared = site.events.shared();
        if let Some(deed) = deed {
            return shared.do_in_contest(by, &name, &deed, None);
        }
        let of = format!("{CONTEST_PREFIX}{name}");
        shared.give_notice(by, &of, notice.each_ref().map(String::as_str))?;
        Ok(site.notices.load(shared)?)
    });
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/organise/contests/{id}?done={does}"))),
        Err(why) => {
            refusal.trouble = Some(why);
            Ok(show(&asked, &me, &found, Some(&refusal)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    #[test]
    fn tables_are_read_as_people_write_them() {
        let read = |typed| tables(typed, 10).map_err(|why| why.to(Lang::En).to_owned());
        assert_eq!(read(""), Ok(Vec::new()));
        assert_eq!(read("1, 3，5-7 3"), Ok(vec![1, 3, 5, 6, 7]));
        for wrong in ["0", "11", "x", "7-5", "1-"] {
            assert!(read(wrong).expect_err(wrong).contains("from 1 to 10"), "{wrong}");
        }
    }
}
