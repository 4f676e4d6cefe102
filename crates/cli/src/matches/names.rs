//! The names of the players of a match.

use leitai_arena::Player;
use leitai_bout::{Plan, tell_apart};
use leitai_core::{Name, Sentence, sentence};

/// Longest name, in characters.
const LONGEST: usize = 60;

/// Names that a person gives.
#[derive(clap::Args)]
pub(super) struct NameArgs {
    /// The name of A; default: its level, its file or what its command runs
    #[arg(long, value_name = "NAME", value_parser = name)]
    name_a: Option<String>,
    /// The name of B
    #[arg(long, value_name = "NAME", value_parser = name)]
    name_b: Option<String>,
}

/// Reads a name.
fn name(text: &str) -> Result<String, Sentence> {
    let name = Name::read(text).map_err(|error| Sentence::of(&error))?;
    if name.text().chars().count() > LONGEST {
        return Err(sentence!("a name has at most {LONGEST} characters", "名字最多 {LONGEST} 个字符"));
    }
    Ok(name.into_text())
}

impl NameArgs {
    /// Whether one player alone is named.
    pub(super) fn names_one(&self) -> bool {
        self.name_a.is_some() || self.name_b.is_some()
    }

    /// Names the players that were `typed` like this: as given, else, if the match is resumed, as it was begun.
    /// Players of the same name get a distinguishing letter.
    pub(super) fn apply(&self, typed: &[&String], begun: Option<&Plan>, players: &mut [Player]) {
        let given = [&self.name_a, &self.name_b];
        for (player, name) in players.iter_mut().zip(given) {
            if let Some(name) = name {
                player.name.clone_from(name);
            }
        }
        tell_apart(players);
        let known = begun.iter().flat_map(|begun| &begun.players);
        for (number, (player, known)) in players.iter_mut().zip(known).enumerate() {
            // An older version may have named the same program differently.
            if known.player == *typed[number] && given.get(number).is_none_or(|name| name.is_none()) {
                player.name.clone_from(&known.name);
            }
        }
    }
}
