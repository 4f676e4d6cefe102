//! The system call filter. Calls that are not listed are allowed, since many run-times need them; calls newer than the
//! list fail as if they did not exist.

mod search;

use super::step::{Named, Step};
use super::sys;
use crate::linux::kernel::{SCOPED, TRUNCATES};
use crate::linux::launch_order::LaunchOrder;
use leitai_lang::Sentence;
use libc::{c_long, sock_filter};
use search::{Filter, Need};

#[cfg(target_arch = "x86_64")]
const MACHINE: Option<u32> = Some(0xC000_003E);
#[cfg(target_arch = "aarch64")]
const MACHINE: Option<u32> = Some(0xC000_00B7);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const MACHINE: Option<u32> = None;

/// Flags of an `mmap` of shared anonymous memory, which a control group counts but a data segment limit does not; and
/// of one that takes the machine's huge pages.
const SHARED_ANONYMOUS: u32 = 0x21;
const HUGE: u32 = libc::MAP_HUGETLB as u32;

/// Calls that have the same number on every architecture but no name in every library: querying which files are in the
/// page cache, and changing the mode of files.
const CACHESTAT: c_long = 451;
const FCHMODAT2: c_long = 452;

/// Sockets; descriptors, memory and clocks of other processes; mounts and namespaces; the kernel's internals.
const NEVER: &[c_long] = &[
    // Sockets. Socket pairs are allowed, since they lead nowhere else: they buffer only their own data, and no
    // descriptors.
    libc::SYS_setsockopt,
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    // Other processes. The number of the file behind a process descriptor counts the processes and threads that the
    // machine has started.
    libc::SYS_pidfd_open,
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
    // Mounts and namespaces.
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
    // Ways around this filter's checks.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_userfaultfd,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_personality,
    // What others have read: `RWF_NOWAIT` tells it too.
    CACHESTAT,
    libc::SYS_preadv2,
    // Memory that is not counted, including that of rules a program sets for itself; and channels between two
    // sandboxes.
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
    // The program's share of the machine.
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
    // Flushing everything that others have written and that is not yet on disk.
    libc::SYS_sync,
    libc::SYS_syncfs,
];

/// What a contestant does not need but a compiler may: timers, with which it could wake itself by a signal of its
/// choice while held, and leaving its group or session, which would gain it a larger share of the core.
const CONTESTANTS: &[c_long] = &[libc::SYS_timer_create, libc::SYS_setsid, libc::SYS_setpgid];

/// A contestant writes only to memory, so these calls have nothing to do; on files that it only reads they would cause
/// disk activity.
const FLUSHES: &[c_long] =
    &[libc::SYS_fsync, libc::SYS_fdatasync, libc::SYS_sync_file_range, libc::SYS_msync];

/// The calls that send a signal, each with the index of its signal argument.
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

/// Calls that move bytes into a pipe inside the kernel and keep the pipe locked while they wait for those bytes. The
/// stage, which reads the other end, would wait too and miss every deadline for as long as the source (a socket pair,
/// say) is silent. Libraries have a fallback where these calls do not exist.
const SPLICES: &[c_long] = &[libc::SYS_splice, libc::SYS_tee, libc::SYS_sendfile];

/// The calls that create a second process.
#[cfg(target_arch = "x86_64")]
const FORKS: &[c_long] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[c_long] = &[];

/// Operations that Landlock allows even on files that a program may not write, and locks, through which two programs
/// that read the same file could communicate. Compilers need some of them.
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

/// Refused `fcntl` commands: locks, and queries of their holders; leases, notifications, signals on another's
/// descriptors, pipes larger than usual, hints that stay with a file.
const FCNTL: &[u32] = &[5, 6, 7, 8, 10, 15, 36, 37, 38, 1024, 1026, 1031, 1036, 1038];
/// Refused `fcntl` commands where locks are allowed.
const FCNTL_COMPILING: &[u32] = &[8, 10, 15, 1024, 1026, 1031, 1036, 1038];
/// The only allowed `ioctl` requests: how much can be read, blocking or not, close-on-exec or not; whether it is a
/// terminal, its size and its process group. Every other request changes something: file flags, file contents,
/// terminals, sockets.
const IOCTL: &[u32] = &[0x541B, 0x5421, 0x5450, 0x5451, libc::TCGETS as u32, 0x802C_542A, 0x5413, 0x540F];
/// The only allowed options of sockets, all of the level of sockets: the kind, the errors and the size of the buffers. Others
/// tell who the peer is, or count the machine's sockets.
const SOCKET_LEVEL: &[u32] = &[libc::SOL_SOCKET as u32];
const GETSOCKOPT: &[u32] = &[
    libc::SO_TYPE as u32,
    libc::SO_ERROR as u32,
    libc::SO_SNDBUF as u32,
    libc::SO_RCVBUF as u32,
    libc::SO_ACCEPTCONN as u32,
    libc::SO_PROTOCOL as u32,
    libc::SO_DOMAIN as u32,
];
/// Refused `prctl` options: the tie to the stage, the program's own filters, adoption, the memory map, tracers, core
/// scheduling, sharing identical pages.
const PRCTL: &[u32] = &[1, 22, 36, 35, 0x5961_6d61, 62, 67];
/// Refused `madvise` advice: sharing identical pages.
const MADVISE: &[u32] = &[12];
/// Refused `fadvise` advice: dropping what others have read from the page cache.
const FADVISE: &[u32] = &[4];
/// Limits that are enforced with SIGKILL: processor time, and that of the real-time class.
const DEADLY: &[u32] = &[0, 15];
/// The bits of the `socketpair` type that must select the kind of socket; only the non-blocking and close-on-exec flags
/// are free.
const KIND: u32 = !(libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC) as u32;

/// Installs the filter: from here on whatever is forbidden fails with "not permitted", also in everything that this
/// process becomes.
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
    let compiles = order.compiles();
    let mut filter = Filter::default();
    if order.runtime.pins() {
        filter.pretend(libc::SYS_sched_setaffinity);
    }
    for &call in NEVER.iter().chain(NEVER_HERE) {
        filter.refuse(call, libc::EPERM);
    }
    // When this call does not exist, libraries fall back to `clone`, whose flags the filter can read.
    filter.refuse(libc::SYS_clone3, libc::ENOSYS);
    for &call in SPLICES {
        filter.refuse(call, libc::ENOSYS);
    }
    for &call in FILES.iter().chain(FILES_HERE) {
        // Nothing else protects the organiser's files from a compiler without namespaces; it may still use locks.
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
    // Mono requests the normal class for each of its threads, which they already have. The stage itself may have a
    // better one.
    filter.pretend_for(libc::SYS_sched_setscheduler, 1, &[libc::SCHED_OTHER as u32]);
    // Limits of other processes; and among the program's own, those whose enforcement looks like a kill from outside.
    filter.need(libc::SYS_prlimit64, &[Need::One(0, &[0]), Need::OnlyFor(1, DEADLY), Need::Null(2)]);
    #[cfg(target_arch = "x86_64")]
    filter.need(libc::SYS_setrlimit, &[Need::None(0, DEADLY)]);
    // Socket pairs only within the program: of the type that has one fixed peer, whatever address is given.
    let stream = [libc::SOCK_STREAM as u32];
    filter.need(libc::SYS_socketpair, &[Need::One(0, &[1]), Need::Masked(1, KIND, &stream)]);
    filter.need(libc::SYS_sendto, &[Need::Null(4)]);
    filter.need(libc::SYS_getsockopt, &[Need::One(1, SOCKET_LEVEL), Need::One(2, GETSOCKOPT)]);
    if order.level.confines() && !order.level.isolates() {
        opening(&mut filter, order.landlock < TRUNCATES);
    }
    signals(&mut filter, order, compiles);
    filter.build(machine)
}

/// Restricts how files are opened. Landlock checks the access mode of a nameless file (`O_TMPFILE`) only after creating
/// it, when the folder's layer, its dates and its disk are already affected. Before its third version it does not check
/// truncation, whether at opening or by name.
fn opening(filter: &mut Filter, cuts: bool) {
    /// The bit that `O_TMPFILE` does not share with another flag.
    const NAMELESS: u32 = (libc::O_TMPFILE & !libc::O_DIRECTORY) as u32;
    const FLAGS: u32 = (libc::O_ACCMODE | libc::O_TRUNC) as u32;
    /// Truncating when opening for reading only, and when opening for neither reading nor writing.
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
    // The filter cannot read this call's flags. Its callers can handle kernels that do not have it.
    filter.refuse(libc::SYS_openat2, libc::ENOSYS);
}

/// A stopped program must not be continued by its own threads or children. A program of one process cannot send itself
/// the signal that kills it from outside, so that the machine's doing can be told from the program's. Namespaces or
/// Landlock restrict whom it may signal; where neither can, it may signal only itself, by its own process id.
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
