//! Flaws of hand-edited text files: a wrong encoding, or characters from a Chinese input method.

use crate::{Sentence, sentence};

/// Something unreadable in a file, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileFlaw {
    /// Where, in bytes from the beginning.
    pub at: usize,
    /// What is wrong there, and what to do.
    pub why: Sentence,
}

/// The text of a file, without a byte order mark; or where it stops being UTF-8, and which encoding it probably
/// has.
pub fn utf8(bytes: &[u8]) -> Result<&str, FileFlaw> {
    let wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    if let Some(at) = bytes.iter().position(|byte| *byte == 0).filter(|_| !wide).or(wide.then_some(0)) {
        let why = Sentence::new(
            "the file is UTF-16 or not text: save it as UTF-8",
            "文件为 UTF-16 编码，或不是文本：请另存为 UTF-8",
        );
        return Err(FileFlaw { at, why });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let is_gbk = matches!(bytes[at..], [0x81..=0xfe, 0x40..=0x7e | 0x80..=0xfe, ..]);
        let why = if is_gbk {
            Sentence::new(
                "the file is not UTF-8 but probably GBK (`ANSI` in some editors): save it as UTF-8",
                "文件不是 UTF-8，应为 GBK 编码（有的编辑器称为 ANSI）：请另存为 UTF-8",
            )
        } else {
            Sentence::new("the file is not UTF-8: save it as UTF-8", "文件不是 UTF-8 编码：请另存为 UTF-8")
        };
        FileFlaw { at, why }
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The plain character that corresponds to one from a Chinese input method; `None` for any other character.
fn plain(sign: char) -> Option<char> {
    Some(match sign {
        '！'..='～' => char::from((sign as u32 - '！' as u32) as u8 + b'!'),
        '\u{3000}' => ' ',
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        '。' => '.',
        '、' => ',',
        '【' => '[',
        '】' => ']',
        _ => return None,
    })
}

/// The first full-width character in a text where only plain ones are accepted.
pub fn wide_sign(text: &str) -> Option<FileFlaw> {
    text.char_indices().find_map(|(at, sign)| {
        let plain = plain(sign)?;
        let why = sentence!(
            "`{sign}` is a full-width sign; write `{plain}`",
            "“{sign}”是全角符号，请改用半角“{plain}”"
        );
        Some(FileFlaw { at, why })
    })
}

/// The first full-width character in the line around `at` of a TOML file, ignoring quoted texts and comments.
pub fn wide_sign_in_toml(text: &str, at: usize) -> Option<FileFlaw> {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next()?;
    let mut quote = None;
    // Quoted texts and comments are blanked out, so that positions stay the same.
    let bare: String = line
        .chars()
        .scan(false, |remark, sign| {
            *remark |= quote.is_none() && sign == '#';
            let is_text = quote.is_some();
            match quote {
                Some(open) if open == sign => quote = None,
                None if matches!(sign, '"' | '\'') && !*remark => quote = Some(sign),
                _ => {}
            }
            Some(if is_text || *remark { "_".repeat(sign.len_utf8()) } else { sign.to_string() })
        })
        .collect();
    wide_sign(&bare).map(|flaw| FileFlaw { at: start + flaw.at, ..flaw })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn encodings_are_told_apart() {
        let said = |bytes: &[u8]| {
            let read = utf8(bytes).map(str::to_owned);
            read.map_err(|flaw| (flaw.at, flaw.why.to(Lang::En).to_owned()))
        };
        assert_eq!(said("\u{feff}name = \"甲\"".as_bytes()), Ok("name = \"甲\"".to_owned()));
        let (at, why) = said(b"name = \"\xbc\xd7\xb6\xd3\"").expect_err("GBK");
        assert!(at == 8 && why.contains("GBK"), "{at} {why}");
        assert!(said(b"\xff\xfen\0a\0").expect_err("UTF-16").1.contains("UTF-16"));
        assert!(said(b"n\0a\0").expect_err("UTF-16 without a mark").1.contains("UTF-16"));
        let (at, why) = said(b"ab\xff").expect_err("neither");
        assert!(at == 2 && !why.contains("GBK"), "{at} {why}");
    }

    #[test]
    fn full_width_signs_are_named_with_what_to_write() {
        let text = "a = \"＝\" # ＝\nname＝\"cup\"\n";
        assert_eq!(wide_sign_in_toml(text, 3), None);
        let flaw = wide_sign_in_toml(text, text.len() - 3).expect("a sign");
        assert_eq!(&text[flaw.at..flaw.at + 3], "＝");
        assert_eq!(flaw.why.to(Lang::En), "`＝` is a full-width sign; write `=`");
        assert_eq!(flaw.why.to(Lang::Zh), "“＝”是全角符号，请改用半角“=”");
        let quotes = wide_sign("name = “cup”").expect("a sign");
        assert!(quotes.why.to(Lang::En).ends_with("write `\"`"), "{quotes:?}");
        assert_eq!(wide_sign("name = 'a'"), None);
    }
}
