//! Nicknames: the names by which people are publicly known.

use leitai_core::{Name, Sentence, compared, sentence};
use leitai_draw::width;

/// The maximum number of columns; a Chinese character takes two.
const MOST: usize = 12;
/// Names reserved by the site.
const KEPT: [&str; 9] =
    ["withdrawn", "已退出", "administrator", "管理员", "organiser", "组织者", "referee", "裁判", "admin"];

/// Reads the nickname that a person of this number typed.
pub(crate) fn nickname(typed: &str, number: &str) -> Result<Name, Sentence> {
    let name = Name::read(typed).map_err(|error| Sentence::of(&error))?;
    let columns = width(name.text());
    if columns > MOST {
        return Err(sentence!(
            "A nickname is at most {MOST} columns wide, a Chinese character counting two; this one has {columns}.",
            "昵称最多 {MOST} 列宽（一个汉字算两列），现在是 {columns} 列。"
        ));
    }
    if compared(name.text()) == compared(number) {
        return Err(sentence!(
            "The nickname is public; do not use your number.",
            "昵称是公开的，请不要使用学号。"
        ));
    }
    let key = name.key();
    if KEPT.iter().any(|kept| Name::read(kept).is_ok_and(|kept| kept.key() == key)) {
        return Err(sentence!("This nickname is reserved here.", "这个名字不能用作昵称。"));
    }
    Ok(name)
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
            assert_eq!(nickname(typed, "2501").expect(typed).text(), shown);
        }
        for (typed, why) in [
            ("", "needed"),
            (" \u{3000} ", "needed"),
            ("一二三四五六七", "14"),
            ("thirteen char", "13"),
            ("a\u{202e}b", "invisible character"),
            ("Тiger", "look alike"),
            ("2501", "your number"),
            ("２５０１", "your number"),
            ("Withdrawn", "reserved here"),
            ("ａｄｍｉｎ", "reserved here"),
        ] {
            let refused = nickname(typed, "2501").expect_err(typed);
            assert!(refused.to(Lang::En).contains(why), "{typed}: {refused}");
        }
    }
}
