//! Drawings against files kept of them, and what no drawing may do.

mod golden;
mod safety;
mod scenes;
