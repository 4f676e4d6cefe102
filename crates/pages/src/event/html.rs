//! Text on its way into a page. Everything that teams and programs write passes through here.

use leitai_core::Words;
use leitai_draw::clean;
use leitai_tournament::{Lang, Sentence};
use std::fmt::Write as _;

/// Text made safe for an element or a quoted attribute; characters that a browser would obey or hide are removed.
pub fn escape(text: &str) -> String {
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

/// The languages of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speech {
    /// Both, each text in an element tagged with its language: for files, where a switch shows one of them.
    Both,
    /// One language: for pages of the site.
    Only(Lang),
}

impl Speech {
    /// The same text in both languages, as HTML.
    pub fn both(self, en: &str, zh: &str) -> String {
        match self {
            Speech::Only(Lang::En) => escape(en),
            Speech::Only(Lang::Zh) => escape(zh),
            Speech::Both => {
                let (en, zh) = (escape(en), escape(zh));
                if en == zh {
                    en
                } else {
                    format!("<span lang=\"en\">{en}</span><span lang=\"zh\">{zh}</span>")
                }
            }
        }
    }

    /// A sentence as HTML.
    pub fn said(self, sentence: &Sentence) -> String {
        self.both(sentence.to(Lang::En), sentence.to(Lang::Zh))
    }

    /// Fixed words as HTML.
    pub fn words(self, words: Words) -> String {
        self.both(words.en, words.zh)
    }

    /// A name chosen by a stranger, as HTML. Its writing direction is isolated from the surrounding text.
    pub(crate) fn name(self, name: &str) -> String {
        match self {
            Speech::Both => escape(name),
            Speech::Only(_) => format!("<bdi>{}</bdi>", escape(name)),
        }
    }

    /// A heading.
    pub(crate) fn heading(self, level: u8, en: &str, zh: &str) -> String {
        format!("<h{level}>{}</h{level}>\n", self.both(en, zh))
    }

    /// A list of sentences; empty if there are none.
    pub(crate) fn list(self, sentences: &[Sentence]) -> String {
        if sentences.is_empty() {
            return String::new();
        }
        let mut text = String::from("<ul>\n");
        for sentence in sentences {
            let _ = writeln!(text, "<li>{}</li>", self.said(sentence));
        }
        text + "</ul>\n"
    }

    /// A container for wide content, which scrolls on its own where it does not fit; `what` names it for screen
    /// readers.
    pub(crate) fn wide(self, what: &Sentence, inside: &str) -> String {
        match self {
            Speech::Both => format!("<div class=\"wide\">{inside}</div>\n"),
            Speech::Only(lang) => format!(
                "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">{inside}</div>\n",
                escape(what.to(lang))
            ),
        }
    }
}

/// A text as a link, if there is an address for it. `text` is HTML.
pub(crate) fn link(href: Option<&str>, text: &str) -> String {
    match href {
        Some(href) => format!("<a href=\"{}\">{text}</a>", escape(href)),
        None => text.to_owned(),
    }
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
        assert_eq!(Speech::Both.both("2–1", "2–1"), "2–1");
        assert_eq!(Speech::Both.both("won", "胜"), "<span lang=\"en\">won</span><span lang=\"zh\">胜</span>");
        assert_eq!(Speech::Only(Lang::Zh).both("won", "胜"), "胜");
    }

    #[test]
    fn a_name_keeps_its_direction_to_itself() {
        assert_eq!(Speech::Only(Lang::En).name("فريق<"), "<bdi>فريق&lt;</bdi>");
    }
}
