//! The system calls that a program may not make. What is not named is allowed: run-times of many languages live
//! on it; what is newer than this list does not exist.

mod search;

use super::{Named, Step, sys};
use crate::machine::SCOPED;
use crate::order::Order;
use crate::reason::Reason;
use libc::sock_filter;
use search::Filter;

#[cfg(target_arch = "x86_64")]
const MACHINE: Option<u32> = Some(0xC000_003E);
#[cfg(target_arch = "aarch64")]
const MACHINE: Option<u32> = Some(0xC000_00B7);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const MACHINE: Option<u32> = None;

/// `mmap` of memory that a control group counts, but a data segment does not.
const SHARED_ANONYMOUS: u32 = 0x21;

/// Calls whose numbers are the same everywhere, and not named everywhere: which files are in the machine's memory,
/// and rights of files.
const CACHESTAT: libc::c_long = 451;
const FCHMODAT2: libc::c_long = 452;

/// Sockets; descriptors, memory and clocks of other processes; mounts and name spaces; the kernel's own affairs.
const NEVER: &[libc::c_long] = &[
    // Sockets. Pairs may be made: they lead nowhere else. They hold what they hold by themselves.
    libc::SYS_setsockopt,
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
    // Memory that is not counted, and channels between two sandboxes.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
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
];

#[cfg(target_arch = "x86_64")]
const NEVER_HERE: &[libc::c_long] = &[
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
const NEVER_HERE: &[libc::c_long] = &[];

/// What would become two processes.
#[cfg(target_arch = "x86_64")]
const FORKS: &[libc::c_long] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[libc::c_long] = &[];

/// What Landlock leaves open about files that it does not let a program write, and locks, by which two programs
/// that read the same file could talk. Compilers need some of it.
const FILES: &[libc::c_long] = &[
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
const FILES_HERE: &[libc::c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const FILES_HERE: &[libc::c_long] = &[];

/// `fcntl`: locks, leases, notices, signals at another's descriptors, and pipes that hold more than usual.
const FCNTL: &[u32] = &[6, 7, 8, 10, 15, 37, 38, 1024, 1026, 1031];
/// `fcntl` where locks are allowed.
const FCNTL_COMPILING: &[u32] = &[8, 10, 15, 1024, 1026, 1031];
/// `ioctl`: typing at a terminal, owners of sockets.
const IOCTL: &[u32] = &[0x5412, 0x541C, 0x8901, 0x8902];
/// `prctl`: the tie to the stage, adoption, the map of memory, tracers, cores.
const PRCTL: &[u32] = &[1, 36, 35, 0x5961_6d61, 62];

/// From here on what is forbidden fails with "not permitted", also in everything that this becomes.
pub(super) fn install(order: &Order) -> Step {
    let Some(machine) = MACHINE else {
        return Err(Reason::new(
            "system calls are not filtered on this kind of machine",
            "这种处理器上不能过滤系统调用",
        ));
    };
    sys::filter(&program(order, machine)).step("the filter of system calls", "系统调用过滤")
}

fn program(order: &Order, machine: u32) -> Vec<sock_filter> {
    let compiles = !order.writes.is_empty();
    let mut filter = Filter::default();
    for &call in NEVER.iter().chain(NEVER_HERE) {
        filter.refuse(call, libc::EPERM);
    }
    // Without it libraries fall back to `clone`, whose flags can be read.
    filter.refuse(libc::SYS_clone3, libc::ENOSYS);
    if !compiles {
        for &call in FILES.iter().chain(FILES_HERE) {
            filter.refuse(call, libc::EPERM);
        }
    }
    let alone = order.limits.processes == 1;
    if alone {
        for &call in FORKS {
            filter.refuse(call, libc::EPERM);
        }
    }
    filter.clone(alone);
    filter.refuse_with_all(libc::SYS_mmap, 3, SHARED_ANONYMOUS);
    filter.refuse_values(libc::SYS_fcntl, 1, if compiles { FCNTL_COMPILING } else { FCNTL });
    filter.refuse_values(libc::SYS_ioctl, 1, IOCTL);
    filter.refuse_values(libc::SYS_prctl, 0, PRCTL);
    // The usual class alone, as mono asks for each of its threads.
    filter.refuse_unless(libc::SYS_sched_setscheduler, 1, &[libc::SCHED_OTHER as u32]);
    // Limits of others.
    filter.refuse_unless(libc::SYS_prlimit64, 0, &[0]);
    // Pairs of sockets within itself alone.
    filter.refuse_unless(libc::SYS_socketpair, 0, &[1]);
    if !order.level.isolates() && order.landlock < SCOPED {
        // Nothing else keeps signals in. The number of this process stays.
        let own = std::process::id();
        filter.refuse_unless(libc::SYS_kill, 0, &[own]);
        filter.refuse_unless(libc::SYS_tgkill, 0, &[own]);
        filter.refuse_unless(libc::SYS_rt_sigqueueinfo, 0, &[own]);
        filter.refuse_unless(libc::SYS_rt_tgsigqueueinfo, 0, &[own]);
        filter.refuse(libc::SYS_tkill, libc::EPERM);
    }
    filter.build(machine)
}

#[cfg(test)]
mod tests {
    use super::search::{ALLOW, ARCH, ARGS, NEWER, NUMBER, SPACES, THREAD, error};
    use super::*;
    use crate::Level;

    const MACHINE: u32 = 17;

    fn order(level: Level, processes: u32) -> Order {
        let limits = crate::Limits { processes, ..crate::Limits::default() };
        Order {
            user: [0; 2],
            level,
            uid: None,
            groups: Vec::new(),
            cores: Vec::new(),
            program: "/bin/true".into(),
            words: Vec::new(),
            env: Vec::new(),
            folder: "/".into(),
            reads: Vec::new(),
            writes: Vec::new(),
            limits,
            data: None,
            landlock: 0,
        }
    }

    /// Does as the kernel does: the answer, and after how many steps.
    fn run(filter: &[sock_filter], machine: u32, call: u32, args: [u32; 4]) -> (u32, usize) {
        let (mut at, mut loaded) = (0, 0);
        for steps in 1.. {
            let sock_filter { code, jt, jf, k } = filter[at];
            at += 1;
            match u32::from(code) {
                code if code == libc::BPF_LD | libc::BPF_W | libc::BPF_ABS => {
                    loaded = match k {
                        NUMBER => call,
                        ARCH => machine,
                        _ => args[(k - ARGS) as usize / 8],
                    }
                }
                code if code == libc::BPF_RET | libc::BPF_K => return (k, steps),
                code if code == libc::BPF_ALU | libc::BPF_AND | libc::BPF_K => loaded &= k,
                code if code == libc::BPF_JMP | libc::BPF_JA => at += k as usize,
                code => {
                    let yes = match code & 0xF0 {
                        libc::BPF_JEQ => loaded == k,
                        libc::BPF_JGE => loaded >= k,
                        libc::BPF_JSET => loaded & k != 0,
                        other => panic!("no test {other:#x}"),
                    };
                    at += usize::from(if yes { jt } else { jf });
                }
            }
        }
        unreachable!("every way ends")
    }

    #[test]
    fn the_search_finds_what_was_said_of_every_call() {
        let refused = error(libc::EPERM).value;
        let allowed = ALLOW.value;
        for (level, processes) in [(Level::Confined, 1), (Level::Full, 1), (Level::Full, 64)] {
            let filter = program(&order(level, processes), MACHINE);
            let answer = |call: libc::c_long, args| run(&filter, MACHINE, call as u32, args).0;
            let never: Vec<libc::c_long> =
                NEVER.iter().chain(NEVER_HERE).chain(FILES).chain(FILES_HERE).copied().collect();
            let by_argument = [
                libc::SYS_clone,
                libc::SYS_mmap,
                libc::SYS_fcntl,
                libc::SYS_ioctl,
                libc::SYS_prctl,
                libc::SYS_sched_setscheduler,
                libc::SYS_prlimit64,
                libc::SYS_socketpair,
            ];
            let signals = [
                libc::SYS_kill,
                libc::SYS_tgkill,
                libc::SYS_rt_sigqueueinfo,
                libc::SYS_rt_tgsigqueueinfo,
                libc::SYS_tkill,
            ];
            for call in 0..libc::c_long::from(NEWER) {
                let forks = FORKS.contains(&call) && processes == 1;
                if by_argument.contains(&call) || (level == Level::Confined && signals.contains(&call)) {
                    continue;
                }
                let due = if call == libc::SYS_clone3 {
                    error(libc::ENOSYS).value
                } else if never.contains(&call) || forks {
                    refused
                } else {
                    allowed
                };
                assert_eq!(answer(call, [0; 4]), due, "call {call} at {level}");
                let (_, steps) = run(&filter, MACHINE, call as u32, [0; 4]);
                assert!(steps <= 24, "call {call} takes {steps} steps");
            }
            for newer in [NEWER, NEWER + 1, 0x4000_0000, 0x4000_0001, u32::MAX] {
                assert_eq!(run(&filter, MACHINE, newer, [0; 4]).0, error(libc::ENOSYS).value);
            }
            assert_eq!(run(&filter, MACHINE + 1, 0, [0; 4]).0, libc::SECCOMP_RET_KILL_PROCESS);
            for (call, args, due) in [
                (libc::SYS_mmap, [0, 0, 0, SHARED_ANONYMOUS], refused),
                (libc::SYS_mmap, [0, 0, 0, 0x22], allowed),
                (libc::SYS_fcntl, [0, 6, 0, 0], refused),
                (libc::SYS_fcntl, [0, 1031, 0, 0], refused),
                (libc::SYS_fcntl, [0, 3, 0, 0], allowed),
                (libc::SYS_socketpair, [1, 0, 0, 0], allowed),
                (libc::SYS_socketpair, [2, 0, 0, 0], refused),
                (libc::SYS_clone, [SPACES & 0x1000_0000, 0, 0, 0], refused),
                (libc::SYS_clone, [THREAD, 0, 0, 0], allowed),
                (libc::SYS_clone, [0; 4], if processes == 1 { refused } else { allowed }),
            ] {
                assert_eq!(answer(call, args), due, "call {call} with {args:?} at {level}");
            }
        }
    }

    #[test]
    fn without_scopes_signals_are_for_itself() {
        let filter = program(&order(Level::Confined, 1), MACHINE);
        let own = std::process::id();
        for (target, due) in [(own, ALLOW), (own + 1, error(libc::EPERM)), (u32::MAX, error(libc::EPERM))] {
            assert_eq!(run(&filter, MACHINE, libc::SYS_kill as u32, [target, 9, 0, 0]).0, due.value);
        }
    }
}
