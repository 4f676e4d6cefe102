//! The times of a queue.

use std::time::Duration;

/// The times of a queue. All who use one database use the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// A worker says this often that it is alive.
    pub heartbeat: Duration,
    /// After so many missed heartbeats its job is another's.
    pub missed: u32,
    /// How often a worker with nothing to do asks for work.
    pub poll: Duration,
    /// A job that was tried so often in vain is stuck: it needs a person.
    pub attempts: u32,
}

impl Default for Terms {
    /// 10 s, 3 missed, 3 attempts; asking every 500 ms.
    fn default() -> Terms {
        let (heartbeat, poll) = (Duration::from_secs(10), Duration::from_millis(500));
        Terms { heartbeat, missed: 3, poll, attempts: 3 }
    }
}

impl Terms {
    /// How long a worker holds a job after its last heartbeat.
    pub fn lease(&self) -> Duration {
        self.heartbeat * self.missed
    }

    /// For how long a database may be away before whoever waits for it says so: ten leases.
    pub fn patience(&self) -> Duration {
        self.lease() * 10
    }
}
