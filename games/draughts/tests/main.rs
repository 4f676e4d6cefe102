//! The tests of the game, in one binary: each further one would cost another link.

mod agreement;
mod conformance;
mod endings;
mod horizon;
mod perft;
mod players;
mod rules;
mod twin;
mod walk;
