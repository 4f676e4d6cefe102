//! Who came to the meeting before the contest.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::contest::found::serves;
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site_contests::SiteContest;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_core::sentence;
use leitai_pages::{FieldTrouble, MeetingView};
use leitai_tournament::contest::{ContestDeed, TeamId};

pub(super) fn routes() -> Vec<Address> {
    vec![at("/contests/{id}/meeting").read(By::People, page).change(By::People, attend)]
}

fn show(
    asked: &Asked,
    me: &SignedIn,
    found: &SiteContest,
    typed: Option<(TeamId, &str, &[FieldTrouble])>,
) -> Response<Body> {
    let done = match query(&asked.uri, "done").as_deref() {
        Some("attend") => Some(sentence!("It is entered who came.", "已登记到会。")),
        Some("undo") => Some(sentence!("The entry is taken back.", "已撤销登记。")),
        _ => None,
    };
    let view = MeetingView {
        id: &found.id,
        contest: &found.kept.contest,
        token: &me.token.form(),
        typed,
        done: done.as_ref().filter(|_| typed.is_none()),
    };
    let here = format!("/contests/{}/meeting", found.id);
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    let status = if typed.is_none() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Content::html(leitai_pages::contest_meeting(&reader, &view)).answer(status, &asked.headers)
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    serves(&found.kept.contest, &me)?;
    Ok(show(&asked, &me, &found, None))
}

async fn attend(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let found = asked.contest(&id).await?;
    serves(&found.kept.contest, &me)?;
    let team: TeamId = posted.text("team").parse().map_err(|_| Refused::no_page())?;
    let typed: String = posted.text(&format!("{team}-who")).chars().take(100).collect();
    let (does, who) = match posted.text("do").as_str() {
        "undo" => ("undo", String::new()),
        _ => ("attend", typed.trim().to_owned()),
    };
    // An empty field takes nothing back: there is a button for that.
    if does == "attend" && who.is_empty() {
        let what = sentence!("Say who came.", "请写明到会者。");
        let trouble = FieldTrouble { field: "who".to_owned(), what };
        return Ok(show(&asked, &me, &found, Some((team, &typed, &[trouble]))));
    }
    let (name, deed) = (found.name.clone(), ContestDeed::Attend { team, who });
    let done =
        asked.asks_site(&me, move |site, by| site.events.shared().do_in_contest(by, &name, &deed, None));
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/contests/{id}/meeting?done={does}"))),
        Err(what) => {
            let trouble = FieldTrouble { field: "who".to_owned(), what };
            Ok(show(&asked, &me, &found, Some((team, &typed, &[trouble]))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::tests::{sent, under_way};
    use crate::people::tests::Tried;
    use leitai_store::Role;

    /// The school's text, 7.1.3: each team sends somebody to the meeting before the contest.
    #[test]
    fn s7_1_3_who_came_to_the_meeting_is_ticked_on_a_list() {
        let tried = Tried::open();
        let (id, _) = under_way(&tried, "Cup", "r1", 1);
        let page = format!("/contests/{id}/meeting");
        let mut referee = tried.settled("r1", Role::Student);
        let mut nobody = tried.settled("x", Role::Student);
        let mut teacher = tried.settled("t1", Role::Organiser);
        assert_eq!(nobody.get(&page).status, StatusCode::NOT_FOUND);
        assert!(tried.visitor().get(&page).leads_to().starts_with("/sign-in"));
        assert!(teacher.get(&format!("/organise/contests/{id}")).text.contains(&page));
        let none = referee.get(&page).text;
        assert!(none.contains("nobody of 2 of 2 teams has come"), "{none}");
        let wrong = referee.sends(&page, &page, &[("do", "attend"), ("team", "t1"), ("t1-who", " ")]);
        assert!(
            wrong.status == StatusCode::UNPROCESSABLE_ENTITY && wrong.text.contains("Say who came"),
            "{}",
            wrong.text
        );
        let came = [("do", "attend"), ("team", "t1"), ("t1-who", "<Li> & teacher")];
        sent(&mut referee, &page, &came, "done=attend");
        let one = referee.get(&page).text;
        assert!(
            one.contains("nobody of 1 of 2 teams has come") && one.contains("&lt;Li&gt; &amp; teacher"),
            "{one}"
        );
        let zh = teacher.get(&format!("{page}?lang=zh")).text;
        assert!(zh.contains("2 队中有 1 队无人到会") && zh.contains("已到会"), "{zh}");
        assert_eq!(nobody.sends("/account", &page, &came).status, StatusCode::NOT_FOUND);
        sent(&mut teacher, &page, &[("do", "undo"), ("team", "t1")], "done=undo");
        assert!(referee.get(&page).text.contains("nobody of 2 of 2 teams has come"));
        let again = referee.sends(&page, &page, &[("do", "undo"), ("team", "t1")]);
        assert!(again.text.contains("say who came for"), "{}", again.text);
    }
}
