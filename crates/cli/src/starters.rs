//! The starter programs of `examples/starter`, carried in the binary.

use leitai_arena::Language;
use leitai_core::DialectName;

/// The starters of one language.
pub(crate) struct Shelf {
    pub(crate) language: Language,
    /// What it is called on the command line; the first names folders.
    pub(crate) names: &'static [&'static str],
    /// The command that runs a starter without a stage; `*` is its file.
    pub(crate) by_hand: &'static str,
    pub(crate) starters: &'static [Starter],
}

impl Shelf {
    /// The starter for the game of that name.
    pub(crate) fn starter(&self, game: &str) -> Option<&'static Starter> {
        self.starters.iter().find(|starter| starter.game == game)
    }
}

/// A program that plays legal random moves.
pub(crate) struct Starter {
    pub(crate) game: &'static str,
    /// What a newcomer to the game would speak.
    pub(crate) dialect: DialectName,
    path: &'static str,
    pub(crate) text: &'static str,
}

impl Starter {
    /// The name of its file.
    pub(crate) fn file(&self) -> &'static str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }
}

/// One file a game: the language's folder, the game or the name of its class, and what follows it; every game if
/// none is named.
macro_rules! starters {
    ($folder:literal, $ending:literal) => {
        starters!($folder, $ending: "tictactoe" "gomoku" "connect6" "dots" "surakarta" "amazons" "phantomgo" "nogo"
            "einstein" "luzhanqi" "hex" "draughts")
    };
    ($folder:literal, $ending:literal: $tictactoe:literal $gomoku:literal $connect6:literal $dots:literal
        $surakarta:literal $amazons:literal $phantomgo:literal $nogo:literal $einstein:literal $luzhanqi:literal
        $hex:literal $draughts:literal) => {
        starters!($folder, $ending, "tictactoe" Beyond $tictactoe, "gomoku" Native $gomoku,
            "connect6" Sau $connect6, "dots" Sau $dots, "surakarta" Sau $surakarta, "amazons" Sau $amazons,
            "phantomgo" Sau $phantomgo, "nogo" Sau $nogo, "einstein" Native $einstein,
            "luzhanqi" Junqi $luzhanqi, "hex" Sau $hex, "draughts" Judge $draughts)
    };
    ($folder:literal, $ending:literal, $($game:literal $dialect:ident $name:literal),*) => {
        &[$(Starter {
            game: $game,
            dialect: DialectName::$dialect,
            path: concat!($folder, "/", $name, $ending),
            text: include_str!(concat!("../../../examples/starter/", $folder, "/", $name, $ending)),
        }),*]
    };
}

/// Every language that there are starters in.
pub(crate) const SHELVES: &[Shelf] = &[
    Shelf {
        language: Language::C,
        names: &["c"],
        by_hand: "cc -O2 -o starter * && ./starter",
        starters: starters!("c", ".c"),
    },
    Shelf {
        language: Language::Cpp,
        names: &["cpp", "c++"],
        by_hand: "c++ -O2 -std=c++17 -o starter * && ./starter",
        starters: starters!("cpp", ".cpp"),
    },
    Shelf {
        language: Language::Python,
        names: &["python", "py"],
        by_hand: "python3 *",
        starters: starters!("python", ".py"),
    },
    Shelf {
        language: Language::JavaScript,
        names: &["javascript", "js"],
        by_hand: "node *",
        starters: starters!("javascript", ".js"),
    },
    Shelf {
        language: Language::Java,
        names: &["java"],
        by_hand: "java *",
        starters: starters!("java", ".java":
            "TicTacToe" "Gomoku" "Connect6" "Dots" "Surakarta" "Amazons" "PhantomGo" "NoGo" "EinStein" "Luzhanqi" "Hex"
            "Draughts"),
    },
    Shelf {
        language: Language::Rust,
        names: &["rust", "rs"],
        by_hand: "rustc -O --edition 2021 -o starter * && ./starter",
        starters: starters!("rust", ".rs"),
    },
    Shelf { language: Language::Go, names: &["go"], by_hand: "go run *", starters: starters!("go", ".go") },
];

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_catalog::{GAMES, find};
    use std::collections::BTreeSet;
    use std::path::Path;

    /// The paths below a folder, as the table writes them.
    fn files(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("the starters").flatten() {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                files(&entry.path(), &format!("{name}/"), found);
            } else {
                found.insert(name);
            }
        }
    }

    #[test]
    fn the_table_holds_every_starter() {
        let mut found = BTreeSet::new();
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/starter"), "", &mut found);
        let held = SHELVES.iter().flat_map(|shelf| shelf.starters).map(|starter| starter.path.to_owned());
        assert_eq!(held.collect::<BTreeSet<_>>(), found);
    }

    #[test]
    fn every_game_has_a_starter_in_every_language() {
        for (shelf, game) in SHELVES.iter().flat_map(|shelf| GAMES.iter().map(move |game| (shelf, game))) {
            let id = game.facts().id;
            assert!(shelf.starter(id).is_some(), "{id} has no {} starter", shelf.names[0]);
        }
    }

    #[test]
    fn every_starter_speaks_a_dialect_of_its_game_in_its_language() {
        for shelf in SHELVES {
            for starter in shelf.starters {
                let (path, dialect) = (starter.path, starter.dialect);
                let game = find(starter.game).unwrap_or_else(|| panic!("{path}: no such game"));
                assert!(game.facts().dialects.contains(&dialect), "{path} is not spoken in {dialect}");
                assert_eq!(Language::of(Path::new(path)), Some(shelf.language), "{path}");
            }
        }
    }
}
