//! Pages of small games and events, held to what is kept of them and to what every page promises.

mod event;
mod fixture;
mod organise;
mod people;
mod promises;
mod snapshots;
mod submit;
