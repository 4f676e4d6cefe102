//! Text from outside in what people read: names of files and people, words of a file, what a program said. It may be of
//! any length, and may hold what a terminal obeys or what turns around the text beside it.

use std::borrow::Cow;

/// The most characters of a value in one line that a message shows.
pub(crate) const VALUE: usize = 400;
/// The most characters of a line of a message.
pub(crate) const LINE: usize = 4000;

/// Whether a character does not show, or changes how others show: controls, line and paragraph separators,
/// directional marks, joiners, fillers, selectors, tags and noncharacters. With them one name can pass for another,
/// and a terminal can be given commands. Code that shows a stranger's words to a person must replace these
/// characters.
pub fn is_hidden(c: char) -> bool {
    let code = c as u32;
    c.is_control()
        // The general categories Cf, Zl and Zp.
        || matches!(code, 0xad | 0x600..=0x605 | 0x61c | 0x6dd | 0x70f | 0x890..=0x891 | 0x8e2 | 0x180e)
        || matches!(code, 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff | 0xfff0..=0xfffb)
        || matches!(code, 0x110bd | 0x110cd | 0x13430..=0x1343f | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a)
        // Characters that are not drawn on their own, and blanks other than the space.
        || matches!(code, 0x34f | 0x115f | 0x1160 | 0x17b4 | 0x17b5 | 0x180b..=0x180f | 0x2800 | 0x3164 | 0xffa0)
        || matches!(code, 0xfe00..=0xfe0f | 0xe0000..=0xe0fff)
        // Noncharacters, which XML refuses.
        || matches!(code, 0xfdd0..=0xfdef)
        || code & 0xfffe == 0xfffe
}

/// The text with every [hidden](is_hidden) character but tabs and line ends written as an escape, so that it is safe to
/// print on a terminal and shows what it holds.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let is_raw = |c: char| is_hidden(c) && !matches!(c, '\n' | '\t');
    if !text.contains(is_raw) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_raw(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown.into()
}

/// The text as a message shows it: [harmless](harmless()), and of every line at most so many characters: the middle of
/// a longer one is left out.
pub(crate) fn shown(text: &str, most: usize) -> Cow<'_, str> {
    let is_long = |line: &str| line.len() > most && line.chars().nth(most).is_some();
    if !text.lines().any(is_long) {
        return harmless(text);
    }
    let cut = |line: &str| {
        if !is_long(line) {
            return line.to_owned();
        }
        let end = |half: usize| line.char_indices().nth(half).map_or(line.len(), |(at, _)| at);
        let start = line.char_indices().nth_back(most / 2 - 1).map_or(0, |(at, _)| at);
        format!("{}…{}", &line[..end(most / 2)], &line[start..])
    };
    let lines: Vec<String> = text.split('\n').map(cut).collect();
    harmless(&lines.join("\n")).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lang, Sentence, Tell, errors, say, sentence};
    use std::path::PathBuf;

    #[test]
    fn nothing_invisible_passes_and_what_people_write_does() {
        for code in [
            0, 0x1b, 0x7f, 0x9b, 0xad, 0x61c, 0x180e, 0x200b, 0x200d, 0x200e, 0x2028, 0x2029, 0x202a, 0x202e,
            0x2060, 0x2064, 0x2066, 0x2069, 0x206f, 0x3164, 0xfe0f, 0xfeff, 0xfffe, 0x1d173, 0xe0001,
            0xe0041, 0xe0100, 0x10_ffff,
        ] {
            assert!(is_hidden(char::from_u32(code).expect("a character")), "{code:x}");
        }
        for c in "aZ 0~é令狐冲，。「」　Ａあ한글Ж👍️".chars().filter(|c| *c != '\u{fe0f}') {
            assert!(!is_hidden(c), "{c}");
        }
    }

    #[test]
    fn what_is_hidden_is_shown_and_what_is_long_is_cut() {
        assert_eq!(harmless("a\u{202e}b\x1b[2J\tc\n"), "a\\u{202e}b\\u{1b}[2J\tc\n");
        assert_eq!(shown("令狐冲", 4), "令狐冲");
        assert_eq!(shown("0123456789", 4), "01…89");
        assert_eq!(shown("012\n令狐冲令狐冲\n", 4), "012\n令狐…狐冲\n");
    }

    errors! {
        /// An error of every kind of value.
        #[derive(Debug)]
        enum Wrong {
            /// A word.
            Word(word: String) => "`{word}` is wrong", "“{word}”有误";
            /// A file.
            File(path: PathBuf) => "{path} is wrong", "{path} 有误";
        }
    }

    /// Whichever way a text from outside comes into a message.
    #[test]
    fn no_message_is_long_or_harmful_because_of_what_stands_in_it() {
        for word in ["x".repeat(3 << 20), "棋".repeat(1 << 20), "\u{202e}\x1b[2J\u{2066}".repeat(1 << 16)] {
            let path = PathBuf::from(&word);
            let said = [
                Sentence::of(&Wrong::Word(word.clone())),
                Sentence::of(&Wrong::File(path.clone())),
                sentence!("`{word}` is wrong", "“{word}”有误"),
                sentence!("`{word}` is wrong", "“{word}”有误"; word),
                sentence!("{path}: {word}", "{path}：{word}"; path, word = &*word),
                Sentence::new(word.clone(), word.clone()),
            ];
            let mut texts: Vec<String> = said
                .iter()
                .flat_map(|said| [Lang::En, Lang::Zh].map(|lang| said.to(lang).to_owned()))
                .collect();
            texts.extend([Wrong::Word(word.clone()).to_string(), Wrong::File(path.clone()).told(Lang::Zh)]);
            texts.push(say!(Lang::En, "`{word}`", "“{word}”"; word));
            for text in texts {
                assert!(text.chars().count() < 20 * LINE, "{}", text.chars().count());
                assert!(!text.contains(is_hidden), "{}", &text[..40]);
                assert!(!text.contains("is wrong") || text.ends_with("is wrong"), "the end stands");
            }
        }
        // The controls: what is short and plain stays as it is.
        for word in ["x", "棋手", "a b\tc", "é"] {
            assert_eq!(
                Sentence::of(&Wrong::Word(word.to_owned())).to(Lang::En),
                format!("`{word}` is wrong")
            );
        }
    }
}
