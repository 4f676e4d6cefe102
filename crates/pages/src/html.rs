//! Markup, and the only ways to make it. A text is never markup: in [`html!`](crate::html!) it is escaped.

use leitai_core::is_hidden;
use maud::{Markup, PreEscaped, Render};

/// A piece of a page, or a whole one. What strangers wrote is text in it and nothing else; when it is sent, characters
/// that a browser would obey or hide ([`is_hidden`]) are gone from all of it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Html(String);

/// Markup in the language of [`maud::html`], as [`Html`]: every `(text)` in it is escaped. The crate that uses it needs
/// `maud` among its dependencies.
#[macro_export]
macro_rules! html {
    ($($markup:tt)*) => { $crate::Html::of(::maud::html! { $($markup)* }) };
}

impl Html {
    /// For [`html!`](crate::html!) alone.
    #[doc(hidden)]
    pub fn of(PreEscaped(markup): Markup) -> Html {
        Html(markup)
    }

    /// Markup that no stranger had a part in, or that was escaped where it was made. A test of the house lists who may
    /// say so.
    pub fn trusted(markup: impl Into<String>) -> Html {
        Html(markup.into())
    }

    /// A whole document with this root.
    pub fn document(mut root: Html) -> Html {
        root.0.insert_str(0, "<!doctype html>\n");
        root
    }

    /// A whole document of XML with this root, in which every element is closed.
    pub fn xml(mut root: Html) -> Html {
        root.0.insert_str(0, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
        root
    }

    /// A text that goes back to the person who wrote it, to go on writing: of the characters that are removed elsewhere,
    /// all but controls stay, as references.
    #[cfg(feature = "site")]
    pub(crate) fn typed(text: &str) -> Html {
        let mut typed = String::with_capacity(text.len());
        for c in text.chars() {
            if is_hidden(c) && !c.is_control() {
                typed.push_str(&format!("&#{};", u32::from(c)));
            } else {
                c.render_to(&mut typed);
            }
        }
        Html(typed)
    }

    /// These pieces, and `between` each two of them.
    pub fn joined(pieces: impl IntoIterator<Item = Html>, between: &Html) -> Html {
        let mut pieces = pieces.into_iter();
        let first = pieces.next().unwrap_or_default();
        pieces.fold(first, |all, piece| Html(all.0 + &between.0 + &piece.0))
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The markup as it is sent.
    pub fn into_string(self) -> String {
        let is_clean = |c: char| matches!(c, ' '..='~' | '\n') || clean(c) == c;
        if self.0.chars().all(is_clean) { self.0 } else { self.0.chars().map(clean).collect() }
    }
}

/// Line breaks and tabs, which are blanks in a text and breaks in a source, stay.
fn clean(c: char) -> char {
    match c {
        '\t' | '\n' | '\r' => c,
        '\u{2028}' | '\u{2029}' => ' ',
        c if is_hidden(c) => '?',
        c => c,
    }
}

impl Render for Html {
    fn render_to(&self, page: &mut String) {
        page.push_str(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_browser_obeys_comes_through() {
        let evil = "</p><script>alert('x')</script>\"&\u{202e}\u{2028}\n";
        let page = html! { p title=(evil) { (evil) } };
        let text = "&lt;/p&gt;&lt;script&gt;alert('x')&lt;/script&gt;&quot;&amp;? \n";
        assert_eq!(page.into_string(), format!("<p title=\"{text}\">{text}</p>"));
        assert_eq!(Html::trusted("<b>\u{200b}</b>").into_string(), "<b>?</b>", "whoever vouches for it");
        assert_eq!(Html::typed("<\u{200d}\u{1}").into_string(), "&lt;&#8205;?");
    }

    #[test]
    fn pieces_are_joined_by_markup() {
        let pieces = ["1", "<", "3"].map(|piece| html! { (piece) });
        assert_eq!(Html::joined(pieces, &html! { br; }).into_string(), "1<br>&lt;<br>3");
        assert!(Html::joined([], &html! { br; }).is_empty());
    }
}
