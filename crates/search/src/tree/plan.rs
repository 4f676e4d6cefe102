//! How a tree grows.

/// How a tree grows.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games played out in a turn. None: as many as the time allows.
    pub playouts: Option<u64>,
    /// What a child is worth besides its value, for being less known: times the root of ln N / n.
    pub explore: f32,
    /// The value of a child of which nothing is known.
    pub untried: f32,
    /// How many games of its own outweigh all knowledge from elsewhere, be there ever so much.
    pub aside: f32,
    /// A leaf's acts are listed once it was visited so often.
    pub list_after: u32,
}
