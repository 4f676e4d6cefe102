//! The devices that programs get from the machine: none that could be broken.

use leitai_lang::Sentence;

/// A device of the machine that is not what its name says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenDevice {
    /// Its path.
    pub path: &'static str,
    /// What is wrong with it.
    pub why: Sentence,
    /// The command that mends it.
    pub mend: String,
}

/// The machine's broken devices: there are none.
pub fn broken_devices() -> Vec<BrokenDevice> {
    Vec::new()
}
