//! The system calls that a program may not make. What is not named is allowed: run-times of many languages live
//! on it; what is newer than this list does not exist.

use super::{Failed, Named, Step, sys};
use crate::machine::SCOPED;
use crate::order::Order;
use libc::sock_filter;

/// The first number that no system call had when this list was made, but for those named.
const NEWER: u32 = 457;
/// The bit by which the x32 interface marks its numbers.
#[cfg(target_arch = "x86_64")]
const X32: u32 = 0x4000_0000;

#[cfg(target_arch = "x86_64")]
const MACHINE: Option<u32> = Some(0xC000_003E);
#[cfg(target_arch = "aarch64")]
const MACHINE: Option<u32> = Some(0xC000_00B7);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const MACHINE: Option<u32> = None;

/// Offsets in the kernel's `struct seccomp_data`; arguments are 64 bits wide, their low half first.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const ARGS: u32 = 16;

/// Flags of `clone` that make name spaces.
const SPACES: u32 = 0x7E02_0080;
const THREAD: u32 = 0x0001_0000;
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
        return Err(Failed("system calls are not filtered on this kind of machine".to_owned()));
    };
    sys::filter(&program(order, machine)).step("the filter of system calls")
}

/// A filter under construction: what is tested is always the number.
struct Filter(Vec<sock_filter>);

fn program(order: &Order, machine: u32) -> Vec<sock_filter> {
    let compiles = !order.writes.is_empty();
    let mut filter = Filter(Vec::with_capacity(320));
    filter.begin(machine);
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
    filter.end()
}

impl Filter {
    fn push(&mut self, code: u32, jt: u8, jf: u8, k: u32) {
        self.0.push(sock_filter { code: code as u16, jt, jf, k });
    }

    fn load(&mut self, offset: u32) {
        self.push(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, offset);
    }

    fn when(&mut self, test: u32, value: u32, yes: u8, no: u8) {
        self.push(libc::BPF_JMP | test | libc::BPF_K, yes, no, value);
    }

    fn answer(&mut self, action: u32) {
        self.push(libc::BPF_RET | libc::BPF_K, 0, 0, action);
    }

    fn error(&mut self, errno: i32) {
        self.answer(libc::SECCOMP_RET_ERRNO | errno as u32);
    }

    /// Other machines' calls end the program; x32 and what is newer does not exist.
    fn begin(&mut self, machine: u32) {
        self.load(ARCH);
        self.when(libc::BPF_JEQ, machine, 1, 0);
        self.answer(libc::SECCOMP_RET_KILL_PROCESS);
        self.load(NUMBER);
        #[cfg(target_arch = "x86_64")]
        {
            self.when(libc::BPF_JGE, X32, 0, 1);
            self.error(libc::ENOSYS);
        }
        self.when(libc::BPF_JGE, NEWER, 0, 1);
        self.error(libc::ENOSYS);
    }

    fn end(mut self) -> Vec<sock_filter> {
        self.answer(libc::SECCOMP_RET_ALLOW);
        self.0
    }

    fn refuse(&mut self, call: libc::c_long, errno: i32) {
        self.when(libc::BPF_JEQ, call as u32, 0, 1);
        self.error(errno);
    }

    /// Refuses the call if all of these bits are set in an argument.
    fn refuse_with_all(&mut self, call: libc::c_long, arg: u32, bits: u32) {
        self.when(libc::BPF_JEQ, call as u32, 0, 5);
        self.load(ARGS + 8 * arg);
        self.push(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, 0, 0, bits);
        self.when(libc::BPF_JEQ, bits, 0, 1);
        self.error(libc::EPERM);
        self.answer(libc::SECCOMP_RET_ALLOW);
    }

    /// Refuses the call if an argument is one of these.
    fn refuse_values(&mut self, call: libc::c_long, arg: u32, values: &[u32]) {
        self.when(libc::BPF_JEQ, call as u32, 0, values.len() as u8 + 3);
        self.load(ARGS + 8 * arg);
        for (i, value) in values.iter().enumerate() {
            self.when(libc::BPF_JEQ, *value, (values.len() - i) as u8, 0);
        }
        self.answer(libc::SECCOMP_RET_ALLOW);
        self.error(libc::EPERM);
    }

    /// Refuses the call unless an argument is one of these.
    fn refuse_unless(&mut self, call: libc::c_long, arg: u32, values: &[u32]) {
        self.when(libc::BPF_JEQ, call as u32, 0, values.len() as u8 + 3);
        self.load(ARGS + 8 * arg);
        for (i, value) in values.iter().enumerate() {
            self.when(libc::BPF_JEQ, *value, (values.len() - i) as u8, 0);
        }
        self.error(libc::EPERM);
        self.answer(libc::SECCOMP_RET_ALLOW);
    }

    /// No name spaces; where the program is to be alone, threads only.
    fn clone(&mut self, alone: bool) {
        self.when(libc::BPF_JEQ, libc::SYS_clone as u32, 0, if alone { 5 } else { 4 });
        self.load(ARGS);
        self.when(libc::BPF_JSET, SPACES, if alone { 2 } else { 1 }, 0);
        if alone {
            self.when(libc::BPF_JSET, THREAD, 0, 1);
        }
        self.answer(libc::SECCOMP_RET_ALLOW);
        self.error(libc::EPERM);
    }
}
