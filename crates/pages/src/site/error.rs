//! Pages for failed requests.

use crate::event::KnownGame;
use crate::html::Html;
use crate::site::frame::Frame;
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_core::Sentence;

/// The error, the advice, what is known of the game requested, and a number to quote (empty for none). `nearest` is
/// the address that the reader may have meant, and its name.
pub fn error(
    reader: &Reader<'_>,
    status: u16,
    what: &Sentence,
    advice: &Sentence,
    known: Option<&KnownGame>,
    number: &str,
    nearest: Option<(String, String)>,
) -> Html {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let game =
        |KnownGame { event: [id, event], seats: [first, second], result, why, notes, .. }: &KnownGame| {
            let said =
                std::iter::once(why).chain(notes).map(|said| said.to(lang)).filter(|said| !said.is_empty());
            html! {
                p {
                    bdi { (first) } " – " bdi { (second) } " " strong { (result) }
                    @for said in said { br; bdi { (said) } }
                }
                p { a href={ "/events/" (id) } { bdi { (event) } } }
            }
        };
    let body = html! {
        p class="status" { (status) }
        h1 { bdi { (what.to(lang)) } }
        @if let Some(known) = known { (game(known)) }
        p { bdi { (advice.to(lang)) } }
        @if let Some((href, text)) = nearest { p { (t.nearest()) " " a href=(href) { bdi { (text) } } } }
        p { a class="do" href="/" { (t.to_hall()) } }
        @if !number.is_empty() { p class="soft" { (t.error_number()) ": " code { (number) } } }
    };
    failed(reader, what.to(lang), &body, Html::default())
}

fn failed(reader: &Reader<'_>, title: &str, body: &Html, head: Html) -> Html {
    Frame { title, nav: Nav::None, main: "page error", body, head }.html(reader)
}

/// The page shown when the server is full: it retries on its own after `after_s`, which spreads retries over some
/// seconds.
pub fn full(reader: &Reader<'_>, after_s: u32) -> Html {
    let t = Texts(reader.lang);
    let body = html! {
        h1 { (t.full_title()) }
        p { (t.full_what()) }
        p class="soft" data-again=(after_s) { (t.full_advice()) }
    };
    let head = html! { noscript { meta http-equiv="refresh" content=(after_s); } };
    failed(reader, t.full_title(), &body, head)
}
