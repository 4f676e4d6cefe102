//! The shell of the window: no parts of a site, for there is none.

use super::DeskView;
use crate::html::Html;
use crate::site::frame::{coded, head, mark, tag};
use crate::site::texts::Texts;
use crate::{Reader, Theme, percent_encoded};
use leitai_core::{Lang, Sentence, sentence};

/// A page with this content.
pub(super) fn frame(reader: &Reader<'_>, view: &DeskView<'_>, body: &Html) -> Html {
    let t = Texts(reader.lang);
    let colours = match reader.theme.next() {
        Theme::System => t.theme_system(),
        Theme::Light => t.theme_light(),
        Theme::Dark => t.theme_dark(),
    };
    let back = percent_encoded(reader.here).replace("%2F", "/");
    let other = format!("{}/set?theme={}&back={back}", view.address, reader.theme.next().name());
    let [own, rival] = &view.setup.teams;
    let tools = html! {
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
    };
    let game = view.setup.game.facts().name;
    let title = sentence!("{game}: {own} – {rival}", "{game}：{own} – {rival}"; game, own, rival);
    shell(reader, title.to(reader.lang), &tools, "desk-page", body)
}

/// Why nothing is shown or done.
pub fn desk_refused(reader: &Reader<'_>, what: &Sentence, advice: &Sentence) -> Html {
    let lang = reader.lang;
    let body = html! {
        h1 { (coded(what.to(lang))) }
        p { (coded(advice.to(lang))) }
    };
    shell(reader, what.to(lang), &Html::default(), "page error", &body)
}

fn shell(reader: &Reader<'_>, title: &str, tools: &Html, class: &str, body: &Html) -> Html {
    let (t, theme) = (Texts(reader.lang), reader.theme.name());
    let is_system = theme == "system";
    let scheme = html! { meta name="color-scheme" content=(if is_system { "light dark" } else { theme }); };
    Html::document(html! {
        html lang=(tag(reader.lang)) data-theme=[(!is_system).then_some(theme)] {
            (head(title, t, &scheme))
            body data-words=(t.script()) {
                a class="skip" href="#main" { (t.skip()) }
                header class="bar" {
                    span class="mark" { (mark()) " " small { (Texts(Lang::En).site()) } }
                    (tools)
                }
                main id="main" class=(class) { (body) }
            }
        }
    })
}
