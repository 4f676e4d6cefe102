//! The rules of the house, its names, how a test is skipped, what two builds share, and pages in both languages.

mod names;
mod pages;
mod said;
mod shared_builds;
mod skip;
mod tidy;
