//! The pages of an account's tokens and stored data.

use crate::site::frame::{Frame, told, written};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use askama::Template;
use leitai_core::{Sentence, Words};
use leitai_draw::clean;

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
    pub trouble: Option<&'a Sentence>,
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
    pub ends: String,
    /// When it was last used; `None` if never.
    pub seen: Option<String>,
}

#[derive(Template)]
#[template(path = "tokens.html")]
struct TokensPage<'a> {
    t: Texts,
    form: &'a str,
    tokens: Vec<(&'a TokenView, String, String)>,
    scopes: Vec<(&'static str, &'static str)>,
    days: &'a [u64],
    name: String,
    text: Option<&'a str>,
    trouble: Option<String>,
    done: Option<String>,
}

/// `/account/tokens`.
pub fn tokens(reader: &Reader<'_>, view: &TokensView<'_>) -> String {
    let t = Texts(reader.lang);
    let listed = view.tokens.iter().map(|token| {
        let scopes: Vec<_> = token.scopes.iter().map(|scope| scope.to(reader.lang)).collect();
        (token, clean(&token.name), scopes.join(", "))
    });
    let body = written(&TokensPage {
        t,
        form: view.form,
        tokens: listed.collect(),
        scopes: view.scopes.iter().map(|(name, words)| (*name, words.to(reader.lang))).collect(),
        days: view.days,
        name: clean(view.name),
        text: view.text,
        trouble: told(view.trouble, reader.lang),
        done: told(view.done, reader.lang),
    });
    Frame { title: t.tokens(), nav: Nav::Account, main: "page", body: &body, head: "" }.page(reader)
}

/// The data stored about the reader, and leaving the site.
pub struct DataView<'a> {
    /// The token of the page's form.
    pub token: &'a str,
    /// Why the action failed.
    pub trouble: Option<&'a Sentence>,
}

#[derive(Template)]
#[template(path = "data.html")]
struct Data<'a> {
    t: Texts,
    token: &'a str,
    trouble: Option<String>,
}

/// `/account/data`.
pub fn data(reader: &Reader<'_>, view: &DataView<'_>) -> String {
    let t = Texts(reader.lang);
    let body = written(&Data { t, token: view.token, trouble: told(view.trouble, reader.lang) });
    Frame { title: t.kept_of_me(), nav: Nav::Account, main: "page", body: &body, head: "" }.page(reader)
}
