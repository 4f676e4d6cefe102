//! A game as it is named on the command line.

use leitai_catalog::{GAMES, ListedGame, find};
use leitai_core::{Facts, Sentence, nearest, sentence};

/// A game named on the command line.
#[derive(Clone, Copy)]
pub(crate) struct NamedGame(pub(crate) ListedGame);

impl std::str::FromStr for NamedGame {
    type Err = Sentence;
    /// Accepts the id or a name, ignoring case, or an unambiguous beginning of one (three letters, or two
    /// characters).
    fn from_str(text: &str) -> Result<Self, Sentence> {
        let lower = text.trim().to_lowercase();
        let is_called = |game: &&ListedGame| names(game.facts()).contains(&lower);
        if let Some(game) = find(text).or_else(|| GAMES.iter().find(is_called).copied()) {
            return Ok(NamedGame(game));
        }
        let long = lower.chars().count() >= if lower.is_ascii() { 3 } else { 2 };
        let begins = |game: &&ListedGame| names(game.facts()).iter().any(|name| name.starts_with(&lower));
        let mut meant = GAMES.iter().filter(|game| long && begins(game));
        if let (Some(game), None) = (meant.next(), meant.next()) {
            return Ok(NamedGame(*game));
        }
        let near = nearest(text, GAMES.iter().flat_map(|game| names(game.facts())));
        let near = near.and_then(|near| GAMES.iter().find(|game| names(game.facts()).contains(&near)));
        if let Some(game) = near {
            let (id, name) = (game.facts().id, game.facts().name);
            let meant = Sentence::new(id, format!("{id}（{}）", name.zh));
            return Err(sentence!("did you mean {meant}?", "是不是 {meant}？"; meant));
        }
        let ids = GAMES.iter().map(|game| game.facts().id).collect::<Vec<_>>().join(", ");
        Err(sentence!("known: {ids}", "可用：{ids}"))
    }
}

/// The id and the names of a game, in lower case.
fn names(facts: &Facts) -> [String; 3] {
    [facts.id, facts.name.en, facts.name.zh].map(str::to_lowercase)
}

impl NamedGame {
    pub(crate) fn facts(self) -> &'static Facts {
        self.0.facts()
    }
}
