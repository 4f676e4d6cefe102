//! Pages of small games and events, compared with stored files and held to what every page guarantees.

mod desk;
mod dossier;
mod event;
mod fixture;
mod organise;
mod people;
mod png;
mod promises;
mod published;
mod rule_sentences;
mod snapshots;
mod submit;
