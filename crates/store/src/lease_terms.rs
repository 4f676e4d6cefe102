//! Timing and retry limits of a queue.

use std::time::Duration;

/// Timing and retry limits of a queue; the same for all users of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaseTerms {
    /// The interval at which a worker sends heartbeats.
    pub heartbeat: Duration,
    /// The number of missed heartbeats after which a job is leased to another worker.
    pub missed: u32,
    /// The interval at which an idle worker asks for work.
    pub poll: Duration,
    /// The number of failures after which a job is stuck and needs an operator.
    pub attempts: u32,
}

impl Default for LeaseTerms {
    /// Heartbeat 10 s, 3 missed heartbeats, 3 attempts, polling every 500 ms.
    fn default() -> LeaseTerms {
        let (heartbeat, poll) = (Duration::from_secs(10), Duration::from_millis(500));
        LeaseTerms { heartbeat, missed: 3, poll, attempts: 3 }
    }
}

impl LeaseTerms {
    /// How long a lease lasts after a heartbeat.
    pub fn lease(&self) -> Duration {
        self.heartbeat * self.missed
    }

    /// How long to wait for an unavailable database before returning its error: ten leases.
    pub fn patience(&self) -> Duration {
        self.lease() * 10
    }
}
