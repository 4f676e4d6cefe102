//! What this machine can enforce.

use crate::cell::Cell;
use crate::group::{Group, Groups};
use crate::launcher::ASKED;
use crate::level::Level;
use crate::order::{Job, Order};
use crate::runtime::{Runtime, environment, needs};
use crate::{FAILED, STARTED};
use rustix::process::geteuid;
use rustix::thread::{CapabilitySet, capabilities};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// The first of the user numbers that root gives to programs, and how many there are.
const UIDS: (u32, u32) = (0x4c45_0000, 0x1_0000);
/// The first version of Landlock that also keeps a program's signals in.
pub(crate) const SCOPED: u32 = 6;

/// A level of this machine, ready to start programs at. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sandbox {
    level: Level,
    launcher: PathBuf,
    groups: Option<Groups>,
    landlock: u32,
    root: bool,
}

/// Why a level cannot be had here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("level {level} of the sandbox cannot be set up here: {why}")]
pub struct Unavailable {
    /// The level.
    pub level: Level,
    /// What failed, and the system's reason.
    pub why: String,
}

impl Sandbox {
    /// Nothing is set up.
    pub fn off() -> Sandbox {
        Sandbox { level: Level::Off, launcher: PathBuf::new(), groups: None, landlock: 0, root: false }
    }

    /// The strongest level that this machine can really set up: each is tried with a program. `launcher` is a
    /// binary that calls [`launch_if_asked`](crate::launch_if_asked) first.
    pub fn strongest(launcher: &Path) -> Sandbox {
        Level::ALL
            .into_iter()
            .find_map(|level| Sandbox::at(level, launcher).ok())
            .unwrap_or_else(Sandbox::off)
    }

    /// This level, tried with a program.
    pub fn at(level: Level, launcher: &Path) -> Result<Sandbox, Unavailable> {
        let fail = |why: String| Unavailable { level, why };
        if level == Level::Off {
            return Ok(Sandbox::off());
        }
        let root = geteuid().is_root();
        if level == Level::Full && !root {
            return Err(fail("it needs root".to_owned()));
        }
        if level.isolates() && root && !may_administer() {
            return Err(fail("root without CAP_SYS_ADMIN".to_owned()));
        }
        let groups = if level.isolates() { Groups::find(&label()) } else { Err(String::new()) };
        let groups = match (level, groups) {
            (Level::Full, groups) => Some(groups.map_err(|why| fail(format!("no control groups ({why})")))?),
            (Level::Rootless, groups) if !root => groups.ok(),
            _ => None,
        };
        let landlock = landlock_version();
        if level == Level::Confined && landlock == 0 {
            return Err(fail("the kernel has no Landlock (5.13 or later, and switched on)".to_owned()));
        }
        let sandbox = Sandbox { level, launcher: launcher.to_owned(), groups, landlock, root };
        sandbox.try_out().map_err(fail)?;
        Ok(sandbox)
    }

    /// The level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Does a control group count the memory of a program's whole tree?
    pub fn counts_memory(&self) -> bool {
        self.groups.is_some()
    }

    /// The version of the kernel's Landlock; 0 if it has none or the level needs none.
    pub fn landlock(&self) -> u32 {
        self.landlock
    }

    /// The command that starts `job`, and the cell through which it is watched. What the program prints first is
    /// [`STARTED`], or [`FAILED`] and the reason why it was not started.
    pub fn cell(&self, job: &Job) -> io::Result<(Command, Cell)> {
        let mut limits = job.limits;
        if self.level == Level::Off {
            let mut command = Command::new(&job.program);
            command.args(&job.args).envs(job.env.iter().cloned()).current_dir(&job.folder);
            return Ok((command, Cell::new(limits, None, false)));
        }
        let program = fs::canonicalize(&job.program).map_err(|e| named(&job.program, &e))?;
        // Links to programs choose what they do by their name.
        let called = &job.program;
        let runtime = Runtime::of(&program);
        limits.reserves |= runtime.reserves();
        if self.level == Level::Confined && job.writes.is_empty() {
            // Nothing counts forks or ends survivors.
            limits.processes = 1;
        }
        let number = next();
        let group = match &self.groups {
            Some(groups) => Some(groups.make(&format!("{}-{number}", label()), &limits, false)?),
            None => None,
        };
        let order = self.order(job, &program, limits, group.as_ref(), number);
        let mut command = Command::new(&self.launcher);
        let order = serde_json::to_string(&order).map_err(io::Error::other)?;
        command.arg(ASKED).arg(order).arg(called.as_os_str()).args(runtime.args(&limits)).args(&job.args);
        command.env_clear().envs(Runtime::env(&limits)).envs(job.env.iter().cloned());
        Ok((command, Cell::new(limits, group, self.level.isolates())))
    }

    fn order(
        &self,
        job: &Job,
        program: &Path,
        limits: crate::Limits,
        group: Option<&Group>,
        number: u32,
    ) -> Order {
        let writes: Vec<PathBuf> = job.writes.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        let reads = needs(program)
            .into_iter()
            .chain(environment(&job.program))
            .chain([job.program.clone()])
            .chain(job.reads.iter().cloned());
        let data = limits.memory.0 + limits.memory.0 / 10;
        Order {
            stage: std::process::id(),
            level: self.level,
            uid: (self.root && self.level.isolates()).then(|| UIDS.0 + number % UIDS.1),
            groups: group.map_or_else(Vec::new, Group::lists),
            program: program.to_owned(),
            folder: job.folder.clone(),
            reads: outermost(&reads.collect::<Vec<_>>()),
            writes,
            limits,
            data: (group.is_none() && !limits.reserves).then_some(data),
            landlock: self.landlock,
        }
    }

    /// Starts a program that does nothing.
    fn try_out(&self) -> Result<(), String> {
        let job = Job {
            program: self.launcher.clone(),
            args: vec![ASKED.into()],
            env: Vec::new(),
            folder: "/".into(),
            reads: Vec::new(),
            writes: Vec::new(),
            limits: crate::Limits::default(),
        };
        let (mut command, mut cell) = self.cell(&job).map_err(|e| e.to_string())?;
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| named(&self.launcher, &e).to_string())?;
        cell.started(child.id());
        let mut said = String::new();
        let read = child.stdout.take().map(|mut out| out.read_to_string(&mut said));
        let status = child.wait().map_err(|e| e.to_string())?;
        match (said.as_bytes().first(), read) {
            (Some(&STARTED), Some(Ok(_))) if status.success() => Ok(()),
            (Some(&FAILED), _) => Err(said[1..].trim().to_owned()),
            _ => {
                Err(format!("the launcher {} left with {status} and said `{said}`", self.launcher.display()))
            }
        }
    }
}

/// Has it what name spaces need? Root of a container often has not, and could make them as a user does; but whoever
/// is root outside has no limit of processes, and sees those of others in a /proc that hides them.
fn may_administer() -> bool {
    capabilities(None).is_ok_and(|sets| sets.effective.contains(CapabilitySet::SYS_ADMIN))
}

/// What names this process's sandboxes.
fn label() -> String {
    format!("leitai-{}", std::process::id())
}

/// Numbers the sandboxes; two stages on one machine rarely meet.
fn next() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed).wrapping_add(std::process::id().wrapping_mul(251))
}

/// The canonical paths of those that exist, in order, none inside another; where the last part is a link, the
/// link too.
fn outermost(paths: &[PathBuf]) -> Vec<PathBuf> {
    let link = |path: &Path| Some(fs::canonicalize(path.parent()?).ok()?.join(path.file_name()?));
    let mut all: Vec<PathBuf> = paths
        .iter()
        .filter_map(|path| Some([Some(fs::canonicalize(path).ok()?), link(path)]))
        .flatten()
        .flatten()
        .collect();
    all.sort();
    let mut kept: Vec<PathBuf> = Vec::new();
    for path in all {
        if !kept.iter().any(|outer| path.starts_with(outer)) {
            kept.push(path);
        }
    }
    kept
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The version of the kernel's Landlock interface; 0 where there is none.
#[expect(unsafe_code, reason = "no library tells the number itself")]
fn landlock_version() -> u32 {
    const VERSION: u32 = 1;
    // SAFETY: with this flag the call reads no memory.
    let got =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0_usize, VERSION) };
    u32::try_from(got).unwrap_or(0)
}
