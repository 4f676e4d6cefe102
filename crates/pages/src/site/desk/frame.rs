//! The pages of the window.

use super::DeskView;
use super::games::score_said;
use crate::Reader;
use crate::html::Html;
use crate::site::asset::asset_path;
use crate::site::board::capital;
use crate::site::frame::coded;
use crate::site::local_page::{local_page, tools};
use leitai_core::{Sentence, say};

/// The window with this content.
pub(super) fn frame(reader: &Reader<'_>, view: &DeskView<'_>, body: &Html) -> Html {
    let lang = reader.lang;
    let (setup, [own, other]) = (view.setup, &view.setup.teams);
    let game = capital(setup.game.facts().name.to(lang));
    let score = score_said(&view.shown.results);
    let title = say!(
        lang,
        "{game}: {own} – {other}",
        "{game}：{own} – {other}",
        game = game,
        own = own,
        other = other
    );
    let head = html! {
        h1 {
            (game) " · " bdi { (own) } " " b class="score" { (score) } " " bdi { (other) }
        }
        @if !setup.operator.is_empty() {
            @let role = if setup.is_referees() { say!(lang, "Referee:", "裁判：") } else { say!(lang, "Operator:", "操作员：") };
            span class="soft" { (role) " " bdi { (setup.operator) } }
        }
        @if setup.rehearsal.is_some() { strong class="warn" { (say!(lang, "Rehearsal", "演练")) } }
    };
    // Without script the page asks again by itself, but not while somebody may be typing.
    let is_asked = view.shown.hand.is_some();
    let more = html! { @if !is_asked { noscript { meta http-equiv="refresh" content="3"; } } };
    local_page(reader, &title, &[head, tools(reader, view.address)], "desk-page", body, &of_desk(&more))
}

/// Another screen of the desk.
pub(super) fn sight(reader: &Reader<'_>, title: &str, head: &Html, address: &str, body: &Html) -> Html {
    // Without script the page asks again by itself.
    let more = html! { noscript { meta http-equiv="refresh" content="3"; } };
    local_page(reader, title, &[head.clone(), tools(reader, address)], "desk-page", body, &of_desk(&more))
}

/// A page on paper.
pub(super) fn paper(reader: &Reader<'_>, title: &str, address: &str, body: &Html) -> Html {
    let head = of_desk(&Html::default());
    local_page(reader, title, &[Html::default(), tools(reader, address)], "page paper", body, &head)
}

/// Why nothing is shown or done.
pub fn desk_refused(reader: &Reader<'_>, what: &Sentence, advice: &Sentence) -> Html {
    let lang = reader.lang;
    let body = html! {
        h1 { (coded(what.to(lang))) }
        p { (coded(advice.to(lang))) }
    };
    let head = of_desk(&Html::default());
    local_page(reader, what.to(lang), &[Html::default(), Html::default()], "page error", &body, &head)
}

/// What the head of a page of a desk has, with `more` in it.
fn of_desk(more: &Html) -> Html {
    html! {
        link rel="stylesheet" href=(asset_path("desk.css"));
        script type="module" src=(asset_path("desk.js")) {}
        (more)
    }
}
