//! Bytes of unknown encoding, made printable.

use leitai_core::is_hidden;
use leitai_encoding::likely;

/// The text of a line: UTF-8, or what it most likely is where it is not, with every character that
/// [is hidden](is_hidden) written as an escape. Safe to print on a terminal.
pub fn printable(bytes: &[u8]) -> String {
    // Fast path: most output is plain ASCII, and floods are long.
    if bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let text = likely(bytes);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// The first `bytes` bytes of `text` at most, cut between characters.
pub fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_other_encodings_are_read() {
        assert_eq!(printable(&[0xc1, 0xee, 0xba, 0xfc, 0xb3, 0xe5]), "令狐冲");
        assert_eq!(printable("令狐冲".as_bytes()), "令狐冲");
        assert_eq!(printable(b"Zsolt Szab\xf3"), "Zsolt Szabó");
    }

    #[test]
    fn nothing_reaches_a_terminal_raw() {
        assert_eq!(printable(b"\x1b[31mred\x07\0"), "\\u{1b}[31mred\\u{7}\\u{0}");
        assert_eq!(printable("a\u{202e}b".as_bytes()), "a\\u{202e}b");
        assert_eq!(printable("a\u{61c}b\u{e0041}".as_bytes()), "a\\u{61c}b\\u{e0041}");
    }

    #[test]
    fn a_cut_stands_between_characters() {
        assert_eq!(cut("令狐冲", 4), "令");
        assert_eq!(cut("abc", 9), "abc");
    }
}
