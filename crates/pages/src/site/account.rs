//! Signing in, the first sign-in, and one's own account.

use crate::site::frame::{Frame, told, written};
use crate::site::organise::unread;
use crate::site::texts::Texts;
use crate::{Nav, NoticeView, Reader};
use askama::Template;
use leitai_core::{Sentence, Words};
use leitai_draw::clean;

/// A form for signing in.
pub struct SignInView<'a> {
    /// The number that was typed.
    pub number: &'a str,
    /// Where it leads afterwards; may be empty.
    pub back: &'a str,
    /// The form's token.
    pub token: &'a str,
    /// Why it did not go.
    pub trouble: Option<&'a Sentence>,
}

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignIn<'a> {
    t: Texts,
    number: String,
    back: String,
    token: &'a str,
    trouble: Option<String>,
}

/// `/sign-in`.
pub fn sign_in(reader: &Reader<'_>, view: &SignInView<'_>) -> String {
    let t = Texts(reader.lang);
    let body = written(&SignIn {
        t,
        number: clean(view.number),
        back: clean(view.back),
        token: view.token,
        trouble: told(view.trouble, reader.lang),
    });
    Frame { title: t.sign_in(), nav: Nav::None, main: "page", body: &body, head: "" }.page(reader)
}

/// What the first sign-in asks for: a password, then a nickname.
pub struct FirstView<'a> {
    /// The person's number.
    pub number: &'a str,
    /// The form's token.
    pub token: &'a str,
    /// Is it the password that is asked for?
    pub wants_password: bool,
    /// The nickname that was typed.
    pub nickname: &'a str,
    /// Why it did not go.
    pub trouble: Option<&'a Sentence>,
}

#[derive(Template)]
#[template(path = "first.html")]
struct First<'a> {
    t: Texts,
    number: String,
    token: &'a str,
    wants_password: bool,
    nickname: String,
    trouble: Option<String>,
}

/// `/first`.
pub fn first(reader: &Reader<'_>, view: &FirstView<'_>) -> String {
    let t = Texts(reader.lang);
    let body = written(&First {
        t,
        number: clean(view.number),
        token: view.token,
        wants_password: view.wants_password,
        nickname: clean(view.nickname),
        trouble: told(view.trouble, reader.lang),
    });
    let title = if view.wants_password { t.new_password() } else { t.nickname() };
    Frame { title, nav: Nav::Account, main: "page", body: &body, head: "" }.page(reader)
}

/// One's own account.
pub struct AccountView<'a> {
    /// The number.
    pub number: &'a str,
    /// The name.
    pub name: &'a str,
    /// The class; may be empty.
    pub class: &'a str,
    /// The team; may be empty.
    pub team: &'a str,
    /// What the person is to the site.
    pub role: Words,
    /// The nickname, or what was typed instead.
    pub nickname: &'a str,
    /// The token of its forms.
    pub token: &'a str,
    /// One's sessions.
    pub sessions: &'a [SessionView],
    /// Notices that the person has not read.
    pub unread: &'a [NoticeView],
    /// Does the person look after others?
    pub organises: bool,
    /// Why something did not go.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// A session of one's own.
pub struct SessionView {
    /// By what it is ended.
    pub id: String,
    /// When it began.
    pub began: String,
    /// When it was last used.
    pub seen: String,
    /// From where.
    pub place: String,
    /// Is it the one in which the page is shown?
    pub is_this: bool,
}

#[derive(Template)]
#[template(path = "account.html")]
struct Account<'a> {
    t: Texts,
    about: Vec<(&'static str, String)>,
    number: String,
    nickname: String,
    token: &'a str,
    sessions: Vec<(&'a SessionView, String)>,
    unread: String,
    organises: bool,
    trouble: Option<String>,
    done: Option<String>,
}

/// `/account`.
pub fn account(reader: &Reader<'_>, view: &AccountView<'_>) -> String {
    let t = Texts(reader.lang);
    let all = [
        (t.number(), view.number),
        (t.name(), view.name),
        (t.class(), view.class),
        (t.team(), view.team),
        (t.role(), view.role.to(reader.lang)),
    ];
    let body = written(&Account {
        t,
        about: all
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| (name, clean(text)))
            .collect(),
        number: clean(view.number),
        nickname: clean(view.nickname),
        token: view.token,
        sessions: view.sessions.iter().map(|session| (session, clean(&session.place))).collect(),
        unread: unread(reader, view.token, view.unread),
        organises: view.organises,
        trouble: told(view.trouble, reader.lang),
        done: told(view.done, reader.lang),
    });
    Frame { title: t.account(), nav: Nav::Account, main: "page", body: &body, head: "" }.page(reader)
}
