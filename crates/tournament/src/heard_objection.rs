//! An objection as it was heard.

use crate::Ruling;

/// An objection, with what the panel answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeardObjection<'e> {
    /// Its place in the history, from 0.
    pub number: u32,
    /// The objection.
    pub ruling: &'e Ruling,
    /// The answer, and whether it is upheld; `None` while it is open.
    pub answer: Option<(&'e Ruling, bool)>,
}
