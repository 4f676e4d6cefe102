//! The reader's own account: nickname, password, sessions.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::notice_board::NoticeBoard;
use crate::people::accounts::away;
use crate::people::cookies::browser;
use crate::people::first::{Troubles, late, take_nickname, take_password, wrong_with_new};
use crate::people::form::Posted;
use crate::people::sign_in::Whence;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_core::ContentHash;
use leitai_core::{Lang, Noun, Sentence, sentence};
use leitai_hall::Trouble;
use leitai_pages::{AccountView, RULE_ABOUT_GAME, Reader, SessionView};
use leitai_store::Role;
use std::net::IpAddr;
use std::sync::Arc;

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/account").read(By::People, page),
        at("/account/{what}").change(By::People, change),
        at("/me").read(By::People, name),
    ]
}

/// The message for what was done, as named in the page's address.
fn done(what: &str) -> Option<Sentence> {
    Some(match what {
        "nickname" => sentence!("The nickname is saved.", "昵称已保存。"),
        "password" => {
            sentence!(
                "The password is saved; all other sessions have ended.",
                "密码已保存；其他设备均已退出登录。"
            )
        }
        "end" => sentence!("The session has ended.", "该设备已退出登录。"),
        _ => return None,
    })
}

async fn show(asked: &Asked, me: &SignedIn, nickname: Option<&str>, troubles: Option<&Troubles>) -> Answer {
    let line = &me.person.line;
    let sessions = asked.site.accounts.people.sessions(&line.number).await.map_err(|error| away(&error))?;
    let sessions: Vec<_> = sessions
        .into_iter()
        .map(|session| SessionView {
            is_this: session.token == me.token.digest(),
            id: session.token.to_string(),
            began: asked.asking.zone.at(session.made_ms),
            seen: asked.asking.zone.at(session.seen_ms),
            place: session.place,
        })
        .collect();
    let done = query(&asked.uri, "done").and_then(|what| done(&what));
    let number = line.number.clone();
    let unread = asked.aside(move |site, _| {
        let unread = NoticeBoard::unread(&number, &site.events);
        unread.map_err(|error| Refused::halted(&error))
    });
    let unread = unread.await?;
    let view = AccountView {
        unread: &unread,
        number: &line.number,
        name: &line.name,
        class: &line.class,
        team: &line.team,
        role: me.person.role.words(),
        nickname: nickname.or(me.person.nickname.as_deref()).unwrap_or_default(),
        token: &me.token.form(),
        sessions: &sessions,
        organises: me.person.role >= Role::Organiser,
        troubles: troubles.map_or(&[], |(_, all)| all),
        done: done.as_ref(),
    };
    // Forms are sent to other addresses, but the page is always this one.
    let reader = Reader { here: "/account", ..asked.asking.reader() };
    let page = leitai_pages::account(&reader, &view);
    let status = troubles.map_or(StatusCode::OK, |(status, _)| *status);
    Ok(Content::html(page).answer(status, &asked.headers))
}

/// Who has signed in, for the head of every page, where they stand in the event of a page, and for organisers the words of
/// the way from a game to a ruling: pages are the same bytes for everybody.
async fn name(Me(me): Me, asked: Asked) -> Answer {
    let name = me.person.nickname.as_deref().unwrap_or(&me.person.line.name);
    let mut named = serde_json::json!({ "name": leitai_draw::clean(name) });
    let organises = me.person.role >= Role::Organiser;
    if organises {
        named["ruling"] = serde_json::json!({ "en": RULE_ABOUT_GAME.en, "zh": RULE_ABOUT_GAME.zh });
    }
    if let Some(event) = query(&asked.uri, "event").and_then(|id| asked.site.events.get(&id)) {
        let (lang, me) = (asked.asking.lang, Arc::clone(&me));
        let place = asked.aside(move |_, _| Ok(event.place_of(&me.person))).await?;
        named["place"] = place.map(|said| leitai_draw::clean(said.to(lang))).into();
    }
    let number = me.person.line.number.clone();
    let waits = asked.aside(move |site, _| {
        let shared = site.events.shared();
        let counts = if organises { shared.questions_waiting() } else { shared.answers_unread(&number) };
        let counts = counts.map_err(|error| Refused::halted(&error))?;
        let first = counts.keys().next().map(|event| site.events.address(event));
        Ok(first.map(|id| (id, counts.values().sum::<u64>())))
    });
    if let Some((id, count)) = waits.await? {
        let (part, said) = if organises {
            let questions = Noun::QUESTIONS.of(count);
            ("organise", sentence!("{questions}", "{questions} 个提问"; questions))
        } else {
            let answers = Noun::ANSWERS.of(count);
            ("events", sentence!("{answers}", "{answers} 个新回答"; answers))
        };
        named["waits"] = serde_json::json!({
            "href": format!("/{part}/{id}/questions"), "en": said.to(Lang::En), "zh": said.to(Lang::Zh),
        });
    }
    Ok(asked.answer(&Content::json(named.to_string())))
}

async fn page(Me(me): Me, asked: Asked) -> Answer {
    show(&asked, &me, None, None).await
}

async fn change(
    Path(what): Path<String>,
    Me(me): Me,
    Whence(from): Whence,
    asked: Asked,
    posted: Posted,
) -> Answer {
    match what.as_str() {
        "nickname" => {
            let typed = posted.typed("nickname");
            match take_nickname(&asked, &me, &typed).await? {
                Ok(()) => Ok(leads_to("/account?done=nickname")),
                Err(trouble) => show(&asked, &me, Some(&typed), Some(&trouble)).await,
            }
        }
        "password" => match change_password(&asked, &me, &posted, from).await? {
            Ok(answer) => Ok(answer),
            Err(trouble) => show(&asked, &me, None, Some(&trouble)).await,
        },
        "end" => {
            let token: ContentHash = posted.text("session").parse().map_err(|_| Refused::no_page())?;
            let ended =
                asked.site.accounts.people.end_session(me.actor(), &me.person.line.number, token).await;
            // The session of another person counts as missing.
            if ended.map_err(|error| away(&error))? {
                Ok(leads_to("/account?done=end"))
            } else {
                Err(Refused::no_page())
            }
        }
        _ => Err(Refused::no_page()),
    }
}

/// Changes the password if the old one is given; those who guess must wait as at the sign-in.
async fn change_password(
    asked: &Asked,
    me: &SignedIn,
    posted: &Posted,
    from: Option<IpAddr>,
) -> Result<Result<Response<Body>, Troubles>, Refused> {
    let (accounts, number) = (&asked.site.accounts, &me.person.line.number);
    let browser = browser(&asked.headers);
    let attempt = match accounts.attempts.may_try(number, from, browser.as_ref()) {
        Ok(attempt) => attempt,
        Err(wait) => return Ok(Err(late(wait))),
    };
    let known = accounts.people.credentials(number).await.map_err(|error| away(&error))?;
    let Some((hash, version)) = known.and_then(|known| Some((known.hash?, known.version))) else {
        return Err(Refused::no_page());
    };
    let old = posted.typed("old");
    match accounts.hashing.work(attempt.lane, move |hasher| hasher.is_password(&old, &hash)).await {
        Ok(true) => attempt.succeeded(browser.as_ref()),
        Ok(false) => {
            let what = sentence!("The old password is wrong.", "原密码不正确。");
            let mut wrong = wrong_with_new(posted, number);
            wrong.insert(0, Trouble { path: Some("old"), what });
            return Ok(Err((StatusCode::UNPROCESSABLE_ENTITY, wrong)));
        }
        Err(wait) => {
            attempt.was_none();
            return Ok(Err(late(wait)));
        }
    }
    take_password(asked, me, posted, from, version, "/account?done=password").await
}
