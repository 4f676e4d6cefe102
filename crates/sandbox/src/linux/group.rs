//! Control groups, version 1 or 2, through their files.

use crate::error::named;
use crate::limits::Limits;
use crate::linux::kernel::process_namespace;
use leitai_lang::{Sentence, sentence};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long to keep killing and removing a group that is being emptied.
const PURSUIT: Duration = Duration::from_millis(500);
/// The kernel charges memory in batches: a group this close to its limit counts as having reached it.
const NEAR: u64 = 1 << 20;
/// The group that a version 2 stage moves itself into, next to the groups of its programs.
const ASIDE: &str = "leitai-stage";

/// Where groups can be created on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Groups {
    /// One hierarchy per controller; the one for processor time may be missing, and processor time may be counted in
    /// yet another.
    V1 { memory: PathBuf, pids: PathBuf, cpu: Option<PathBuf>, time: Option<PathBuf> },
    /// A single hierarchy for all controllers.
    V2 { parent: PathBuf },
}

/// The control groups of one program. Dropping the value kills everything in them and removes them.
#[derive(Debug)]
pub(crate) struct Group {
    v2: bool,
    /// The group folders: memory, then tasks, then processor time and its accounting if those are separate.
    folders: Vec<PathBuf>,
    /// The file that sets whether the group's processes run only when nothing else wants to (since Linux 5.15).
    idle: Option<File>,
    /// The file that sets the group's weight beside others, and the one of a program that gives way.
    weight: Option<(File, &'static [u8])>,
    /// The file in which the kernel reports the group's processor time.
    time: Option<PathBuf>,
}

impl Groups {
    /// Finds a place where groups can be created, and creates one to be sure; the error says why there is none.
    pub(crate) fn find(label: &str) -> Result<Groups, Sentence> {
        let read = |path: &str| {
            fs::read_to_string(path).map_err(|error| none(&sentence!("{path}: {error}", "{path}（{error}）")))
        };
        let mounts = read("/proc/self/mountinfo")?;
        let own = read("/proc/self/cgroup")?;
        let mut reasons: Vec<Sentence> = Vec::new();
        let candidates = v1(&mounts, &own).into_iter().chain(v2(&mounts, &own));
        for groups in candidates {
            // Several levels may be tried at the same time.
            static NEXT: AtomicU32 = AtomicU32::new(0);
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let tried = groups.make(&format!("{label}-probe{number}"), &Limits::default(), true);
            match tried {
                Ok(_) => {
                    groups.clear_away();
                    return Ok(groups);
                }
                Err(error) => reasons.push(Sentence::of(&error)),
            }
        }
        reasons.dedup();
        let unmounted =
            || Sentence::new("no control group with memory is mounted", "没有挂载可限制内存的控制组");
        let why = reasons.into_iter().reduce(|first, next| first.and(&next));
        Err(none(&why.unwrap_or_else(unmounted)))
    }

    /// The folders in which groups are created.
    pub(crate) fn places(&self) -> Vec<&Path> {
        match self {
            Groups::V1 { memory, pids, cpu, time } => {
                [memory, pids].into_iter().chain(cpu).chain(time).map(PathBuf::as_path).collect()
            }
            Groups::V2 { parent } => vec![parent],
        }
    }

    /// Removes what killed stages left behind: empty groups whose name contains the id of a process that no longer
    /// exists. Processes of other namespaces are not listed here, so their groups stay: one of them may be empty only
    /// because its program is about to join it.
    fn clear_away(&self) {
        let is_dead = |name: &str| {
            let Some((pid, rest)) = name.strip_prefix("leitai-").and_then(|rest| rest.split_once('-')) else {
                return false;
            };
            let is_ours =
                rest.split_once('-').is_some_and(|(space, _)| space.parse() == Ok(process_namespace()));
            is_ours && pid.parse::<u32>().is_ok() && !Path::new("/proc").join(pid).exists()
        };
        for folder in self.places().into_iter().filter_map(|place| fs::read_dir(place).ok()) {
            for entry in folder.flatten().filter(|entry| entry.file_name().to_str().is_some_and(is_dead)) {
                let _ = fs::remove_dir(entry.path());
            }
        }
    }

    /// Creates the groups of one program. `probe` means that this only tests whether it can be done.
    pub(crate) fn make(&self, name: &str, limits: &Limits, probe: bool) -> io::Result<Group> {
        let folders = match self {
            Groups::V1 { memory, pids, .. } => vec![memory.join(name), pids.join(name)],
            Groups::V2 { parent } => vec![parent.join(name)],
        };
        let v2 = matches!(self, Groups::V2 { .. });
        let mut group = Group { v2, folders: Vec::new(), idle: None, weight: None, time: None };
        for folder in folders {
            fs::create_dir(&folder).map_err(|e| named(&folder, &e))?;
            group.folders.push(folder);
        }
        // Without a group for processor time a program can still be held, only later. A single process reports its own
        // time; a family has too many processes to query.
        if let Groups::V1 { cpu, time, .. } = self {
            for parent in cpu.iter().chain(time.iter().filter(|_| limits.processes > 1)) {
                let folder = parent.join(name);
                if fs::create_dir(&folder).is_ok() {
                    group.folders.push(folder);
                }
            }
        }
        let file =
            |name: &str| group.folders.iter().map(|folder| folder.join(name)).find(|file| file.exists());
        let (idle, time) = (file("cpu.idle"), file(if v2 { "cpu.stat" } else { "cpuacct.usage" }));
        let (weight, little) = if v2 { ("cpu.weight", &b"10"[..]) } else { ("cpu.shares", &b"102"[..]) };
        let weight = file(weight).filter(|_| limits.gives_way);
        let opened = |file: PathBuf| File::options().write(true).open(file).ok();
        (group.idle, group.time) = (idle.and_then(opened), time);
        group.weight = weight.and_then(opened).map(|file| (file, little));
        group.gives_way();
        let memory = if probe { 1 << 30 } else { limits.memory.0 };
        let tasks = u64::from(limits.processes + limits.threads + 2);
        let set = |at: usize, file: &str, value: &str| write(&group.folders[at].join(file), value);
        if group.v2 {
            set(0, "memory.max", &memory.to_string())?;
            // Without swap accounting there is no such file.
            let _ = set(0, "memory.swap.max", "0");
            set(0, "memory.oom.group", "1")?;
            set(0, "pids.max", &tasks.to_string())?;
        } else {
            set(0, "memory.limit_in_bytes", &memory.to_string())?;
            let _ = set(0, "memory.memsw.limit_in_bytes", &memory.to_string());
            set(1, "pids.max", &tasks.to_string())?;
        }
        Ok(group)
    }
}

impl Group {
    /// The process lists that the launcher writes itself into to join.
    pub(crate) fn lists(&self) -> Vec<PathBuf> {
        // In version 1 a lone thread may join on its own, without waiting for a lock; moving a whole process takes a
        // lock that costs up to 20 ms.
        let list = if self.v2 { "cgroup.procs" } else { "tasks" };
        self.folders.iter().map(|folder| folder.join(list)).collect()
    }

    /// The ids of the processes in the group.
    pub(crate) fn processes(&self) -> Vec<i32> {
        let text = self.folders.last().map(|folder| fs::read_to_string(folder.join("cgroup.procs")));
        text.and_then(Result::ok).iter().flat_map(|text| text.lines()).flat_map(str::parse).collect()
    }

    /// Whether a process of the group was killed because the group reached its own memory limit. The kernel also counts
    /// kills that happen because the machine or a parent group ran out, for which the program is not to blame.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        let Some(folder) = self.folders.first() else { return false };
        let text = |file: &str| fs::read_to_string(folder.join(file)).unwrap_or_default();
        if self.v2 {
            let events = text("memory.events");
            return count(&events, "oom_kill") && count(&events, "oom");
        }
        // Not every kernel counts how often a group reached its limit; all of them report how close it came.
        let number = |file: &str| text(file).trim().parse::<u64>().ok();
        let reached = || {
            let most = number("memory.max_usage_in_bytes").zip(number("memory.limit_in_bytes"));
            most.is_none_or(|(most, limit)| most + NEAR > limit)
        };
        count(&text("memory.oom_control"), "oom_kill") && reached()
    }

    /// The most memory the group was charged with, in bytes, where the kernel reports it.
    pub(crate) fn peak(&self) -> Option<u64> {
        let file = if self.v2 { "memory.peak" } else { "memory.max_usage_in_bytes" };
        fs::read_to_string(self.folders.first()?.join(file)).ok()?.trim().parse().ok()
    }

    /// Makes its processes run only when nobody else on their core wants to, or normally again. Costs some
    /// microseconds, and bounds what no signal stops: work inside the kernel.
    pub(crate) fn idle(&self, only: bool) {
        if let Some(idle) = &self.idle {
            let _ = idle.write_at(if only { b"1" } else { b"0" }, 0);
        }
        if !only {
            // It has the usual weight again.
            self.gives_way();
        }
    }

    /// Gives the group of a program that gives way a tenth of the usual weight.
    fn gives_way(&self) {
        let _ = self.weight.as_ref().map(|(file, little)| file.write_at(little, 0));
    }

    /// Processor time of all its processes, including ended ones, where the kernel reports it.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        let text = fs::read_to_string(self.time.as_ref()?).ok()?;
        if self.v2 {
            let micros = text.lines().find_map(|line| line.strip_prefix("usage_usec "))?;
            return micros.parse().ok().map(Duration::from_micros);
        }
        text.trim().parse().ok().map(Duration::from_nanos)
    }

    /// Kills everything in the group.
    pub(crate) fn kill(&self) {
        use rustix::process::Signal;
        let at_once = self.v2
            && self.folders.first().is_some_and(|folder| write(&folder.join("cgroup.kill"), "1").is_ok());
        let start = Instant::now();
        loop {
            let left = self.processes();
            if left.is_empty() || start.elapsed() > PURSUIT {
                return;
            }
            if !at_once {
                crate::linux::tree::signal(&left, Signal::KILL);
            }
            std::thread::sleep(Duration::from_micros(200));
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        for folder in &self.folders {
            let start = Instant::now();
            // A process that has ended leaves its group a moment later.
            while fs::remove_dir(folder).is_err_and(|e| e.kind() == io::ErrorKind::ResourceBusy)
                && start.elapsed() < PURSUIT
            {
                std::thread::sleep(Duration::from_micros(200));
            }
        }
    }
}

/// Whether a line gives a nonzero count for that name.
fn count(text: &str, name: &str) -> bool {
    let value = |line: &str| line.strip_prefix(name)?.trim().parse::<u64>().ok();
    text.lines().filter_map(value).any(|value| value != 0)
}

fn write(path: &Path, value: &str) -> io::Result<()> {
    fs::write(path, value).map_err(|e| named(path, &e))
}

fn none(why: &Sentence) -> Sentence {
    sentence!("no control groups ({why})", "没有控制组：{why}"; why)
}

/// The mount point of a hierarchy, from /proc/self/mountinfo; in version 1 `options` must name the controller.
fn mounted<'a>(mounts: &'a str, kind: &str, controller: &str) -> Option<&'a str> {
    mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let mut after = after.split(' ');
        let (found, options) = (after.next()?, after.nth(1)?);
        let fits = found == kind && (kind == "cgroup2" || options.split(',').any(|o| o == controller));
        fits.then(|| before.split(' ').nth(4))?
    })
}

/// The path of our own group in a hierarchy, from /proc/self/cgroup.
fn ours<'a>(own: &'a str, controller: &str) -> Option<&'a str> {
    own.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (names, path) = (fields.next()?, fields.next()?);
        names.split(',').any(|name| name == controller).then_some(path)
    })
}

/// The candidates of version 1: below our own groups, or at the top of the hierarchies.
fn v1(mounts: &str, own: &str) -> Vec<Groups> {
    let place = |controller: &str| -> Option<[PathBuf; 2]> {
        let top = PathBuf::from(mounted(mounts, "cgroup", controller)?);
        let own = ours(own, controller)?.trim_start_matches('/');
        Some([top.join(own), top])
    };
    let (Some(memory), Some(pids)) = (place("memory"), place("pids")) else { return Vec::new() };
    let maybe = |controller| place(controller).map_or([None, None], |places| places.map(Some));
    let places = memory.into_iter().zip(pids).zip(maybe("cpu")).zip(maybe("cpuacct"));
    let groups = places.map(|(((memory, pids), cpu), time)| {
        let time = time.filter(|time| cpu.as_ref() != Some(time));
        Groups::V1 { memory, pids, cpu, time }
    });
    groups.collect()
}

/// The candidates of version 2: below our own group if it may have child groups with processes in them (it is the top,
/// or it contains only this process, which then moves aside), then at the top.
fn v2(mounts: &str, own: &str) -> impl Iterator<Item = Groups> {
    let top = mounted(mounts, "cgroup2", "").map(PathBuf::from);
    let own = top.as_ref().map(|top| top.join(ours(own, "").unwrap_or("/").trim_start_matches('/')));
    let own = own.map(|own| home(&own).to_owned());
    let has = |folder: &Path, word: &str| {
        fs::read_to_string(folder.join("cgroup.controllers"))
            .is_ok_and(|text| text.split_ascii_whitespace().any(|w| w == word))
    };
    let counts = move |parent: &PathBuf| has(parent, "memory") && has(parent, "pids");
    let own = own.filter(counts).filter(|own| hand_down(own) || step_aside(own));
    let top = std::iter::once(top).flatten().filter(counts).filter(|top| hand_down(top));
    own.into_iter().chain(top).map(|parent| Groups::V2 { parent })
}

/// The group that contains the groups of a stage's programs: the one the stage was started in, even after it, or the
/// stage that started it, has stepped aside.
fn home(own: &Path) -> &Path {
    let is_aside = own.file_name().is_some_and(|name| name == ASIDE);
    own.parent().filter(|_| is_aside).unwrap_or(own)
}

/// Lets child groups of this one count memory and tasks, and share the processor if that is allowed. Fails for a group
/// with processes in it.
fn hand_down(parent: &Path) -> bool {
    let control = parent.join("cgroup.subtree_control");
    let done = fs::write(&control, "+memory +pids").is_ok();
    // The cpu controller is delegated less often.
    let _ = fs::write(&control, "+cpu");
    done
}

/// Moves this process from our own group into a child group, so that ours can delegate; moves back if other processes
/// were in it.
fn step_aside(own: &Path) -> bool {
    let aside = own.join(ASIDE);
    let join = |group: &Path| fs::write(group.join("cgroup.procs"), std::process::id().to_string()).is_ok();
    let _ = fs::create_dir(&aside);
    let done = join(&aside) && hand_down(own);
    if !done {
        join(own);
        // Fails if another stage is in there.
        let _ = fs::remove_dir(&aside);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_that_stepped_aside_is_at_home_where_it_was() {
        let scope = Path::new("/sys/fs/cgroup/user.slice/run-1.scope");
        assert_eq!(home(scope), scope);
        assert_eq!(home(&scope.join(ASIDE)), scope);
        assert_eq!(home(Path::new("/sys/fs/cgroup")), Path::new("/sys/fs/cgroup"));
    }

    #[test]
    fn what_the_kernel_counts_is_read() {
        let events = "low 0\nhigh 0\nmax 12\noom 0\noom_kill 1\noom_group_kill 0\n";
        assert!(count(events, "oom_kill"));
        assert!(!count(events, "oom"), "another group's, or the machine's");
        assert!(count("oom 1\noom_kill 1\n", "oom"));
        assert!(!count("oom_kill_disable 1\nunder_oom 1\noom_kill 0\n", "oom_kill"), "another name");
    }

    #[test]
    fn own_groups_and_mounts_are_read() {
        let mounts = "24 1 0:22 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n\
                      31 1 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
        assert_eq!(mounted(mounts, "cgroup2", ""), Some("/sys/fs/cgroup"));
        assert_eq!(mounted(mounts, "cgroup", "memory"), Some("/sys/fs/cgroup/memory"));
        assert_eq!(mounted(mounts, "cgroup", "pids"), None);
        let own = "4:memory,hugetlb:/a/b:c\n0::/user.slice/x.scope\n";
        assert_eq!(ours(own, "memory"), Some("/a/b:c"));
        assert_eq!(ours(own, ""), Some("/user.slice/x.scope"));
        assert_eq!(ours(own, "pids"), None);
    }

    #[test]
    fn only_groups_of_stages_that_ended_are_cleared_away() {
        let parent = std::env::temp_dir().join(format!("leitai-groups-{}", std::process::id()));
        let (us, here) = (std::process::id(), process_namespace());
        // No process has such an id.
        let gone = u32::MAX;
        let dead = format!("leitai-{gone}-{here}-1");
        let elsewhere = format!("leitai-{gone}-{}-1", here.wrapping_add(1));
        let kept = [elsewhere, format!("leitai-{us}-{here}-1"), ASIDE.to_owned(), "other".to_owned()];
        for name in kept.iter().chain([&dead]) {
            fs::create_dir_all(parent.join(name)).expect("our folder");
        }
        Groups::V2 { parent: parent.clone() }.clear_away();
        assert!(kept.iter().all(|name| parent.join(name).exists()));
        assert!(!parent.join(dead).exists());
        fs::remove_dir_all(parent).expect("our folder");
    }
}
