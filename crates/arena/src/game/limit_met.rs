//! Which limit a program ran into that broke off, judging by the end of its log, and the option that raises it.

use leitai_core::{Sentence, Words};

/// How many of the last lines of a log are examined.
const LINES: usize = 12;

/// What run-times and the system print at a limit, in lower case, and the sentence for each limit.
const LIMITS: [(&[&str], Words); 3] = [
    (
        &[
            "resource temporarily unavailable",
            "can't start new thread",
            "unable to create native thread",
            "failed to create new os thread",
            "pthread_create failed",
        ],
        Words::new(
            "it may not start as many processes or threads (--processes allows more)",
            "进程或线程数达到上限（可用 --processes 放宽）",
        ),
    ),
    (
        &[
            "memoryerror",
            "std::bad_alloc",
            "outofmemoryerror: java heap",
            "javascript heap out of memory",
            "out of memory",
            "cannot allocate memory",
        ],
        Words::new("it got no more memory (--memory allows more)", "内存达到上限（可用 --memory 放宽）"),
    ),
    (
        &["read-only file system", "no space left on device", "errno 30", "erofs"],
        Words::new(
            "it may write no files but in /tmp, as much as --scratch gives it",
            "不能写文件，只能写入 /tmp（容量由 --scratch 给定）",
        ),
    ),
];

/// Names of the standard streams, which a program cannot open in a sandbox.
const STREAMS: [&str; 3] = ["/dev/std", "/dev/fd/", "/proc/self/fd/"];
const BY_NAME: Words = Words::new(
    "in a sandbox it cannot open its streams by name: use descriptors 0, 1 and 2 (in a shell >&2)",
    "沙箱中不能按名称打开标准输入输出：请直接用描述符 0、1、2（shell 中写 >&2）",
);

/// The limit that the end of a log points to.
pub(super) fn limit_met(log: &str) -> Option<Sentence> {
    let mut last = log.lines().rev().filter(|line| !line.trim().is_empty()).take(LINES);
    last.find_map(|line| {
        let line = line.to_ascii_lowercase();
        if STREAMS.iter().any(|name| line.contains(name)) {
            return Some(BY_NAME.into());
        }
        let met = LIMITS.iter().find(|(words, _)| words.iter().any(|word| line.contains(word)));
        met.map(|(_, said)| (*said).into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    #[test]
    fn a_limit_is_told_with_its_option() {
        for (log, option) in [
            ("x\nBlockingIOError: [Errno 11] Resource temporarily unavailable\n", Some("--processes")),
            ("RuntimeError: can't start new thread", Some("--processes")),
            ("OutOfMemoryError: unable to create native thread", Some("--processes")),
            (
                "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n  at A.b",
                Some("--memory"),
            ),
            (
                "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc",
                Some("--memory"),
            ),
            ("OSError: [Errno 30] Read-only file system: 'log.txt'", Some("--scratch")),
            ("./bot.sh: 2: cannot create /dev/stderr: No such device or address", Some(">&2")),
            ("cannot open /dev/stdout: Read-only file system", Some(">&2")),
            ("IndexError: list index out of range", None),
            ("out of moves", None),
            ("", None),
        ] {
            let said = limit_met(log);
            assert_eq!(said.is_some(), option.is_some(), "{log}");
            for lang in [Lang::En, Lang::Zh] {
                assert!(said.iter().all(|said| said.to(lang).contains(option.expect("one"))), "{log}");
            }
        }
        // An error that was handled long before is not the cause.
        assert_eq!(limit_met(&format!("MemoryError\n{}", "move\n".repeat(LINES))), None);
    }
}
