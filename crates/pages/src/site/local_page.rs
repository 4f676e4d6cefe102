//! The shell of what is served to this machine's own user: no parts of a site, for there is none.

use crate::html::Html;
use crate::site::frame::{head, mark, tag};
use crate::site::texts::Texts;
use crate::{Reader, Theme, percent_encoded};

/// The other language, and the next colours; `address` is that of what is served here.
pub(super) fn tools(reader: &Reader<'_>, address: &str) -> Html {
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

/// A page: what its bar has at its beginning and its end, the class of its `main`, its content, and what its head has besides.
pub(super) fn local_page(
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
