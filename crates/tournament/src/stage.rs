//! A stage of an event, as its results have it.

use crate::{Section, Sentence};

/// A stage that was drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Its groups or classes.
    pub sections: Vec<Section>,
    /// Lots of its draw.
    pub lots: Vec<Sentence>,
    /// Every match is decided, play-offs among them.
    pub is_over: bool,
}
