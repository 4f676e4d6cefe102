//! The tests of the game, in one binary: each further one would cost another link.

mod conformance;
mod naive;
mod perft;
mod players;
mod properties;
mod rules;
mod texts;
mod values;
