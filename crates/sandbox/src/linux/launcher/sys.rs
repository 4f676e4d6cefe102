//! The few system calls that no library offers safely, each wrapped so that its caller cannot misuse it.
#![expect(unsafe_code, reason = "system calls of a process with one thread")]

use crate::posix::busy_file::retry_while_busy;
use rustix::thread::{UnshareFlags, unshare_unsafe};
use std::ffi::{CString, c_char};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// Which side of a fork this is.
pub(super) enum Side {
    Child,
    Parent(i32),
}

/// Leaves namespaces of these kinds for new ones. Requires a process with one thread; file descriptors must not be
/// among the kinds.
pub(super) fn unshare(spaces: UnshareFlags) -> rustix::io::Result<()> {
    // SAFETY: there is one thread, and it does not depend on the namespaces left.
    unsafe { unshare_unsafe(spaces) }
}

/// Forks. Requires a process with one thread, which the launcher has.
pub(super) fn fork() -> io::Result<Side> {
    // SAFETY: there is no other thread whose locks the child could inherit.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(Side::Child),
        pid => Ok(Side::Parent(pid)),
    }
}

/// Forks a sibling: a child of our own parent, in new namespaces of these kinds, that only the parent waits for. The
/// parent's side also gets a descriptor of it, unless the kernel has none (before Linux 5.2). Requires a process with
/// one thread.
pub(super) fn fork_beside(
    spaces: UnshareFlags,
    with_descriptor: bool,
) -> io::Result<(Side, Option<OwnedFd>)> {
    let descriptor = if with_descriptor { libc::CLONE_PIDFD } else { 0 };
    let flags = libc::c_ulong::from((libc::CLONE_PARENT | descriptor | libc::SIGCHLD) as u32 | spaces.bits());
    let mut life: libc::c_int = -1;
    // SAFETY: the child has its own copy of everything, including the stack, and there is no other thread; `life` is a
    // valid place for the descriptor.
    match unsafe { libc::syscall(libc::SYS_clone, flags, 0_usize, &raw mut life, 0_usize, 0_usize) } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok((Side::Child, None)),
        pid => {
            // SAFETY: the kernel has just opened it for us.
            let life = (life >= 0).then(|| unsafe { OwnedFd::from_raw_fd(life) });
            Ok((Side::Parent(pid as i32), life))
        }
    }
}

/// Waits for a child; for any child if `pid` is -1.
pub(super) fn wait(pid: i32) -> io::Result<(i32, ExitStatus)> {
    let mut status = 0;
    loop {
        // SAFETY: `status` is a valid place for the answer.
        match unsafe { libc::waitpid(pid, &raw mut status, 0) } {
            -1 => {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
            found => return Ok((found, ExitStatus::from_raw(status))),
        }
    }
}

/// Executes the program; returns only if that fails, with the reason.
pub(super) fn execute(file: &CString, words: &[CString], env: &[CString]) -> io::Error {
    let list = |strings: &[CString]| -> Vec<*const c_char> {
        strings.iter().map(|s| s.as_ptr()).chain([std::ptr::null()]).collect()
    };
    let (words, env) = (list(words), list(env));
    retry_while_busy(|| {
        // SAFETY: both lists end with a null pointer and outlive the call.
        unsafe { libc::execve(file.as_ptr(), words.as_ptr(), env.as_ptr()) };
        Err::<std::convert::Infallible, _>(io::Error::last_os_error())
    })
    .map_or_else(|error| error, |never| match never {})
}

/// Makes this process ignore the signals that a terminal sends.
pub(super) fn ignore_signals() {
    // SAFETY: plain numbers.
    unsafe {
        for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM] {
            libc::signal(signal, libc::SIG_IGN);
        }
    }
}

/// Resets every signal to its default action and unblocks all of them.
pub(super) fn default_signals() {
    // SAFETY: an empty set is valid; numbers that are not signals are refused.
    unsafe {
        for signal in 1..=64 {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut none = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
    }
}

/// Closes every descriptor from 3 on.
pub(super) fn close_from_3() {
    close_between(3, u32::MAX);
}

/// Closes standard input, output and error.
pub(super) fn close_streams() {
    close_between(0, 2);
}

/// Closes every descriptor from 3 on except this one.
pub(super) fn close_all_but(kept: &OwnedFd) {
    let kept = kept.as_raw_fd() as u32;
    if kept > 3 {
        close_between(3, kept - 1);
    }
    close_between(kept + 1, u32::MAX);
}

fn close_between(first: u32, last: u32) {
    // SAFETY: nothing in this process uses these descriptors any more.
    unsafe {
        if libc::syscall(libc::SYS_close_range, first, last, 0_u32) != 0 {
            // Before Linux 5.9.
            for descriptor in first..=last.min(4096) {
                libc::close(descriptor as i32);
            }
        }
    }
}

/// Becomes another user, with no supplementary groups.
pub(super) fn become_user(uid: u32) -> io::Result<()> {
    // SAFETY: plain numbers; there is one thread.
    let calls: [&dyn Fn() -> libc::c_int; 3] = [
        &|| unsafe { libc::setgroups(0, std::ptr::null()) },
        &|| unsafe { libc::setresgid(uid, uid, uid) },
        &|| unsafe { libc::setresuid(uid, uid, uid) },
    ];
    if calls.iter().all(|call| call() == 0) { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The C library's type for the name of a limit.
#[cfg(target_env = "gnu")]
pub(super) type Resource = libc::__rlimit_resource_t;
/// The C library's type for the name of a limit.
#[cfg(not(target_env = "gnu"))]
pub(super) type Resource = libc::c_int;

/// Sets a limit permanently; a lower limit that is already in force stays.
pub(super) fn limit(what: Resource, most: u64) -> io::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is a valid place for the answer and outlives both calls.
    let done = unsafe {
        libc::getrlimit(what, &raw mut limit) == 0 && {
            let most = most.min(limit.rlim_max);
            limit = libc::rlimit { rlim_cur: most, rlim_max: most };
            libc::setrlimit(what, &raw const limit) == 0
        }
    };
    if done { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Makes a mount and everything below it read-only if `read_only` is set, without devices unless `devices` is set, and
/// without set-user-ID programs.
pub(super) fn restrict(mount: std::os::fd::BorrowedFd<'_>, read_only: bool, devices: bool) -> io::Result<()> {
    let mut set = libc::MOUNT_ATTR_NOSUID;
    set |= if read_only { libc::MOUNT_ATTR_RDONLY } else { 0 };
    set |= if devices { 0 } else { libc::MOUNT_ATTR_NODEV };
    let attributes = libc::mount_attr { attr_set: set, attr_clr: 0, propagation: 0, userns_fd: 0 };
    let flags = libc::AT_EMPTY_PATH | libc::AT_RECURSIVE;
    // SAFETY: the structure outlives the call, and its size is passed.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_raw_fd(),
            c"".as_ptr(),
            flags,
            &raw const attributes,
            size_of_val(&attributes),
        )
    };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Installs a system call filter for this thread and everything it becomes.
pub(super) fn filter(program: &[libc::sock_filter]) -> io::Result<()> {
    let program = libc::sock_fprog {
        len: u16::try_from(program.len()).map_err(io::Error::other)?,
        filter: program.as_ptr().cast_mut(),
    };
    // SAFETY: the program outlives the call; the kernel checks it.
    let done =
        unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, &raw const program) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
