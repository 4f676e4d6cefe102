//! Reads how long cores were idle, as the kernel reports it to everybody.
//!
//! The idle times are exact also between the kernel's ticks, because a core that is idle has none; what is reported of
//! users' and system's time is sampled at ticks, which a program could evade or attract, and is not relied on.

use leitai_sandbox::system::{clocks, files};
use std::cell::OnceCell;
use std::fs::File;
use std::sync::LazyLock;
use std::time::Duration;

/// Milliseconds of the kernel's unit, the same on every architecture.
const TICK: u64 = 10;
/// At most so many bytes a core are printed in front of everything else.
const LINE: usize = 256;

/// What the kernel reports of some cores, summed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Idled {
    /// How long they were idle.
    pub(crate) idle: Duration,
    /// How long they did anything at all, idling included.
    pub(crate) ticked: Duration,
}

/// Reads the figures of certain cores; opens nothing before it first does.
pub(crate) struct CoreReader {
    file: OnceCell<Option<File>>,
    text: Vec<u8>,
}

impl CoreReader {
    /// A reader of cores up to this number.
    pub(crate) fn new(highest: usize) -> CoreReader {
        CoreReader { file: OnceCell::new(), text: vec![0; LINE * (highest + 2)] }
    }

    /// The figures of these cores at this moment, each set of cores summed; `None` where the kernel does not report one of
    /// them, or not exactly.
    pub(crate) fn read<const N: usize>(&mut self, sets: [&[usize]; N]) -> Option<[Idled; N]> {
        let file = self.file.get_or_init(|| File::open("/proc/stat").ok().filter(|_| *IS_EXACT));
        let read = files::read_at(file.as_ref()?, &mut self.text, 0).ok()?;
        let text = str::from_utf8(&self.text[..read]).ok()?;
        let mut all = [Idled::default(); N];
        for (sum, cores) in all.iter_mut().zip(sets) {
            for core in cores {
                let Idled { idle, ticked } = of_core(text, *core)?;
                sum.idle += idle;
                sum.ticked += ticked;
            }
        }
        Some(all)
    }
}

/// The figures of one core in the kernel's text: user, nice, system, idle, iowait, irq, softirq, steal; what follows is
/// counted among the first.
fn of_core(text: &str, core: usize) -> Option<Idled> {
    let name = format!("cpu{core}");
    let mut lines = text.lines().map(|line| line.split_ascii_whitespace());
    let fields = lines.find_map(|mut fields| (fields.next()? == name).then_some(fields))?;
    let ticks: Vec<u64> = fields.take(8).map(str::parse).collect::<Result<_, _>>().ok()?;
    let sum = |ticks: &[u64]| Duration::from_millis(ticks.iter().sum::<u64>() * TICK);
    (ticks.len() == 8).then(|| Idled { idle: sum(&ticks[3..5]), ticked: sum(&ticks) })
}

/// Whether an idle core has no ticks: then the kernel keeps its idle time by the clock. It does so where timers are exact,
/// unless it was told otherwise.
static IS_EXACT: LazyLock<bool> = LazyLock::new(|| {
    let told = std::fs::read_to_string("/proc/cmdline").unwrap_or_default();
    let is_periodic =
        told.split_ascii_whitespace().any(|word| ["nohz=off", "nohz=0", "highres=off"].contains(&word));
    clocks::are_exact() && !is_periodic
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_times_are_read() {
        let text =
            "cpu  9 9 9 9 9 9 9 9 0 0\ncpu0 1 2 3 400 5 6 7 8 0 0\ncpu10 0 0 0 7 0 0 0 0 0 0\nintr 5\n";
        let idled = of_core(text, 0).expect("a line");
        assert_eq!((idled.idle.as_millis(), idled.ticked.as_millis()), (4050, 4320));
        assert_eq!(of_core(text, 10).expect("a line").idle.as_millis(), 70);
        assert_eq!(of_core(text, 1), None);
        assert_eq!(of_core("cpu0 1 2 3\n", 0), None);
    }

    #[test]
    fn the_time_of_a_sleeping_core_passes_idle() {
        let cores = crate::cores::available();
        let mut reader = CoreReader::new(*cores.last().expect("a core"));
        let Some([before]) = reader.read([&cores]) else { return };
        std::thread::sleep(Duration::from_millis(100));
        let [after] = reader.read([&cores]).expect("as before");
        let most = Duration::from_millis(130) * cores.len() as u32;
        assert!(
            after.idle >= before.idle && after.idle.saturating_sub(before.idle) <= most,
            "{before:?} {after:?}"
        );
        assert!(after.ticked > before.ticked);
    }
}
