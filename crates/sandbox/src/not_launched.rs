//! Why a program was not launched, and who is to blame.

use std::io;

/// Why a program was not launched.
#[derive(Debug)]
pub enum NotLaunched {
    /// It cannot be executed at all: the program's own fault.
    Program(io::Error),
    /// The machine could not provide what any program needs, such as processes, open files, memory or a control group:
    /// not the program's fault.
    Machine(io::Error),
}

/// For callers to whom it does not matter who is to blame.
impl From<NotLaunched> for io::Error {
    fn from(why: NotLaunched) -> io::Error {
        let (NotLaunched::Program(error) | NotLaunched::Machine(error)) = why;
        error
    }
}
