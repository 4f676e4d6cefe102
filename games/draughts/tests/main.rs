//! The tests of the game: one program, since each one more is linked anew.

mod agreement;
mod conformance;
mod endings;
mod horizon;
mod perft;
mod players;
mod rules;
mod twin;
mod walk;
