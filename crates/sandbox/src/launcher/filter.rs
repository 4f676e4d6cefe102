//! The filter of system calls. Calls that are not listed are allowed, since many run-times need them; calls newer than
//! the list fail as if they did not exist.

mod search;

use super::step::{Named, Step};
use super::sys;
use crate::kernel::{SCOPED, TRUNCATES};
use crate::order::LaunchOrder;
use leitai_lang::Sentence;
use libc::{c_long, sock_filter};
use search::{Filter, Need};

#[cfg(target_arch = "x86_64")]
const MACHINE: Option<u32> = Some(0xC000_003E);
#[cfg(target_arch = "aarch64")]
const MACHINE: Option<u32> = Some(0xC000_00B7);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const MACHINE: Option<u32> = None;

/// `mmap` of memory that a control group counts, but a data segment does not; and of the machine's huge pages.
const SHARED_ANONYMOUS: u32 = 0x21;
const HUGE: u32 = libc::MAP_HUGETLB as u32;

/// Calls whose numbers are the same everywhere, and not named everywhere: which files are in the machine's memory,
/// and rights of files.
const CACHESTAT: c_long = 451;
const FCHMODAT2: c_long = 452;

/// Sockets; descriptors, memory and clocks of other processes; mounts and name spaces; the kernel's own affairs.
const NEVER: &[c_long] = &[
    // Sockets. Pairs may be made: they lead nowhere else. They hold what they hold by themselves, and no descriptors.
    libc::SYS_setsockopt,
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_move_pages,
    libc::SYS_migrate_pages,
    // Mounts and name spaces.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    // Ways round what is watched here.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_userfaultfd,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_personality,
    CACHESTAT,
    // Memory that is not counted, rules of its own among it; and channels between two sandboxes.
    libc::SYS_landlock_create_ruleset,
    libc::SYS_landlock_add_rule,
    libc::SYS_landlock_restrict_self,
    libc::SYS_seccomp,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_vmsplice,
    libc::SYS_io_setup,
    libc::SYS_io_submit,
    libc::SYS_mlock,
    libc::SYS_mlock2,
    libc::SYS_mlockall,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_shmdt,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semctl,
    libc::SYS_semtimedop,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_mq_timedsend,
    libc::SYS_mq_timedreceive,
    libc::SYS_mq_notify,
    libc::SYS_mq_getsetattr,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    // Its share of the machine.
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_set_mempolicy,
    libc::SYS_mbind,
    // The machine.
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_acct,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    // All that others wrote and that is not yet on the disk.
    libc::SYS_sync,
    libc::SYS_syncfs,
];

/// What a contestant does not need, and a compiler may: timers by which it would wake itself with a signal of its choice
/// while it is held, and leaving its group or session, which would be a share of the core more.
const CONTESTANTS: &[c_long] = &[libc::SYS_timer_create, libc::SYS_setsid, libc::SYS_setpgid];

/// What a contestant writes lies in memory, so these have nothing to do; on what it only reads they would make the disk
/// work.
const FLUSHES: &[c_long] =
    &[libc::SYS_fsync, libc::SYS_fdatasync, libc::SYS_sync_file_range, libc::SYS_msync];

/// The calls that send a signal, and at which argument it stands.
const SIGNALS: [(c_long, u32); 5] = [
    (libc::SYS_kill, 1),
    (libc::SYS_tkill, 1),
    (libc::SYS_tgkill, 2),
    (libc::SYS_rt_sigqueueinfo, 1),
    (libc::SYS_rt_tgsigqueueinfo, 2),
];

#[cfg(target_arch = "x86_64")]
const NEVER_HERE: &[c_long] = &[
    libc::SYS_inotify_init,
    libc::SYS_kexec_file_load,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_modify_ldt,
    libc::SYS_uselib,
    libc::SYS_sysfs,
    libc::SYS_ustat,
];
#[cfg(not(target_arch = "x86_64"))]
const NEVER_HERE: &[c_long] = &[];

/// Calls that move bytes into a pipe inside the kernel and keep the pipe locked while they wait for them. The stage,
/// which reads the other end, would wait too and miss every deadline, for as long as the source (a socket pair, say) is
/// silent. Libraries fall back where these calls do not exist.
const SPLICES: &[c_long] = &[libc::SYS_splice, libc::SYS_tee, libc::SYS_sendfile];

/// What would become two processes.
#[cfg(target_arch = "x86_64")]
const FORKS: &[c_long] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[c_long] = &[];

/// What Landlock leaves open about files that it does not let a program write, and locks, by which two programs
/// that read the same file could talk. Compilers need some of it.
const FILES: &[c_long] = &[
    libc::SYS_flock,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
];
#[cfg(target_arch = "x86_64")]
const FILES_HERE: &[c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const FILES_HERE: &[c_long] = &[];

/// `fcntl`: locks, and who holds them; leases, notices, signals at another's descriptors, pipes that hold more than
/// usual, hints that stay with a file.
const FCNTL: &[u32] = &[5, 6, 7, 8, 10, 15, 36, 37, 38, 1024, 1026, 1031, 1036, 1038];
/// `fcntl` where locks are allowed.
const FCNTL_COMPILING: &[u32] = &[8, 10, 15, 1024, 1026, 1031, 1036, 1038];
/// All that `ioctl` is needed for: how much can be read, blocking or not, close-on-exec or not; whether it is a
/// terminal, its size and its process group. Every other request changes something: file flags, file contents,
/// terminals, sockets.
const IOCTL: &[u32] = &[0x541B, 0x5421, 0x5450, 0x5451, libc::TCGETS as u32, 0x802C_542A, 0x5413, 0x540F];
/// `prctl`: the tie to the stage, filters of its own, adoption, the map of memory, tracers, cores, pages shared with others.
const PRCTL: &[u32] = &[1, 22, 36, 35, 0x5961_6d61, 62, 67];
/// `madvise`: pages shared with others.
const MADVISE: &[u32] = &[12];
/// `fadvise`: drops what others read from the machine's memory.
const FADVISE: &[u32] = &[4];
/// Limits whose end is SIGKILL: processor time, and that of the real-time class.
const DEADLY: &[u32] = &[0, 15];
/// What `socketpair` may be told besides the kind: nothing that waits, nothing inherited.
const KIND: u32 = !(libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC) as u32;

/// From here on what is forbidden fails with "not permitted", also in everything that this becomes.
pub(super) fn install(order: &LaunchOrder) -> Step {
    let Some(machine) = MACHINE else {
        return Err(Sentence::new(
            "system calls are not filtered on this kind of machine",
            "这种处理器上不能过滤系统调用",
        ));
    };
    sys::filter(&program(order, machine)).step("the filter of system calls", "系统调用过滤")
}

fn program(order: &LaunchOrder, machine: u32) -> Vec<sock_filter> {
    let compiles = !order.writes.is_empty();
    let mut filter = Filter::default();
    for &call in NEVER.iter().chain(NEVER_HERE) {
        filter.refuse(call, libc::EPERM);
    }
    // Without it libraries fall back to `clone`, whose flags can be read.
    filter.refuse(libc::SYS_clone3, libc::ENOSYS);
    for &call in SPLICES {
        filter.refuse(call, libc::ENOSYS);
    }
    for &call in FILES.iter().chain(FILES_HERE) {
        // Nothing else keeps the organiser's files from a compiler that has no world of its own; it may still lock.
        let is_needed = compiles && (order.level.isolates() || call == libc::SYS_flock);
        if !is_needed {
            filter.refuse(call, libc::EPERM);
        }
    }
    if !compiles {
        for &call in CONTESTANTS {
            filter.refuse(call, libc::EPERM);
        }
        for &call in FLUSHES {
            filter.pretend(call);
        }
    }
    let alone = order.limits.processes == 1;
    if alone {
        for &call in FORKS {
            filter.refuse(call, libc::EPERM);
        }
    }
    filter.clone(alone);
    let shared = Need::NoneMasked(3, SHARED_ANONYMOUS, &[SHARED_ANONYMOUS]);
    filter.need(libc::SYS_mmap, &[shared, Need::NoneMasked(3, HUGE, &[HUGE])]);
    filter.need(libc::SYS_fcntl, &[Need::None(1, if compiles { FCNTL_COMPILING } else { FCNTL })]);
    filter.need(libc::SYS_ioctl, &[Need::One(1, IOCTL)]);
    filter.need(libc::SYS_prctl, &[Need::None(0, PRCTL)]);
    filter.need(libc::SYS_madvise, &[Need::None(2, MADVISE)]);
    filter.need(libc::SYS_fadvise64, &[Need::None(3, FADVISE)]);
    // Mono asks for the usual class for each of its threads, which have it. So has the stage, which may have a better one.
    filter.pretend_for(libc::SYS_sched_setscheduler, 1, &[libc::SCHED_OTHER as u32]);
    // Limits of others; and of its own, those that would end it as somebody else would.
    filter.need(libc::SYS_prlimit64, &[Need::One(0, &[0]), Need::OnlyFor(1, DEADLY), Need::Null(2)]);
    #[cfg(target_arch = "x86_64")]
    filter.need(libc::SYS_setrlimit, &[Need::None(0, DEADLY)]);
    // Pairs of sockets within itself alone: of the kind that has one peer for good, whatever address is named.
    let stream = [libc::SOCK_STREAM as u32];
    filter.need(libc::SYS_socketpair, &[Need::One(0, &[1]), Need::Masked(1, KIND, &stream)]);
    filter.need(libc::SYS_sendto, &[Need::Null(4)]);
    if order.level.confines() && !order.level.isolates() {
        opening(&mut filter, order.landlock < TRUNCATES);
    }
    signals(&mut filter, order, compiles);
    filter.build(machine)
}

/// Landlock asks what a file is opened for, after it was made where it has no name: the folder's layer, its dates and its
/// disk know of it by then. Before its third version it does not ask whether a file is cut short by that or by name.
fn opening(filter: &mut Filter, cuts: bool) {
    /// The bit of `O_TMPFILE` that is its own.
    const NAMELESS: u32 = (libc::O_TMPFILE & !libc::O_DIRECTORY) as u32;
    const FLAGS: u32 = (libc::O_ACCMODE | libc::O_TRUNC) as u32;
    /// For reading alone, and for neither reading nor writing.
    const CUTS: &[u32] = &[libc::O_TRUNC as u32, FLAGS];
    let needs = |flags| {
        let all = [Need::NoneMasked(flags, NAMELESS, &[NAMELESS]), Need::NoneMasked(flags, FLAGS, CUTS)];
        all.into_iter().take(if cuts { 2 } else { 1 }).collect::<Vec<_>>()
    };
    if cuts {
        filter.refuse(libc::SYS_truncate, libc::EPERM);
    }
    #[cfg(target_arch = "x86_64")]
    filter.need(libc::SYS_open, &needs(1));
    filter.need(libc::SYS_openat, &needs(2));
    // Its flags cannot be read here. Who asks for it knows of kernels that have not got it.
    filter.refuse(libc::SYS_openat2, libc::ENOSYS);
}

/// A program that is stopped cannot be continued by its own threads or children. A program of one process cannot kill
/// itself with the signal that ends it from outside, so that what the machine did can be told from what the program
/// did. Whom it may signal is decided by namespaces or Landlock; where neither can, only itself, by its own number.
fn signals(filter: &mut Filter, order: &LaunchOrder, compiles: bool) {
    let forbidden: &[u32] = match (compiles, order.limits.processes) {
        (true, _) => &[],
        (false, 1) => &[libc::SIGCONT as u32, libc::SIGKILL as u32],
        (false, _) => &[libc::SIGCONT as u32],
    };
    let own = [std::process::id()];
    let is_kept_in = order.level.isolates() || order.landlock >= SCOPED;
    for (call, at) in SIGNALS {
        let signal = Need::None(at, forbidden);
        match (is_kept_in, call) {
            (true, _) => filter.need(call, &[signal]),
            (false, libc::SYS_tkill) => filter.refuse(call, libc::EPERM),
            (false, _) => filter.need(call, &[Need::One(0, &own), signal]),
        }
    }
}

#[cfg(test)]
mod tests;
