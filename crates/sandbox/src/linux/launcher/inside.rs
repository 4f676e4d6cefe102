//! Namespaces: a view of the system that contains only the program and what it may read.

use super::confine::give_up;
use super::root;
use super::shared::{EmptySpaces, Share};
use super::step::{Named, Step};
use super::sys;
use super::tie::tied;
use crate::linux::launch_order::LaunchOrder;
use crate::posix::stream::pipe;
use crate::room::INNER;
use rustix::fs::{Mode, OFlags};
use rustix::thread::UnshareFlags;
use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;

/// The namespaces that a process must be created in; the first process of a process namespace becomes its init process.
pub(super) fn born_into(order: &LaunchOrder) -> UnshareFlags {
    match (order.level.isolates(), order.uid) {
        (false, _) => UnshareFlags::empty(),
        (true, Some(_)) => UnshareFlags::NEWPID,
        (true, None) => UnshareFlags::NEWPID | UnshareFlags::NEWUSER,
    }
}

/// Until these files are written, a user namespace has no users.
pub(super) fn map_user(order: &LaunchOrder) -> Step {
    let [user, group] = order.user;
    for (file, text) in [
        ("uid_map", format!("{INNER} {user} 1")),
        ("setgroups", "deny".to_owned()),
        ("gid_map", format!("{INNER} {group} 1")),
    ] {
        let path = format!("/proc/self/{file}");
        fs::write(&path, text).at(path.as_ref())?;
    }
    Ok(())
}

/// Called by the first process of a new process namespace; returns in the second, the only other one. The first process
/// ends when the second does, and writes its exit status to `status`. What the program does not share, it gets for
/// itself.
pub(super) fn enter(order: &LaunchOrder, share: Share, status: &OwnedFd) -> Step {
    let mut own = UnshareFlags::NEWCGROUP;
    own.set(EmptySpaces::KINDS, share.empty.is_none());
    own.set(UnshareFlags::NEWNS, share.root.is_none());
    sys::unshare(own).step("name spaces", "命名空间")?;
    share.empty.map_or_else(EmptySpaces::furnish, EmptySpaces::enter)?;
    if let Some(root) = share.root {
        root.enter()?;
        root::mount_proc(&root::proc()?)?;
    } else {
        // Where the machine's own is out of sight, an ordinary user may not make one.
        let proc = root::proc()?;
        root::build(order)?;
        root::mount_proc(&proc)?;
    }
    root::furnish(order)?;
    give_up(order)?;
    // Only now, since a change of user clears the parent-death signal.
    tied()?;
    let (silence, silent) = pipe().step("a pipe", "管道")?;
    if let sys::Side::Parent(program) = sys::fork().step("the program's process", "程序的进程")? {
        be_first(program, status);
    }
    drop(silent);
    // Once the first process has closed everything: the stage sees the program executed when the line closes, and a
    // program that keeps it from running must not gain time by that.
    let _ = rustix::io::retry_on_intr(|| rustix::io::read(&silence, &mut [0; 1]));
    Ok(())
}

/// The first process of the namespace reaps orphans until the program has ended; its own end kills all others.
fn be_first(program: i32, status: &OwnedFd) -> ! {
    silence(status);
    loop {
        match sys::wait(-1) {
            Ok((pid, how)) if pid == program => {
                let _ = rustix::io::write(status, &how.into_raw().to_ne_bytes());
                std::process::exit(0);
            }
            Ok(_) => {}
            Err(_) => std::process::exit(1),
        }
    }
}

/// Closes everything except `status`: keeping the program's pipes open would hide its end, and keeping the launcher's
/// line open would hide its execution. That must not depend on anything that may fail.
fn silence(status: &OwnedFd) {
    sys::close_all_but(status);
    sys::close_streams();
    // Only so that nothing else gets their numbers.
    if let Ok(null) = rustix::fs::open("/dev/null", OFlags::RDWR, Mode::empty()) {
        let _ = rustix::stdio::dup2_stdout(&null);
        let _ = rustix::stdio::dup2_stderr(&null);
        std::mem::forget(null);
    }
}
