//! What a desk is told beside its match, and where matches are kept.

use leitai_core::Facts;

/// The folder of matches whose folder is not named.
pub(super) const ROOT: &str = "desk";

/// What a desk is told beside its match.
pub(super) struct Played<'a> {
    pub(super) referee: &'a str,
    /// Whether clocks wait for the go-ahead, if that was said.
    pub(super) go_ahead: Option<bool>,
}

/// Where moves are hidden throughout, the referee announces what came of each before anybody thinks on.
pub(super) fn announces(facts: &Facts) -> bool {
    facts.hidden && !facts.chance
}
