//! What the store promises, on SQLite and on PostgreSQL. One binary: its databases lie on one server.

mod admitted;
mod bed;
mod blob;
mod copy;
mod crews;
mod database;
mod encrypted;
mod explored;
mod full;
mod journal;
mod journal_file;
mod kills;
mod lease_caps;
mod live_game;
mod model;
mod organise;
mod people;
mod queue;
mod queue_model;
mod reports;
mod seats;
mod sessions;
mod slow;
mod submissions;
mod tokens;
mod workers;
