//! How often the stage looks at what nothing announces.

use std::time::Duration;

/// How long a raised stop may go unnoticed, wherever games are played or waited for.
pub const STOP_CHECK: Duration = Duration::from_millis(100);
/// How often running programs are looked at: their memory, their processor time, and what the machine delays. Not at
/// each line: an answer that comes at once costs nothing.
pub(crate) const LOOK: Duration = Duration::from_millis(5);
