//! The encodings by name.

use encoding_rs::{BIG5, EUC_KR, GB18030, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};
use std::fmt;
use std::str::FromStr;

/// A character encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoding(pub(crate) &'static encoding_rs::Encoding);

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Encoding = Encoding(UTF_8);
    /// GB18030, of which GBK and GB2312 are parts.
    pub const GB18030: Encoding = Encoding(GB18030);
    /// Big5.
    pub const BIG5: Encoding = Encoding(BIG5);
    /// `Shift_JIS`.
    pub const SHIFT_JIS: Encoding = Encoding(SHIFT_JIS);
    /// EUC-KR with the additions of Windows.
    pub const EUC_KR: Encoding = Encoding(EUC_KR);
    /// windows-1252, of which Latin-1 is a part.
    pub const LATIN_1: Encoding = Encoding(WINDOWS_1252);

    /// What text is in that is neither marked, declared nor UTF-8, the most usual first.
    pub(crate) const DETECTED: [Encoding; 5] =
        [Encoding::GB18030, Encoding::BIG5, Encoding::SHIFT_JIS, Encoding::EUC_KR, Encoding::LATIN_1];

    /// The encodings that sheets are written in: they have every character.
    pub const WRITTEN: [Encoding; 2] = [Encoding::UTF_8, Encoding::GB18030];

    /// Its name, as people know it.
    pub fn name(self) -> &'static str {
        if self == Encoding::LATIN_1 {
            "windows-1252 (Latin-1)"
        } else if self == Encoding::GB18030 {
            "GB18030"
        } else {
            self.0.name()
        }
    }

    /// Its name as it is typed: `utf-8`, `gb18030`, `windows-1252`.
    pub fn label(self) -> String {
        self.0.name().to_ascii_lowercase()
    }

    /// Whether a character takes two bytes or four, so that no byte stands for itself.
    pub fn is_utf_16(self) -> bool {
        !self.0.is_ascii_compatible()
    }

    /// The bytes of a text. Of a [written](Encoding::WRITTEN) encoding, every character.
    pub fn encode(self, text: &str) -> Vec<u8> {
        self.0.encode(text).0.into_owned()
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

leitai_lang::same_in_every_language!(Encoding);

impl FromStr for Encoding {
    type Err = ();
    /// Reads any name that the Web knows it by: `GBK`, `gb2312`, `ISO-8859-1`, `latin1`, `sjis`.
    fn from_str(text: &str) -> Result<Encoding, ()> {
        let known = encoding_rs::Encoding::for_label(text.as_bytes()).ok_or(())?;
        Ok(if known == GBK { Encoding::GB18030 } else { Encoding(known) })
    }
}
