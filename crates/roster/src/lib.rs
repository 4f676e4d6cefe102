//! Rosters as schools export them: bytes become a [`Table`], whose [`Layout`] says which column is what, and the two
//! become [`Roster`] entries, or say what is wrong. No input panics; what is kept of one is bounded by
//! [`MOST_BYTES`].

mod column;
mod encoded;
mod entry;
mod guess;
mod judges;
mod layout;
mod parts;
mod people;
mod row;
mod separated;
mod table;
mod workbook;

pub use column::Column;
pub use entry::{LONGEST_NUMBER, number, person};
pub use guess::Guess;
pub use layout::Layout;
pub use people::{BadLine, Roster};
pub use row::{MOST_BYTES, Row};
pub use table::Table;
