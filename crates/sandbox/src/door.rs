//! Ways out of a sandbox, and what a probe reports of them.

use leitai_lang::Sentence;

/// A way out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Door {
    /// Reading a file that the program was not given.
    Read,
    /// Seeing that such a file exists.
    See,
    /// Creating a file anywhere.
    Write,
    /// Connecting to a listener on this machine.
    Connect,
    /// Creating a socket, even one that cannot connect.
    Socket,
    /// Seeing other processes.
    Processes,
    /// Learning whether a process id exists.
    Numbers,
    /// Signalling another process.
    Signal,
    /// Tracing another process.
    Trace,
    /// Reading another process's memory.
    Memory,
    /// Moving to another core.
    Unpin,
    /// Raising its priority.
    Priority,
    /// Using a file descriptor that it was not given.
    Descriptors,
    /// System calls that escape supervision.
    Calls,
}

/// The result of trying a way out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tried {
    /// Closed, with the number of means tried.
    Closed(u32),
    /// Open, with what got through.
    Open(String),
    /// Could not be tried, for this reason.
    Untried(Sentence),
}

impl Door {
    /// All doors, in the order in which they are tried.
    pub const ALL: [Door; 14] = [
        // First, since what the other doors open stays open.
        Door::Descriptors,
        Door::Read,
        Door::See,
        Door::Write,
        Door::Connect,
        Door::Socket,
        Door::Processes,
        Door::Numbers,
        Door::Memory,
        Door::Trace,
        Door::Signal,
        Door::Unpin,
        Door::Priority,
        Door::Calls,
    ];

    /// The name of the door in reports; stable.
    pub const fn name(self) -> &'static str {
        match self {
            Door::Read => "read",
            Door::See => "see",
            Door::Write => "write",
            Door::Connect => "connect",
            Door::Socket => "socket",
            Door::Processes => "processes",
            Door::Numbers => "numbers",
            Door::Signal => "signal",
            Door::Trace => "trace",
            Door::Memory => "memory",
            Door::Unpin => "unpin",
            Door::Priority => "priority",
            Door::Descriptors => "descriptors",
            Door::Calls => "calls",
        }
    }
}

/// Parses one line of the probe's report; `None` if it is not one.
pub fn reported(line: &str) -> Option<(Door, Tried)> {
    let mut words = line.splitn(3, ' ');
    let (name, word) = (words.next()?, words.next()?);
    let detail = words.next().unwrap_or("").to_owned();
    let door = Door::ALL.into_iter().find(|door| door.name() == name)?;
    let tried = match word {
        "closed" => Tried::Closed(detail.parse().ok()?),
        "open" => Tried::Open(detail),
        "untried" => Tried::Untried(Sentence::of_line(&detail)),
        _ => return None,
    };
    Some((door, tried))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_reads_back() {
        assert_eq!(reported("read closed "), None);
        assert_eq!(reported("read closed 6"), Some((Door::Read, Tried::Closed(6))));
        let open = Tried::Open("bpf, keyctl".to_owned());
        assert_eq!(reported("calls open bpf, keyctl"), Some((Door::Calls, open)));
        let untried = Tried::Untried(Sentence::new("one core only", "只有一个核心"));
        assert_eq!(reported("unpin untried one core only\t只有一个核心"), Some((Door::Unpin, untried)));
        for line in ["", "read", "read perhaps", "door closed"] {
            assert_eq!(reported(line), None, "{line}");
        }
    }
}
