//! Drawings against files kept of them, and what no drawing may do.

mod fits;
mod games;
mod golden;
mod safety;
mod scenes;
mod steps;
