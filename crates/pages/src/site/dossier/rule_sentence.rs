//! The rules of a game as implemented, sentence by sentence.

use crate::site::docs::rule_list;
use leitai_catalog::ListedGame;
use leitai_core::Lang;
use serde::Deserialize;

/// A sentence of the rules of a game, with what shows that the game keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSentence {
    en: String,
    zh: String,
    /// The tests of the game's crate, `FILE::TEST`, or the transcripts that they replay, `transcripts/NAME.txt`.
    pub tests: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleList {
    sentence: Vec<RuleSentence>,
}

impl RuleSentence {
    /// Its words.
    pub fn text(&self, lang: Lang) -> &str {
        if lang == Lang::Zh { &self.zh } else { &self.en }
    }
}

/// The sentences of a game's rules, in the order of its page. They are the whole of that page's rules, each has a test,
/// and each test exists: a test of this crate says so.
pub fn rule_sentences(game: ListedGame) -> Vec<RuleSentence> {
    let list = rule_list(game.facts().id).and_then(|text| toml_edit::de::from_str::<RuleList>(text).ok());
    list.map(|list| list.sentence).unwrap_or_default()
}
