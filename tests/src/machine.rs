//! What can be observed of processes from outside.

use rustix::process::{Pid, Signal, getpgid, getpgrp, kill_process};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long after the end of a game everything must be gone.
const GONE: Duration = Duration::from_millis(300);

/// The processes that still have `tag` on their command line, after waiting up to 300 ms for them to go.
pub fn left_behind(tag: &str) -> Vec<String> {
    let start = Instant::now();
    loop {
        let found: Vec<String> = processes().filter_map(|pid| bearer(pid, tag)).collect();
        if found.is_empty() || start.elapsed() > GONE {
            return found;
        }
        sleep(Duration::from_millis(10));
    }
}

/// How many processes with `tag` on their command line are named `name`.
pub fn called(tag: &str, name: &str) -> usize {
    let calls_itself = |pid: &i32| {
        let called = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
        called.trim_end() == name && bearer(*pid, tag).is_some()
    };
    processes().filter(calls_itself).count()
}

/// The processes with `word` on their command line.
pub fn bearers(word: &str) -> impl Iterator<Item = i32> {
    processes().filter(move |pid| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0).any(|part| part == word.as_bytes())
    })
}

/// The processor time of a process and of all its children that have ended, to 10 ms for the latter; zero if it is
/// gone.
pub(crate) fn processor_time(pid: i32) -> Duration {
    const TICK: u64 = 10;
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let rest = stat.rsplit(')').next().unwrap_or_default();
    let children: u64 = rest.split_ascii_whitespace().skip(13).take(2).flat_map(str::parse::<u64>).sum();
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let times = threads.filter_map(|thread| fs::read_to_string(thread.path().join("schedstat")).ok());
    let own: u64 = times.filter_map(|text| text.split(' ').next()?.parse::<u64>().ok()).sum();
    Duration::from_nanos(own) + Duration::from_millis(children * TICK)
}

fn bearer(pid: i32, tag: &str) -> Option<String> {
    let line = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
    let words = String::from_utf8_lossy(&line);
    let is_one = words.contains(tag) && pid != std::process::id() as i32;
    is_one.then(|| format!("{pid}: {}", words.replace('\0', " ")))
}

/// The zygotes in this process's group that were started as `launcher`, a path. Their children have groups of their
/// own.
pub fn zygotes(launcher: &Path) -> Vec<Pid> {
    let name = [launcher.as_os_str().as_bytes(), &[0]].concat();
    let is_one =
        |pid: &i32| fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| line.starts_with(&name));
    let ours = getpgrp();
    let found = processes().filter(is_one).filter_map(Pid::from_raw);
    found.filter(|pid| getpgid(Some(*pid)) == Ok(ours)).collect()
}

/// Ends these zygotes; returns how many there were.
pub fn end_zygotes(launcher: &Path) -> usize {
    signal_zygotes(launcher, Signal::KILL)
}

/// Stops these zygotes: they do not answer. Returns how many there were.
pub fn stop_zygotes(launcher: &Path) -> usize {
    signal_zygotes(launcher, Signal::STOP)
}

fn signal_zygotes(launcher: &Path, signal: Signal) -> usize {
    let all = zygotes(launcher);
    for zygote in &all {
        kill_process(*zygote, signal).expect("a child of ours");
    }
    all.len()
}

fn processes() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").expect("the process table").flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// The children of this process including zombies: number, name and state.
pub fn children() -> Vec<String> {
    let me = std::process::id().to_string();
    let stats = processes().filter_map(|pid| fs::read_to_string(format!("/proc/{pid}/stat")).ok());
    let ours = |stat: &String| stat.rsplit(')').next().is_some_and(|s| s.split(' ').nth(2) == Some(&me));
    stats.filter(ours).map(|stat| stat.split(' ').take(3).collect::<Vec<_>>().join(" ")).collect()
}

/// The control groups of the sandboxes of a stage.
pub fn control_groups(stage: u32) -> Vec<PathBuf> {
    let label = format!("leitai-{stage}-");
    let (mut waiting, mut found) = (vec![PathBuf::from("/sys/fs/cgroup")], Vec::new());
    while let Some(folder) = waiting.pop() {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        waiting.extend(entries.map(|entry| entry.path()).filter(|path| path.is_dir() && !path.is_symlink()));
        if folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&label)) {
            found.push(folder);
        }
    }
    found
}

/// The open file descriptors of this process, and what they refer to.
pub fn descriptors() -> Vec<String> {
    let entries = fs::read_dir("/proc/self/fd").expect("our descriptors").flatten();
    let links = entries.filter_map(|entry| fs::read_link(entry.path()).ok());
    // The descriptor that lists them is excluded.
    links.map(|link| link.display().to_string()).filter(|link| !link.ends_with("/fd")).collect()
}

/// The peak memory of this process, in MB.
pub(crate) fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("our status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") >> 10
}
