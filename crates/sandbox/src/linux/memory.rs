//! Measures a program's memory from outside, where no control group counts it.

use crate::linux::tree;
use std::fs;
use std::time::Duration;

/// What the kernel keeps per thread, its kernel stack and descriptor, in kB.
const THREAD: u64 = 24;
/// A program that has used less processor time than this since the last look cannot have taken more than a few MB.
const HASTE: Duration = Duration::from_micros(200);

/// The peak memory that a program was seen to use.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Meter {
    peak: u64,
    /// Its processor time at the last look.
    worked: Duration,
    /// Whether it held no memory any more at that look, having exited.
    is_gone: bool,
}

impl Meter {
    /// The peak seen so far, in bytes.
    pub(crate) fn peak(&self) -> u64 {
        self.peak
    }

    /// Whether it had exited at the last look. What it held is then only reported at its end.
    pub(crate) fn is_gone(&self) -> bool {
        self.is_gone
    }

    /// Records a measurement from elsewhere.
    pub(crate) fn saw(&mut self, bytes: u64) {
        self.peak = self.peak.max(bytes);
    }

    /// Looks at these processes: for a single one at its peak so far, for several at what they hold now.
    pub(crate) fn look(&mut self, processes: &[i32]) {
        let seen = match *processes {
            [] => 0,
            [only] => {
                self.worked = tree::cpu(only);
                held(only, true)
            }
            ref several => several.iter().map(|pid| held(*pid, false)).sum(),
        };
        self.is_gone = seen == 0;
        self.saw(seen);
    }

    /// Looks at a process if it has worked enough since the last look to have taken much. Reading the clock costs less
    /// than half a microsecond, a look twenty.
    pub(crate) fn look_if_worked(&mut self, process: i32) {
        if tree::cpu(process).saturating_sub(self.worked) > HASTE {
            self.look(&[process]);
        }
    }
}

/// The peak resident memory of a process, or with `ever` unset what it has now, in bytes; including what was swapped
/// out and what the kernel holds for it at present: threads, and page tables, which alone can exceed the limit without
/// a single page of the program's own. 0 if the process is gone.
fn held(pid: i32, ever: bool) -> u64 {
    let status = |path: String| Some(Status(fs::read_to_string(path).ok()?));
    let Some(first) = status(format!("/proc/{pid}/status")) else { return 0 };
    if first.kb("VmRSS:").is_some() {
        return first.held(ever);
    }
    // The first thread has exited and shows no memory any more; the other threads do.
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let mut texts = threads.filter_map(|thread| status(format!("{}/status", thread.path().display())));
    texts.find(|status| status.kb("VmRSS:").is_some()).map_or(0, |status| status.held(ever))
}

/// The kernel's status of a thread and of what it shares with its process.
struct Status(String);

impl Status {
    fn kb(&self, field: &str) -> Option<u64> {
        let line = self.0.lines().find_map(|line| line.strip_prefix(field))?;
        line.trim().trim_end_matches(" kB").parse().ok()
    }

    /// The memory held, in bytes.
    fn held(&self, ever: bool) -> u64 {
        let kb = |field| self.kb(field).unwrap_or(0);
        let out = kb("VmSwap:") + kb("HugetlbPages:");
        let resident = kb("VmRSS:") + out;
        let resident = if ever { resident.max(kb("VmHWM:")) } else { resident };
        (resident + kb("VmPTE:") + kb("Threads:") * THREAD) << 10
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_sight_counts() {
        let status = |text: &str| Status(text.to_owned());
        let resident = status("VmHWM:\t 100 kB\nVmRSS:\t  50 kB\nVmPTE:\t 8 kB\nThreads:\t2\n");
        assert_eq!(resident.held(true), (100 + 8 + 2 * THREAD) << 10);
        assert_eq!(resident.held(false), (50 + 8 + 2 * THREAD) << 10);
        let out = status("VmHWM:\t 100 kB\nHugetlbPages:\t 40 kB\nVmRSS:\t  50 kB\nVmSwap:\t 30 kB\n");
        assert_eq!(out.held(true), 120 << 10);
        assert_eq!(status("State:\tZ (zombie)\nThreads:\t2\n").kb("VmRSS:"), None);
    }

    #[test]
    fn this_process_holds_something_and_none_holds_nothing() {
        let own = std::process::id() as i32;
        assert!(held(own, false) > 100 << 10);
        assert!(held(own, true) >= held(own, false) / 2);
        assert_eq!(held(i32::MAX, true), 0);
        let mut meter = Meter::default();
        meter.look(&[own]);
        let seen = meter.peak();
        meter.look_if_worked(i32::MAX);
        assert_eq!(meter.peak(), seen);
    }
}
