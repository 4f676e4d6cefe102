//! Nicknames: the names by which people are publicly known.

use leitai_core::{Sentence, sentence};
use leitai_draw::{clean, width};

/// The maximum number of columns; a Chinese character takes two.
const MOST: usize = 12;
/// Names reserved by the site, in the form used for comparison.
const KEPT: [&str; 9] =
    ["withdrawn", "已退出", "administrator", "管理员", "organiser", "组织者", "referee", "裁判", "admin"];

/// A nickname, and the text by which it is compared with others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Nickname {
    pub(crate) shown: String,
    pub(crate) key: String,
}

impl Nickname {
    /// Checks what a person of this number typed.
    pub(crate) fn read(typed: &str, number: &str) -> Result<Nickname, Sentence> {
        let shown = typed.split_whitespace().collect::<Vec<_>>().join(" ");
        let columns = width(&shown);
        if columns == 0 {
            return Err(sentence!("A nickname is needed.", "请填写昵称。"));
        }
        if clean(&shown) != shown {
            return Err(sentence!(
                "The nickname contains invisible characters; leave them out.",
                "昵称含有不可见的字符，请去掉。"
            ));
        }
        if columns > MOST {
            return Err(sentence!(
                "A nickname is at most {MOST} columns wide, a Chinese character counting two; this one has {columns}.",
                "昵称最多 {MOST} 列宽（一个汉字算两列），现在是 {columns} 列。"
            ));
        }
        let key = key(&shown);
        if key == self::key(number) {
            return Err(sentence!(
                "The nickname is public; do not use your number.",
                "昵称是公开的，请不要使用学号。"
            ));
        }
        if KEPT.contains(&key.as_str()) {
            return Err(sentence!("This nickname is reserved here.", "这个名字不能用作昵称。"));
        }
        Ok(Nickname { shown, key })
    }
}

/// A key for comparison, which ignores case, blanks and the width of letters.
fn key(text: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    };
    text.chars().filter(|c| !c.is_whitespace()).map(narrow).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    #[test]
    fn a_nickname_is_short_and_seen() {
        for (typed, shown) in [
            ("Tiger", "Tiger"),
            ("  小  老虎 ", "小 老虎"),
            ("一二三四五六", "一二三四五六"),
            ("a-b_c.d", "a-b_c.d"),
        ] {
            assert_eq!(Nickname::read(typed, "2501").expect(typed).shown, shown);
        }
        for (typed, why) in [
            ("", "needed"),
            (" \u{3000} ", "needed"),
            ("一二三四五六七", "14"),
            ("thirteen char", "13"),
            ("a\u{202e}b", "invisible characters"),
            ("a\u{200b}b", "invisible characters"),
            ("2501", "your number"),
            ("２５０１", "your number"),
            ("Withdrawn", "reserved here"),
        ] {
            let refused = Nickname::read(typed, "2501").expect_err(typed);
            assert!(refused.to(Lang::En).contains(why), "{typed}: {refused}");
        }
    }

    #[test]
    fn names_that_look_the_same_are_the_same() {
        let key = |typed| Nickname::read(typed, "2501").expect("a nickname").key;
        for (one, other) in [("Tiger", "tIGER"), ("Tiger", "Ｔｉｇｅｒ"), ("big cat", "BigCat")] {
            assert_eq!(key(one), key(other));
        }
        assert_ne!(key("Tiger"), key("Tigers"));
    }
}
