//! One program of tests.

mod rosters;
mod workbooks;
