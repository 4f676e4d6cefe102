//! The records of an event beside its journal.

use crate::failure::Failure;
use crate::tournament::{BegunEvent, EventLocation};
use leitai_arena::is_named_as_record;
use leitai_core::{Record, Sentence, sentence};
use leitai_hall::{Details, WitnessNote};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A record that an event has, or should have.
pub(super) struct EventRecord {
    /// Where it is, or would be.
    pub(super) file: PathBuf,
    /// The record, or why there is none.
    pub(super) record: Result<Record, Sentence>,
    kept: Kept,
}

/// What the journal says of a record.
enum Kept {
    /// Nothing: the event never asked for the game.
    Nothing,
    /// How its game went.
    Game(Box<Details>),
    /// That it is the other desk's, and bears out the one that counts: its seal.
    Witness(Option<String>),
}

impl EventRecord {
    /// What the journal says against the record, which verifies by itself.
    pub(super) fn against(&self) -> Result<(), Sentence> {
        let end = self.record.as_ref().ok().and_then(|record| record.end.as_ref());
        let of_record = end.map(|end| (end.verdict, end.plies));
        let seal = end.and_then(|end| end.seal.as_deref());
        let kept_seal = match &self.kept {
            Kept::Nothing => {
                return Err(sentence!(
                    "a stranger: the event's journal has no such game",
                    "来历不明：赛事日志中没有这一局"
                ));
            }
            Kept::Game(kept) => kept.seal.as_deref(),
            Kept::Witness(seal) => seal.as_deref(),
        };
        if kept_seal.is_some_and(|kept| seal != Some(kept)) {
            return Err(sentence!(
                "it is not the record that was played: the event's journal has another seal for this game",
                "不是当时的记录：赛事日志中这一局的封印不同"
            ));
        }
        if let Kept::Game(kept) = &self.kept
            && of_record != Some((kept.verdict, kept.plies))
        {
            return Err(sentence!(
                "the event's journal says otherwise: {verdict}, {plies} plies",
                "与赛事日志不符：日志记为 {verdict}，{plies} 手"; verdict = kept.verdict.name(), plies = kept.plies
            ));
        }
        Ok(())
    }
}

/// The file of the event that a path means: the file itself, or the folder beside it.
pub(super) fn event_of(path: &Path) -> Option<PathBuf> {
    if path.extension().is_some_and(|ending| ending == "toml") {
        return Some(path.to_owned());
    }
    path.join("journal.jsonl").is_file().then(|| path.with_extension("toml"))
}

/// The record of every game in the event's journal, and every other record in its folder.
pub(super) fn records_of(event: &Path, location: &EventLocation) -> Result<Vec<EventRecord>, Failure> {
    let begun = BegunEvent::of(event, location)?;
    let mut known = BTreeSet::new();
    let mut records = Vec::new();
    for (id, kept) in &begun.history.details {
        let Some(name) = &kept.record else { continue };
        let file = begun.folder.join(name);
        known.insert(file.clone());
        let none = || Sentence::new("the record is missing", "缺少记录");
        let record = begun.record(*id, kept).and_then(|record| record.ok_or_else(none));
        records.push(EventRecord { file, record, kept: Kept::Game(Box::new(kept.clone())) });
        let witness = kept.at_table.as_ref().and_then(|note| note.witness.as_ref());
        if let Some(WitnessNote::Record { record, seal, .. }) = witness {
            let file = begun.folder.join(record);
            let record = leitai_bout::read_record(&file).map_err(|error| Sentence::of(&error));
            records.push(EventRecord { file, record, kept: Kept::Witness(seal.clone()) });
        }
    }
    let games = fs::read_dir(begun.folder.join("games")).into_iter().flatten().flatten();
    let mut strangers: Vec<PathBuf> = games.map(|file| file.path()).collect();
    // What a stage that failed has left, and what a desk was told, is no game of the event's, and says so by its name.
    strangers.retain(|file| is_named_as_record(file) && !known.contains(file));
    strangers.sort();
    records.extend(strangers.into_iter().map(|file| {
        let record = leitai_bout::read_record(&file).map_err(|error| Sentence::of(&error));
        EventRecord { file, record, kept: Kept::Nothing }
    }));
    Ok(records)
}
