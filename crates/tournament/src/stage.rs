//! A stage of an event, with its results.

use crate::{Section, Sentence};

/// A stage that has been drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Its groups or classes.
    pub sections: Vec<Section>,
    /// The lots of its draw.
    pub lots: Vec<Sentence>,
    /// Every match is decided, including play-offs.
    pub is_over: bool,
}
