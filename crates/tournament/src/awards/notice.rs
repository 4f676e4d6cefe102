//! The notice period (公示): an award list is provisional until it has passed without objection.

use serde::{Deserialize, Serialize};

/// An award list made public. Times are milliseconds since 1970 in UTC.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Notice {
    /// When it was published.
    pub published: i64,
    /// How long objections are heard, in milliseconds.
    pub period: u64,
    /// What was objected, in the order of arrival.
    pub objections: Vec<Objection>,
}

/// An objection to an award list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Objection {
    /// When it arrived.
    pub at: i64,
    /// Who objects, and to what.
    pub what: String,
    /// What became of it; none while it is open.
    pub answer: Option<Answer>,
}

/// The answer to an objection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// Is the list wrong? Then it is made and published anew.
    pub upheld: bool,
    /// The reason, kept with the list.
    pub reason: String,
}

/// Whether an award list holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Validity {
    /// Objections are still heard, until then.
    Provisional {
        /// The end of the notice period.
        until: i64,
    },
    /// So many objections, made in time, are not answered: it stays provisional.
    Contested {
        /// How many.
        open: usize,
    },
    /// An objection was upheld: a new list takes its place.
    Withdrawn,
    /// The period has passed, and no objection holds.
    Final,
}

impl Notice {
    /// The end of the notice period; what arrives then or later is not heard.
    pub fn until(&self) -> i64 {
        self.published.saturating_add_unsigned(self.period)
    }

    /// Whether the list holds at that time.
    pub fn validity(&self, now: i64) -> Validity {
        let until = self.until();
        let heard = || self.objections.iter().filter(|objection| objection.at < until);
        let open = heard().filter(|objection| objection.answer.is_none()).count();
        if heard().any(|objection| objection.answer.as_ref().is_some_and(|answer| answer.upheld)) {
            Validity::Withdrawn
        } else if open > 0 {
            Validity::Contested { open }
        } else if now < until {
            Validity::Provisional { until }
        } else {
            Validity::Final
        }
    }
}
