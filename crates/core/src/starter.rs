//! Starter programs for newcomers to a game.

use crate::DialectName;

/// A short program that plays random legal moves and shows where a strategy of one's own goes.
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    /// The name of its file; the extension determines the language.
    pub file: &'static str,
    /// The contents of the file.
    pub text: &'static str,
}

impl Starter {
    /// The dialect it speaks: the one that its first line names in backquotes.
    pub fn dialect(&self) -> Option<DialectName> {
        let first = self.text.lines().next()?;
        first.split('`').skip(1).step_by(2).find_map(|word| word.parse().ok())
    }
}

/// The programs in the `starters` folder of a game's crate, one for each language: `starters!("hex", "Hex")`
/// includes `hex.c`, `hex.cpp`, … and, named after its class, `Hex.java`. Empty in a browser build.
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
