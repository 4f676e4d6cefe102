//! The rules of the house, its names, how a test is skipped, and pages in both languages.

mod names;
mod pages;
mod said;
mod skip;
mod tidy;
