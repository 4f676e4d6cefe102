//! The house rules: names, dependencies between files, how a test is skipped, what two builds share, what is built in
//! vain, and pages in both languages.

mod circles;
mod deny;
mod markup;
mod names;
mod pages;
mod people;
mod said;
mod shared_builds;
mod skip;
mod targets;
mod tidy;
