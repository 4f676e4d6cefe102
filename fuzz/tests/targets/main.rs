//! Fuzz targets: whatever a stranger writes is accepted or refused with a reason, and never causes a crash.
//!
//! A target takes its game and its dialect from the catalog's list, so that a new game is fuzzed without any further
//! code.

mod dialects;
mod play;
mod records;
mod settings;
mod sheets;
mod texts;
