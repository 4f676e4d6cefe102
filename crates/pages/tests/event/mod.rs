//! Pages of small events whose teams have names that attack browsers and spreadsheets.

mod agreement;
mod board;
mod fixture;
mod goldens;
mod ladder;
mod large;
mod lots;
mod overview;
mod secrets;
mod well_formed;
