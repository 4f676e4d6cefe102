//! Sizes in bytes.

use leitai_lang::{errors, same_in_every_language};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A number of bytes; as text, e.g. `64MB`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Size(pub u64);

same_in_every_language!(Size);

errors! {
    /// The text is not a size.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct BadSize(pub text: String) =>
        "`{text}` is not a size; write e.g. 64MB, 1GB or 512KB", "看不懂大小“{text}”；请写作例如 64MB、1GB 或 512KB";
}

impl Size {
    /// That many MB of 1024 × 1024 bytes each.
    #[expect(non_snake_case, reason = "the unit is written so")]
    pub const fn MB(count: u64) -> Size {
        Size(count << 20)
    }

    /// In MB, rounded up.
    pub const fn mb(self) -> u64 {
        self.0.div_ceil(1 << 20)
    }
}

impl FromStr for Size {
    type Err = BadSize;
    fn from_str(text: &str) -> Result<Size, BadSize> {
        let bad = || BadSize(text.to_owned());
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
            "" if digits == "0" => 0,
            "B" => 0,
            "K" | "KB" => 10,
            "M" | "MB" => 20,
            "G" | "GB" => 30,
            _ => return Err(bad()),
        };
        let count: u64 = digits.parse().map_err(|_| bad())?;
        count.checked_mul(1 << shift).map(Size).ok_or_else(bad)
    }
}

impl fmt::Display for Size {
    /// The text can be read back by [`Size::from_str`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(30, "GB"), (20, "MB"), (10, "KB")];
        let whole = |shift: &&(u32, &str)| self.0 > 0 && self.0.is_multiple_of(1 << shift.0);
        match units.iter().find(whole) {
            Some((shift, unit)) => write!(f, "{}{unit}", self.0 >> shift),
            None => write!(f, "{}B", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_reads_back_as_written() {
        for (text, bytes) in
            [("64MB", 64 << 20), ("1GB", 1 << 30), ("512KB", 512 << 10), ("7B", 7), ("0B", 0)]
        {
            assert_eq!(text.parse(), Ok(Size(bytes)));
            assert_eq!(Size(bytes).to_string(), text);
        }
        assert_eq!("350m".parse(), Ok(Size::MB(350)));
        for text in ["", "64", "MB", "-1MB", "1.5GB", "99999999999GB", "64 MB", "1TB"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
