//! The records of an event's games, one file each.

use crate::error::{HallError, io_at};
use leitai_core::Line;
use leitai_sandbox::replace;
use leitai_sandbox::system::files;
use leitai_tournament::GameId;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Number of records written in parallel.
const WRITERS: usize = 16;

pub(crate) fn record_of(games: &Path, id: GameId) -> PathBuf {
    games.join(format!("{id}.jsonl"))
}

/// The seal of a game's record, as its own last line has it; `None` if it has none.
pub(crate) fn seal_of(games: &Path, id: GameId) -> Option<String> {
    let text = fs::read_to_string(record_of(games, id)).ok()?;
    let last = text.lines().rfind(|line| !line.trim().is_empty())?;
    match serde_json::from_str(last) {
        Ok(Line::End(end)) => end.seal.map(Cow::into_owned),
        _ => None,
    }
}

/// Removes fragments left by a stage that was killed while writing.
pub(crate) fn clear_away(games: &Path) {
    let files = fs::read_dir(games).into_iter().flatten().flatten().map(|file| file.path());
    for fragment in files.filter(|path| path.extension().is_some_and(|ending| ending == "part")) {
        // A leftover fragment has a name of its own and harms nothing.
        let _ = fs::remove_file(fragment);
    }
}

/// Syncs a record to the disk, which must happen before its result is stored.
pub(crate) fn sync(record: &Path) -> io::Result<()> {
    files::sync(record)?;
    files::sync_folder(record.parent().unwrap_or(Path::new(".")))
}

/// Writes records completely to the disk, which must happen before their results are stored. They are written in
/// parallel, since the disk syncs concurrent writes together.
pub(crate) fn write_all(games: &Path, records: &[(GameId, String)]) -> Result<(), HallError> {
    if records.is_empty() {
        return Ok(());
    }
    std::thread::scope(|scope| {
        let some = records.chunks(records.len().div_ceil(WRITERS));
        let writers: Vec<_> = some.map(|some| scope.spawn(|| write_each(games, some))).collect();
        let ends = writers.into_iter().map(|writer| match writer.join() {
            Ok(written) => written,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ends.fold(Ok(()), Result::and)
    })?;
    files::sync_folder(games).map_err(io_at(games))
}

fn write_each(games: &Path, records: &[(GameId, String)]) -> Result<(), HallError> {
    for (game, text) in records {
        let record = record_of(games, *game);
        let part = record.with_extension("part");
        let written = File::create(&part).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            replace(&part, &record)
        });
        written.map_err(io_at(&record))?;
    }
    Ok(())
}
