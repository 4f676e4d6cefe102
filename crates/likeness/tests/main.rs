//! Sources that are alike, and sources that are not.

mod alike;
mod many;
