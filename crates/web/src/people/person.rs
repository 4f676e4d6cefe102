//! One person, for organisers.

use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::accounts::away;
use crate::people::form::Posted;
use crate::people::organise::row;
use crate::people::secret::Code;
use crate::people::signed_in::{Me, SignedIn};
use crate::refusal::Refused;
use crate::renaming;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_arena::now_ms;
use leitai_core::{Sentence, sentence};
use leitai_hall::LocalTime;
use leitai_pages::{PersonView, Reader, percent_encoded};
use leitai_store::{Opener, Person, Removed, Right, Role};
use std::time::Duration;

/// How long a code is valid.
pub(crate) const CODE_LASTS: Duration = Duration::from_hours(7 * 24);

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/person/{number}").read(By::Organisers, page).shows(Shows::Person),
        at("/person/{number}/{deed}").change(By::Organisers, change),
    ]
}

pub(crate) async fn find(asked: &Asked, number: &str) -> Result<Person, Refused> {
    let found = asked.site.accounts.people.find(number).await.map_err(|error| away(&error))?;
    found.ok_or_else(|| {
        Refused::nothing(
            sentence!("There is nobody with this number.", "没有这个学号。"),
            sentence!("/people lists everybody.", "全部人员见 /people。"),
        )
    })
}

/// Only people of a lower role, and so never the person themselves.
pub(crate) fn manages(me: &SignedIn, person: &Person) -> bool {
    Right::Below(me.person.role).covers(person.role)
}

/// Why the last administrator must stay.
pub(crate) fn last() -> Sentence {
    sentence!(
        "This is the last administrator: appoint another first.",
        "这是最后一位管理员：请先任命另一位。"
    )
}

/// The text next to a code.
fn given(until: &LocalTime) -> Sentence {
    sentence!(
        "This code works once, within seven days. It is shown in this browser until {until}, and then never again. The old password and all sessions have ended.",
        "此重置码可登录一次，七天内有效；仅在此浏览器显示至 {until}。原密码已失效，所有设备均已退出登录。"; until
    )
}

fn show(asked: &Asked, me: &SignedIn, person: &Person, trouble: Option<&Sentence>) -> Response<Body> {
    // A code that this session gave a moment ago, while it is valid.
    let code = asked.site.accounts.codes.get(&me.token, &person.line.number);
    let code = code.filter(|(code, _)| person.opener == Some(Opener::Code(code.digest())));
    let given = code.as_ref().map(|(_, left)| given(&asked.ends(*left)));
    let code = code.map(|(code, _)| code.to_string());
    // A removed person can no longer be changed.
    let manages = manages(me, person) && person.removed_ms.is_none();
    let roles: Vec<_> =
        Role::ALL.into_iter().filter(|role| manages && Right::Below(me.person.role).covers(*role)).collect();
    let roles: Vec<_> =
        roles.into_iter().map(|role| (role.name(), role.words(), role == person.role)).collect();
    let view = PersonView {
        row: &row(person, &asked.asking.zone),
        token: &me.token.form(),
        manages,
        is_closed: person.closed_ms.is_some(),
        roles: &roles,
        code: code.as_deref(),
        done: trouble.or(given.as_ref()),
    };
    let here = format!("/person/{}", percent_encoded(&person.line.number));
    let reader = Reader { here: &here, ..asked.asking.reader() };
    asked.answer(&Content::html(leitai_pages::person(&reader, &view)))
}

async fn page(Path(number): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let person = find(&asked, &number).await?;
    Ok(show(&asked, &me, &person, None))
}

async fn change(
    Path((number, deed)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
    posted: Posted,
) -> Answer {
    let person = find(&asked, &number).await?;
    if !manages(&me, &person) {
        return Err(Refused::no_page());
    }
    let (people, by) = (&asked.site.accounts.people, me.actor());
    let done = match deed.as_str() {
        "code" => {
            let _door = asked.site.accounts.codes.door.lock().await;
            let code = Code::random();
            let until = now_ms() + CODE_LASTS.as_millis() as i64;
            let was_given = people.give_code(by, &number, code.digest(), until).await;
            if was_given.as_ref().is_ok_and(|was_given| *was_given) {
                // Reloading its page makes no other code: the one given on the telephone stays valid.
                asked.site.accounts.codes.keep(&me.token, &number, code);
            }
            was_given
        }
        "close" => people.close(by, &number).await,
        "remove" if posted.text("confirm").trim() != number => {
            let said = sentence!(
                "Nothing was removed: type this person's number to confirm, since this cannot be undone.",
                "未删除任何内容：此操作不可撤销，请输入此人的学号以确认。"
            );
            let mut answer = show(&asked, &me, &person, Some(&said));
            *answer.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
            return Ok(answer);
        }
        "remove" => match people.remove(by, &number).await.map_err(|error| away(&error))? {
            Removed::LastAdministrator => {
                let said = last();
                return Ok(show(&asked, &me, &person, Some(&said)));
            }
            Removed::Done | Removed::Nobody => {
                renaming::changed(&asked).await;
                Ok(true)
            }
        },
        "open" => people.reopen(by, &number).await,
        "role" => {
            let role: Role = posted.text("role").parse().map_err(|()| Refused::no_page())?;
            if !Right::Below(me.person.role).covers(role) {
                return Err(Refused::no_page());
            }
            people.give_role(by, &number, role).await
        }
        _ => return Err(Refused::no_page()),
    };
    // Sent twice, it has the same result; but a code cannot be given to nobody.
    if !done.map_err(|error| away(&error))? && deed == "code" {
        return Err(Refused::no_page());
    }
    Ok(leads_to(&format!("/person/{}", percent_encoded(&number))))
}
