//! The tests of the game: one program, since each one more is linked anew.

mod conformance;
mod htp;
mod perft;
mod players;
mod positions;
mod properties;
mod rules;
