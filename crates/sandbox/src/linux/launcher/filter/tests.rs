//! The filter as the kernel runs it, call by call.

use super::search::{ALLOW, ARCH, ARGS, NEWER, NUMBER, SPACES, THREAD, error};
use super::*;
use crate::{Runtime, SandboxLevel};

const MACHINE: u32 = 17;

fn order(level: SandboxLevel, processes: u32) -> LaunchOrder {
    let limits = crate::Limits { processes, ..crate::Limits::default() };
    LaunchOrder {
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
        runtime: Runtime::Native,
        data: None,
        landlock: 0,
    }
}

/// Runs the filter as the kernel does; returns the answer and the number of steps.
fn run(filter: &[sock_filter], machine: u32, call: u32, args: [u32; 5]) -> (u32, usize) {
    let (mut at, mut loaded) = (0, 0);
    for steps in 1.. {
        let sock_filter { code, jt, jf, k } = filter[at];
        at += 1;
        match u32::from(code) {
            code if code == libc::BPF_LD | libc::BPF_W | libc::BPF_ABS => {
                loaded = match k {
                    NUMBER => call,
                    ARCH => machine,
                    _ if (k - ARGS).is_multiple_of(8) => args[(k - ARGS) as usize / 8],
                    // Upper halves.
                    _ => 0,
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
    let cases =
        [(SandboxLevel::Confined, 1, false), (SandboxLevel::Full, 1, false), (SandboxLevel::Full, 64, false)];
    for (level, processes, compiles) in cases.into_iter().chain([(SandboxLevel::Full, 64, true)]) {
        let mut order = order(level, processes);
        order.writes.extend(compiles.then(|| "/tmp".into()));
        let filter = program(&order, MACHINE);
        let answer = |call: c_long, args| run(&filter, MACHINE, call as u32, args).0;
        let mut never: Vec<c_long> = NEVER.iter().chain(NEVER_HERE).copied().collect();
        if !compiles {
            never.extend(FILES.iter().chain(FILES_HERE).chain(CONTESTANTS));
        }
        let by_argument = [
            libc::SYS_clone,
            libc::SYS_mmap,
            libc::SYS_madvise,
            libc::SYS_fadvise64,
            libc::SYS_fcntl,
            libc::SYS_ioctl,
            libc::SYS_prctl,
            libc::SYS_sched_setscheduler,
            libc::SYS_prlimit64,
            libc::SYS_socketpair,
            libc::SYS_sendto,
            libc::SYS_getsockopt,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_setrlimit,
        ];
        let below_landlock = [libc::SYS_truncate, libc::SYS_openat, libc::SYS_openat2];
        for call in 0..c_long::from(NEWER) {
            let forks = FORKS.contains(&call) && processes == 1;
            let signals = SIGNALS.map(|(call, _)| call).contains(&call) || below_landlock.contains(&call);
            if by_argument.contains(&call) || (level == SandboxLevel::Confined && signals) {
                continue;
            }
            let due = if call == libc::SYS_clone3 || SPLICES.contains(&call) {
                error(libc::ENOSYS).value
            } else if never.contains(&call) || forks {
                refused
            } else if FLUSHES.contains(&call) && !compiles {
                error(0).value
            } else {
                allowed
            };
            assert_eq!(answer(call, [0; 5]), due, "call {call} at {level}");
            let (_, steps) = run(&filter, MACHINE, call as u32, [0; 5]);
            assert!(steps <= 24, "call {call} takes {steps} steps");
        }
        for newer in [NEWER, NEWER + 1, 0x4000_0000, 0x4000_0001, u32::MAX] {
            assert_eq!(run(&filter, MACHINE, newer, [0; 5]).0, error(libc::ENOSYS).value);
        }
        assert_eq!(run(&filter, MACHINE + 1, 0, [0; 5]).0, libc::SECCOMP_RET_KILL_PROCESS);
        let by_processes = if processes == 1 { refused } else { allowed };
        for (call, args, due) in [
            (libc::SYS_mmap, [0, 0, 0, SHARED_ANONYMOUS, 0], refused),
            (libc::SYS_mmap, [0, 0, 0, 0x23, 0], refused),
            (libc::SYS_mmap, [0, 0, 0, 0x22, 0], allowed),
            (libc::SYS_mmap, [0, 0, 0, 0x22 | HUGE, 0], refused),
            (libc::SYS_madvise, [0, 0, 4, 0, 0], allowed),
            (libc::SYS_madvise, [0, 0, 12, 0, 0], refused),
            (libc::SYS_fadvise64, [0, 0, 0, 2, 0], allowed),
            (libc::SYS_fadvise64, [0, 0, 0, 4, 0], refused),
            (libc::SYS_fcntl, [0, 6, 0, 0, 0], if compiles { allowed } else { refused }),
            (libc::SYS_fcntl, [0, 1031, 0, 0, 0], refused),
            (libc::SYS_fcntl, [0, 3, 0, 0, 0], allowed),
            (libc::SYS_ioctl, [0, 0x5421, 0, 0, 0], allowed),
            (libc::SYS_ioctl, [0, 0x5412, 0, 0, 0], refused),
            (libc::SYS_ioctl, [0, 0x4008_6602, 0, 0, 0], refused),
            (libc::SYS_ioctl, [0, 0x401C_5820, 0, 0, 0], refused),
            (libc::SYS_ioctl, [0, 0, 0, 0, 0], refused),
            (libc::SYS_socketpair, [1, 1, 0, 0, 0], allowed),
            (libc::SYS_socketpair, [1, 0x80801, 0, 0, 0], allowed),
            (libc::SYS_socketpair, [1, 2, 0, 0, 0], refused),
            (libc::SYS_socketpair, [1, 0x80802, 0, 0, 0], refused),
            (libc::SYS_socketpair, [1, 5, 0, 0, 0], refused),
            (libc::SYS_socketpair, [2, 1, 0, 0, 0], refused),
            (libc::SYS_sendto, [0; 5], allowed),
            (libc::SYS_sendto, [0, 0, 0, 0, 1], refused),
            (libc::SYS_prlimit64, [0; 5], allowed),
            (libc::SYS_prlimit64, [0, 0, 1, 0, 0], refused),
            (libc::SYS_prlimit64, [0, 7, 1, 0, 0], allowed),
            (libc::SYS_prlimit64, [1, 7, 0, 0, 0], refused),
            (libc::SYS_sched_setscheduler, [1, 0, 0, 0, 0], error(0).value),
            (libc::SYS_sched_setscheduler, [0, 5, 0, 0, 0], refused),
            (libc::SYS_clone, [SPACES & 0x1000_0000, 0, 0, 0, 0], refused),
            (libc::SYS_clone, [THREAD, 0, 0, 0, 0], allowed),
            (libc::SYS_clone, [THREAD | 0x8000, 0, 0, 0, 0], refused),
            (libc::SYS_clone, [THREAD | 0x1000, 0, 0, 0, 0], refused),
            (libc::SYS_clone, [0; 5], by_processes),
            (libc::SYS_clone, [libc::SIGCHLD as u32, 0, 0, 0, 0], by_processes),
            (libc::SYS_clone, [libc::SIGCONT as u32, 0, 0, 0, 0], refused),
        ] {
            assert_eq!(answer(call, args), due, "call {call} with {args:?} at {level}");
        }
    }
}

/// It does not change its cores, and no more than that call is answered differently.
#[test]
fn a_run_time_that_pins_its_threads_is_told_that_it_did() {
    for processes in [1, 64] {
        let usual = order(SandboxLevel::Full, processes);
        let pinning = LaunchOrder { runtime: Runtime::DotNet, ..usual.clone() };
        let [usual, pinning] = [usual, pinning].map(|order| program(&order, MACHINE));
        for call in 0..NEWER + 2 {
            let [usual, pinning] = [&usual, &pinning].map(|filter| run(filter, MACHINE, call, [0; 5]).0);
            let due = if c_long::from(call) == libc::SYS_sched_setaffinity { error(0).value } else { usual };
            assert_eq!(pinning, due, "call {call}");
        }
    }
}

#[test]
fn a_socket_tells_neither_its_peer_nor_its_number() {
    let filter = program(&order(SandboxLevel::Full, 1), MACHINE);
    let getsockopt = |level, option| {
        run(&filter, MACHINE, libc::SYS_getsockopt as u32, [0, level, option, 0, 0]).0 == ALLOW.value
    };
    let open: Vec<u32> = (0..200).filter(|option| getsockopt(1, *option)).collect();
    assert_eq!(open, [3, 4, 7, 8, 30, 38, 39]);
    assert!((0..300).all(|level| level == 1 || !getsockopt(level, 3)));
}

#[test]
fn nobody_is_let_go_on_and_who_is_alone_is_ended_from_outside() {
    let of = |may| if may { ALLOW.value } else { error(libc::EPERM).value };
    for (processes, compiles) in [(1, false), (64, false), (64, true), (1, true)] {
        let mut order = order(SandboxLevel::Full, processes);
        order.writes.extend(compiles.then(|| "/tmp".into()));
        let filter = program(&order, MACHINE);
        for (signal, may) in
            [(libc::SIGCONT, compiles), (libc::SIGKILL, compiles || processes > 1), (libc::SIGTERM, true)]
        {
            for (call, at) in SIGNALS {
                let mut args = [0; 5];
                args[at as usize] = signal as u32;
                assert_eq!(
                    run(&filter, MACHINE, call as u32, args).0,
                    of(may),
                    "call {call}, signal {signal}"
                );
            }
        }
    }
}

#[test]
fn no_file_without_a_name_is_made_where_landlock_alone_keeps_files() {
    const TMPFILE: u32 = libc::O_TMPFILE as u32 | libc::O_RDWR as u32;
    for (level, due) in [(SandboxLevel::Confined, error(libc::EPERM)), (SandboxLevel::Full, ALLOW)] {
        let mut order = order(level, 1);
        order.landlock = SCOPED;
        let filter = program(&order, MACHINE);
        let openat = |flags| run(&filter, MACHINE, libc::SYS_openat as u32, [0, 0, flags, 0, 0]).0;
        assert_eq!(openat(TMPFILE), due.value, "{level}");
        for flags in [libc::O_RDONLY, libc::O_RDONLY | libc::O_DIRECTORY, libc::O_RDWR | libc::O_CREAT] {
            assert_eq!(openat(flags as u32), ALLOW.value, "{flags:o} at {level}");
        }
    }
}

#[test]
fn without_scopes_signals_are_for_itself() {
    let own = std::process::id();
    let no = error(libc::EPERM);
    for (landlock, other) in [(0, no), (SCOPED - 1, no), (SCOPED, ALLOW)] {
        let filter = program(&LaunchOrder { landlock, ..order(SandboxLevel::Confined, 1) }, MACHINE);
        for (target, signal, due) in [
            (own, libc::SIGTERM, ALLOW),
            (own, libc::SIGCONT, no),
            (own, libc::SIGKILL, no),
            (own + 1, libc::SIGTERM, other),
            (u32::MAX, libc::SIGTERM, other),
        ] {
            let args = [target, signal as u32, 0, 0, 0];
            assert_eq!(run(&filter, MACHINE, libc::SYS_kill as u32, args).0, due.value, "{landlock}");
        }
    }
}

#[test]
fn before_landlock_did_nothing_cuts_a_file_short_by_name() {
    for landlock in [1, 2, TRUNCATES] {
        let filter = program(&LaunchOrder { landlock, ..order(SandboxLevel::Confined, 1) }, MACHINE);
        let is_open = |call: c_long, args| run(&filter, MACHINE, call as u32, args).0 == ALLOW.value;
        let is_old = landlock < TRUNCATES;
        assert_eq!(is_open(libc::SYS_truncate, [0; 5]), !is_old);
        assert!(!is_open(libc::SYS_openat2, [0; 5]), "its flags cannot be read");
        for (flags, cuts) in [
            (libc::O_RDONLY | libc::O_CLOEXEC, false),
            (libc::O_RDONLY | libc::O_TRUNC | libc::O_CLOEXEC, true),
            (libc::O_ACCMODE | libc::O_TRUNC, true),
            // Landlock sees these as writes.
            (libc::O_WRONLY | libc::O_TRUNC | libc::O_CREAT, false),
            (libc::O_RDWR | libc::O_TRUNC, false),
        ] {
            assert_eq!(
                is_open(libc::SYS_openat, [0, 0, flags as u32, 0, 0]),
                !(cuts && is_old),
                "{flags:#o}"
            );
        }
    }
}
