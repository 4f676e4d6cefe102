//! Ways out of a sandbox, each tried once.

use super::{Bait, calls};
use crate::reason::Reason;
use libc::{EACCES, EAFNOSUPPORT, ENOENT, ENOSYS, EPERM, ESRCH};
use std::fs;
use std::io;
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

/// A way out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Door {
    /// Reading a file that is not the program's affair.
    Read,
    /// Seeing that such a file is there.
    See,
    /// Making a file, anywhere.
    Write,
    /// Speaking to a listener on this machine.
    Connect,
    /// Making a socket, even if it leads nowhere.
    Socket,
    /// Seeing other processes.
    Processes,
    /// Ending another process by a signal.
    Signal,
    /// Tracing another process.
    Trace,
    /// Reading another process's memory.
    Memory,
    /// Moving to another core.
    Unpin,
    /// A higher priority.
    Priority,
    /// Something open that it was not given.
    Descriptors,
    /// System calls that lead out of what is watched.
    Calls,
}

/// What came of trying a door.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tried {
    /// It is shut.
    Closed,
    /// It is open: what came through.
    Open(String),
    /// It could not be tried: why.
    Untried(Reason),
}

impl Door {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Door; 13] = [
        // First: what the others open stays open.
        Door::Descriptors,
        Door::Read,
        Door::See,
        Door::Write,
        Door::Connect,
        Door::Socket,
        Door::Processes,
        Door::Memory,
        Door::Trace,
        Door::Signal,
        Door::Unpin,
        Door::Priority,
        Door::Calls,
    ];

    /// Its name, stable.
    pub const fn name(self) -> &'static str {
        match self {
            Door::Read => "read",
            Door::See => "see",
            Door::Write => "write",
            Door::Connect => "connect",
            Door::Socket => "socket",
            Door::Processes => "processes",
            Door::Signal => "signal",
            Door::Trace => "trace",
            Door::Memory => "memory",
            Door::Unpin => "unpin",
            Door::Priority => "priority",
            Door::Descriptors => "descriptors",
            Door::Calls => "calls",
        }
    }

    fn try_it(self, bait: &Bait) -> Tried {
        match self {
            Door::Read => read(bait),
            Door::See => opened([("", fs::symlink_metadata(&bait.file).map(drop))]),
            Door::Write => write(bait),
            Door::Connect => connect(bait),
            Door::Socket => socket(),
            Door::Processes => processes(),
            Door::Signal => {
                opened([("SIGTERM", calls::call(libc::SYS_kill, [victim(bait, 1), 15, 0, 0, 0]).map(drop))])
            }
            Door::Trace => {
                let seize = [i64::from(libc::PTRACE_SEIZE), victim(bait, 0), 0, 0, 0];
                opened([("ptrace", calls::call(libc::SYS_ptrace, seize).map(drop))])
            }
            Door::Memory => opened([
                ("process_vm_readv", calls::read_memory(bait.victims[0])),
                ("/proc/PID/mem", fs::File::open(format!("/proc/{}/mem", bait.victims[0])).map(drop)),
            ]),
            Door::Unpin => unpin(bait),
            Door::Priority => opened([
                ("setpriority", calls::call(libc::SYS_setpriority, [0, 0, -10, 0, 0]).map(drop)),
                ("SCHED_FIFO", calls::hurry()),
            ]),
            Door::Descriptors => descriptors(),
            Door::Calls => dangerous(),
        }
    }
}

/// Tries every door and says what came of it, a line each.
pub(super) fn try_all(bait: &Bait) {
    use io::Write;
    let mut stdout = io::stdout().lock();
    for door in Door::ALL {
        let (word, detail) = match door.try_it(bait) {
            Tried::Closed => ("closed", String::new()),
            Tried::Open(detail) => ("open", detail),
            Tried::Untried(why) => ("untried", why.line()),
        };
        let _ = writeln!(stdout, "{} {word} {}", door.name(), detail.replace('\n', " "));
    }
}

/// Reads one line of the probe's report.
pub fn reported(line: &str) -> Option<(Door, Tried)> {
    let mut words = line.splitn(3, ' ');
    let (name, word) = (words.next()?, words.next()?);
    let detail = words.next().unwrap_or("").to_owned();
    let door = Door::ALL.into_iter().find(|door| door.name() == name)?;
    let tried = match word {
        "closed" => Tried::Closed,
        "open" => Tried::Open(detail),
        "untried" => Tried::Untried(Reason::read(&detail)),
        _ => return None,
    };
    Some((door, tried))
}

/// Open if one of the ways worked, or failed for another reason than that it is shut.
fn opened<'a>(ways: impl IntoIterator<Item = (&'a str, io::Result<()>)>) -> Tried {
    let shut = |error: &io::Error| {
        let known = [EPERM, EACCES, ENOSYS, ENOENT, ESRCH, EAFNOSUPPORT];
        error.raw_os_error().is_some_and(|number| known.contains(&number))
    };
    let open = ways.into_iter().filter(|(_, result)| result.as_ref().err().is_none_or(|error| !shut(error)));
    let open: Vec<&str> = open.map(|(name, _)| name).collect();
    if open.is_empty() { Tried::Closed } else { Tried::Open(open.join(", ")) }
}

fn victim(bait: &Bait, which: usize) -> i64 {
    i64::from(bait.victims[which])
}

fn read(bait: &Bait) -> Tried {
    let files = [bait.file.clone(), "/etc/passwd".into(), "/proc/1/environ".into()];
    let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    opened(files.iter().zip(&names).map(|(path, name)| (name.as_str(), fs::read(path).map(drop))))
}

fn write(bait: &Bait) -> Tried {
    let places = ["/", ".", "/tmp", "/var/tmp", "/dev/shm", "/run", "/usr/lib"].map(PathBuf::from);
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let places: Vec<PathBuf> = [bait.folder.clone()].into_iter().chain(places).chain(home).collect();
    let name = format!("leitai-probe-{}", std::process::id());
    let make = |folder: &Path| {
        let path = folder.join(&name);
        fs::File::create_new(&path).map(|_| fs::remove_file(&path)).map(drop)
    };
    let open: Vec<_> = places.iter().filter(|place| make(place).is_ok()).collect();
    let names: Vec<_> = open.iter().map(|place| place.display().to_string()).collect();
    if names.is_empty() { Tried::Closed } else { Tried::Open(names.join(", ")) }
}

fn connect(bait: &Bait) -> Tried {
    let reached = |open: bool, name: &str| open.then(|| name.to_owned());
    let port = bait.port > 0 && TcpStream::connect(("127.0.0.1", bait.port)).is_ok();
    let socket = UnixStream::connect(&bait.socket).is_ok();
    let open: Vec<_> = reached(port, "127.0.0.1").into_iter().chain(reached(socket, "UNIX")).collect();
    match (open.is_empty(), bait.port) {
        (false, _) => Tried::Open(open.join(", ")),
        (true, 0) => Tried::Untried(Reason::new("nothing listens", "没有监听者")),
        (true, _) => Tried::Closed,
    }
}

fn socket() -> Tried {
    let kinds = [
        ("inet", libc::AF_INET, libc::SOCK_STREAM),
        ("inet6", libc::AF_INET6, libc::SOCK_DGRAM),
        ("unix", libc::AF_UNIX, libc::SOCK_STREAM),
        ("netlink", libc::AF_NETLINK, libc::SOCK_RAW),
        ("vsock", libc::AF_VSOCK, libc::SOCK_STREAM),
        ("packet", libc::AF_PACKET, libc::SOCK_RAW),
    ];
    opened(kinds.map(|(name, family, kind)| {
        (name, calls::call(libc::SYS_socket, [family.into(), kind.into(), 0, 0, 0]).map(drop))
    }))
}

/// The first process and this one are always seen.
fn processes() -> Tried {
    let own = std::process::id();
    let Ok(entries) = fs::read_dir("/proc") else { return Tried::Closed };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    match numbers.filter(|pid| *pid != own && *pid != 1).count() {
        0 => Tried::Closed,
        others => Tried::Open(others.to_string()),
    }
}

fn unpin(bait: &Bait) -> Tried {
    if bait.cores.is_empty() {
        return Tried::Untried(Reason::new("one core only", "只有一个核心"));
    }
    let moved = bait.cores.iter().find(|core| calls::move_to(**core).is_ok());
    moved.map_or(Tried::Closed, |core| Tried::Open(core.to_string()))
}

fn descriptors() -> Tried {
    let open = (3..1024).filter(|fd| calls::call(libc::SYS_fcntl, [*fd, 1, 0, 0, 0]).is_ok());
    let open: Vec<String> = open.map(|fd| fd.to_string()).collect();
    if open.is_empty() { Tried::Closed } else { Tried::Open(open.join(", ")) }
}

/// What every one of these is refused with tells whether it got as far as the kernel.
fn dangerous() -> Tried {
    const NEW_USER: i64 = libc::CLONE_NEWUSER as i64;
    let some: [(&str, libc::c_long, [i64; 5]); 27] = [
        ("mount", libc::SYS_mount, [0; 5]),
        ("umount2", libc::SYS_umount2, [0; 5]),
        ("pivot_root", libc::SYS_pivot_root, [0; 5]),
        ("chroot", libc::SYS_chroot, [0; 5]),
        ("setns", libc::SYS_setns, [-1, 0, 0, 0, 0]),
        ("bpf", libc::SYS_bpf, [0; 5]),
        ("perf_event_open", libc::SYS_perf_event_open, [0; 5]),
        ("io_uring_setup", libc::SYS_io_uring_setup, [0; 5]),
        ("userfaultfd", libc::SYS_userfaultfd, [0; 5]),
        ("keyctl", libc::SYS_keyctl, [0; 5]),
        ("add_key", libc::SYS_add_key, [0; 5]),
        ("memfd_create", libc::SYS_memfd_create, [0; 5]),
        ("shmget", libc::SYS_shmget, [0; 5]),
        ("msgget", libc::SYS_msgget, [1, 0, 0, 0, 0]),
        ("mq_open", libc::SYS_mq_open, [0; 5]),
        ("personality", libc::SYS_personality, [0xFFFF_FFFF, 0, 0, 0, 0]),
        ("name_to_handle_at", libc::SYS_name_to_handle_at, [0; 5]),
        ("pidfd_getfd", libc::SYS_pidfd_getfd, [-1, 0, 0, 0, 0]),
        ("kcmp", libc::SYS_kcmp, [0; 5]),
        ("inotify_init1", libc::SYS_inotify_init1, [0; 5]),
        ("fanotify_init", libc::SYS_fanotify_init, [0; 5]),
        ("flock", libc::SYS_flock, [0, 8, 0, 0, 0]),
        ("quotactl", libc::SYS_quotactl, [0; 5]),
        ("clone3", libc::SYS_clone3, [0; 5]),
        ("x32", 0x4000_0000 | libc::SYS_getpid, [0; 5]),
        ("clone(NEWUSER)", libc::SYS_clone, [NEW_USER | 0x0001_0000, 0, 0, 0, 0]),
        // At last: where it is open this process is another one afterwards.
        ("unshare(NEWUSER)", libc::SYS_unshare, [NEW_USER, 0, 0, 0, 0]),
    ];
    opened(some.map(|(name, number, args)| (name, calls::call(number, args).map(drop))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_reads_back() {
        assert_eq!(reported("read closed "), Some((Door::Read, Tried::Closed)));
        let open = Tried::Open("bpf, keyctl".to_owned());
        assert_eq!(reported("calls open bpf, keyctl"), Some((Door::Calls, open)));
        let untried = Tried::Untried(Reason::new("one core only", "只有一个核心"));
        assert_eq!(reported("unpin untried one core only\t只有一个核心"), Some((Door::Unpin, untried)));
        for line in ["", "read", "read perhaps", "door closed"] {
            assert_eq!(reported(line), None, "{line}");
        }
    }
}
