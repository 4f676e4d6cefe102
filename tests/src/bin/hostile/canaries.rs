//! Things that no program may change, whatever it does: files, other processes, another game, the stage, the machine.

use leitai_sandbox::{Job, Launching, Running, Sandbox};
use rustix::fs::{XattrFlags, getxattr, listxattr, setxattr};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

/// Created before the stage's user was chosen: it already contains another user's file.
const FOLDER: &str = "/canary";
/// Everything below these folders is checked. `/hall` holds the programs themselves.
const WATCHED: [&str; 8] = ["/canary", "/tmp", "/var/tmp", "/run", "/dev", "/hall", "/etc", "/usr/local"];
/// Settings of the machine.
const SETTINGS: [&str; 14] = [
    "/proc/sys/kernel/hostname",
    "/proc/sys/kernel/domainname",
    "/proc/sys/kernel/core_pattern",
    "/proc/sys/kernel/pid_max",
    "/proc/sys/kernel/randomize_va_space",
    "/proc/sys/kernel/shmmax",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sys/net/ipv4/ip_forward",
    "/proc/sysvipc/shm",
    "/proc/sysvipc/sem",
    "/proc/sysvipc/msg",
    "/proc/swaps",
    "/proc/self/mounts",
    "/proc/self/cgroup",
];
/// The limits of control groups, in each tree.
const GROUPS: [&str; 5] = ["memory.limit_in_bytes", "memory.max", "pids.max", "cpuset.cpus", "release_agent"];
/// Properties of a process that another process could change. Its state is recorded separately.
const STATUS: [&str; 17] = [
    "Name",
    "Umask",
    "TracerPid",
    "Uid",
    "Gid",
    "Groups",
    "SigBlk",
    "SigIgn",
    "SigCgt",
    "CapInh",
    "CapPrm",
    "CapEff",
    "CapBnd",
    "NoNewPrivs",
    "Seccomp",
    "Cpus_allowed_list",
    "Mems_allowed_list",
];
/// The longest time that the other game may need for an answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// A clock that differs by more than this has been set.
const DRIFT: f64 = 0.5;

/// All the canaries, for the duration of the examination.
pub(crate) struct Canaries {
    bystander: Child,
    heard: BufReader<ChildStdout>,
    /// Another game's program, in its own sandbox.
    neighbour: (Running, leitai_sandbox::Cell),
    stream: UnixListener,
    datagrams: UnixDatagram,
    hidden: UnixDatagram,
    hidden_name: String,
    memory: Vec<u8>,
    /// The difference between the clock that can be set and the one that cannot.
    clocks: f64,
    start: (SystemTime, Instant),
}

/// The state of each canary, by its name.
type State = BTreeMap<String, String>;

impl Canaries {
    pub(crate) fn lay(sandbox: &Sandbox, bystander: &Path) -> io::Result<Canaries> {
        let own = Path::new(FOLDER).join("own");
        fs::set_permissions(&own, fs::Permissions::from_mode(0o777))?;
        for name in ["file", "program", "mark"] {
            fs::write(own.join(name), format!("what {name} says\n"))?;
            fs::set_permissions(own.join(name), fs::Permissions::from_mode(0o666))?;
        }
        fs::set_permissions(own.join("program"), fs::Permissions::from_mode(0o755))?;
        // Some file systems do not support these attributes.
        let _ = setxattr(own.join("file"), "user.kept", b"kept", XattrFlags::empty());
        fs::create_dir(own.join("folder"))?;
        fs::set_permissions(own.join("folder"), fs::Permissions::from_mode(0o777))?;
        symlink("file", own.join("link"))?;
        let stream = UnixListener::bind(own.join("stream"))?;
        let datagrams = UnixDatagram::bind(own.join("datagrams"))?;
        let hidden_name = format!("leitai-canary-{}", std::process::id());
        let hidden = UnixDatagram::bind_addr(&SocketAddr::from_abstract_name(&hidden_name)?)?;
        for name in ["stream", "datagrams"] {
            fs::set_permissions(own.join(name), fs::Permissions::from_mode(0o777))?;
        }
        stream.set_nonblocking(true)?;
        datagrams.set_nonblocking(true)?;
        hidden.set_nonblocking(true)?;
        let mut bystander = Command::new(bystander).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let heard = bystander.stdout.take().ok_or_else(|| io::Error::other("a pipe is missing"))?;
        let mut heard = BufReader::new(heard);
        heard.read_line(&mut String::new())?;
        rustix::io::ioctl_fionbio(heard.get_ref(), true)?;
        let mut neighbour = sandbox.launch(&Job::of("/bin/cat", Vec::new()))?;
        let _launched = neighbour.0.launching.take().map(Launching::finish);
        rustix::io::ioctl_fionbio(&neighbour.0.stdout, true)?;
        let mut canaries = Canaries {
            bystander,
            heard,
            neighbour,
            stream,
            datagrams,
            hidden,
            hidden_name,
            memory: pattern().collect(),
            clocks: 0.0,
            start: (SystemTime::now(), Instant::now()),
        };
        canaries.clocks = canaries.difference();
        if !canaries.answers() {
            return Err(io::Error::other("the other game does not begin"));
        }
        Ok(canaries)
    }

    /// What programs are told about the canaries.
    pub(crate) fn facts(&self) -> Vec<String> {
        let own = ["", "/file", "/file", "/program", "/mark", "/folder", "/link", "/datagrams"];
        let own = own.map(|name| format!("{FOLDER}/own{name}"));
        let others = [
            "/canary/strangers",
            "/",
            "/etc/passwd",
            "/etc/hostname",
            "/usr/local/bin",
            "/hall",
            "/tmp",
            "/var/tmp",
            "/dev",
            "/dev/null",
            "/proc/sys/kernel/hostname",
            "/proc/1/root/canary/own/file",
            "/proc/self/exe",
            "/sys/fs/cgroup/memory/cgroup.procs",
        ];
        let paths = own.into_iter().chain(others.map(str::to_owned)).map(|path| format!("path={path}"));
        let pids =
            [self.bystander.id(), std::process::id(), self.neighbour.0.pid.as_raw_nonzero().get() as u32];
        let pids = pids.into_iter().map(|pid| format!("pid={pid}"));
        let sockets = [format!("socket={FOLDER}/own/datagrams"), format!("hidden={}", self.hidden_name)];
        paths.chain(pids).chain(sockets).collect()
    }

    /// The state of everything that can be examined without changing it.
    pub(crate) fn state(&self) -> State {
        let mut state = State::new();
        for folder in WATCHED {
            walk(Path::new(folder), &mut state);
        }
        for file in SETTINGS {
            state.insert(file.to_owned(), fs::read_to_string(file).unwrap_or_default());
        }
        for tree in fs::read_dir("/sys/fs/cgroup").into_iter().flatten().flatten() {
            for name in GROUPS {
                let file = tree.path().join(name);
                if let Ok(text) = fs::read_to_string(&file) {
                    state.insert(file.display().to_string(), text);
                }
            }
        }
        let neighbour = self.neighbour.0.pid.as_raw_nonzero().get() as u32;
        for (who, pid) in [
            ("the bystander", self.bystander.id()),
            ("the other game", neighbour),
            ("the stage", std::process::id()),
        ] {
            process(who, pid, &mut state);
        }
        let own: Vec<_> = std::env::vars_os().collect();
        state.insert("the stage's environment".to_owned(), format!("{own:?}"));
        state
    }

    /// The differences from the state before.
    pub(crate) fn harm(&mut self, before: &State) -> Vec<String> {
        let mut harm = Vec::new();
        let after = self.state();
        let names: std::collections::BTreeSet<_> = before.keys().chain(after.keys()).collect();
        let of = |state: &State, name: &str| state.get(name).cloned().unwrap_or_else(|| "nothing".to_owned());
        for name in names {
            let (was, is) = (of(before, name), of(&after, name));
            if was != is {
                harm.push(format!("{name}: {was:.300} became {is:.300}"));
            }
        }
        let mut word = [0; 64];
        let reached = [
            ("a socket by its path", self.stream.accept().is_ok()),
            ("datagrams by their path", self.datagrams.recv(&mut word).is_ok()),
            ("a socket by its hidden name", self.hidden.recv(&mut word).is_ok()),
        ];
        harm.extend(reached.iter().filter(|(_, is)| *is).map(|(what, _)| format!("somebody reached {what}")));
        if self.heard.read(&mut word).is_ok_and(|count| count > 0) {
            harm.push(format!("the bystander heard {}", String::from_utf8_lossy(&word)));
        }
        if self.bystander.try_wait().map_or(true, |ended| ended.is_some()) {
            harm.push("the bystander is gone".to_owned());
        }
        if !self.answers() {
            harm.push("the other game does not answer".to_owned());
        }
        if !self.memory.iter().copied().eq(pattern()) {
            harm.push("the stage's memory is not as it was".to_owned());
        }
        if (self.difference() - self.clocks).abs() > DRIFT {
            harm.push("somebody set the clock".to_owned());
        }
        harm
    }

    fn difference(&self) -> f64 {
        let (wall, steady) = self.start;
        let wall = match wall.elapsed() {
            Ok(passed) => passed.as_secs_f64(),
            Err(back) => -back.duration().as_secs_f64(),
        };
        wall - steady.elapsed().as_secs_f64()
    }

    /// Whether the other game's program still repeats what it is told.
    fn answers(&self) -> bool {
        let (Ok(to), Ok(from)) = (self.neighbour.0.stdin.try_clone(), self.neighbour.0.stdout.try_clone())
        else {
            return false;
        };
        let (mut to, mut from) = (File::from(to), File::from(from));
        if to.write_all(b"?").is_err() {
            return false;
        }
        let start = Instant::now();
        let mut byte = [0];
        while start.elapsed() < PATIENCE {
            match from.read(&mut byte) {
                Ok(1) if byte == *b"?" => return true,
                Ok(0) => return false,
                // No answer yet.
                _ => std::thread::sleep(Duration::from_micros(200)),
            }
        }
        false
    }
}

impl Drop for Canaries {
    fn drop(&mut self) {
        // It is gone already if it was harmed.
        let _ = self.bystander.kill();
        let _ = self.bystander.wait();
    }
}

fn pattern() -> impl Iterator<Item = u8> {
    (0..65_536_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8)
}

/// Records everything about the files below a folder except when they were last read.
fn walk(folder: &Path, state: &mut State) {
    let note = |path: &Path, state: &mut State| {
        let Ok(meta) = fs::symlink_metadata(path) else { return };
        let mut text = format!(
            "mode {:o} of {}:{}, {} bytes, {} links, written {}.{:09}, changed {}.{:09}",
            meta.mode(),
            meta.uid(),
            meta.gid(),
            meta.size(),
            meta.nlink(),
            meta.mtime(),
            meta.mtime_nsec(),
            meta.ctime(),
            meta.ctime_nsec()
        );
        if meta.is_file() && path.starts_with(FOLDER) {
            text += &format!(" {:?} {:?}", fs::read(path).unwrap_or_default(), attributes(path));
        }
        state.insert(path.display().to_string(), text);
    };
    note(folder, state);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    for path in paths {
        if path.is_dir() && !path.is_symlink() {
            walk(&path, state);
        } else {
            note(&path, state);
        }
    }
}

fn attributes(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut names = vec![0; 1024];
    let length = listxattr(path, &mut names).unwrap_or(0);
    let names = names[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names
        .map(|name| {
            let name = String::from_utf8_lossy(name).into_owned();
            let mut value = vec![0; 1024];
            let length = getxattr(path, &*name, &mut value).unwrap_or(0);
            value.truncate(length);
            (name, value)
        })
        .collect()
}

/// Records what another process could change about a process.
fn process(who: &str, pid: u32, state: &mut State) {
    let read = |name: &str| fs::read_to_string(format!("/proc/{pid}/{name}")).unwrap_or_default();
    let status = read("status");
    for line in status.lines() {
        if let Some((name, value)) = line.split_once(':')
            && STATUS.contains(&name)
        {
            state.insert(format!("{who}: {name}"), value.trim().to_owned());
        }
    }
    let stat = read("stat");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let at = |number: usize| fields.get(number - 3).copied().unwrap_or("none");
    // It may run or sleep; being stopped, traced or ended is noticed.
    let is_well = matches!(at(3), "R" | "S" | "D");
    state.insert(format!("{who}: well"), is_well.to_string());
    for (name, number) in
        [("parent", 4), ("group", 5), ("session", 6), ("nice", 19), ("priority", 40), ("class", 41)]
    {
        state.insert(format!("{who}: {name}"), at(number).to_owned());
    }
    for name in ["limits", "oom_score_adj", "comm", "cgroup", "timerslack_ns", "coredump_filter", "uid_map"] {
        state.insert(format!("{who}: {name}"), read(name));
    }
    for name in ["cwd", "root", "exe"] {
        let link = fs::read_link(format!("/proc/{pid}/{name}"));
        state.insert(format!("{who}: {name}"), format!("{link:?}").replace("Os {", "{"));
    }
}
