//! When the text of a protocol was published.

use crate::site::docs::PUBLISHED;

/// A text of a page that was published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Publication {
    /// The day, `2026-11-28`.
    pub day: &'static str,
    /// The SHA-256 of the text, in hexadecimal digits.
    pub sha256: &'static str,
    /// The file of the page, `native.md`.
    pub page: &'static str,
}

/// Every text of a protocol page that was ever published, the oldest first. The present text of each page is among them: a
/// test of this crate says so.
pub fn publications() -> Vec<Publication> {
    let lines = PUBLISHED.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(publication).collect()
}

fn publication(line: &'static str) -> Option<Publication> {
    let mut words = line.split_whitespace();
    Some(Publication { day: words.next()?, sha256: words.next()?, page: words.next()? })
}

impl Publication {
    /// Whether it was published at least two months before that day (`2027-01-28`), as the general rules ask.
    pub fn is_two_months_before(&self, day: &str) -> bool {
        two_months_after(self.day).is_some_and(|earliest| *earliest <= *day)
    }
}

/// The same day two months later. Days that a month lacks are kept: they sort as its end.
fn two_months_after(day: &str) -> Option<String> {
    let mut parts = day.split('-');
    let (year, month) = (parts.next()?.parse::<i32>().ok()?, parts.next()?.parse::<i32>().ok()?);
    let rest = parts.next()?;
    let month = month + 2;
    let (year, month) = if month > 12 { (year + 1, month - 12) } else { (year, month) };
    Some(format!("{year:04}-{month:02}-{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_months_are_counted_by_the_calendar() {
        let of = |day| Publication { day, sha256: "", page: "" };
        assert!(of("2026-09-10").is_two_months_before("2026-11-10"));
        assert!(!of("2026-09-11").is_two_months_before("2026-11-10"));
        assert!(of("2026-11-12").is_two_months_before("2027-01-12"));
        assert!(!of("2026-12-31").is_two_months_before("2027-02-28"));
        assert!(of("2026-12-31").is_two_months_before("2027-03-01"));
    }

    #[test]
    fn every_line_is_read() {
        let lines = PUBLISHED.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(publications().len(), lines);
    }
}
