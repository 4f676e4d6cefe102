//! Invisible characters.

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

/// Whether a character changes the direction in which the text around it is shown (Unicode's bidirectional controls).
pub fn turns_text(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// JSON that means the same, in which no [hidden](is_hidden) character stands as it is: in a terminal or an editor it
/// would turn around or hide what stands beside it.
pub fn shown_json(json: String) -> String {
    // Blanks between values; serialisers escape them within texts.
    let is_raw = |c: char| is_hidden(c) && !matches!(c, '\n' | '\r' | '\t');
    if !json.contains(is_raw) {
        return json;
    }
    json.chars().fold(String::new(), |mut shown, c| {
        if is_raw(c) {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|unit| shown.push_str(&format!("\\u{unit:04x}")));
        } else {
            shown.push(c);
        }
        shown
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_shows_what_it_holds() {
        let value = serde_json::json!({ "a\u{202e}": "b\u{e0041}\u{7f}\n", "c": [1, "令狐冲"] });
        for json in [value.to_string(), serde_json::to_string_pretty(&value).expect("JSON")] {
            let shown = shown_json(json.clone());
            assert!(!shown.chars().any(|c| is_hidden(c) && c != '\n') && shown != json, "{shown}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).expect("JSON"), value);
        }
    }

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
}
