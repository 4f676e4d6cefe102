//! The tests of the game, in one program, because every additional program would have to be linked
//! separately.

mod conformance;
mod htp;
mod perft;
mod players;
mod positions;
mod properties;
mod rules;
