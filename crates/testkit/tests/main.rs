//! The rules of the house, how a test is skipped, and pages in both languages.

mod pages;
mod skip;
mod tidy;
