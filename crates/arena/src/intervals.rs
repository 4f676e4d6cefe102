//! How often the stage polls conditions that send no event.

use std::time::Duration;

/// The interval at which loops that play games or wait check whether they were asked to stop.
pub const STOP_CHECK: Duration = Duration::from_millis(100);
/// The interval at which memory and processor time of running programs are checked. They are not
/// checked at each line, so that an instant answer costs nothing extra.
pub(crate) const LOOK: Duration = Duration::from_millis(5);
