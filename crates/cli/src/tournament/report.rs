//! `leitai tournament report`: an event as pages to read and to print.

use super::{Found, found};
use crate::export::save;
use crate::failure::Failure;
use crate::language::say;
use crate::{out, verify};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use leitai_core::{Lang, Sentence, Tell};
use leitai_hall::HallError;
use leitai_report::{Replayed, Report};
use leitai_tournament::GameId;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file that describes the event
    file: PathBuf,
    /// The folder of journal and records, where it is not beside the file
    #[arg(long)]
    out: Option<PathBuf>,
    /// The folder for the pages; `report` beside the journal if not said
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let Found { file, folder, history, began } = found(&args.file, args.out.as_ref(), lang)?;
    if let Some(what) = file.differs(&history.begun) {
        return Err(Failure::usage(&HallError::Differs(what)));
    }
    let to = args.to.clone().unwrap_or_else(|| folder.join("report"));
    let games = to.join("games");
    fs::create_dir_all(&games).map_err(|e| Failure::system(games.display(), &e))?;
    let mut replayed = BTreeMap::new();
    for (id, how) in &history.details {
        let Some(record) = &how.record else { continue };
        match replay(*id, &folder.join(record), &games, lang) {
            Ok(reason) => {
                replayed.insert(*id, reason);
            }
            // The result stands without its record; the report says so by having no link.
            Err(Lost(why)) => {
                let _ = writeln!(io::stderr(), "{record}: {why}");
            }
        }
    }
    let now = Timestamp::now().as_millisecond();
    let report =
        Report { file: &file, history: &history, began, now, time: &written, lang, replayed: &replayed };
    for page in report.pages() {
        save(&to.join(page.path), page.text.as_bytes())?;
    }
    let (count, place) = (replayed.len(), to.join("index.html"));
    let place = place.display();
    out::line(&say!(lang, "report with {count} games: {place}", "报告（{count} 局可回放）：{place}"));
    Ok(())
}

/// A record that cannot be shown, and why.
struct Lost(String);

/// Writes the page of a game, and its record beside it; why it ended.
fn replay(id: GameId, record: &Path, games: &Path, lang: Lang) -> Result<Option<Sentence>, Lost> {
    let read = verify::read(record, lang).map_err(Lost)?;
    let replayed = Replayed::new(id, &read, lang).map_err(|error| Lost(error.told(lang)))?;
    let io = |error: io::Error| Lost(error.told(lang));
    fs::write(games.join(format!("{id}.html")), &replayed.page).map_err(io)?;
    let copy = games.join(format!("{id}.jsonl"));
    fs::copy(record, &copy).map_err(io)?;
    Ok(replayed.reason)
}

/// A time in this machine's zone.
fn written(ms: i64) -> String {
    let time = Timestamp::from_millisecond(ms).unwrap_or_default();
    time.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M %Z").to_string()
}
