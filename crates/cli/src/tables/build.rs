//! Building one table: on a thread of its own, so that Ctrl-C ends it at once and leaves nothing behind.

use crate::failure::Failure;
use crate::language::note;
use crate::progress_bar::progress_bar;
use crate::stop;
use leitai_catalog::ListedGame;
use leitai_core::{Lang, TableSpec, sentence};
use leitai_shelf::{BuildLock, TableFolder, TableState};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often the building thread and Ctrl-C are checked.
const GLANCE: Duration = Duration::from_millis(50);
/// Steps of the progress bar.
const STEPS: u64 = 10_000;

/// The outcome, and how long the building took.
pub(super) enum Built {
    /// The table was built now.
    Now(Duration),
    /// The table existed already.
    Before(Duration),
}

/// Builds the table, unless it exists and is intact.
pub(super) fn build(
    folder: &TableFolder,
    game: ListedGame,
    table: &'static TableSpec,
    lang: Lang,
    json: bool,
) -> Result<Built, Failure> {
    let stop = stop::flag();
    let failed = |error: io::Error| Failure::system(folder.path(), &error);
    let mut waits = false;
    let lock = loop {
        if let Some(lock) = folder.lock(game, table).map_err(failed)? {
            break lock;
        }
        let name = table.name;
        if !std::mem::replace(&mut waits, true) {
            note(&sentence!(
                "waiting: another program is building the table {name} of {game}",
                "等待：另一个程序正在生成 {game} 的表格 {name}"
            ));
        }
        thread::sleep(GLANCE);
        if stop::raised(&stop) {
            return Err(Failure::Interrupted);
        }
    };
    // Checked only now: the previous holder of the lock may have built it.
    if let TableState::There(took) = folder.check(game, table).map_err(failed)? {
        return Ok(Built::Before(took));
    }
    let start = Instant::now();
    let bar = progress_bar(Some(STEPS), "{msg} {wide_bar} {percent}%", json, lang);
    bar.set_message(format!("{game} {}", table.name));
    let done = Arc::new(AtomicU32::new(0));
    let (part, shelf) = (Arc::clone(&done), folder.shelf(game));
    let work = move || {
        (table.build)(&shelf, &mut |done| part.store((done * STEPS as f32) as u32, Ordering::Relaxed))
    };
    let builder = thread::Builder::new().name("table".to_owned()).spawn(work).map_err(failed)?;
    while !builder.is_finished() {
        if stop::raised(&stop) {
            bar.finish_and_clear();
            // Nothing was written; the thread ends with the process.
            return Err(Failure::Interrupted);
        }
        bar.set_position(u64::from(done.load(Ordering::Relaxed)));
        thread::sleep(GLANCE);
    }
    bar.finish_and_clear();
    let Ok(bytes) = builder.join() else {
        let name = table.name;
        return Err(Failure::Stage(sentence!(
            "building the table {name} of {game} failed: a bug in this program",
            "生成 {game} 的表格 {name} 失败：这是本程序的错误"
        )));
    };
    let took = start.elapsed();
    keep(folder, &lock, (game, table), &bytes, took)?;
    Ok(Built::Now(took))
}

fn keep(
    folder: &TableFolder,
    lock: &BuildLock,
    (game, table): (ListedGame, &TableSpec),
    bytes: &[u8],
    took: Duration,
) -> Result<(), Failure> {
    let (name, built, said) = (table.name, bytes.len(), table.bytes);
    folder.put(lock, game, table, bytes, took).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => Failure::Stage(sentence!(
            "the table {name} of {game} has {built} bytes and should have {said}: a bug in this program",
            "{game} 的表格 {name} 有 {built} 字节，应为 {said} 字节：这是本程序的错误"
        )),
        _ => Failure::system(folder.path(), &error),
    })
}
