//! The key by which a store knows a game.

use crate::StoreError;
use crate::error::id;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

/// The key of a game, unique within its event: not empty, without NUL.
///
/// Only the tournament, on which a store does not depend, can interpret the key (its round, its match).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameKey(String);

impl FromStr for GameKey {
    type Err = StoreError;
    fn from_str(text: &str) -> Result<GameKey, StoreError> {
        id(text).map(|text| GameKey(text.to_owned()))
    }
}

impl Deref for GameKey {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_store_can_keep_is_no_key() {
        for bad in ["", "a\0b"] {
            assert!(matches!(bad.parse::<GameKey>(), Err(StoreError::Id(_))), "{bad:?}");
        }
        assert_eq!(&*"0.0.e0-e1.g0".parse::<GameKey>().expect("a key"), "0.0.e0-e1.g0");
    }
}
