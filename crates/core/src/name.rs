//! Names that people read: of people, teams, events.

use crate::{errors, is_hidden};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};
use unicode_security::confusable_detection::skeleton;

/// The most marks that stand on one letter: more cover the lines around it.
const MOST_MARKS: usize = 3;

/// A name that people read, as it is kept and shown: of two ways to write the same letters always the same one (NFC),
/// without characters that nobody sees or that turn other text around, and with letters of one alphabet only where one
/// could stand for another that looks the same. Chinese, Japanese and Korean characters go with every alphabet.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name(String);

errors! {
    /// Why a text is no name.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum NameError {
        /// It is empty.
        Empty => "a name is needed", "请填写名称";
        /// It contains a character that nobody sees, or that changes how others are shown; its code comes last.
        Hidden(text: String, code: String) =>
            "`{text}` contains an invisible character ({code}); leave it out",
            "“{text}”含有不可见的字符（{code}），请去掉";
        /// More marks stand on a letter than any language has.
        Marks(text: String) =>
            "`{text}` has too many marks on one letter; leave them out", "“{text}”在一个字母上叠加了过多符号，请去掉";
        /// Letters of two alphabets that look alike; the first of the second alphabet comes second.
        Mixed(text: String, letter: char, code: String) =>
            "`{text}` mixes two alphabets whose letters look alike; `{letter}` ({code}) is of the second: use one of them",
            "“{text}”混用了字形相近的两种字母，“{letter}”（{code}）属于第二种：请只用一种";
    }
}

fn code(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// The alphabet whose letters may be taken for those of another; `None` for signs, digits, and characters that look like
/// none of them.
fn alphabet(c: char) -> Option<Script> {
    use Script::{Bopomofo, Common, Han, Hangul, Hiragana, Inherited, Katakana, Unknown};
    match c.script() {
        Common | Inherited | Unknown | Han | Hiragana | Katakana | Hangul | Bopomofo => None,
        script => Some(script),
    }
}

/// Whether it is taken for a letter of another alphabet.
fn looks_like_another(c: char) -> bool {
    let own = alphabet(c);
    own.is_some() && skeleton(c.encode_utf8(&mut [0; 4])).any(|like| ![None, own].contains(&alphabet(like)))
}

/// Whether two alphabets may stand in one name: those in use that look like Latin in no letter go with it.
fn go_together(one: Script, other: Script) -> bool {
    use Script::{
        Arabic, Bengali, Devanagari, Gujarati, Gurmukhi, Hebrew, Kannada, Khmer, Lao, Latin, Malayalam,
    };
    use Script::{Myanmar, Sinhala, Tamil, Telugu, Thaana, Thai, Tibetan};
    let is_apart = |script| {
        matches!(
            script,
            Arabic
                | Bengali
                | Devanagari
                | Gujarati
                | Gurmukhi
                | Hebrew
                | Kannada
                | Khmer
                | Lao
                | Malayalam
                | Myanmar
                | Sinhala
                | Tamil
                | Telugu
                | Thaana
                | Thai
                | Tibetan
        )
    };
    one == other || one == Latin && is_apart(other) || other == Latin && is_apart(one)
}

impl Name {
    /// Reads a name; blanks around it are left out, and those within become one.
    pub fn read(text: &str) -> Result<Name, NameError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(NameError::Empty);
        }
        if let Some(hidden) = text.chars().find(|c| is_hidden(*c)) {
            return Err(NameError::Hidden(text.replace(is_hidden, "?"), code(hidden)));
        }
        let kept: String = text.split_whitespace().collect::<Vec<_>>().join(" ").nfc().collect();
        let mut marks = 0;
        for c in kept.chars() {
            marks = if is_combining_mark(c) { marks + 1 } else { 0 };
            if marks > MOST_MARKS {
                return Err(NameError::Marks(kept));
            }
        }
        let mut known: Vec<Script> = Vec::new();
        for (c, alphabet) in kept.chars().filter_map(|c| Some((c, alphabet(c)?))) {
            let is_apart = known.iter().all(|known| go_together(*known, alphabet));
            if !is_apart && kept.chars().any(looks_like_another) {
                return Err(NameError::Mixed(kept.clone(), c, code(c)));
            }
            known.extend((!known.contains(&alphabet)).then_some(alphabet));
        }
        Ok(Name(kept))
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Takes its text.
    pub fn into_text(self) -> String {
        self.0
    }

    /// What two names have in common that people take for the same: case, blanks, the width of letters and letters of
    /// other alphabets that look the same do not count.
    pub fn key(&self) -> String {
        let same = compared(&self.0);
        // The form of a letter may be a capital.
        skeleton(&same).flat_map(char::to_lowercase).nfc().collect()
    }
}

/// A text as it is compared where only case, blanks and the width of letters do not count.
pub fn compared(text: &str) -> String {
    let wide = text.nfkc().filter(|c| !c.is_whitespace());
    wide.flat_map(char::to_lowercase).nfkc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_lang::{Lang, Tell as _};

    #[test]
    fn a_name_is_kept_in_one_form() {
        for (typed, kept) in [
            ("Tiger", "Tiger"),
            ("  小  老虎\u{3000}", "小 老虎"),
            ("a\u{301}bc", "ábc"),
            ("α狗", "α狗"),
            ("Тигр", "Тигр"),
            ("ねこ-cat", "ねこ-cat"),
            ("김A", "김A"),
            ("Team Ω, λ-cut", "Team Ω, λ-cut"),
            ("فريق A", "فريق A"),
            ("a-b_c.d 👍", "a-b_c.d 👍"),
        ] {
            assert_eq!(Name::read(typed).expect(typed).text(), kept);
        }
    }

    #[test]
    fn what_deceives_is_no_name() {
        for (typed, why) in [
            ("", "needed"),
            (" \u{3000} ", "needed"),
            ("a\u{202e}b", "`a?b` contains an invisible character (U+202E)"),
            ("a\u{200b}b", "U+200B"),
            ("a\u{7}b", "U+0007"),
            ("two\nlines", "U+000A"),
            ("\u{2066}a", "U+2066"),
            ("Тiger", "`i` (U+0069)"),
            ("αgo", "U+0067"),
            ("a\u{300}\u{301}\u{302}\u{303}\u{304}", "marks"),
        ] {
            let refused = Name::read(typed).expect_err(typed).told(Lang::En);
            assert!(refused.contains(why), "{typed}: {refused}");
        }
    }

    #[test]
    fn names_that_look_the_same_are_the_same() {
        let key = |text: &str| Name::read(text).expect(text).key();
        for (one, other) in [
            ("Tiger", "tIGER"),
            ("Tiger", "Ｔｉｇｅｒ"),
            ("big cat", "BigCat"),
            ("\u{e1}bc", "a\u{301}bc"),
            // Each of one alphabet, Latin and Cyrillic.
            ("cop", "сор"),
            ("ﬁne", "fine"),
            ("l0l", "1ol"),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        for (one, other) in [("Tiger", "Tigers"), ("老虎", "老龙"), ("abc", "ábc"), ("ai", "al")] {
            assert_ne!(key(one), key(other), "{one} {other}");
        }
    }
}
