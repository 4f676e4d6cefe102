//! How a tree grows.

/// How a tree grows.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games played out per turn. `None`: as many as time allows.
    pub playouts: Option<u64>,
    /// The exploration weight: what a child is worth in addition for being less known is this times the root of ln N /
    /// n.
    pub explore: f32,
    /// The value of a child about which nothing is known.
    pub untried: f32,
    /// The number of its own games that outweigh all knowledge from elsewhere, however much of that there is.
    pub aside: f32,
    /// The number of visits after which a leaf's acts are listed.
    pub list_after: u32,
}
