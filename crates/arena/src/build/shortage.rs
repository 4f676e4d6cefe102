//! What the machine lacked while a compiler ran, so that its failure says nothing about the source.

use super::limits::{COMPILER_MEMORY, COMPILER_PROCESSES};
use crate::exit::Exit;
use leitai_sandbox::system::Errno;
use std::fs;
use std::io;

/// Open files of the whole machine that a compiler may need.
const FILES: u64 = 256;
/// Messages of compilers that cannot get more memory.
const OUT_OF_MEMORY: [&str; 7] = [
    "out of memory",
    "virtual memory exhausted",
    "annot allocate memory",
    "memory allocation of",
    "OutOfMemory",
    "bad_alloc",
    "insufficient memory",
];
/// What the drivers of compilers say when the system has killed one of their programs.
const KILLED: &str = "Killed signal terminated";
/// What compilers say when the system gives them no process, or no file.
const NO_PROCESS: &str = "Resource temporarily unavailable";
const NO_FILE: &str = "Too many open files";

/// Whether a compiler says that it could not get more memory.
pub(super) fn is_out_of_memory(words: &str) -> bool {
    OUT_OF_MEMORY.iter().any(|known| words.contains(known))
}

/// What a machine had left for one compiler, at the least, at the moments at which it was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Left {
    /// Bytes of memory, with those that the compiler had.
    memory: u64,
    /// Processes and threads.
    processes: u64,
    /// Open files.
    files: u64,
}

impl Default for Left {
    fn default() -> Left {
        Left { memory: u64::MAX, processes: u64::MAX, files: u64::MAX }
    }
}

impl Left {
    /// Looks once more, while the compiler has this much memory, in bytes.
    pub(super) fn look(&mut self, used: u64) {
        // What cannot be read is not short.
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let number = |path: &str| read(path).trim().parse().unwrap_or(u64::MAX);
        let most = number("/proc/sys/kernel/threads-max").min(number("/proc/sys/kernel/pid_max"));
        let now = Left {
            memory: available(&read("/proc/meminfo")).map_or(u64::MAX, |free| free.saturating_add(used)),
            processes: tasks(&read("/proc/loadavg")).map_or(u64::MAX, |tasks| most.saturating_sub(tasks)),
            files: files(&read("/proc/sys/fs/file-nr")).unwrap_or(u64::MAX),
        };
        self.memory = self.memory.min(now.memory);
        self.processes = self.processes.min(now.processes);
        self.files = self.files.min(now.files);
    }

    /// What a compiler lacked that failed so, though it may have it: neither its words nor the machine's state alone
    /// show that, since a source can make it say anything.
    pub(super) fn lacked(&self, exit: Exit, words: &str) -> Option<io::Error> {
        const KILL: i32 = 9;
        let had_no_memory = is_out_of_memory(words) || exit == Exit::Signal(KILL) || words.contains(KILLED);
        if had_no_memory && self.memory < COMPILER_MEMORY.0 {
            return Some(Errno::NOMEM.into());
        }
        if words.contains(NO_PROCESS) && self.processes < u64::from(COMPILER_PROCESSES) {
            return Some(Errno::AGAIN.into());
        }
        (words.contains(NO_FILE) && self.files < FILES).then(|| Errno::NFILE.into())
    }
}

/// Bytes that the machine can still give, of `/proc/meminfo`.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// The tasks there are, of `/proc/loadavg`.
fn tasks(loadavg: &str) -> Option<u64> {
    loadavg.split(' ').nth(3)?.split_once('/')?.1.parse().ok()
}

/// The files that can still be opened, of `/proc/sys/fs/file-nr`.
fn files(file_nr: &str) -> Option<u64> {
    let mut numbers = file_nr.split_ascii_whitespace().map(str::parse::<u64>);
    let (open, _, most) = (numbers.next()?.ok()?, numbers.next()?, numbers.next()?.ok()?);
    Some(most.saturating_sub(open))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_tells_what_it_has_left() {
        let mut left = Left::default();
        left.look(0);
        let Left { memory, processes, files } = left;
        assert!(memory < 1 << 50 && processes < 1 << 32 && memory > 0 && processes > 0, "{left:?}");
        assert!(files > 0);
        assert_eq!(available("MemTotal: 9 kB\nMemAvailable:   2 kB\n"), Some(2048));
        assert_eq!(tasks("0.1 0.2 0.3 2/345 6789\n"), Some(345));
        assert_eq!(super::files("1000\t0\t1024\n"), Some(24));
    }

    /// Each failure on a machine that has enough, which is the source's, and on one that has not, which is not.
    #[test]
    fn only_a_machine_that_lacks_what_the_compiler_asked_for_is_to_blame() {
        let code = Exit::Code(1);
        let short = |memory, processes, files| Left { memory, processes, files };
        let (no_memory, no_process) = (short(1 << 20, 9999, 9999), short(1 << 40, 3, 9999));
        let (no_file, enough) = (short(1 << 40, 9999, 3), short(1 << 40, 9999, 9999));
        for (exit, words, lacking) in [
            (code, "cc1plus: out of memory allocating 65536 bytes", no_memory),
            (code, "g++: fatal error: Killed signal terminated program cc1plus", no_memory),
            (Exit::Signal(9), "", no_memory),
            (code, "gcc: fatal error: vfork: Resource temporarily unavailable", no_process),
            (code, "main.c: error: Too many open files in system", no_file),
        ] {
            assert!(lacking.lacked(exit, words).is_some(), "{words}");
            assert!(enough.lacked(exit, words).is_none(), "{words}");
            let other = if lacking == no_memory { no_process } else { no_memory };
            assert!(other.lacked(exit, words).is_none(), "{words}: it did not lack that");
        }
        let all = short(0, 0, 0);
        assert!(all.lacked(code, "main.c:1: error: expected ';'").is_none());
        assert!(all.lacked(Exit::Signal(11), "").is_none());
    }
}
