//! JSON in which nothing is hidden.

use leitai_lang::is_hidden;

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
}
