//! A team at the hall: that it has come, with which machine and program, and what it is waited for.

use serde::{Deserialize, Serialize};

/// 在裁判规定的时间内（≤10分钟）没有队员参加比赛 … 因设备原因，影响比赛时间超过10分钟者，将视为弃权: in milliseconds.
pub const LATE_MS: i64 = 600_000;

/// That a team has come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CheckIn {
    /// The machine that it brought, as it says; one program a machine.
    pub machine: String,
    /// The version or hash of its program, as its captain states it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub program: String,
    /// Its operator; empty for the captain.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub operator: String,
}

/// What a team at a table is waited for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimerKind {
    /// Nobody of it is there.
    Late,
    /// Its equipment stops play.
    Equipment,
}

/// A time that runs visibly: once it is over, a referee decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    /// What for.
    pub kind: TimerKind,
    /// Since when, in milliseconds since 1970-01-01 UTC.
    pub since_ms: i64,
}

impl Timer {
    /// How long it still runs, in milliseconds; 0 if it is over.
    pub fn left_ms(self, now_ms: i64) -> i64 {
        (self.since_ms.saturating_add(LATE_MS) - now_ms).max(0)
    }

    /// Whether it is over, so that a referee decides or excuses.
    pub fn is_over(self, now_ms: i64) -> bool {
        self.left_ms(now_ms) == 0
    }
}
