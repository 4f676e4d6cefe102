//! The frame of every page: one file, nothing fetched, both languages behind a switch that needs no script.

use leitai_core::Lang;
use leitai_pages::event::escape;

/// The style of all pages.
pub(crate) const STYLE: &str = include_str!("style.css");

/// A whole page; `lang` is shown first. `rules` is CSS of its own, `body` is HTML.
pub(crate) fn page(title: &str, lang: Lang, class: &str, rules: &str, body: &str) -> String {
    let checked = if lang == Lang::Zh { " checked" } else { "" };
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{rules}</style>\n</head>\n<body class=\"{class}\">\n\
         <input type=\"checkbox\" id=\"zh\"{checked}><label for=\"zh\" class=\"switch\">\
         <span lang=\"en\">中文</span><span lang=\"zh\">English</span></label>\n\
         <main>\n{body}</main>\n</body>\n</html>\n"
    )
}
