//! Distances from UTC, as people write them.

use jiff::tz::Offset;
use std::ops::RangeInclusive;

/// The longest way from Greenwich, in seconds.
const FARTHEST: i32 = 14 * 3600;

/// A distance from UTC: `+08:00`, `+8`, `UTC+8`, `Z`.
pub(crate) fn offset_of(text: &str) -> Option<Offset> {
    let text = text.replace(' ', "").to_ascii_uppercase();
    let named = text.strip_prefix("UTC").or_else(|| text.strip_prefix("GMT"));
    let rest = named.unwrap_or(&text);
    if text == "Z" || named == Some("") {
        return Some(Offset::UTC);
    }
    let (sign, rest) = match rest.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = match rest.split_once(':') {
        Some(parts) => parts,
        None if rest.len() == 4 => rest.split_at(2),
        None => (rest, "00"),
    };
    let seconds = 3600 * i32::from(digits(hours, 1..=2)?) + 60 * i32::from(digits(minutes, 2..=2)?);
    Offset::from_seconds(sign * seconds).ok().filter(|_| minutes < "60" && seconds <= FARTHEST)
}

/// A number of so many ASCII digits, at most four.
pub(crate) fn digits(text: &str, many: RangeInclusive<usize>) -> Option<i16> {
    let are_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| are_digits && many.contains(&text.len()))
}
