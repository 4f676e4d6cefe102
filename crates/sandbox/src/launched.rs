//! What became of a launch.

use leitai_lang::Sentence;

/// The result of a launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Launched {
    /// The program was executed.
    Running,
    /// The sandbox could not be set up; not the program's fault.
    Failed(Sentence),
    /// The system refused to execute the program; the program's fault.
    Refused(Sentence),
}
