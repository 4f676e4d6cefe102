//! Programs for a newcomer to a game to begin from.

use crate::DialectName;

/// A short program that plays legal random moves and says where one's own strategy goes.
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    /// The name of its file; the ending tells the language.
    pub file: &'static str,
    /// What stands in it.
    pub text: &'static str,
}

impl Starter {
    /// What it speaks: the dialect that its first line names between back quotes.
    pub fn dialect(&self) -> Option<DialectName> {
        let first = self.text.lines().next()?;
        first.split('`').skip(1).step_by(2).find_map(|word| word.parse().ok())
    }
}

/// The programs of the folder `starters` of a game's crate, one for each language: `starters!("hex", "Hex")` are
/// `hex.c`, `hex.cpp`, … and, named after their class, `Hex.java`. A page in the browser carries none.
#[macro_export]
macro_rules! starters {
    ($name:literal, $class:literal) => {
        $crate::starters!($name ".c", $name ".cpp", $name ".py", $name ".js", $class ".java", $name ".rs", $name ".go")
    };
    ($($name:literal $ending:literal),*) => {
        if cfg!(target_family = "wasm") {
            &[]
        } else {
            &[$($crate::Starter {
                file: concat!($name, $ending),
                text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/starters/", $name, $ending)),
            }),*]
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_starter_says_what_it_speaks() {
        let speaks = |text| Starter { file: "", text }.dialect();
        assert_eq!(speaks("// Hex in C, `sau` dialect: random.\n// `gtp`"), Some(DialectName::Sau));
        assert_eq!(speaks("// by `hex.c` in `native`"), Some(DialectName::Native));
        assert_eq!(speaks("// sau\n// `sau`"), None);
        assert_eq!(speaks(""), None);
    }
}
