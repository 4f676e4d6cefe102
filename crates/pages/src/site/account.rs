//! Signing in, the first sign-in, and the reader's own account.

use crate::site::frame::{Frame, told, written};
use crate::site::organise::unread;
use crate::site::texts::Texts;
use crate::{Nav, NoticeView, Reader};
use askama::Template;
use leitai_core::{Sentence, Words};
use leitai_draw::clean;

/// The sign-in form.
pub struct SignInView<'a> {
    /// The number that was typed.
    pub number: &'a str,
    /// Where to go after signing in; may be empty.
    pub back: &'a str,
    /// The form's token.
    pub token: &'a str,
    /// Why signing in failed.
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

/// The steps of the first sign-in: a password, then a nickname.
pub struct FirstView<'a> {
    /// The person's number.
    pub number: &'a str,
    /// The form's token.
    pub token: &'a str,
    /// Whether this step asks for the password.
    pub wants_password: bool,
    /// The nickname that was typed.
    pub nickname: &'a str,
    /// Why the step failed.
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

/// The reader's own account.
pub struct AccountView<'a> {
    /// The number.
    pub number: &'a str,
    /// The name.
    pub name: &'a str,
    /// The class; may be empty.
    pub class: &'a str,
    /// The team; may be empty.
    pub team: &'a str,
    /// The person's role on the site.
    pub role: Words,
    /// The nickname, or the text typed in its place.
    pub nickname: &'a str,
    /// The token of its forms.
    pub token: &'a str,
    /// The person's sessions.
    pub sessions: &'a [SessionView],
    /// The notices that the person has not read.
    pub unread: &'a [NoticeView],
    /// Whether the person organises events.
    pub organises: bool,
    /// Why an action failed.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// A session of the reader.
pub struct SessionView {
    /// The id by which it is ended.
    pub id: String,
    /// When it began.
    pub began: String,
    /// When it was last used.
    pub seen: String,
    /// Where it was used from.
    pub place: String,
    /// Whether it is the session in which the page is shown.
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
