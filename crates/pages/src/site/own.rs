//! The pages of an account's tokens and stored data.

use crate::html::Html;
use crate::site::frame::{frame, general, invalid, messages, token, wrong};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_core::{Sentence, Tell as _, Words};
use leitai_hall::{LocalTime, Trouble};

/// The reader's own tokens.
pub struct TokensView<'a> {
    /// The token of the page's forms.
    pub form: &'a str,
    /// The tokens in force.
    pub tokens: &'a [TokenView],
    /// The purposes that a new token can have: name and words.
    pub scopes: &'a [(&'static str, Words)],
    /// The lifetimes to choose from, in days; the first is the default.
    pub days: &'a [u64],
    /// The name typed for a new token.
    pub name: &'a str,
    /// The new token, which is shown only once.
    pub text: Option<&'a str>,
    /// Why the action failed.
    pub troubles: &'a [Trouble],
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// A token, as its owner sees it later.
pub struct TokenView {
    /// The id by which it is revoked.
    pub id: String,
    /// The name that its owner gave it.
    pub name: String,
    /// What it may be used for.
    pub scopes: Vec<Words>,
    /// When it expires.
    pub ends: LocalTime,
    /// When it was last used; `None` if never.
    pub seen: Option<LocalTime>,
}

/// `/account/tokens`.
pub fn tokens(reader: &Reader<'_>, view: &TokensView<'_>) -> Html {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let listed = |it: &TokenView| {
        let scopes: Vec<_> = it.scopes.iter().map(|scope| scope.to(lang)).collect();
        html! {
            li class="row" {
                span {
                    bdi { (it.name) } " · " (scopes.join(", "))
                    br;
                    span class="soft" {
                        (t.token_ends()) " " (it.ends.told(reader.lang)) " · "
                        @if let Some(seen) = &it.seen { (t.token_seen()) " " (seen.told(reader.lang)) } @else { (t.token_unused()) }
                    }
                }
                form method="post" action="/account/tokens" {
                    (token(view.form))
                    input type="hidden" name="end" value=(it.id);
                    button class="quiet" { (t.take_back()) }
                }
            }
        }
    };
    let body = html! {
        h1 { (t.tokens()) }
        (messages(reader, general(view.troubles), view.done))
        @if let Some(text) = view.text { p class="code" { code { (text) } } }
        p class="soft" { (t.tokens_what()) }
        ul class="rows" { @for it in view.tokens { (listed(it)) } }
        h2 { (t.make_token()) }
        form class="fields" method="post" action="/account/tokens" {
            (token(view.form))
            label for="name" { (t.token_name()) }
            input id="name" name="name" value=(view.name) maxlength="60" required="" aria-invalid=[invalid(view.troubles, "name")];
            (wrong(lang, view.troubles, "name"))
            fieldset {
                legend { (t.token_for()) }
                @for (id, words) in view.scopes {
                    label {
                        input type="checkbox" name={ "scope-" (id) } value="1";
                        " " (words.to(lang)) " (" code { (id) } ")"
                    }
                }
            }
            (wrong(lang, view.troubles, "scopes"))
            label for="days" { (t.token_days()) }
            select id="days" name="days" { @for count in view.days { option value=(count) { (count) } } }
            button class="quiet" { (t.make_token()) }
        }
        p { a href="/account" { (t.account()) } }
    };
    frame(reader, t.tokens(), Nav::Account, &body)
}

/// The data stored about the reader, and leaving the site.
pub struct DataView<'a> {
    /// The token of the page's form.
    pub token: &'a str,
    /// Why the action failed.
    pub trouble: Option<&'a Sentence>,
}

/// `/account/data`.
pub fn data(reader: &Reader<'_>, view: &DataView<'_>) -> Html {
    let t = Texts(reader.lang);
    let body = html! {
        h1 { (t.kept_of_me()) }
        (messages(reader, view.trouble, None))
        p class="soft" { (t.export_what()) }
        p { a href="/account/export.json" download="" { (t.export()) } }
        h2 { (t.remove_account()) }
        p class="soft" { (t.remove_account_what()) }
        form class="fields" method="post" action="/account/data" {
            (token(view.token))
            label for="password" { (t.password()) }
            input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required="";
            button class="quiet" { (t.remove_account()) }
        }
        p { a href="/account" { (t.account()) } }
    };
    frame(reader, t.kept_of_me(), Nav::Account, &body)
}
