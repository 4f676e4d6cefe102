//! The tests of the game, in one program, because every additional program would have to be linked
//! separately.

mod conformance;
mod operator;
mod perft;
mod players;
mod properties;
mod referee;
mod refereed;
mod rules;
mod sau;
mod twin;
