//! The effect of rulings on games already played.

use serde::{Deserialize, Serialize};

/// What happens to games already played whose pairing a ruling changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Following {
    /// Nothing: such a ruling is refused with `HallError::Undoes`.
    Stands,
    /// The new pairing plays them again. The old results are kept, and count again if the ruling is revoked.
    PlayedAgain,
}
