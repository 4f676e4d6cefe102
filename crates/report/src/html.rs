//! Text on its way into a page. Whatever a team or a program said passes through here.

use leitai_core::Words;
use leitai_draw::clean;
use leitai_tournament::{Lang, Sentence};

/// Text as it may stand in an element or a quoted attribute; what a browser would obey or hide is gone.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in clean(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// The same thing in both languages; the page's switch shows one.
pub(crate) fn both(en: &str, zh: &str) -> String {
    let (en, zh) = (escape(en), escape(zh));
    if en == zh { en } else { format!("<span lang=\"en\">{en}</span><span lang=\"zh\">{zh}</span>") }
}

pub(crate) fn said(sentence: &Sentence) -> String {
    both(sentence.to(Lang::En), sentence.to(Lang::Zh))
}

pub(crate) fn words(words: Words) -> String {
    both(words.en, words.zh)
}

/// A table: its heads and cells are HTML already.
pub(crate) fn table(class: &str, heads: &[String], rows: &[Vec<String>]) -> String {
    let head: String = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
    let row = |row: &Vec<String>| {
        let cells: String = row.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let body: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table class=\"{class}\"><thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )
}

/// A list of sentences; nothing for none.
pub(crate) fn list(sentences: &[Sentence]) -> String {
    if sentences.is_empty() {
        return String::new();
    }
    let items: String = sentences.iter().map(|sentence| format!("<li>{}</li>\n", said(sentence))).collect();
    format!("<ul>\n{items}</ul>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_browser_obeys_comes_through() {
        assert_eq!(escape("<script>alert('x')</script>"), "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
        assert_eq!(escape("\"a\" & b\u{202e}\n"), "&quot;a&quot; &amp; b? ");
    }

    #[test]
    fn what_is_the_same_in_both_languages_is_said_once() {
        assert_eq!(both("2–1", "2–1"), "2–1");
        assert_eq!(both("won", "胜"), "<span lang=\"en\">won</span><span lang=\"zh\">胜</span>");
    }
}
