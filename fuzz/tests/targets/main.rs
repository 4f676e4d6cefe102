//! Fuzz targets: whatever a stranger writes is read or refused by name, and never brings the house down.
//!
//! A target takes its game and its dialect from the catalog's list, so that a new one is fuzzed without a line.

mod dialects;
mod play;
mod records;
mod settings;
mod texts;
