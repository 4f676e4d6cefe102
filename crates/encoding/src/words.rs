//! Whether a reading has words in it. A wrong encoding leaves single Chinese characters amid Latin letters, or accents
//! where no word has them.

use std::iter;

/// The runs of characters beyond ASCII that read like parts of words, and those that do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Words {
    pub(crate) good: usize,
    pub(crate) bad: usize,
}

impl Words {
    /// Of text that was read as one byte a character, or as one or two.
    pub(crate) fn of(text: &str, is_single: bool) -> Words {
        let mut words = Words::default();
        let mut before = "";
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| !c.is_ascii()) {
            let run = &rest[start..];
            let end = run.find(|c: char| c.is_ascii()).unwrap_or(run.len());
            let (run, after) = run.split_at(end);
            let left = if start == 0 { before } else { &rest[..start] };
            let sides = [left.chars().next_back(), after.chars().next()];
            let like = if is_single { accented(left, run, after) } else { ideographic(run, sides) };
            match like {
                Some(true) => words.good += 1,
                Some(false) => words.bad += 1,
                None => {}
            }
            (before, rest) = (run, after);
        }
        words
    }
}

/// Whether accents stand as they do in words: few at a time, amid letters, and no capital after the first one of a
/// word that goes on in small letters. `None` for lone signs and letters.
fn accented(left: &str, run: &str, after: &str) -> Option<bool> {
    let letters = |text: &str| text.chars().take_while(|c| c.is_alphabetic()).collect::<String>();
    let head: String = left
        .chars()
        .rev()
        .take_while(char::is_ascii_alphabetic)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let tail: String = after.chars().take_while(char::is_ascii_alphabetic).collect();
    if run.chars().all(|c| !c.is_alphanumeric()) {
        return (run.chars().count() > 2).then_some(false);
    }
    if letters(run) != run || run.chars().count() > 3 {
        return Some(false);
    }
    if head.is_empty() && tail.is_empty() {
        return (run.chars().count() > 1).then_some(false);
    }
    let has_small = iter::once(&*head).chain([run, &tail]).any(|part| part.chars().any(char::is_lowercase));
    let capital = run.chars().skip(usize::from(head.is_empty())).any(char::is_uppercase);
    Some(!(has_small && capital))
}

/// Whether a run reads like Chinese, Japanese or Korean. A single character between Latin letters was two accents.
fn ideographic(run: &str, sides: [Option<char>; 2]) -> Option<bool> {
    if run.chars().any(|c| ('\u{ff61}'..='\u{ff9f}').contains(&c)) {
        return Some(false);
    }
    if run.chars().nth(1).is_some() {
        return Some(true);
    }
    let is_amid = sides.iter().all(|side| side.is_some_and(|c| c.is_ascii_alphabetic()));
    is_amid.then_some(false)
}
