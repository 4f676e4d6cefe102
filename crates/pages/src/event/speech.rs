//! The languages of a page: one, or two side by side.

use crate::html::Html;
use leitai_core::Words;
use leitai_tournament::{Lang, Sentence};

/// The languages of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speech {
    /// Both, each text in an element tagged with its language: for files, where a switch shows one of them.
    Both,
    /// One language: for pages of the site.
    Only(Lang),
}

impl Speech {
    /// The same text in both languages.
    pub fn both(self, en: &str, zh: &str) -> Html {
        match self {
            Speech::Only(Lang::En) => html! { (en) },
            Speech::Only(Lang::Zh) => html! { (zh) },
            Speech::Both if en == zh => html! { (en) },
            Speech::Both => html! { span lang="en" { (en) } span lang="zh" { (zh) } },
        }
    }

    /// A sentence.
    pub fn said(self, sentence: &Sentence) -> Html {
        self.both(sentence.to(Lang::En), sentence.to(Lang::Zh))
    }

    /// Fixed words.
    pub fn words(self, words: Words) -> Html {
        self.both(words.en, words.zh)
    }

    /// A name chosen by a stranger. Its writing direction is isolated from the surrounding text.
    pub(crate) fn name(self, name: &str) -> Html {
        match self {
            Speech::Both => html! { (name) },
            Speech::Only(_) => html! { bdi { (name) } },
        }
    }

    /// A list of sentences; empty if there are none.
    pub(crate) fn list(self, sentences: &[Sentence]) -> Html {
        html! {
            @if !sentences.is_empty() {
                ul { @for sentence in sentences { li { (self.said(sentence)) } } }
            }
        }
    }

    /// A container for wide content, which scrolls on its own where it does not fit; `what` names it for screen
    /// readers.
    pub(crate) fn wide(self, what: &Sentence, inside: &Html) -> Html {
        match self {
            Speech::Both => html! { div class="wide" { (inside) } },
            Speech::Only(lang) => html! {
                div class="wide" tabindex="0" role="region" aria-label=(what.to(lang)) { (inside) }
            },
        }
    }
}

/// A heading of that level, from 2.
pub(crate) fn heading(level: u8, inside: &Html) -> Html {
    match level {
        2 => html! { h2 { (inside) } },
        3 => html! { h3 { (inside) } },
        4 => html! { h4 { (inside) } },
        _ => html! { h5 { (inside) } },
    }
}

/// A piece as a link, if there is an address for it.
pub(crate) fn link(href: Option<&str>, piece: Html) -> Html {
    match href {
        Some(href) => html! { a href=(href) { (piece) } },
        None => piece,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_the_same_in_both_languages_is_said_once() {
        let both = |speech: Speech, en, zh| speech.both(en, zh).into_string();
        assert_eq!(both(Speech::Both, "2–1", "2–1"), "2–1");
        assert_eq!(
            both(Speech::Both, "won", "胜"),
            "<span lang=\"en\">won</span><span lang=\"zh\">胜</span>"
        );
        assert_eq!(both(Speech::Only(Lang::Zh), "won", "胜"), "胜");
    }

    #[test]
    fn a_name_keeps_its_direction_to_itself() {
        assert_eq!(Speech::Only(Lang::En).name("فريق<").into_string(), "<bdi>فريق&lt;</bdi>");
    }
}
