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

impl NotLaunched {
    /// Sorts the error of a program that was executed with nothing set up.
    pub(crate) fn unconfined(error: io::Error) -> NotLaunched {
        let lacks = [libc::EAGAIN, libc::ENOMEM, libc::EMFILE, libc::ENFILE];
        if error.raw_os_error().is_some_and(|number| lacks.contains(&number)) {
            NotLaunched::Machine(error)
        } else {
            NotLaunched::Program(error)
        }
    }
}

/// For callers to whom it does not matter who is to blame.
impl From<NotLaunched> for io::Error {
    fn from(why: NotLaunched) -> io::Error {
        let (NotLaunched::Program(error) | NotLaunched::Machine(error)) = why;
        error
    }
}
