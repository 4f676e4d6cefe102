//! Suggestions for a name that does not exist.

use crate::{Sentence, sentence};

/// The longest text for which a name is looked for, in letters: nobody mistypes a longer one, and comparing takes as
/// long as both lengths multiplied.
const LONGEST: usize = 64;

/// The name that differs least from `text`, ignoring case, if it differs in a third of its letters at most. None for a
/// text of more than 64 letters.
pub fn nearest<T: AsRef<str>>(text: &str, names: impl IntoIterator<Item = T>) -> Option<T> {
    if text.chars().nth(LONGEST).is_some() {
        return None;
    }
    let text: Vec<char> = text.to_lowercase().chars().collect();
    let apart = |name: &str| {
        let length = name.chars().count();
        if length.abs_diff(text.len()) > length.max(text.len()) / 3 {
            return None;
        }
        let name: Vec<char> = name.to_lowercase().chars().collect();
        let most = name.len().max(text.len()) / 3;
        Some(distance(&text, &name)).filter(|apart| *apart <= most)
    };
    let known = names.into_iter().filter_map(|name| Some((apart(name.as_ref())?, name)));
    known.min_by_key(|(apart, _)| *apart).map(|(_, name)| name)
}

/// Which of these names was probably meant, as a question; otherwise the list of names.
pub fn meant<T: AsRef<str>>(text: &str, names: &[T]) -> Sentence {
    let names = names.iter().map(AsRef::as_ref);
    if let Some(near) = nearest(text, names.clone()) {
        return sentence!("did you mean {near}?", "是不是 {near}？");
    }
    let names = names.collect::<Vec<_>>().join(", ");
    sentence!("known: {names}", "可用：{names}")
}

/// The fewest insertions, deletions, substitutions and swaps of adjacent letters that turn one text into the other
/// (Damerau and Levenshtein).
fn distance(from: &[char], to: &[char]) -> usize {
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let changed = row[j] + usize::from(a != b);
            let mut least = changed.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *a == to[j - 1] && *b == from[i - 1] {
                least = least.min(above[j - 1] + 1);
            }
            next.push(least);
        }
        above = std::mem::replace(&mut row, next);
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, meant, nearest};
    use crate::Lang;

    #[test]
    fn what_was_meant_is_found_and_nothing_else() {
        let names = ["amazons", "hex", "nogo", "亚马逊棋"];
        for (text, meant) in [
            ("amazns", Some("amazons")),
            ("Amazon", Some("amazons")),
            ("hxe", Some("hex")),
            ("heyx", Some("hex")),
            ("hxy", None),
            ("hx", Some("hex")),
            ("亚玛逊棋", Some("亚马逊棋")),
            ("ludo", None),
            ("", None),
        ] {
            assert_eq!(nearest(text, names), meant, "{text}");
        }
    }

    #[test]
    fn what_was_not_meant_is_answered_with_what_there_is() {
        assert_eq!(meant("mov", &["start", "move"]).to(Lang::En), "did you mean move?");
        assert_eq!(meant("day", &["start", "move"]).to(Lang::Zh), "可用：start, move");
    }

    #[test]
    fn nobody_mistypes_a_long_text() {
        let [longest, longer] = [LONGEST, LONGEST + 1].map(|letters| "弈".repeat(letters));
        assert_eq!(nearest(&longest, [&longer]), Some(&longer));
        assert_eq!(nearest(&longer, [&longest, &longer]), None);
        assert_eq!(nearest(&"a".repeat(60_000), ["a"]), None);
    }
}
