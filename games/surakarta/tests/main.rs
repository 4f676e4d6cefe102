//! The tests of the game: one program, since each one more is linked anew.

mod conformance;
mod endings;
mod perft;
mod players;
mod properties;
mod rules;
mod twin;
mod walk;
