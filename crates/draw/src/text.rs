//! Texts from strangers: made safe, and measured in terminal columns.

use leitai_core::is_hidden;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The number of columns that a text takes on a terminal: 2 for each CJK character, 0 for combining marks. Characters
/// of ambiguous width count as 1.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Pads the text with blanks to `columns`; longer texts stay whole.
pub fn pad(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(width(text));
    let mut padded = String::with_capacity(text.len() + blanks);
    padded.push_str(text);
    padded.extend(std::iter::repeat_n(' ', blanks));
    padded
}

/// The text if it fits into `columns`, otherwise its beginning and `...`, together at most `columns` wide.
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

/// Wraps the text into about equally long lines of at most `columns` columns, broken at blanks and between Chinese
/// characters, preferably after a comma. There are at most `most` lines; the last one, and one without a place to
/// break, may be longer.
pub(crate) fn wrap(text: &str, columns: usize, most: usize) -> Vec<String> {
    let (mut lines, mut rest) = (Vec::new(), text.trim());
    while width(rest) > columns && lines.len() + 1 < most {
        let Some(at) = place_to_break(rest, columns, most - lines.len()) else { break };
        let (line, more) = rest.split_at(at);
        lines.push(line.trim_end().to_owned());
        rest = more.trim_start();
    }
    lines.push(rest.to_owned());
    lines
}

/// Where the next line begins, if this one may have at most so many columns and the whole text so many lines.
fn place_to_break(text: &str, columns: usize, most: usize) -> Option<usize> {
    let whole = width(text);
    let lines = whole.div_ceil(columns.max(1)).min(most);
    let even = whole.div_ceil(lines);
    let (mut used, mut before, mut mark) = (0, None, None);
    let (mut place, mut pause) = (None, None);
    for (at, c) in text.char_indices() {
        let is_wide = |c: char| c.width() == Some(2);
        let breaks = before.is_some_and(|before: char| {
            before == ' '
                || (is_wide(before) || is_wide(c)) && !"（《“(".contains(before) && !CLOSING.contains(c)
        });
        if breaks && c != ' ' {
            if place.is_none_or(|(_, used)| used < even) {
                place = Some((at, used));
            }
            // The rest must fit into the lines that follow.
            if mark.is_some_and(|mark| ",;:，；：".contains(mark)) && whole - used <= (lines - 1) * columns
            {
                pause = Some(at);
            }
        }
        used += c.width().unwrap_or(1);
        if used > columns && c != ' ' {
            break;
        }
        before = Some(c);
        mark = mark.filter(|_| c == ' ').or(Some(c));
    }
    pause.or(place.map(|(at, _)| at))
}

/// No line begins with one of these.
const CLOSING: &str = "，。：；、！？）》”…,.:;!?)";

/// The text on one line, without anything that a terminal or a page interprets or hides: line breaks and tabs become
/// blanks; control, direction and invisible characters become `?`, so that nobody can impersonate another by a name
/// that looks the same.
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

/// The text, cleaned and escaped for XML content and quoted attributes.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_becomes_several() {
        for (text, columns, lines) in [
            ("", 10, &[""][..]),
            ("short", 10, &["short"]),
            ("one two three four", 10, &["one two", "three four"]),
            ("one two three four", 7, &["one two", "three", "four"]),
            ("one two three four five", 7, &["one two", "three", "four five"]),
            ("unbreakable", 5, &["unbreakable"]),
            ("G9 被拒：不能落子，请改下别处", 16, &["G9 被拒：不能落", "子，请改下别处"]),
            ("四枚棋子，不能移动", 8, &["四枚棋", "子，", "不能移动"]),
            ("黑 12 兵，12 分；白 12 兵，12 分", 20, &["黑 12 兵，12 分；", "白 12 兵，12 分"]),
            ("black 12 (men 12), white 12 (men 12)", 26, &["black 12 (men 12),", "white 12 (men 12)"]),
        ] {
            assert_eq!(wrap(text, columns, 3), lines, "{text}");
        }
    }
}
