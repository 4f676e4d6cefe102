//! What stopped a program that broke off: a limit, or something that a sandbox does not have, judging by the end of its log.

use leitai_core::Words;

/// How many of the last lines of a log are examined.
const LINES: usize = 12;

/// A limit that a program ran into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitMet {
    /// What it could not do.
    pub said: Words,
    /// The option of the command line that allows more, if there is one.
    pub option: Option<&'static str>,
}

/// What run-times and the system print at a limit, in lower case, and the limit.
const LIMITS: [(&[&str], LimitMet); 5] = [
    (
        &[
            "resource temporarily unavailable",
            "can't start new thread",
            "unable to create native thread",
            "failed to create new os thread",
            "pthread_create failed",
        ],
        LimitMet {
            said: Words::new("it may not start as many processes or threads", "进程或线程数达到上限"),
            option: Some("--processes"),
        },
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
        LimitMet {
            said: Words::new("it got no more memory", "内存达到上限"), option: Some("--memory")
        },
    ),
    (
        &[
            "read-only file system",
            "no space left on device",
            "errno 30",
            "erofs",
            "no usable temporary directory",
        ],
        LimitMet {
            said: Words::new(
                "it may write no files but in /tmp, as much as its limits allow",
                "不能写文件，只能写入 /tmp（容量有限）",
            ),
            option: Some("--scratch"),
        },
    ),
    (
        // Node.js, Python, Ruby, the last file that Lua tries, Java.
        &[
            "module_not_found",
            "no module named",
            "cannot load such file",
            "/loadall.so'",
            "classnotfoundexception",
            "noclassdeffounderror",
        ],
        LimitMet {
            said: Words::new(
                "what it loads must be in its own folder, or installed for all users: it sees no folder beside its own",
                "它要加载的内容须在自己的文件夹内，或已为所有用户安装：它看不到旁边的文件夹",
            ),
            option: None,
        },
    ),
    (
        // A program of GHC without threads sets one before anything else.
        &["timer_create: operation not permitted"],
        LimitMet {
            said: Words::new(
                "it may set no timer of that kind: compile Haskell with `ghc -threaded`",
                "不能设置这种定时器：用 `ghc` 编译时请加 `-threaded`",
            ),
            option: None,
        },
    ),
];

/// Names of the standard streams, which a program cannot open in a sandbox.
const STREAMS: [&str; 3] = ["/dev/std", "/dev/fd/", "/proc/self/fd/"];
const BY_NAME: LimitMet = LimitMet {
    said: Words::new(
        "in a sandbox it cannot open its streams by name: use descriptors 0, 1 and 2 (in a shell >&2)",
        "沙箱中不能按名称打开标准输入输出：请直接用描述符 0、1、2（shell 中写 >&2）",
    ),
    option: None,
};

/// The limit that the end of a log points to.
pub fn limit_met(log: &str) -> Option<LimitMet> {
    let mut last = log.lines().rev().filter(|line| !line.trim().is_empty()).take(LINES);
    last.find_map(|line| {
        let line = line.to_ascii_lowercase();
        if STREAMS.iter().any(|name| line.contains(name)) {
            return Some(BY_NAME);
        }
        let met = LIMITS.iter().find(|(words, _)| words.iter().any(|word| line.contains(word)));
        met.map(|(_, met)| *met)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_known_by_the_end_of_the_log_with_its_option() {
        for (log, option) in [
            ("x\nBlockingIOError: [Errno 11] Resource temporarily unavailable\n", Some(Some("--processes"))),
            ("RuntimeError: can't start new thread", Some(Some("--processes"))),
            ("OutOfMemoryError: unable to create native thread", Some(Some("--processes"))),
            (
                "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n  at A.b",
                Some(Some("--memory")),
            ),
            (
                "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc",
                Some(Some("--memory")),
            ),
            ("OSError: [Errno 30] Read-only file system: 'log.txt'", Some(Some("--scratch"))),
            (
                "FileNotFoundError: [Errno 2] No usable temporary directory found in ['/tmp', '/bot']",
                Some(Some("--scratch")),
            ),
            ("./bot.sh: 2: cannot create /dev/stderr: No such device or address", Some(None)),
            ("cannot open /dev/stdout: Read-only file system", Some(None)),
            ("bot: timer_create: Operation not permitted\n", Some(None)),
            ("ModuleNotFoundError: No module named 'tables'", Some(None)),
            (
                "Error: Cannot find module '../engine.js'\n    at main.js:1:1 {\n  code: 'MODULE_NOT_FOUND',\n}\n\nNode.js v20",
                Some(None),
            ),
            (
                "\tno file '/usr/local/lib/lua/5.4/loadall.so'\n\tno file './tables.so'\nstack traceback:",
                Some(None),
            ),
            ("IndexError: list index out of range", None),
            ("out of moves", None),
            ("", None),
        ] {
            assert_eq!(limit_met(log).map(|met| met.option), option, "{log}");
        }
        // An error that was handled long before is not the cause.
        assert_eq!(limit_met(&format!("MemoryError\n{}", "move\n".repeat(LINES))), None);
    }
}
