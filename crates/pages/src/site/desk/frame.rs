//! The shell of the window: no parts of a site, for there is none.

use super::DeskView;
use super::games::score_said;
use crate::html::Html;
use crate::site::asset::asset_path;
use crate::site::board::capital;
use crate::site::frame::{coded, head, mark, tag};
use crate::site::texts::Texts;
use crate::{Reader, Theme, percent_encoded};
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
    shell(reader, &title, &[head, tools(reader, view.address)], "desk-page", body, &more)
}

/// Another screen of the desk.
pub(super) fn sight(reader: &Reader<'_>, title: &str, head: &Html, address: &str, body: &Html) -> Html {
    // Without script the page asks again by itself.
    let more = html! { noscript { meta http-equiv="refresh" content="3"; } };
    shell(reader, title, &[head.clone(), tools(reader, address)], "desk-page", body, &more)
}

/// A page on paper.
pub(super) fn paper(reader: &Reader<'_>, title: &str, address: &str, body: &Html) -> Html {
    shell(reader, title, &[Html::default(), tools(reader, address)], "page paper", body, &Html::default())
}

/// The other language, and the next colours.
fn tools(reader: &Reader<'_>, address: &str) -> Html {
    let t = Texts(reader.lang);
    let colours = match reader.theme.next() {
        Theme::System => t.theme_system(),
        Theme::Light => t.theme_light(),
        Theme::Dark => t.theme_dark(),
    };
    let back = percent_encoded(reader.here).replace("%2F", "/");
    let other = format!("{address}/set?theme={}&back={back}", reader.theme.next().name());
    html! {
        div class="tools" {
            a href=(reader.other_language()) lang=(t.other_language_tag()) hreflang=(t.other_language_tag()) {
                (t.other_language())
            }
            a href=(other) aria-label=(colours) title=(colours) {
                svg viewBox="0 0 16 16" aria-hidden="true" {
                    circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6" {}
                    path d="M8 1.8a6.2 6.2 0 0 1 0 12.4z" fill="currentColor" {}
                }
            }
        }
    }
}

/// Why nothing is shown or done.
pub fn desk_refused(reader: &Reader<'_>, what: &Sentence, advice: &Sentence) -> Html {
    let lang = reader.lang;
    let body = html! {
        h1 { (coded(what.to(lang))) }
        p { (coded(advice.to(lang))) }
    };
    shell(reader, what.to(lang), &[Html::default(), Html::default()], "page error", &body, &Html::default())
}

/// A page: what its bar has at its beginning and its end, its content, and what its head has besides.
fn shell(
    reader: &Reader<'_>,
    title: &str,
    [bar, tools]: &[Html; 2],
    class: &str,
    body: &Html,
    more: &Html,
) -> Html {
    let (t, theme) = (Texts(reader.lang), reader.theme.name());
    let is_system = theme == "system";
    let head_more = html! {
        meta name="color-scheme" content=(if is_system { "light dark" } else { theme });
        link rel="stylesheet" href=(asset_path("desk.css"));
        script type="module" src=(asset_path("desk.js")) {}
        (more)
    };
    Html::document(html! {
        html lang=(tag(reader.lang)) data-theme=[(!is_system).then_some(theme)] {
            (head(title, t, &head_more))
            body data-words=(t.script()) {
                a class="skip" href="#main" { (t.skip()) }
                header class="bar" {
                    span class="mark" { (mark()) }
                    (bar)
                    (tools)
                }
                main id="main" class=(class) { (body) }
            }
        }
    })
}
