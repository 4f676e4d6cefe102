//! Sources that are alike, and such as are not.

mod alike;
mod many;
