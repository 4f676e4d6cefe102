//! Confines the program's own process: drops privileges, sets limits, applies Landlock, closes what was inherited.

use super::step::{Named, Step};
use super::sys;
use super::tie::tied;
use crate::linux::devices::{DEVICES, ZERO};
use crate::linux::kernel::SCOPED;
use crate::linux::launch_order::LaunchOrder;
use crate::room::{SHARED_MEMORY, SHARED_MEMORY_SIZE};
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, Scope,
};
use leitai_lang::Sentence;
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_capabilities_secure_bits, set_no_new_privs,
};
use std::fs;
use std::path::{Path, PathBuf};

/// Open-file limits of a compiler and of a contestant. Only a control group counts the data buffered in pipes and
/// socket pairs, 64 kB or 208 kB each.
const FILES: [u64; 2] = [256, 64];
/// What a program may read about itself in `/proc`: run-times query their memory, threads and files. Its networks, mounts
/// and control groups are the machine's or shared with others. Neither `smaps` nor `pagemap`: both say which pages of a
/// file others have mapped too.
const OF_ITSELF: [&str; 10] =
    ["auxv", "cmdline", "comm", "environ", "fd", "limits", "maps", "stat", "statm", "status"];
/// Limit of pending signals, each of which the kernel stores.
const SIGNALS: u64 = 1024;
/// How much a program that gives way does so, from 0 to 19: beside another it gets about a tenth of a core.
pub(super) const GIVES_WAY: i32 = 10;
/// The largest file that a compiler may write.
const LARGEST: u64 = 64 << 20;

/// Gives up every right beyond those of an ordinary user. The first process of a namespace does this for the program
/// too.
pub(super) fn give_up(order: &LaunchOrder) -> Step {
    if let Some(uid) = order.uid {
        for folder in &order.writes {
            std::os::unix::fs::chown(folder, Some(uid), Some(uid))
                .step("the folder to write", "可写的文件夹")?;
        }
    }
    // These calls are refused when there is nothing to give up.
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

/// Applies everything except the system call filter, which would refuse some of these steps.
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
    let largest = if order.compiles() { LARGEST } else { limits.scratch.0.max(SHARED_MEMORY_SIZE.0) };
    let mut all = vec![
        (libc::RLIMIT_CORE, 0, "no core files", "禁止核心转储"),
        (libc::RLIMIT_MEMLOCK, 0, "no locked memory", "禁止锁定内存"),
        (
            libc::RLIMIT_NOFILE,
            FILES[usize::from(!order.compiles() && !order.runtime.keeps_files())],
            "open files",
            "打开文件数",
        ),
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
    if limits.gives_way {
        rustix::process::setpriority_process(None, GIVES_WAY).step("a lower priority", "降低优先级")?;
    }
    Ok(())
}

/// Restricts file access with Landlock; inside namespaces too, as a second barrier.
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
        // Everything that exists in the new root may be read; the mounts decide the rest.
        for path in in_root()? {
            made = beneath(made, &path, read)?;
        }
        if order.limits.scratch.0 > 0 {
            made = beneath(made, Path::new("/tmp"), all)?;
        }
        if !order.compiles() {
            made = beneath(made, Path::new(SHARED_MEMORY), read | in_memory(abi))?;
        }
    } else {
        for path in &order.reads {
            made = beneath(made, path, read)?;
        }
    }
    if order.reads_all_of_proc() {
        made = beneath(made, Path::new("/proc"), read)?;
    } else {
        // The program's own entries: `/proc/self` resolves to them for good, since the process id stays.
        let own = PathBuf::from(format!("/proc/{}", std::process::id()));
        for file in OF_ITSELF {
            made = beneath(made, &own.join(file), read)?;
        }
    }
    for path in DEVICES {
        // A writable file can be mapped as shared memory, which does not count as resident for the process that holds
        // it.
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

/// What programs may do with files in their own part of memory, besides reading them.
fn in_memory(abi: ABI) -> landlock::BitFlags<AccessFs> {
    let write = AccessFs::WriteFile | AccessFs::MakeReg | AccessFs::RemoveFile | AccessFs::Truncate;
    write & AccessFs::from_all(abi)
}

/// The entries of the new root other than `/proc`: a rule for the root itself would apply beneath `/proc` too. Links lead
/// into one of the others.
fn in_root() -> Step<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir("/").at("/".as_ref())? {
        let entry = entry.at("/".as_ref())?;
        if entry.file_name() != "proc" && !entry.file_type().is_ok_and(|kind| kind.is_symlink()) {
            paths.push(entry.path());
        }
    }
    Ok(paths)
}

/// The Landlock version to use: the kernel's, or the newest one supported here.
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
    // A path that does not exist cannot be read either.
    let Ok(fd) = PathFd::new(path) else { return Ok(rules) };
    let fits = if path.is_dir() { access } else { access & AccessFs::from_file(ABI::V6) };
    rules
        .add_rule(PathBeneath::new(fd, fits))
        .step(&format!("Landlock: {}", path.display()), &format!("Landlock：{}", path.display()))
}
