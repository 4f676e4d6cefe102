//! Sandboxes that this machine can set up.

use crate::arguments::ASKED;
use crate::error::named;
use crate::job::Job;
use crate::launched::Launched;
use crate::linux::cell::Cell;
use crate::linux::devices::broken_devices;
use crate::linux::group::{Group, Groups};
use crate::linux::kernel::{landlock_version, process_namespace};
use crate::linux::launch_order::LaunchOrder;
use crate::linux::launching::Launching;
use crate::linux::running::Running;
use crate::linux::zygote::Zygote;
use crate::not_launched::NotLaunched;
use crate::runtime::{Runtime, needs};
use crate::sandbox_level::SandboxLevel;
use crate::unavailable::Unavailable;
use leitai_lang::{Sentence, sentence};
use rustix::process::{getegid, geteuid};
use rustix::thread::{CapabilitySet, CpuSet, capabilities, sched_getaffinity};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The first user id that root gives to programs, and how many there are.
const UIDS: (u32, u32) = (0x4c45_0000, 0x1_0000);
/// How many names are tried when another stage already has a control group of that name.
const NAMES: u32 = 16;
/// How many times a program is launched where the zygote is lost or the machine refuses.
const TRIES: u32 = 3;

/// A sandbox level that works on this machine, ready to start programs. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sandbox {
    level: SandboxLevel,
    /// `None` if nothing is set up.
    zygote: Option<Arc<Zygote>>,
    groups: Option<Groups>,
    landlock: u32,
    root: bool,
}

impl PartialEq for Sandbox {
    fn eq(&self, other: &Sandbox) -> bool {
        let of = |sandbox: &Sandbox| {
            let launcher = sandbox.zygote.as_ref().map(|zygote| zygote.launcher().to_owned());
            (sandbox.level, launcher, sandbox.groups.clone(), sandbox.landlock, sandbox.root)
        };
        of(self) == of(other)
    }
}

impl Eq for Sandbox {}

impl Sandbox {
    /// Whether this system has levels that close files, network and other processes to programs, on any machine.
    pub const COULD_CONFINE: bool = true;

    /// No sandbox: programs run unconfined.
    pub fn off() -> Sandbox {
        Sandbox { level: SandboxLevel::Off, zygote: None, groups: None, landlock: 0, root: false }
    }

    /// The strongest level that works on this machine, tested by running a program; [`off`](Sandbox::off) if none does.
    /// `launcher` is a binary that calls [`launch_if_asked`](crate::launch_if_asked) first.
    pub fn strongest(launcher: &Path) -> Sandbox {
        SandboxLevel::ALL
            .into_iter()
            .find_map(|level| Sandbox::at(level, launcher).ok())
            .unwrap_or_else(Sandbox::off)
    }

    /// This level, tested by running a program. Errors if a device that programs get from the machine is broken.
    pub fn at(level: SandboxLevel, launcher: &Path) -> Result<Sandbox, Unavailable> {
        let fail = |why| Unavailable { level, why };
        if level == SandboxLevel::Off {
            return Ok(Sandbox::off());
        }
        // By name, since what follows would fail much later and say something else.
        if let Some(broken) = broken_devices().first() {
            return Err(fail(broken.said()));
        }
        let root = geteuid().is_root();
        if level == SandboxLevel::Full && !root {
            return Err(fail(Sentence::new("it needs root", "需要 root 权限")));
        }
        if level.isolates() && root && !may_administer() {
            return Err(fail(Sentence::new("root without CAP_SYS_ADMIN", "是 root，但没有 CAP_SYS_ADMIN")));
        }
        let groups = match level {
            SandboxLevel::Full => Some(Groups::find(&label()).map_err(fail)?),
            SandboxLevel::Rootless if !root => Groups::find(&label()).ok(),
            _ => None,
        };
        let landlock = landlock_version();
        if level == SandboxLevel::Confined && landlock == 0 {
            return Err(fail(Sentence::new(
                "the kernel has no Landlock (5.13 or later, and switched on)",
                "内核没有 Landlock（需 5.13 或更新，并已启用）",
            )));
        }
        let places = groups.as_ref().map_or_else(Vec::new, Groups::places);
        let zygote = Some(Arc::new(
            Zygote::new(launcher, &label(), &places).map_err(|error| fail(Sentence::of(&error)))?,
        ));
        let sandbox = Sandbox { level, zygote, groups, landlock, root };
        sandbox.try_out(launcher).map_err(fail)?;
        Ok(sandbox)
    }

    /// The level of this sandbox.
    pub fn level(&self) -> SandboxLevel {
        self.level
    }

    /// Whether a control group counts the memory of all processes of a program.
    pub fn counts_memory(&self) -> bool {
        self.groups.is_some()
    }

    /// The version of Landlock in use; 0 if the kernel has none or the level needs none.
    pub fn landlock(&self) -> u32 {
        self.landlock
    }

    /// The same sandbox, limited to this version of Landlock as on an older kernel. What Landlock lacks is enforced by
    /// other means.
    #[must_use]
    pub fn with_landlock(mut self, version: u32) -> Sandbox {
        self.landlock = self.landlock.min(version);
        self
    }

    /// Starts `job` as a child of this process, in a process group of its own. Returns its pipes and the cell that
    /// controls it. In a sandbox the program is not running yet: its launcher sets everything up, then waits for
    /// permission given through [`Running::launching`]. If the system refuses to execute it then, its launcher says so.
    pub fn launch(&self, job: &Job) -> Result<(Running, Cell), NotLaunched> {
        let Some(zygote) = &self.zygote else {
            let running = Running::unconfined(job)?;
            let cell = Cell::new(job.limits, None, running.pid, None);
            return Ok((running, cell));
        };
        let mut limits = job.limits;
        let program = fs::canonicalize(&job.program)
            .map_err(|error| NotLaunched::Program(named(&job.program, &error)))?;
        limits.reserves |= job.runtime.reserves();
        if self.level == SandboxLevel::Confined && job.writes.is_empty() {
            // At this level nothing counts forks or kills surviving processes.
            limits.processes = 1;
        }
        let mut tries = 0;
        loop {
            let (number, group) = self.grouped(&limits).map_err(NotLaunched::Machine)?;
            let order = self.order(job, &program, limits, group.as_ref(), number);
            tries += 1;
            match Running::launched(zygote, &order) {
                Ok((running, status)) => {
                    let status = self.level.isolates().then_some(status);
                    let cell = Cell::new(limits, group, running.pid, status);
                    return Ok((running, cell));
                }
                // If the zygote was lost, another takes its place. What the lost one may have forked keeps nothing from
                // its end: the next try has pipes and a control group of its own.
                Err(_) if tries < TRIES => {}
                Err(error) => return Err(NotLaunched::Machine(error)),
            }
        }
    }

    /// A number for a program, and its control groups if there are any. Whatever else is called like one of them is
    /// passed over.
    fn grouped(&self, limits: &crate::Limits) -> io::Result<(u32, Option<Group>)> {
        let Some(groups) = &self.groups else { return Ok((next(), None)) };
        for _ in 0..NAMES {
            let number = next();
            match groups.make(&format!("{}-{number}", label()), limits, false) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|group| (number, Some(group))),
            }
        }
        let number = next();
        groups.make(&format!("{}-{number}", label()), limits, false).map(|group| (number, Some(group)))
    }

    fn order(
        &self,
        job: &Job,
        program: &Path,
        limits: crate::Limits,
        group: Option<&Group>,
        number: u32,
    ) -> LaunchOrder {
        let writes: Vec<PathBuf> = job.writes.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        let reads = needs(program, job.runtime, !job.writes.is_empty())
            .into_iter()
            .chain([job.program.clone()])
            .chain(job.reads.iter().cloned());
        let data = limits.memory.0 + limits.memory.0 / 10;
        // Programs reached through links may choose what they do by the link's name.
        let called = std::iter::once(job.program.clone().into_os_string());
        // The job's own variables take precedence.
        let env: BTreeMap<_, _> = Runtime::env(&limits).into_iter().chain(job.env.iter().cloned()).collect();
        LaunchOrder {
            user: [geteuid().as_raw(), getegid().as_raw()],
            level: self.level,
            uid: (self.root && self.level.isolates()).then(|| UIDS.0 + number % UIDS.1),
            groups: group.map_or_else(Vec::new, Group::lists),
            cores: if job.cores.is_empty() { cores() } else { job.cores.clone() },
            program: program.to_owned(),
            words: called.chain(job.runtime.args(&limits)).chain(job.args.iter().cloned()).collect(),
            env: env.into_iter().collect(),
            folder: job.folder.clone(),
            reads: outermost(&reads.collect::<Vec<_>>()),
            writes,
            limits,
            runtime: job.runtime,
            data: (group.is_none() && !limits.reserves).then_some(data),
            landlock: self.landlock,
        }
    }

    /// Runs a program that does nothing.
    fn try_out(&self, launcher: &Path) -> Result<(), Sentence> {
        let job = Job::of(launcher, vec![ASKED.into()]);
        let (running, mut cell) = self.launch(&job).map_err(|why| Sentence::of(&io::Error::from(why)))?;
        let launched = running.launching.map(Launching::finish);
        let (status, _) = cell.reap().map_err(|error| Sentence::of(&error))?;
        match launched {
            Some(Launched::Failed(why) | Launched::Refused(why)) => Err(why),
            _ if status.success() => Ok(()),
            _ => {
                let launcher = launcher.display();
                Err(sentence!(
                    "the launcher {launcher} exited with {status}",
                    "启动器 {launcher} 已退出（{status}）"
                ))
            }
        }
    }
}

/// The cores that the calling thread may use; programs are pinned to them.
fn cores() -> Vec<usize> {
    let set = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
    (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect()
}

/// Whether this process has the capability that namespaces need. Root in a container often lacks it. It could still
/// create them the way an ordinary user does; but a process that is root outside has no process limit, and sees other
/// users' processes in a /proc that hides them.
fn may_administer() -> bool {
    capabilities(None).is_ok_and(|sets| sets.effective.contains(CapabilitySet::SYS_ADMIN))
}

/// The prefix that names this process's sandboxes. Stages in other process namespaces may have the same process id as
/// this one and use the same control groups.
fn label() -> String {
    format!("leitai-{}-{}", std::process::id(), process_namespace())
}

/// Numbers the sandboxes; the numbers of two stages on one machine rarely collide.
fn next() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let stage = std::process::id().wrapping_mul(251).wrapping_add(process_namespace().wrapping_mul(5003));
    NEXT.fetch_add(1, Ordering::Relaxed).wrapping_add(stage)
}

/// The canonical paths of those that exist, in order, none inside another; if the last component is a link, the link as
/// well.
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
