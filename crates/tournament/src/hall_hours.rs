//! A span in which a hall is open, or shut: one word for it in terms, plans and breaks.

use serde::{Deserialize, Serialize};

/// Times are kept within this, so that nothing overflows, whatever was written down.
const END: i64 = 1 << 60;

/// A span of time in a hall, in milliseconds since 1970-01-01 UTC; empty if it ends before it begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HallHours {
    /// From then on.
    #[serde(rename = "from-ms")]
    pub from: i64,
    /// Until then.
    #[serde(rename = "until-ms")]
    pub until: i64,
}

impl HallHours {
    /// Their length in milliseconds.
    pub fn length(self) -> u64 {
        u64::try_from(self.until.saturating_sub(self.from)).unwrap_or(0)
    }

    /// The same hours, as far as times are kept.
    pub(crate) fn kept(self) -> HallHours {
        HallHours { from: kept(self.from), until: kept(self.until) }
    }

    /// The same hours, later by `ms`.
    #[must_use]
    pub(crate) fn later(self, ms: i64) -> HallHours {
        HallHours { from: self.from.saturating_add(ms), until: self.until.saturating_add(ms) }
    }
}

/// A time within what is kept.
pub(crate) fn kept(at: i64) -> i64 {
    at.clamp(-END, END)
}
