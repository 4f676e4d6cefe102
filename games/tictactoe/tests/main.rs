//! The tests of the game, in one program, because every additional program would have to be linked
//! separately.

mod conformance;
mod perft;
mod rules;
