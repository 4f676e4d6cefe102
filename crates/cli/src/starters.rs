//! The languages for which every game has a starter program.

use leitai_arena::Language;
use leitai_catalog::ListedGame;
use leitai_core::Starter;
use std::path::Path;

/// The starters of one language.
pub(crate) struct StarterLanguage {
    pub(crate) language: Language,
    /// Its names on the command line; folders take the first.
    pub(crate) names: &'static [&'static str],
    /// The command that runs a starter without the stage; `*` is its file.
    pub(crate) by_hand: &'static str,
}

impl StarterLanguage {
    /// The game's starter in this language.
    pub(crate) fn starter(&self, game: ListedGame) -> Option<&'static Starter> {
        game.starters().iter().find(|starter| Language::of(Path::new(starter.file)) == Some(self.language))
    }
}

/// The command-line names of the languages that have starters.
pub(crate) fn languages() -> Vec<&'static str> {
    STARTER_LANGUAGES.iter().map(|language| language.names[0]).collect()
}

/// Every language that has starters.
pub(crate) const STARTER_LANGUAGES: &[StarterLanguage] = &[
    StarterLanguage { language: Language::C, names: &["c"], by_hand: "cc -O2 -o starter * && ./starter" },
    StarterLanguage {
        language: Language::Cpp,
        names: &["cpp", "c++"],
        by_hand: "c++ -O2 -std=c++17 -o starter * && ./starter",
    },
    StarterLanguage { language: Language::Python, names: &["python", "py"], by_hand: "python3 *" },
    StarterLanguage { language: Language::JavaScript, names: &["javascript", "js"], by_hand: "node *" },
    StarterLanguage { language: Language::Java, names: &["java"], by_hand: "java *" },
    StarterLanguage {
        language: Language::Rust,
        names: &["rust", "rs"],
        by_hand: "rustc -O --edition 2021 -o starter * && ./starter",
    },
    StarterLanguage { language: Language::Go, names: &["go"], by_hand: "go run *" },
];

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_catalog::GAMES;

    #[test]
    fn every_game_has_a_starter_in_every_language() {
        for (starters, game) in
            STARTER_LANGUAGES.iter().flat_map(|starters| GAMES.iter().map(move |game| (starters, *game)))
        {
            let (id, language) = (game.facts().id, starters.names[0]);
            assert!(starters.starter(game).is_some(), "{id} has no {language} starter");
        }
    }

    #[test]
    fn no_two_starters_have_the_same_name() {
        let mut all: Vec<_> = GAMES.iter().flat_map(|game| game.starters()).map(|it| it.file).collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|two| two[0] != two[1]), "{all:?}");
    }

    #[test]
    fn every_starter_says_a_dialect_of_its_game() {
        for game in GAMES {
            for starter in game.starters() {
                let file = starter.file;
                let dialect =
                    starter.dialect().unwrap_or_else(|| panic!("{file} does not say what it speaks"));
                assert!(game.facts().dialects.contains(&dialect), "{file} is not spoken in {dialect}");
            }
        }
    }
}
