//! What stands beside a record, under its name, and ends as a record does.

use std::path::Path;

/// How the name of the file ends that holds what a desk was told beside a game, after that of its record without `.jsonl`.
pub const SAID_FILE: &str = ".said.jsonl";
/// How the name of what is left of a game ends in which the stage failed.
const BROKEN_FILE: &str = ".broken.jsonl";

/// A companion of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BesideRecord {
    /// What a desk was told beside the game.
    Said,
    /// The record of a game in which the stage failed, up to that point.
    Broken,
}

impl BesideRecord {
    /// What a file is beside a record, by its name; `None` if it is none of these, and by its name a record itself or something
    /// else. A game's number has points too, so that only these endings tell.
    pub fn of(file: &Path) -> Option<BesideRecord> {
        let name = file.file_name()?.to_string_lossy();
        let ends = |ending: &str| name.len() > ending.len() && name.ends_with(ending);
        [(SAID_FILE, BesideRecord::Said), (BROKEN_FILE, BesideRecord::Broken)]
            .into_iter()
            .find_map(|(ending, it)| ends(ending).then_some(it))
    }
}

/// Whether a file is a record by its name: it ends in `.jsonl` and stands beside none.
pub fn is_named_as_record(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "jsonl") && BesideRecord::of(file).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companions_are_told_from_records_by_their_endings_alone() {
        let is = |name: &str| (is_named_as_record(Path::new(name)), BesideRecord::of(Path::new(name)));
        for name in ["game-1.jsonl", "d/0.0.e0-e1.g0.jsonl", "said.jsonl", "broken.jsonl"] {
            assert_eq!(is(name), (true, None), "{name}");
        }
        assert_eq!(is("desk/game-1.said.jsonl"), (false, Some(BesideRecord::Said)));
        assert_eq!(is("0.0.e0-e1.g0.broken.jsonl"), (false, Some(BesideRecord::Broken)));
        for name in ["game-1.part", "game-1", "match.json", ".jsonl"] {
            assert_eq!(is(name), (false, None), "{name}");
        }
    }
}
