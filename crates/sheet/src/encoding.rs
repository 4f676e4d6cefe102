//! Converts the bytes of a file to text and back. Contest tools write GB18030 or one of its older subsets.

use std::str::FromStr;

/// The character encoding of a sheet.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// GB18030, which older tools for Chinese read.
    Gb18030,
}

impl Encoding {
    /// Every encoding.
    pub const ALL: [Encoding; 2] = [Encoding::Utf8, Encoding::Gb18030];

    /// The name typed on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Gb18030 => "gb18030",
        }
    }

    /// The bytes of a text; both encodings cover every character.
    pub fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Gb18030 => encoding_rs::GB18030.encode(text).0.into_owned(),
        }
    }
}

impl FromStr for Encoding {
    type Err = ();
    fn from_str(text: &str) -> Result<Encoding, ()> {
        Encoding::ALL.into_iter().find(|encoding| encoding.name() == text).ok_or(())
    }
}

/// The text of a file: UTF-8 with or without a byte order mark, otherwise GB18030. `None` if it is neither.
pub fn decode(bytes: &[u8]) -> Option<String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Some(text.to_owned());
    }
    let text = encoding_rs::GB18030.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_read_back() {
        for encoding in Encoding::ALL {
            assert_eq!(decode(&encoding.encode("先手胜 😀")).as_deref(), Some("先手胜 😀"));
            assert_eq!(encoding.name().parse(), Ok(encoding));
        }
        assert_eq!(decode(b"\xef\xbb\xbfab").as_deref(), Some("ab"));
        assert_eq!(decode(&[0xff, 0xff]), None);
    }
}
