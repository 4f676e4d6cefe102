//! The tests of the game, in one program, because every additional program would have to be linked
//! separately.

mod conformance;
mod ends;
mod junqi;
mod perft;
mod players;
mod properties;
mod rules;
mod seen;
mod twin;
