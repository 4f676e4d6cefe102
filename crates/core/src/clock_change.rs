//! What is done to the clocks by hand.

use crate::Seat;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What is done to the clocks of a game by hand, where people sit. All times are in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum ClockChange {
    /// Both clocks stand from here on.
    Stop {
        /// How long the clocks of First and Second had run since they were last started: it counts as used.
        ran: [u64; 2],
    },
    /// They go on.
    Go,
    /// So much more of the whole game counts as used by a seat, or so much less if negative.
    Charge {
        /// Whose clock.
        seat: Seat,
        /// How much.
        us: i64,
    },
    /// A seat has so much left of the whole game now.
    Set {
        /// Whose clock.
        seat: Seat,
        /// How much.
        us: u64,
    },
}

/// The most by which a clock is corrected at once, and that one shows: nobody means more.
pub const MOST_CORRECTED: Duration = Duration::from_hours(100);
