//! The law of events: one program, since each one more is linked anew.

mod awards;
mod events;
mod ratings;
mod standings;
