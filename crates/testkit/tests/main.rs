//! The rules of the house, its names, the order of its files, how a test is skipped, what two builds share, what is built for nothing,
//! and pages in both languages.

mod circles;
mod names;
mod pages;
mod said;
mod shared_builds;
mod skip;
mod targets;
mod tidy;
