//! The notice period (公示): an award list is provisional until it has passed. An objection that is upheld becomes a
//! ruling, and the list is made and published anew.

/// An award list made public. Times are milliseconds since 1970 in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notice {
    /// When it was published.
    pub published: i64,
    /// How long objections are heard, in milliseconds.
    pub period: u64,
}

impl Notice {
    /// The end of the notice period; what arrives then or later is not heard.
    pub fn until(self) -> i64 {
        self.published.saturating_add_unsigned(self.period)
    }

    /// Has the period passed, so that the list is final?
    pub fn is_over(self, now: i64) -> bool {
        now >= self.until()
    }
}
