//! Questions of participants to the organisers of an event, and the answers.

use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::accounts::away;
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_core::{Sentence, sentence};
use leitai_hall::{Answers, DeedError};
use leitai_pages::{QuestionView, QuestionsView};
use leitai_store::{Actor, Question};
use std::sync::Arc;

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/events/{id}/questions").read(By::People, page).change(By::People, ask),
        at("/organise/{id}/questions")
            .read(By::Organisers, all)
            .change(By::Organisers, answer)
            .shows(Shows::People),
    ]
}

/// What was typed and refused: the question that it answers, if it is an answer, the text, and why.
type Typed<'a> = Option<(Option<i64>, &'a str, &'a Sentence)>;

fn view_of(asked: &Asked, question: Question, who: Option<String>) -> QuestionView {
    let zone = &asked.asking.zone;
    QuestionView {
        id: question.id,
        at: zone.at(question.asked_ms),
        who,
        text: question.question,
        answer: question.answer.map(|(at, text)| (zone.at(at), text)),
        to_all: question.to_all,
    }
}

fn shown(
    asked: &Asked,
    me: &SignedIn,
    event: &SiteEvent,
    (questions, is_own): (&[QuestionView], bool),
    typed: Typed<'_>,
) -> Response<Body> {
    let done = match query(&asked.uri, "done").as_deref() {
        Some("ask") => Some(sentence!("Your question is sent.", "提问已发送。")),
        Some("answer") => Some(sentence!("The answer is given.", "已回答。")),
        _ => None,
    };
    let here = format!("/{}/{}/questions", if is_own { "events" } else { "organise" }, event.id);
    let view = QuestionsView {
        id: &event.id,
        event: &event.name,
        token: &me.token.form(),
        questions,
        typed: typed.map_or((None, ""), |(of, text, _)| (of, text)),
        trouble: typed.map(|(.., why)| why),
        done: done.as_ref().filter(|_| typed.is_none()),
    };
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    let make = if is_own { leitai_pages::questions } else { leitai_pages::own_questions };
    let status = if typed.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Content::html(make(&reader, &view)).answer(status, &asked.headers)
}

/// The reader's own questions, the newest first. What was answered counts as read from here on.
async fn own(asked: &Asked, me: &Arc<SignedIn>, event: &Arc<SiteEvent>, typed: Typed<'_>) -> Answer {
    let (number, its) = (me.person.line.number.clone(), Arc::clone(event));
    let all = asked.aside(move |site, _| {
        let shared = site.events.shared();
        let all = shared.questions_by(&number).map_err(|error| Refused::halted(&error))?;
        shared.answers_read(&its.name, &number).map_err(|error| Refused::halted(&error))?;
        Ok(all.into_iter().filter(|one| one.event == its.name).rev().collect::<Vec<_>>())
    });
    let all: Vec<_> = all.await?.into_iter().map(|one| view_of(asked, one, None)).collect();
    Ok(shown(asked, me, event, (&all, true), typed))
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let event = asked.site.event(&id)?;
    own(&asked, &me, &event, None).await
}

async fn ask(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let event = asked.site.event(&id)?;
    let text = posted.text("question").replace("\r\n", "\n");
    let question = text.clone();
    let ask = move |site: &Site, by: Actor<'_>, event: &SiteEvent| {
        site.events.shared().ask(by, &event.name, &question)
    };
    match asked.asks(&me, &event, ask).await? {
        Ok(()) => Ok(leads_to(&format!("/events/{id}/questions?done=ask"))),
        Err(why) => own(&asked, &me, &event, Some((None, &text, &why))).await,
    }
}

/// Everybody's questions: those that wait first, then the newest.
async fn everybodys(asked: &Asked, me: &SignedIn, event: &Arc<SiteEvent>, typed: Typed<'_>) -> Answer {
    let people = asked.site.accounts.people.all().await.map_err(|error| away(&error))?;
    let its = Arc::clone(event);
    let all = asked.aside(move |site, _| {
        site.events.shared().questions(&its.name).map_err(|error| Refused::halted(&error))
    });
    let mut all = all.await?;
    all.reverse();
    all.sort_by_key(|one| one.answer.is_some());
    let who = |number: &str| {
        let person = people.iter().find(|person| person.line.number == number);
        person.map_or_else(|| number.to_owned(), |person| format!("{} ({number})", person.line.name))
    };
    let all: Vec<_> = all
        .into_iter()
        .map(|one| {
            let who = who(&one.asker);
            view_of(asked, one, Some(who))
        })
        .collect();
    Ok(shown(asked, me, event, (&all, false), typed))
}

async fn all(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let event = asked.site.event(&id)?;
    everybodys(&asked, &me, &event, None).await
}

async fn answer(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let event = asked.site.event(&id)?;
    let number: i64 = posted.text("question").parse().map_err(|_| Refused::no_page())?;
    let to = match posted.text("to").as_str() {
        "all" => Answers::All,
        "asker" => Answers::Asker,
        _ => return Err(Refused::no_page()),
    };
    let text = posted.text("answer").replace("\r\n", "\n");
    let given = text.clone();
    let answer = move |site: &Site, by: Actor<'_>, event: &SiteEvent| {
        site.events.shared().answer(by, &event.name, number, &given, to)?;
        if to == Answers::All {
            site.show_notices(event).map_err(DeedError::from)?;
        }
        Ok(())
    };
    match asked.asks(&me, &event, answer).await? {
        Ok(()) => Ok(leads_to(&format!("/organise/{id}/questions?done=answer"))),
        Err(why) => everybodys(&asked, &me, &event, Some((Some(number), &text, &why))).await,
    }
}

#[cfg(test)]
mod tests {
    use crate::people::tests::Tried;
    use crate::submit::tests::ladder;
    use axum::http::StatusCode;
    use leitai_store::{Deed, Role};

    #[test]
    fn a_participant_asks_and_is_answered_alone_or_with_all() {
        let tried = Tried::open();
        let event = ladder(&tried, "closes = \"2999-10-22 24:00 +08:00\"");
        let [mut one, mut other] = ["2501", "2502"].map(|number| tried.settled(number, Role::Student));
        let mut teacher = tried.settled("t1", Role::Organiser);
        let (page, own) =
            (format!("/events/{}/questions", event.id), format!("/organise/{}/questions", event.id));
        assert!(one.get(&format!("/events/{}/mine", event.id)).text.contains(&page));
        let empty = one.sends(&page, &page, &[("question", " ")]);
        assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(
            one.sends(&page, &page, &[("question", "<b>棋盘多大？")]).leads_to(),
            format!("{page}?done=ask")
        );
        one.sends(&page, &page, &[("question", "What about ties?")]);
        assert!(!other.get(&page).text.contains("ties"), "another's question");
        assert!(teacher.get("/me").text.contains("2 questions"), "they are counted on every page");
        assert!(teacher.get("/organise").text.contains("Questions: 2 questions unanswered"));
        assert!(teacher.get(&format!("/organise/{}", event.id)).text.contains("2 questions unanswered"));
        let asked = teacher.get(&own).text;
        assert!(asked.contains("Name of 2501 (2501)") && asked.contains("&lt;b&gt;棋盘"), "{asked}");
        let answers = |teacher: &mut crate::people::tests::Browser<'_>, question, to, text| {
            teacher.sends("/account", &own, &[("question", question), ("to", to), ("answer", text)])
        };
        let none = answers(&mut teacher, "1", "asker", "");
        assert!(none.status == StatusCode::UNPROCESSABLE_ENTITY && none.text.contains("Nothing is written"));
        assert_eq!(answers(&mut teacher, "9", "asker", "x").status, StatusCode::NOT_FOUND);
        assert_eq!(answers(&mut teacher, "1", "asker", "3×3").leads_to(), format!("{own}?done=answer"));
        answers(&mut teacher, "2", "all", "Half a point each.");
        let again = answers(&mut teacher, "2", "all", "None.");
        assert!(again.text.contains("in the meantime"), "{}", again.text);
        assert!(!teacher.get("/me").text.contains("questions"));
        // One of them is a notice, which does not say who asked.
        let notices = tried.visitor().get("/notices?lang=zh").text;
        assert!(
            notices.contains("问：What about ties?") && notices.contains("答：Half a point each."),
            "{notices}"
        );
        assert!(!notices.contains("3×3") && !notices.contains("2501"), "{notices}");
        assert!(one.get("/me").text.contains("2 answers"));
        let told = one.get(&page).text;
        assert!(told.contains("3×3") && told.contains("told to all"), "{told}");
        assert!(!one.get("/me").text.contains("answers"), "read");
        assert_eq!(one.get(&own).status, StatusCode::NOT_FOUND);
        assert!(one.get("/account/export.json").text.contains("What about ties?"));
        let lines = tried.runtime.block_on(tried.site.accounts.audit.lines(u64::MAX, 20)).expect("a store");
        let count = |deed| lines.iter().filter(|line| line.deed == deed).count();
        assert_eq!([Deed::Ask, Deed::Answer, Deed::Notice].map(count), [2, 2, 1]);
    }
}
