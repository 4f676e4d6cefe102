//! Signing in, the first sign-in, and the reader's own account.

use crate::html::Html;
use crate::site::frame::{facts, frame, general, invalid, messages, token, wrong};
use crate::site::organise::unread;
use crate::site::texts::Texts;
use crate::{Nav, NoticeView, Reader};
use leitai_core::{Sentence, Tell as _, Words};
use leitai_hall::{LocalTime, Trouble};

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

/// `/sign-in`.
pub fn sign_in(reader: &Reader<'_>, view: &SignInView<'_>) -> Html {
    let t = Texts(reader.lang);
    let body = html! {
        h1 { (t.sign_in()) }
        (messages(reader, view.trouble, None))
        form class="fields" method="post" action="/sign-in" {
            (token(view.token))
            input type="hidden" name="back" value=(view.back);
            label for="number" { (t.number()) }
            input id="number" name="number" value=(view.number) autocomplete="username" autocapitalize="none"
                spellcheck="false" maxlength="64" required="";
            label for="password" { (t.password()) }
            input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required="";
            button class="do" { (t.sign_in()) }
        }
        p class="soft" { (t.sign_in_first()) }
        p class="soft" { (t.sign_in_forgotten()) }
    };
    frame(reader, t.sign_in(), Nav::None, &body)
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
    pub troubles: &'a [Trouble],
}

/// `/first`.
pub fn first(reader: &Reader<'_>, view: &FirstView<'_>) -> Html {
    let t = Texts(reader.lang);
    let title = if view.wants_password { t.new_password() } else { t.nickname() };
    let body = html! {
        h1 { (title) }
        p { (if view.wants_password { t.first_password_why() } else { t.nickname_what() }) }
        (messages(reader, general(view.troubles), None))
        form class="fields" method="post" action="/first" {
            (token(view.token))
            @if view.wants_password {
                input type="hidden" name="username" value=(view.number) autocomplete="username";
                (new_password(t, view.troubles))
            } @else {
                (nickname(t, view.nickname, view.troubles))
            }
            button class="do" { (t.go_on()) }
        }
        (sign_out(t, view.token))
    };
    frame(reader, title, Nav::Account, &body)
}

/// The fields of a new password.
fn new_password(t: Texts, troubles: &[Trouble]) -> Html {
    html! {
        label for="new-password" { (t.new_password()) }
        input id="new-password" name="password" type="password" autocomplete="new-password" minlength="8"
            maxlength="128" aria-describedby="password-rule" aria-invalid=[invalid(troubles, "password")] required="";
        p class="soft" id="password-rule" { (t.password_rule()) }
        (wrong(t.0, troubles, "password"))
        label for="again" { (t.password_again()) }
        input id="again" name="again" type="password" autocomplete="new-password" maxlength="128"
            aria-invalid=[invalid(troubles, "again")] required="";
        (wrong(t.0, troubles, "again"))
    }
}

/// The field of a nickname.
fn nickname(t: Texts, typed: &str, troubles: &[Trouble]) -> Html {
    html! {
        label for="nickname" { (t.nickname()) }
        input id="nickname" name="nickname" value=(typed) autocomplete="nickname" maxlength="24"
            aria-describedby="nickname-rule" aria-invalid=[invalid(troubles, "nickname")] required="";
        p class="soft" id="nickname-rule" { (t.nickname_rule()) }
        (wrong(t.0, troubles, "nickname"))
    }
}

fn sign_out(t: Texts, form: &str) -> Html {
    html! { form method="post" action="/sign-out" { (token(form)) button class="quiet" { (t.sign_out()) } } }
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
    pub troubles: &'a [Trouble],
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// A session of the reader.
pub struct SessionView {
    /// The id by which it is ended.
    pub id: String,
    /// When it began.
    pub began: LocalTime,
    /// When it was last used.
    pub seen: LocalTime,
    /// Where it was used from.
    pub place: String,
    /// Whether it is the session in which the page is shown.
    pub is_this: bool,
}

/// `/account`.
pub fn account(reader: &Reader<'_>, view: &AccountView<'_>) -> Html {
    let t = Texts(reader.lang);
    let about = [
        (t.number(), view.number),
        (t.name(), view.name),
        (t.class(), view.class),
        (t.team(), view.team),
        (t.role(), view.role.to(reader.lang)),
    ];
    let session = |it: &SessionView| {
        html! {
            li class="row" {
                span {
                    bdi { (it.place) }
                    @if it.is_this { " · " b { (t.this_session()) } }
                    br;
                    span class="soft" { (t.session_began()) " " (it.began.told(reader.lang)) " · " (t.session_seen()) " " (it.seen.told(reader.lang)) }
                }
                @if !it.is_this {
                    form method="post" action="/account/end" {
                        (token(view.token))
                        input type="hidden" name="session" value=(it.id);
                        button class="quiet" { (t.end_session()) }
                    }
                }
            }
        }
    };
    let body = html! {
        h1 { (t.account()) }
        (messages(reader, general(view.troubles), view.done))
        (facts(about.into_iter().filter(|(_, text)| !text.is_empty())))
        (unread(reader, view.token, view.unread))
        ul class="lists" {
            li { a href="/mine" { (t.my_programs()) } }
            @if view.organises {
                li { a href="/organise" { (t.organise()) } }
                li { a href="/people" { (t.people()) } }
            }
        }
        (sign_out(t, view.token))
        h2 { (t.nickname()) }
        form class="fields" method="post" action="/account/nickname" {
            (token(view.token))
            (nickname(t, view.nickname, view.troubles))
            button class="quiet" { (t.keep()) }
        }
        h2 { (t.password()) }
        form class="fields" method="post" action="/account/password" {
            (token(view.token))
            input type="hidden" name="username" value=(view.number) autocomplete="username";
            label for="old" { (t.old_password()) }
            input id="old" name="old" type="password" autocomplete="current-password" maxlength="1024"
                aria-invalid=[invalid(view.troubles, "old")] required="";
            (wrong(t.0, view.troubles, "old"))
            (new_password(t, view.troubles))
            button class="quiet" { (t.keep()) }
        }
        p {
            a href="/account/tokens" { (t.tokens()) } " · " a href="/account/data" { (t.kept_of_me()) }
        }
        h2 { (t.sessions()) }
        p class="soft" { (t.sessions_what()) }
        ul class="rows" { @for it in view.sessions { (session(it)) } }
    };
    frame(reader, t.account(), Nav::Account, &body)
}
