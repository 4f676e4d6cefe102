//! What no system but Linux has here, with the same public items: cores that stages claim, a probe with its bait, devices of
//! the machine's.

pub mod core_socket;
pub(crate) mod devices;
pub(crate) mod laid;
pub mod orphans;
pub(crate) mod peer;
