//! `leitai tournament report`: an event as pages to read and to print.

use super::begun_event::{BegunEvent, EventLocation};
use crate::event_zone::zone_of;
use crate::export::save;
use crate::failure::Failure;
use crate::language::note;
use crate::out;
use leitai_arena::now_ms;
use leitai_core::{Lang, Noun, Record, Sentence, say, sentence};
use leitai_hall::HallError;
use leitai_report::{Reasons, Report};
use leitai_tournament::GameId;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file that describes the event
    file: PathBuf,
    #[command(flatten)]
    location: EventLocation,
    /// The folder for the pages; default: `report` next to the journal
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let found = BegunEvent::of(&args.file, &args.location)?;
    let BegunEvent { file, folder, history, began, .. } = &found;
    if let Some(what) = file.differs(&history.begun) {
        return Err(Failure::usage(&HallError::Differs(what)));
    }
    let to = args.to.clone().unwrap_or_else(|| folder.join("report"));
    let games = to.join("games");
    fs::create_dir_all(&games).map_err(|e| Failure::system(&games, &e))?;
    let (now, zone) = (now_ms(), zone_of(&args.file)?);
    let report = Report { file, history, began: *began, now, zone: &zone, lang };
    let mut reasons = Reasons::new();
    for (id, how) in &history.details {
        let record = found.record(*id, how);
        let mut show = |record| show(&report, *id, record, &games, &mut reasons);
        let shown = record.and_then(|record| record.map_or(Ok(()), &mut show));
        // The result is valid without its record; the report just has no link to it.
        if let Err(why) = shown {
            note(&sentence!("games/{id}.jsonl: {why}", "games/{id}.jsonl：{why}"; id, why));
        }
    }
    for page in report.pages(&reasons) {
        save(&to.join(page.path), page.text.as_bytes())?;
    }
    let (count, place) = (reasons.len(), to.join("index.html"));
    let place = place.display();
    let games = Noun::GAMES.of(count);
    out::line(&say!(lang, "report with {games}: {place}", "报告（{games} 局可回放）：{place}"; games));
    Ok(())
}

/// Writes the page of a game and, next to it, the public part of its record; adds to `reasons` why it ended. Writes
/// nothing for a game that is not public yet; the error says why it cannot be shown.
fn show(
    report: &Report<'_>,
    id: GameId,
    record: Record,
    games: &Path,
    reasons: &mut Reasons,
) -> Result<(), Sentence> {
    let files = [games.join(format!("{id}.html")), games.join(format!("{id}.jsonl"))];
    let Some(game) = report.game(id, record).map_err(|error| Sentence::of(&error))? else {
        // A report made from an older file may have shown it.
        for file in files {
            let _ = fs::remove_file(file);
        }
        return Ok(());
    };
    let written =
        [game.page, game.record].iter().zip(&files).try_for_each(|(text, file)| fs::write(file, text));
    written.map_err(|error| Sentence::of(&error))?;
    reasons.insert(id, game.reason);
    Ok(())
}
