//! The tests of the game, in one binary: each further one would cost another link.

mod conformance;
mod forbidden;
mod opening;
mod perft;
mod players;
mod properties;
mod rules;
mod table;
mod twin;
