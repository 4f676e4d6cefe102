//! Texts from strangers, made safe and measured in terminal columns.

use leitai_core::is_hidden;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The columns a text takes on a terminal: 2 for each CJK character, 0 for combining marks. Characters of
/// ambiguous width count 1.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text with blanks after it up to `columns`; longer texts stay whole.
pub fn pad(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(width(text));
    let mut padded = String::with_capacity(text.len() + blanks);
    padded.push_str(text);
    padded.extend(std::iter::repeat_n(' ', blanks));
    padded
}

/// The text if it fits into `columns`, else its beginning and `...`, together at most `columns` wide.
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let dots = "...".get(..columns.min(3)).unwrap_or("...");
    let mut used = dots.len();
    let kept = text.chars().take_while(|c| {
        used += c.width().unwrap_or(1);
        used <= columns
    });
    let kept: String = kept.collect();
    kept + dots
}

/// The text on one line without anything that a terminal or a page obeys or hides: line breaks and tabs
/// become blanks; control, direction and invisible characters become `?`, so that nobody can pass for another
/// by a name that looks the same.
pub fn clean(text: &str) -> String {
    text.chars().map(clean_char).collect()
}

fn clean_char(c: char) -> char {
    match c {
        '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => ' ',
        c if is_hidden(c) => '?',
        c => c,
    }
}

/// The text, clean and escaped for XML content and quoted attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars().map(clean_char) {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}
