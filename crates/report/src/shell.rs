//! The frame of every page: one file, nothing fetched, both languages behind a switch that needs no script.

use leitai_core::Lang;
use leitai_pages::{Html, html};

/// The style of all pages.
pub(crate) const STYLE: &str = include_str!("style.css");

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// A whole page; `lang` is shown first. `rules` is CSS of its own.
pub(crate) fn document(title: &str, lang: Lang, class: &str, rules: &str, body: &Html) -> String {
    let page = html! {
        html lang=(lang) {
            (head(title, POLICY, [STYLE, rules]))
            body class=(class) {
                input type="checkbox" id="zh" checked[lang == Lang::Zh];
                label for="zh" class="switch" { span lang="en" { "中文" } span lang="zh" { "English" } }
                main { (body) }
            }
        }
    };
    Html::document(page).into_string()
}

/// The head of a file that needs nothing outside it.
pub(crate) fn head(title: &str, policy: &str, styles: [&str; 2]) -> Html {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta http-equiv="Content-Security-Policy" content=(policy);
            title { (title) }
            style { @for style in styles { (Html::trusted(style)) } }
        }
    }
}
