//! Ways out of a sandbox, each tried by several means.

use super::calls;
use crate::deed::Bait;
use crate::door::{Door, Tried};
use crate::room::{SHARED_MEMORY, SHARED_MEMORY_SIZE, is_made_up};
use leitai_lang::Sentence;
use libc::{EACCES, EAFNOSUPPORT, ENOENT, ENOSYS, EPERM, ESRCH};
use std::fs;
use std::io;
use std::net::{TcpStream, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixDatagram, UnixStream};
use std::path::{Path, PathBuf};

fn try_it(door: Door, bait: &Bait) -> Tried {
    match door {
        Door::Read => read(bait),
        Door::See => see(bait),
        Door::Write => write(bait),
        Door::Connect => connect(bait),
        Door::Socket => socket(),
        Door::Processes => processes(bait),
        Door::Numbers => numbers(bait),
        Door::Signal => signal(bait),
        Door::Trace => trace(bait),
        Door::Memory => memory(bait),
        Door::Unpin => unpin(bait),
        Door::Priority => priority(),
        Door::Descriptors => descriptors(),
        Door::Calls => dangerous(),
    }
}

/// Tries every door and prints the result, one line each.
pub(super) fn try_all(bait: &Bait) {
    use io::Write;
    let mut stdout = io::stdout().lock();
    for door in Door::ALL {
        let (word, detail) = match try_it(door, bait) {
            Tried::Closed(ways) => ("closed", ways.to_string()),
            Tried::Open(detail) => ("open", detail),
            Tried::Untried(why) => ("untried", why.line()),
        };
        let _ = writeln!(stdout, "{} {word} {}", door.name(), detail.replace('\n', " "));
    }
}

/// Open if one of the ways worked, or failed with an error other than those of a closed door.
fn opened<'a>(ways: impl IntoIterator<Item = (&'a str, io::Result<()>)>) -> Tried {
    let shut = |error: &io::Error| {
        let known = [EPERM, EACCES, ENOSYS, ENOENT, ESRCH, EAFNOSUPPORT];
        error.raw_os_error().is_some_and(|number| known.contains(&number))
    };
    through(ways.into_iter().map(|(name, result)| (name, result.err().is_none_or(|error| !shut(&error)))))
}

/// Open if one of the ways got through.
fn through<'a>(ways: impl IntoIterator<Item = (&'a str, bool)>) -> Tried {
    let ways: Vec<_> = ways.into_iter().collect();
    let open: Vec<&str> = ways.iter().filter(|(_, through)| *through).map(|(name, _)| *name).collect();
    if open.is_empty() { Tried::Closed(ways.len() as u32) } else { Tried::Open(open.join(", ")) }
}

fn victim(bait: &Bait, which: usize) -> i64 {
    i64::from(bait.victims[which])
}

fn read(bait: &Bait) -> Tried {
    let by = |start: &str| PathBuf::from(format!("{start}{}", bait.file.display()));
    let files = [
        bait.file.clone(),
        by("/proc/self/root"),
        by("/proc/self/cwd/../../../../../../../../.."),
        "/proc/1/environ".into(),
    ];
    let names = ["open", "root", "climbing", "/proc/1/environ"];
    let opens = names.into_iter().zip(files.iter().map(|path| fs::read(path).map(drop)));
    // What a program sees there instead of the machine's tells nothing.
    let passwd = fs::read_to_string("/etc/passwd")
        .and_then(|text| if is_made_up(&text) { Err(io::Error::from_raw_os_error(ENOENT)) } else { Ok(()) });
    opened(opens.chain([("/etc/passwd", passwd), ("openat2", calls::open_anew(&bait.file))]))
}

fn see(bait: &Bait) -> Tried {
    let list = bait.file.parent().map_or(Ok(()), |folder| fs::read_dir(folder).map(drop));
    opened([
        ("stat", fs::symlink_metadata(&bait.file).map(drop)),
        ("access", rustix::fs::access(&bait.file, rustix::fs::Access::EXISTS).map_err(io::Error::from)),
        ("list", list),
    ])
}

fn write(bait: &Bait) -> Tried {
    let places = ["/", ".", "/tmp", "/var/tmp", "/run", "/usr/lib"].map(PathBuf::from);
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let places: Vec<PathBuf> = [bait.folder.clone()].into_iter().chain(places).chain(home).collect();
    let name = format!("leitai-probe-{}", std::process::id());
    let make = |folder: &Path| {
        let path = folder.join(&name);
        fs::File::create_new(&path).map(|_| fs::remove_file(&path)).is_ok()
    };
    // A program's own is too small for this.
    let fills = |folder: &Path| {
        let path = folder.join(&name);
        let written = fs::write(&path, vec![1; 4 * SHARED_MEMORY_SIZE.0 as usize]).is_ok();
        let _ = fs::remove_file(&path);
        written
    };
    let names: Vec<_> = places.iter().map(|place| place.display().to_string()).collect();
    let made = names.iter().map(String::as_str).zip(places.iter().map(|place| make(place)));
    // The bait itself, which every user may write; by now it has been read.
    let file = &bait.file;
    let moved = file.with_extension("moved");
    let changed = [
        (SHARED_MEMORY, fills(Path::new(SHARED_MEMORY))),
        ("open", fs::File::options().append(true).open(file).is_ok()),
        ("truncate", calls::cut_by_name(file).is_ok()),
        ("O_TRUNC", calls::cut_by_opening(file).is_ok()),
        ("chmod", fs::set_permissions(file, fs::Permissions::from_mode(0o666)).is_ok()),
        ("utimes", calls::touch(file).is_ok()),
        ("flags", calls::flag(file).is_ok()),
        ("link", fs::hard_link(file, &moved).is_ok_and(|()| fs::remove_file(&moved).is_ok())),
        ("rename", fs::rename(file, &moved).is_ok_and(|()| fs::rename(&moved, file).is_ok())),
    ];
    through(made.chain(changed))
}

fn connect(bait: &Bait) -> Tried {
    let (port, datagrams) = (bait.port, bait.datagrams());
    let udp =
        || UdpSocket::bind(("127.0.0.1", 0)).and_then(|socket| socket.send_to(b"x", ("127.0.0.1", port)));
    let lone = || UnixDatagram::unbound().and_then(|socket| socket.send_to(b"x", &datagrams));
    let paired = || UnixDatagram::pair().and_then(|(socket, _)| socket.send_to(b"x", &datagrams));
    let tried = through([
        ("127.0.0.1", port > 0 && TcpStream::connect(("127.0.0.1", port)).is_ok()),
        ("UDP", port > 0 && udp().is_ok()),
        ("UNIX", UnixStream::connect(&bait.socket).is_ok()),
        ("UNIX datagram", lone().is_ok()),
        ("socketpair", paired().is_ok()),
    ]);
    match tried {
        Tried::Closed(_) if port == 0 => Tried::Untried(Sentence::new("nothing listens", "没有监听者")),
        tried => tried,
    }
}

fn socket() -> Tried {
    let kinds = [
        ("inet", libc::AF_INET, libc::SOCK_STREAM),
        ("inet6", libc::AF_INET6, libc::SOCK_DGRAM),
        ("unix", libc::AF_UNIX, libc::SOCK_STREAM),
        ("unix datagram", libc::AF_UNIX, libc::SOCK_DGRAM),
        ("netlink", libc::AF_NETLINK, libc::SOCK_RAW),
        ("vsock", libc::AF_VSOCK, libc::SOCK_STREAM),
        ("packet", libc::AF_PACKET, libc::SOCK_RAW),
    ];
    opened(kinds.map(|(name, family, kind)| {
        (name, calls::call(libc::SYS_socket, [family.into(), kind.into(), 0, 0, 0]).map(drop))
    }))
}

/// The first process and this one are always visible.
fn processes(bait: &Bait) -> Tried {
    let own = std::process::id();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let victim = bait.victims[0];
    let reads = |file: &str| fs::read(format!("/proc/{victim}/{file}")).is_ok_and(|text| !text.is_empty());
    through([
        ("list", numbers.filter(|pid| *pid != own && *pid != 1).count() > 0),
        ("cmdline", reads("cmdline")),
        ("stat", reads("stat")),
        ("status", reads("status")),
    ])
}

fn numbers(bait: &Bait) -> Tried {
    let ask = |number, args: [i64; 3]| calls::call(number, [args[0], args[1], args[2], 0, 0]).is_ok();
    let victim = victim(bait, 0);
    through([
        ("getpgid", ask(libc::SYS_getpgid, [victim, 0, 0])),
        ("getsid", ask(libc::SYS_getsid, [victim, 0, 0])),
        ("pidfd_open", ask(libc::SYS_pidfd_open, [victim, 0, 0])),
        ("getpriority", ask(libc::SYS_getpriority, [0, victim, 0])),
        ("/proc", Path::new("/proc").join(victim.to_string()).exists()),
    ])
}

fn signal(bait: &Bait) -> Tried {
    let victim = victim(bait, 1);
    let send = |number, args: [i64; 3]| calls::call(number, [args[0], args[1], args[2], 0, 0]).map(drop);
    let by_descriptor = || {
        let fd = calls::call(libc::SYS_pidfd_open, [victim, 0, 0, 0, 0])?;
        calls::call(libc::SYS_pidfd_send_signal, [fd, 15, 0, 0, 0]).map(drop)
    };
    opened([
        // First those that kill nothing, since a process that is gone cannot be reached.
        ("sigqueue", calls::queue(bait.victims[1])),
        ("tkill", send(libc::SYS_tkill, [victim, 0, 0])),
        ("tgkill", send(libc::SYS_tgkill, [victim, victim, 0])),
        ("pidfd", by_descriptor()),
        ("SIGTERM", send(libc::SYS_kill, [victim, 15, 0])),
    ])
}

fn trace(bait: &Bait) -> Tried {
    let victim = victim(bait, 0);
    let trace = |request: i64| calls::call(libc::SYS_ptrace, [request, victim, 0, 0, 0]).map(drop);
    let descriptor = || {
        let fd = calls::call(libc::SYS_pidfd_open, [victim, 0, 0, 0, 0])?;
        calls::call(libc::SYS_pidfd_getfd, [fd, 0, 0, 0, 0]).map(drop)
    };
    let read = |file: &str| fs::read_link(format!("/proc/{victim}/{file}")).map(drop);
    opened([
        ("ptrace", trace(i64::from(libc::PTRACE_SEIZE))),
        ("attach", trace(i64::from(libc::PTRACE_ATTACH))),
        ("pidfd_getfd", descriptor()),
        ("/proc/PID/cwd", read("cwd")),
        ("/proc/PID/fd", read("fd/0")),
    ])
}

fn memory(bait: &Bait) -> Tried {
    let victim = bait.victims[0];
    let open = |file: &str| fs::File::open(format!("/proc/{victim}/{file}")).map(drop);
    opened([
        ("process_vm_readv", calls::read_memory(victim)),
        ("/proc/PID/mem", open("mem")),
        ("/proc/PID/maps", open("maps")),
        ("/proc/PID/environ", open("environ")),
    ])
}

fn unpin(bait: &Bait) -> Tried {
    if bait.cores.is_empty() {
        return Tried::Untried(Sentence::new("one core only", "只有一个核心"));
    }
    let moved = || bait.cores.iter().any(|core| calls::move_to(*core).is_ok());
    // Another thread is a separate task for the kernel.
    let thread = std::thread::scope(|scope| scope.spawn(moved).join().unwrap_or(false));
    let lists = ["/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/cpuset/tasks"];
    let joined = lists.iter().any(|list| say_to(list, "0").is_ok());
    through([("itself", moved()), ("a thread", thread), ("control groups", joined)])
}

/// Writes to a file that the kernel provides; never creates one.
fn say_to(file: &str, words: &str) -> io::Result<()> {
    use io::Write;
    fs::File::options().write(true).open(file)?.write_all(words.as_bytes())
}

fn priority() -> Tried {
    let mine = |number, args: [i64; 3]| calls::call(number, [args[0], args[1], args[2], 0, 0]).map(drop);
    opened([
        ("setpriority", mine(libc::SYS_setpriority, [0, 0, -10])),
        ("SCHED_FIFO", calls::hurry()),
        // Real-time disk priority.
        ("ioprio_set", mine(libc::SYS_ioprio_set, [1, 0, 1 << 13])),
        ("autogroup", say_to("/proc/self/autogroup", "-10")),
    ])
}

fn descriptors() -> Tried {
    let open: Vec<i64> =
        (3..1024).filter(|fd| calls::call(libc::SYS_fcntl, [*fd, 1, 0, 0, 0]).is_ok()).collect();
    let copied = (3..1024).any(|fd| {
        let copy = calls::call(libc::SYS_dup, [fd, 0, 0, 0, 0]);
        copy.is_ok_and(|copy| calls::call(libc::SYS_close, [copy, 0, 0, 0, 0]).is_ok())
    });
    // The folder itself is open while it is read.
    let listed = fs::read_dir("/proc/self/fd").map_or(0, |entries| entries.flatten().count());
    let names: Vec<String> = open.iter().map(i64::to_string).collect();
    let asked = names.join(", ");
    through([(asked.as_str(), !open.is_empty()), ("dup", copied), ("/proc/self/fd", listed > 4)])
}

/// The error with which each of these calls is refused shows whether it got as far as the kernel.
fn dangerous() -> Tried {
    const NEW_USER: i64 = libc::CLONE_NEWUSER as i64;
    let some: [(&str, libc::c_long, [i64; 5]); 34] = [
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
        ("timer_create", libc::SYS_timer_create, [1, 0, 0, 0, 0]),
        ("vmsplice", libc::SYS_vmsplice, [1, 0, 0, 0, 0]),
        ("seccomp", libc::SYS_seccomp, [1, 0, 0, 0, 0]),
        ("landlock", libc::SYS_landlock_create_ruleset, [0, 0, 1, 0, 0]),
        ("io_setup", libc::SYS_io_setup, [1, 0, 0, 0, 0]),
        ("sendmsg", libc::SYS_sendmsg, [1, 0, 0, 0, 0]),
        ("syncfs", libc::SYS_syncfs, [-1, 0, 0, 0, 0]),
        ("clone3", libc::SYS_clone3, [0; 5]),
        ("x32", 0x4000_0000 | libc::SYS_getpid, [0; 5]),
        ("clone(NEWUSER)", libc::SYS_clone, [NEW_USER | 0x0001_0000, 0, 0, 0, 0]),
        // Last: where this is allowed, the process runs as another user afterwards.
        ("unshare(NEWUSER)", libc::SYS_unshare, [NEW_USER, 0, 0, 0, 0]),
    ];
    opened(some.map(|(name, number, args)| (name, calls::call(number, args).map(drop))))
}
