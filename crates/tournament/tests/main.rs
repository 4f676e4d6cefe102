//! The rules of events, in a single test program, since each further one has to be linked.

mod awards;
mod events;
mod people;
mod ratings;
mod standings;
mod table_plan;
mod trophies;
