//! The two sides of a running game: each is a program or a person, here or far away.

use crate::far_program::FarChair;
use crate::person::Person;
use crate::poll::Cause;
use crate::process::Process;
use leitai_sandbox::system::BorrowedFd;

/// Occupant of a seat once the game is running.
pub(crate) enum Chair<'a> {
    /// A program.
    Program(Box<Process>),
    /// A person.
    Person(&'a mut dyn Person),
    /// A program on another machine.
    Far(FarChair<'a>),
}

impl Chair<'_> {
    /// The events that may wake the stage here; a person's lines only if `is_heard` is set.
    pub(crate) fn causes(&self, is_heard: bool) -> impl Iterator<Item = (Cause, BorrowedFd<'_>)> {
        let (program, other) = match self {
            Chair::Program(process) => (Some(process.causes()), None),
            Chair::Person(person) => (None, is_heard.then(|| (Cause::Said, person.lines()))),
            Chair::Far(far) => (None, Some((Cause::Said, far.program.lines()))),
        };
        program.into_iter().flatten().chain(other)
    }
}
