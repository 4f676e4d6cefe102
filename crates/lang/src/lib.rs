//! Everything that people read, with English and Chinese side by side.
//!
//! | what | how it is written |
//! |---|---|
//! | a fixed text | [`Words`] |
//! | a text with values, kept in both languages | [`sentence!`] makes a [`Sentence`] |
//! | a text with values, in one language at once | [`say!`] makes a `String` |
//! | an error | [`errors!`] makes its type, with both texts beside each variant |
//! | a value that appears in such texts | [`Tell`] |
//! | a number of things | [`Noun`] |
//!
//! This crate does no I/O, reads no clock and compiles to wasm32. The language of a process is chosen in its
//! `main`.

mod errors;
mod near;
mod noun;
mod outside;
mod sentence;
mod tell;
mod text_file;
mod words;

pub use near::{meant, nearest};
pub use noun::Noun;
pub use outside::{harmless, is_hidden};
pub use sentence::Sentence;
pub use tell::Tell;
pub use text_file::{FileFlaw, utf8, wide_sign, wide_sign_in_toml};
pub use words::{Lang, Words};
