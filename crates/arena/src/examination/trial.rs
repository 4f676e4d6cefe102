//! One run of the probe, supervised the way the stage supervises a program.

use super::guarantee::ProbeEnd;
use crate::affinity::Affinity;
use crate::conditions::Ponder;
use crate::cores::available;
use crate::exit::Exit;
use crate::inbox::Fill;
use crate::intervals::LOOK;
use crate::process::{NotRunning, Process};
use crate::sandbox_reason::said as reason;
use leitai_core::Sentence;
use leitai_sandbox::{
    Bait, Deed, Door, GOT, Job, Limits, Pid, REFUSED, Sandbox, Size, Tried, orphans, outside, reported,
};
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The memory limit of a probe, in MB.
pub(super) const MEMORY: u32 = 64;
/// How long a probe computes in the tests that need it to.
pub(super) const BURNT: Duration = Duration::from_millis(100);
/// The longest that a task may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// A program must be completely gone this long after its end.
const GONE: Duration = Duration::from_millis(300);

/// The limits of a probe of one process.
pub(super) fn alone() -> Limits {
    Limits { memory: Size::MB(u64::from(MEMORY)), ..Limits::default() }
}

/// Starts probes in one sandbox.
pub(super) struct Examiner<'a> {
    sandbox: &'a Sandbox,
    probe: PathBuf,
    /// Appears on the command line of every process of the probe.
    tag: String,
}

/// The outcome of a run.
pub(super) struct ProbeRun {
    said: Vec<u8>,
    exit: Exit,
    over_memory: bool,
}

impl Examiner<'_> {
    pub(super) fn new(sandbox: &Sandbox, probe: PathBuf) -> Examiner<'_> {
        // Another examination may be running at the same time.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let tag = leitai_sandbox::tag(NEXT.fetch_add(1, Ordering::Relaxed));
        Examiner { sandbox, probe, tag }
    }

    pub(super) fn probe(&self) -> &Path {
        &self.probe
    }

    pub(super) fn start(&self, deed: &Deed, limits: Limits) -> io::Result<Process> {
        let job = Job { limits, ..Job::of(&self.probe, deed.args(&self.tag)) };
        Ok(Process::start(self.sandbox, job)?)
    }

    /// Runs a task to its end, or until it has used too much memory or time.
    pub(super) fn run(&self, deed: &Deed, limits: Limits) -> io::Result<ProbeRun> {
        let mut process = self.start(deed, limits)?;
        let start = Instant::now();
        let (mut over_memory, mut over) = (false, false);
        while !over {
            let left = process.exit(LOOK).is_some();
            process.look_at_launch();
            while process.listen() == Fill::Some {}
            over_memory = process.is_over_memory();
            over = left || over_memory || start.elapsed() > PATIENCE;
        }
        let exit = process.end(Duration::ZERO);
        while process.listen() == Fill::Some {}
        over_memory |= process.is_over_memory();
        if process.not_running().is_some() {
            return Err(io::Error::other(not_started(&process)));
        }
        Ok(ProbeRun { said: process.inbox.half().to_vec(), exit, over_memory })
    }

    /// Has the probe act as a stage with a program, checks that the program runs, and kills the stage. Dropping the
    /// value kills what is left of it.
    pub(super) fn killed_stage(&self) -> io::Result<KilledStage> {
        let deed = Deed::Stage(self.sandbox.level());
        let mut command = outside::own(&self.probe, deed.args(&self.tag));
        // In a process group of its own, so that what is left of it can be recognised as orphaned.
        outside::set_apart(&mut command);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(Stdio::null());
        // It outlives neither us nor, being killed, this function: an examination may itself be killed at any moment.
        let mut stage = outside::start(command)?;
        let killed = KilledStage(Pid::from_child(&stage));
        let mut said = String::new();
        let read = stage.stdout.take().map(|out| BufReader::new(out).read_line(&mut said));
        self.see_one();
        stage.kill()?;
        stage.wait()?;
        match read {
            Some(Ok(_)) if said.as_bytes().first() == Some(&GOT) => Ok(killed),
            _ => Err(io::Error::other(reason(&Sentence::of_line(&said)))),
        }
    }

    /// Tries every door from a program pinned to the first core.
    pub(super) fn doors(&self, bait: &Bait) -> io::Result<Vec<(Door, Tried)>> {
        let deed = Deed::Doors(Box::new(bait.clone()));
        let run = || {
            Affinity::Auto.place(0, &available(), Ponder::Off);
            self.run(&deed, alone())
        };
        let trial = std::thread::scope(|scope| {
            scope.spawn(run).join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })?;
        let doors: Vec<_> = trial.text().lines().filter_map(reported).collect();
        if doors.is_empty() {
            return Err(io::Error::other(Sentence::new("the probe ", "探针").then(&trial.exit.said())));
        }
        Ok(doors)
    }

    /// Waits until a process of the probe is visible: one that has just been executed has no command line for a moment.
    pub(super) fn see_one(&self) {
        let start = Instant::now();
        while self.count() == 0 && start.elapsed() < GONE {
            std::thread::sleep(LOOK);
        }
    }

    /// How many processes of the probe are left, allowing a moment for them to go.
    pub(super) fn left(&self) -> u32 {
        let start = Instant::now();
        loop {
            let left = self.count();
            if left == 0 || start.elapsed() > GONE {
                return left;
            }
            std::thread::sleep(LOOK);
        }
    }

    fn count(&self) -> u32 {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        let tagged = |line: &Vec<u8>| line.split(|b| *b == 0).any(|word| word == self.tag.as_bytes());
        lines.filter(tagged).count() as u32
    }
}

/// A stage that was killed.
pub(super) struct KilledStage(Pid);

impl Drop for KilledStage {
    fn drop(&mut self) {
        orphans::sweep(self.0, "");
    }
}

impl ProbeRun {
    fn count(&self, byte: u8) -> u32 {
        self.said.split(|b| *b == byte).skip(1).count() as u32
    }

    /// How much memory, or how many processes or threads, it obtained.
    pub(super) fn got(&self) -> u32 {
        self.count(GOT)
    }

    pub(super) fn stop(&self) -> ProbeEnd {
        match self.exit {
            _ if self.over_memory => ProbeEnd::Ended,
            _ if self.count(REFUSED) > 0 => ProbeEnd::Refused,
            Exit::Code(0) => ProbeEnd::Nothing,
            _ => ProbeEnd::Ended,
        }
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.said).into_owned()
    }
}

/// Waits until the launcher has become the probe.
pub(super) fn until_started(mut process: Process) -> io::Result<Process> {
    let start = Instant::now();
    while !process.was_executed() {
        process.look_at_launch();
        if process.exit(LOOK).is_some() || start.elapsed() > PATIENCE {
            return Err(io::Error::other(not_started(&process)));
        }
    }
    Ok(process)
}

/// Waits for a line that the probe prints before it waits itself.
pub(super) fn first_line(mut process: Process) -> io::Result<(Process, String)> {
    let start = Instant::now();
    loop {
        process.look_at_launch();
        process.listen();
        if let Some(line) = process.inbox.line() {
            let line = String::from_utf8_lossy(line).into_owned();
            return Ok((process, line));
        }
        if process.exit(LOOK).is_some() || start.elapsed() > PATIENCE {
            return Err(io::Error::other(not_started(&process)));
        }
    }
}

/// Why a probe did not start.
pub(super) fn not_started(process: &Process) -> Sentence {
    match process.not_running() {
        Some(NotRunning::Sandbox(why) | NotRunning::Program(why)) => why.clone(),
        None => Sentence::new("the probe did not start in time", "探针未能及时启动"),
    }
}
