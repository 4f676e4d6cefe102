//! A seat's use of the processor, and how long the machine kept its program, or the stage, from running.

use super::reason::seconds;
use crate::process::{Earlier, Process};
use leitai_sandbox::Size;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

/// Longer than two checks of the programs are ever apart unless the stage itself is kept from running.
const UNSEEN: Duration = Duration::from_millis(200);

/// The processor time of a seat's program, in the current turn and in the game.
#[derive(Clone, Copy, Default)]
pub(super) struct CpuAccount {
    /// The sample of the first check in this period; `None` before that.
    pub(super) since: Option<CpuSample>,
    /// The delay of the stage's own thread at the last check of the period.
    pub(super) looked: Duration,
    /// How long the answer of this period may have gone unheard while the game had lent its core.
    pub(super) unheard: Duration,
    /// Processor time of the current turn, and of the game, up to the last answer.
    pub(super) turn: Duration,
    pub(super) game: Duration,
    /// The sample taken when the game began.
    pub(super) begun: Option<CpuSample>,
}

/// The kernel's figures for a program at one moment.
#[derive(Clone, Copy)]
pub(super) struct CpuSample {
    pub(super) at: Instant,
    pub(super) cpu: Duration,
    pub(super) delay: Duration,
    /// The delay of the stage's own thread.
    pub(super) own: Duration,
}

/// How long the stage's own thread was runnable but not scheduled. It waits for two things: for a program to answer,
/// and for the time of the next check. Only the first may cost a program time.
#[derive(Default)]
pub(super) struct StageDelay {
    file: Option<File>,
    /// The part spent waiting between checks of a program that did not answer, which cost the program nothing.
    pub(super) in_vain: Duration,
}

impl StageDelay {
    /// Starts measuring the calling thread.
    pub(super) fn here() -> StageDelay {
        StageDelay { file: File::open("/proc/thread-self/schedstat").ok(), in_vain: Duration::ZERO }
    }

    /// The delay so far.
    pub(super) fn now(&self) -> Duration {
        let mut text = [0; 64];
        let read = self.file.as_ref().and_then(|file| file.read_at(&mut text, 0).ok()).unwrap_or(0);
        let waited = str::from_utf8(&text[..read]).ok().and_then(|text| text.split_ascii_whitespace().nth(1));
        Duration::from_nanos(waited.and_then(|text| text.parse().ok()).unwrap_or(0))
    }
}

impl CpuAccount {
    /// How long the machine kept the program from running in this period, up to the sample `now`. `looked` is when the
    /// programs were last checked.
    pub(super) fn kept(&self, now: &CpuSample, looked: Instant) -> Duration {
        match (self.since, self.begun) {
            (Some(since), _) => now.delay_since(&since),
            (None, Some(begun)) => {
                // Not one check was made since it was asked. Where the stage was kept from running so long, what the
                // program waited in the game it may have waited now.
                let unseen = now.at.saturating_duration_since(looked);
                if unseen > UNSEEN { now.delay_since(&begun).min(unseen) } else { Duration::ZERO }
            }
            (None, None) => Duration::ZERO,
        }
    }
}

impl CpuSample {
    /// The sample at the start of a program that nobody has checked yet, or at the start of its next game.
    pub(super) fn start(at: Instant, process: &Process) -> CpuSample {
        let Earlier { cpu, delay, .. } = process.earlier();
        CpuSample { at, cpu, delay, own: Duration::ZERO }
    }

    /// How long the program was kept from running. While it computed, its threads were kept waiting by each other, not
    /// by the machine.
    pub(super) fn delay_since(&self, since: &CpuSample) -> Duration {
        let worked = self.cpu.saturating_sub(since.cpu);
        let idle = self.at.saturating_duration_since(since.at).saturating_sub(worked);
        self.delay.saturating_sub(since.delay).min(idle)
    }

    /// What the program has done since.
    pub(super) fn work_since(&self, since: &CpuSample) -> Work {
        Work { cpu: self.cpu.saturating_sub(since.cpu), kept: self.delay_since(since) }
    }
}

/// What a program did with its time, as far as the kernel reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// Its processor time.
    pub cpu: Duration,
    /// How long the machine kept the program waiting for the processor.
    pub kept: Duration,
}

/// The resources a program used in the game, and its peak memory, as noted in the record.
pub(super) fn usage(process: &mut Process) -> String {
    let memory = Size(process.cell.peak().max(1)).mb();
    format!("{} of processor time, {memory} MB of memory", seconds(process.cpu_of_game()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_program_may_have_waited_while_the_stage_could_not_look() {
        let began = Instant::now();
        let sample =
            |at, cpu, delay| CpuSample { at: began + ms(at), cpu: ms(cpu), delay: ms(delay), own: ms(0) };
        let begun = Some(sample(0, 0, 0));
        let kept = |since, now: &CpuSample, looked| {
            CpuAccount { since, begun, ..CpuAccount::default() }.kept(now, began + ms(looked))
        };
        let starved = sample(9_000, 10, 4_000);
        // Checked since it was asked: what it waited from then on counts.
        assert_eq!(kept(Some(sample(7_000, 10, 2_500)), &starved, 8_995), ms(1_500));
        // Never checked since: no more than the time since the last check.
        assert_eq!(kept(None, &starved, 7_000), ms(2_000));
        // The stage looked a moment ago, so it was not kept from running.
        assert_eq!(kept(None, &starved, 8_990), ms(0));
        // A program that slept did not wait.
        assert_eq!(kept(None, &sample(9_000, 10, 3), 7_000), ms(3));
    }
}
