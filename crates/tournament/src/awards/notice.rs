//! The notice period (公示): an award list is provisional until it has passed. An objection that is upheld becomes
//! a ruling, and the list is then made and published anew.

/// A published award list. Times are milliseconds since 1970 in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notice {
    /// When it was published.
    pub published: i64,
    /// How long objections are accepted, in milliseconds.
    pub period: u64,
}

impl Notice {
    /// The end of the notice period; objections that arrive then or later are not accepted.
    pub fn until(self) -> i64 {
        self.published.saturating_add_unsigned(self.period)
    }

    /// Whether the period has passed, which makes the list final.
    pub fn is_over(self, now: i64) -> bool {
        now >= self.until()
    }
}
