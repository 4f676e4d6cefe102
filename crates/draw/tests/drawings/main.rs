//! Compares drawings with golden files, and tests what no drawing may do.

mod fits;
mod games;
mod golden;
mod history;
mod legend;
mod safety;
mod scenes;
mod steps;
