//! What belongs to an account: tokens for programs, and what is kept.

use crate::site::frame::{Frame, told, written};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use askama::Template;
use leitai_core::{Sentence, Words};
use leitai_draw::clean;

/// One's own tokens.
pub struct TokensView<'a> {
    /// The token of the page's forms.
    pub form: &'a str,
    /// Those that hold.
    pub tokens: &'a [TokenView],
    /// What a new one can be for: name and words.
    pub scopes: &'a [(&'static str, Words)],
    /// For how many days it can hold; the first as a rule.
    pub days: &'a [u64],
    /// What was typed.
    pub name: &'a str,
    /// The new token, which is shown this once.
    pub text: Option<&'a str>,
    /// Why something did not go.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// A token, as its person sees it later.
pub struct TokenView {
    /// By what it is taken back.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// What it is for.
    pub scopes: Vec<Words>,
    /// Until when it holds.
    pub ends: String,
    /// When it was last used; none: never.
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

/// What is kept of whoever looks, and leaving.
pub struct DataView<'a> {
    /// The token of the page's form.
    pub token: &'a str,
    /// Why something did not go.
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
