//! Exact numbers with three decimals: marks and other figures entered by an organiser.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Unreadable;
use leitai_core::Words;

/// An exact number with at most three decimals, such as a mark of 91.5. Equal marks compare as equal, as nothing is
/// rounded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Number", into = "String")]
pub struct Decimal(i64);

impl Decimal {
    /// The number in thousandths.
    pub const fn thousandths(self) -> i64 {
        self.0
    }
}

impl From<i32> for Decimal {
    fn from(whole: i32) -> Self {
        Decimal(i64::from(whole) * 1000)
    }
}

impl FromStr for Decimal {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        const WANTED: Words =
            Words::new("a number with at most three decimals, such as 91.5", "数字，至多三位小数，例如 91.5");
        let bad = || Unreadable::new(text, WANTED);
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let numeric = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !numeric(whole) || !numeric(part) || whole.len() > 12 || part.len() > 3 {
            return Err(bad());
        }
        let part: i64 = format!("{part:0<3}").parse().map_err(|_| bad())?;
        let size = whole.parse::<i64>().map_err(|_| bad())? * 1000 + part;
        Ok(Decimal(if negative { -size } else { size }))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, sign) = (self.0.unsigned_abs(), if self.0 < 0 { "-" } else { "" });
        write!(f, "{sign}{}", size / 1000)?;
        match size % 1000 {
            0 => Ok(()),
            part => write!(f, ".{}", format!("{part:03}").trim_end_matches('0')),
        }
    }
}

/// A figure as an organiser writes it: `2`, `91.5`, `"91.5"`.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Number {
    Whole(i64),
    Part(f64),
    Text(String),
}

impl TryFrom<Number> for Decimal {
    type Error = Unreadable;
    fn try_from(number: Number) -> Result<Self, Unreadable> {
        match number {
            Number::Whole(whole) => whole.to_string().parse(),
            // The shortest text that parses as this number is the one that was written.
            Number::Part(part) => part.to_string().parse(),
            Number::Text(text) => text.parse(),
        }
    }
}

impl From<Decimal> for String {
    fn from(number: Decimal) -> String {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_may_be_typed_plainly() {
        let read = |text| serde_json::from_str::<Decimal>(text).map(|number| number.to_string());
        for (text, number) in [("91.5", "91.5"), ("90", "90"), ("\"88.25\"", "88.25"), ("0.1", "0.1")] {
            assert_eq!(read(text).expect("a number"), number);
        }
        for text in ["1e300", "0.12345", "\"x\"", "null"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_come_back_as_they_were_written() {
        for (text, thousandths) in
            [("0", 0), ("91.5", 91_500), ("-3.25", -3250), ("100", 100_000), ("0.001", 1)]
        {
            let number: Decimal = text.parse().expect("a number");
            assert_eq!((number.0, number.to_string().as_str()), (thousandths, text));
        }
        for text in ["", ".", "1.", ".5", "1.0005", "1e3", "+1", "--1", "９", "1,5", "9999999999999"] {
            assert!(text.parse::<Decimal>().is_err(), "{text:?} is no number");
        }
    }
}
