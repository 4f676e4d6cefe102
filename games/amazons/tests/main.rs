//! The tests of the game, in one binary: each further one would cost another link.

mod conformance;
mod perft;
mod players;
mod properties;
mod rules;
mod twin;
