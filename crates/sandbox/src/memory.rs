//! Measures a program's memory from outside, where no control group counts it.

use crate::tree;
use std::fs;
use std::time::Duration;

/// What the kernel keeps for a thread: its stack there, and what describes it, in kB.
const THREAD: u64 = 24;
/// A program that worked for less since it was looked at last cannot have taken more than a few MB.
const HASTE: Duration = Duration::from_micros(200);

/// The most that a program was seen with.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Meter {
    peak: u64,
    /// Its processor time when it was looked at last.
    worked: Duration,
    /// Did it hold nothing any more then, having left?
    is_gone: bool,
}

impl Meter {
    /// The most that was seen so far, in bytes.
    pub(crate) fn peak(&self) -> u64 {
        self.peak
    }

    /// Had it left when it was looked at last? What it held is then told by its end alone.
    pub(crate) fn is_gone(&self) -> bool {
        self.is_gone
    }

    /// Takes note of what was told otherwise.
    pub(crate) fn saw(&mut self, bytes: u64) {
        self.peak = self.peak.max(bytes);
    }

    /// Looks at these processes: at the most that one ever had, but at what several have now.
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

    /// Looks at a process if it worked enough since the last time to have taken much. The clock costs less than half a
    /// microsecond, a look twenty.
    pub(crate) fn look_if_worked(&mut self, process: i32) {
        if tree::cpu(process).saturating_sub(self.worked) > HASTE {
            self.look(&[process]);
        }
    }
}

/// The largest resident memory that a process ever had, or what it has now, in bytes; with what was swapped out and
/// what the kernel holds for it at present: threads, and page tables, which alone can exceed the limit without one page
/// of the program's own. 0 if the process is gone.
fn held(pid: i32, ever: bool) -> u64 {
    let status = |path: String| Some(Status(fs::read_to_string(path).ok()?));
    let Some(first) = status(format!("/proc/{pid}/status")) else { return 0 };
    if first.kb("VmRSS:").is_some() {
        return first.held(ever);
    }
    // The first thread has left, and has no memory any more; the others have.
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let mut texts = threads.filter_map(|thread| status(format!("{}/status", thread.path().display())));
    texts.find(|status| status.kb("VmRSS:").is_some()).map_or(0, |status| status.held(ever))
}

/// What the kernel says of a thread and of what it shares with its process.
struct Status(String);

impl Status {
    fn kb(&self, field: &str) -> Option<u64> {
        let line = self.0.lines().find_map(|line| line.strip_prefix(field))?;
        line.trim().trim_end_matches(" kB").parse().ok()
    }

    /// In bytes.
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
