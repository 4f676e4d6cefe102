//! Confines the program's own process: drops privileges, sets limits, applies Landlock, closes what was inherited.

use super::devices::{DEVICES, ZERO};
use super::step::{Named, Step};
use super::sys;
use super::tie::tied;
use crate::kernel::SCOPED;
use crate::order::LaunchOrder;
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, Scope,
};
use leitai_lang::Sentence;
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_capabilities_secure_bits, set_no_new_privs,
};
use std::path::{Path, PathBuf};

/// Open files of a compiler, and of a contestant: what it fills pipes and pairs of sockets with nothing counts but a
/// control group, 64 kB or 208 kB for each of them.
const FILES: [u64; 2] = [256, 64];
/// What a program may read of itself in `/proc` where that is the machine's: run-times ask for their memory, their threads
/// and their files. Its networks, mounts and control groups are the machine's, and name what is on it.
const OF_ITSELF: [&str; 12] = [
    "auxv",
    "cmdline",
    "comm",
    "environ",
    "fd",
    "limits",
    "maps",
    "smaps",
    "smaps_rollup",
    "stat",
    "statm",
    "status",
];
/// Signals that wait: the kernel keeps each.
const SIGNALS: u64 = 1024;
/// The largest file that a compiler may write.
const LARGEST: u64 = 64 << 20;

/// Gives up every right beyond a plain user's. Done by the first process of a name space for the program too.
pub(super) fn give_up(order: &LaunchOrder) -> Step {
    if let Some(uid) = order.uid {
        for folder in &order.writes {
            std::os::unix::fs::chown(folder, Some(uid), Some(uid))
                .step("the folder to write", "可写的文件夹")?;
        }
    }
    // Where there is nothing to give up these calls are refused.
    let _ = set_capabilities_secure_bits(
        CapabilitiesSecureBits::NO_ROOT
            | CapabilitiesSecureBits::NO_ROOT_LOCKED
            | CapabilitiesSecureBits::NO_SETUID_FIXUP_LOCKED
            | CapabilitiesSecureBits::KEEP_CAPS_LOCKED,
    );
    let _ = clear_ambient_capability_set();
    for bit in 0..CapabilitySet::all().bits().count_ones() {
        let _ = remove_capability_from_bounding_set(CapabilitySet::from_bits_retain(1 << bit));
    }
    if let Some(uid) = order.uid {
        sys::become_user(uid).step("a user of its own", "单独的用户")?;
    }
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })
        .step("giving up capabilities", "放弃权能")?;
    set_no_new_privs(true).step("no new rights", "禁止获得新权限")
}

/// Everything but the system call filter, which would refuse some of it.
pub(super) fn confine(order: &LaunchOrder) -> Step {
    if order.level.isolates() {
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
            .step("the tie", "与擂台的绑定")?;
    } else if order.level.confines() {
        give_up(order)?;
        tied()?;
    }
    limits(order)?;
    if order.level.confines() && order.landlock > 0 {
        landlock(order)?;
    }
    Ok(())
}

fn limits(order: &LaunchOrder) -> Step {
    let limits = &order.limits;
    let largest = if order.writes.is_empty() { limits.scratch.0 } else { LARGEST };
    let mut all = vec![
        (libc::RLIMIT_CORE, 0, "no core files", "禁止核心转储"),
        (libc::RLIMIT_MEMLOCK, 0, "no locked memory", "禁止锁定内存"),
        (libc::RLIMIT_NOFILE, FILES[usize::from(order.writes.is_empty())], "open files", "打开文件数"),
        (libc::RLIMIT_FSIZE, largest, "the size of files", "文件大小"),
        (libc::RLIMIT_SIGPENDING, SIGNALS, "waiting signals", "待处理信号数"),
        (libc::RLIMIT_MSGQUEUE, 0, "no message queues", "禁止消息队列"),
        (libc::RLIMIT_RTPRIO, 0, "no real-time priority", "禁止实时优先级"),
    ];
    if let Some(data) = order.data {
        all.push((libc::RLIMIT_DATA, data, "private memory", "私有内存"));
    }
    if order.level.isolates() {
        let tasks = u64::from(limits.processes + limits.threads);
        all.push((libc::RLIMIT_NPROC, tasks, "processes and threads", "进程与线程数"));
    }
    for (what, most, en, zh) in all {
        sys::limit(what, most).step(en, zh)?;
    }
    Ok(())
}

/// Files by Landlock: also inside name spaces, as a second wall.
fn landlock(order: &LaunchOrder) -> Step {
    let abi = abi(order);
    let all = AccessFs::from_all(abi);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)
        .step("Landlock", "Landlock")?;
    let net = AccessNet::from_all(abi);
    if !net.is_empty() {
        rules = rules.handle_access(net).step("Landlock", "Landlock")?;
    }
    if order.landlock >= SCOPED {
        rules = rules.scope(Scope::from_all(abi)).step("Landlock", "Landlock")?;
    }
    let mut made = rules.create().step("Landlock", "Landlock")?;
    let read = AccessFs::from_read(abi);
    if order.level.isolates() {
        // All that there is may be read; the mounts say the rest.
        made = beneath(made, Path::new("/"), read)?;
        if order.limits.scratch.0 > 0 {
            made = beneath(made, Path::new("/tmp"), all)?;
        }
    } else {
        for path in &order.reads {
            made = beneath(made, path, read)?;
        }
        // Itself among the processes: `/proc/self` leads there for good, since the number stays.
        let own = PathBuf::from(format!("/proc/{}", std::process::id()));
        for file in OF_ITSELF {
            made = beneath(made, &own.join(file), read)?;
        }
    }
    for path in DEVICES {
        // What can be written can be mapped as memory that is shared, and that is not resident with whoever holds it.
        let write =
            if path == ZERO { AccessFs::ReadFile.into() } else { AccessFs::WriteFile | AccessFs::ReadFile };
        made = beneath(made, Path::new(path), write)?;
    }
    for path in &order.writes {
        made = beneath(made, path, all)?;
    }
    let status = made.restrict_self().step("Landlock", "Landlock")?;
    if status.ruleset == landlock::RulesetStatus::NotEnforced {
        return Err(Sentence::new("Landlock: the kernel does not enforce it", "Landlock：内核没有执行"));
    }
    Ok(())
}

/// What this kernel's Landlock knows, as far as this knows it.
fn abi(order: &LaunchOrder) -> ABI {
    match order.landlock {
        0 | 1 => ABI::V1,
        2 => ABI::V2,
        3 => ABI::V3,
        4 => ABI::V4,
        5 => ABI::V5,
        _ => ABI::V6,
    }
}

fn beneath(rules: RulesetCreated, path: &Path, access: landlock::BitFlags<AccessFs>) -> Step<RulesetCreated> {
    // What is not there cannot be read either.
    let Ok(fd) = PathFd::new(path) else { return Ok(rules) };
    let fits = if path.is_dir() { access } else { access & AccessFs::from_file(ABI::V6) };
    rules
        .add_rule(PathBeneath::new(fd, fits))
        .step(&format!("Landlock: {}", path.display()), &format!("Landlock：{}", path.display()))
}
