//! The text of a sheet's bytes.

use leitai_encoding::{Decoded, Encoding, EncodingError, Skeleton, decode as read};

/// The text of a sheet or of a file of openings: in the encoding that is `named`, or that a tree of SGF declares with
/// `CA`, or that its brackets allow. Errors if it is no text, or if its brackets depend on the guess.
pub fn decode(bytes: &[u8], named: Option<Encoding>) -> Result<Decoded, EncodingError> {
    if is_tree(bytes) {
        read(bytes, declared(bytes), named, Skeleton::of_sgf)
    } else {
        read(bytes, None, named, Skeleton::of_brackets)
    }
}

/// Whether the bytes begin with a tree of SGF.
fn is_tree(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start().strip_prefix(b"(");
    start.is_some_and(|rest| rest.trim_ascii_start().starts_with(b";"))
}

/// The encoding that a tree's property `CA` names. The signs around it are the same in every encoding.
fn declared(bytes: &[u8]) -> Option<Encoding> {
    let starts = bytes.windows(2).enumerate().filter(|(_, two)| *two == b"CA").map(|(at, _)| at);
    let mut values =
        starts.filter(|at| !bytes[at.saturating_sub(1)].is_ascii_alphabetic()).filter_map(|at| {
            let value = bytes[at + 2..].trim_ascii_start().strip_prefix(b"[")?;
            let end = value.iter().position(|byte| *byte == b']')?;
            str::from_utf8(&value[..end]).ok()
        });
    values.next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_tree_declares_is_believed() {
        for (bytes, text) in [
            (&b"(;CA[ISO-8859-1];B[hh]C[\xe9];W[ii])"[..], "(;CA[ISO-8859-1];B[hh]C[é];W[ii])"),
            (b" ( ;FF[4]CA [ gb2312 ]PB[\xc1\xee\xba\xfc])", " ( ;FF[4]CA [ gb2312 ]PB[令狐])"),
            // Wrongly declared: it is not UTF-8.
            (b"(;CA[UTF-8]PB[\xc1\xee\xba\xfc\xb3\xe5])", "(;CA[UTF-8]PB[令狐冲])"),
            (b"(;CA[nonsense];B[hh])", "(;CA[nonsense];B[hh])"),
        ] {
            assert_eq!(decode(bytes, None).expect("text").text, text);
        }
        assert!(decode(b"(;GM[4];B[hh]C[\xe9];W[ii]C[\xe8];B[gh])", None).is_err(), "two readings");
    }
}
