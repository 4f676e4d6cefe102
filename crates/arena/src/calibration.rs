//! Measures how fast this machine is and how late it wakes threads, which shows how far times measured on it can be
//! trusted.

use leitai_sandbox::system::clocks;
use std::hint::black_box;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Rounds of the fixed workload: each word of the table eight times, and no more, since every match begins with it.
const ROUNDS: u32 = 500_000;
/// Words of the table that the workload walks through: 512 KB, so that caches matter.
const TABLE: usize = 1 << 16;
/// How many times, and for how long, the process sleeps to measure its wake-ups.
const NAPS: u32 = 40;
const NAP: Duration = Duration::from_millis(1);

/// The speed and timer latency measured on this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Calibration {
    /// Iterations of a fixed workload per second of processor time; comparable between machines, and between full and
    /// reduced clock frequency.
    pub speed: u64,
    /// The longest wake-up delay observed.
    pub jitter: Duration,
}

impl Calibration {
    /// Measures; takes about 0.05 s, most of it asleep.
    pub fn measure() -> Calibration {
        Calibration { speed: speed(), jitter: jitter() }
    }

    /// The measurement of this process, made on the first call.
    pub fn once() -> Calibration {
        static ONCE: OnceLock<Calibration> = OnceLock::new();
        *ONCE.get_or_init(Calibration::measure)
    }

    /// Whether wake-ups are late by at most `tolerance`.
    pub fn is_reliable(&self, tolerance: Duration) -> bool {
        self.jitter <= tolerance
    }
}

fn speed() -> u64 {
    let mut table = vec![0; TABLE];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    for word in &mut table {
        state = mixed(state);
        *word = state;
    }
    let before = processor_time();
    for _ in 0..ROUNDS {
        // Each round depends on the previous one, so that the work cannot be done in parallel.
        state = mixed(state ^ table[state as usize % TABLE]);
    }
    black_box(state);
    let used = processor_time().saturating_sub(before).max(Duration::from_micros(1));
    (f64::from(ROUNDS) / used.as_secs_f64()) as u64
}

/// The finaliser of Steele, Lea and Flood's `SplitMix`.
fn mixed(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

/// Processor time of the calling thread so far.
pub(crate) fn processor_time() -> Duration {
    clocks::of_thread()
}

fn jitter() -> Duration {
    let late = |_| {
        let start = Instant::now();
        std::thread::sleep(NAP);
        start.elapsed().saturating_sub(NAP)
    };
    (0..NAPS).map(late).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_machine_is_not_reliable() {
        let machine = Calibration { speed: 1, jitter: Duration::from_millis(101) };
        assert!(!machine.is_reliable(Duration::from_millis(100)));
        assert!(machine.is_reliable(Duration::from_millis(101)));
    }

    #[test]
    fn what_is_measured_once_stays() {
        let first = Calibration::once();
        assert!(first.speed > 0);
        assert_eq!(first, Calibration::once());
    }
}
