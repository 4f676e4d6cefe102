//! `leitai tournament bring`: results of games that were played at tables of a hall.

use super::begun_event::{BegunEvent, EventLocation};
use super::rule::{entry, game};
use crate::failure::Failure;
use crate::out;
use leitai_bout::record_text;
use leitai_core::{Fault, Lang, Sentence, VerdictName, Words, say, sentence};
use leitai_hall::{Brought, DeedError, ShownBy, TableResult, bring_to_folder};
use leitai_store::Actor;
use leitai_tournament::{Event, Finding};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file that describes the event
    file: PathBuf,
    /// Records that desks kept, each of a whole game; which game it is follows from the names of its seats
    records: Vec<PathBuf>,
    /// The game, where the names do not say it, or where there is no record: `0.0.e0-e1.g0`
    #[arg(long)]
    game: Option<String>,
    /// Without a record: who won by the signed sheet, by name or number; `draw`; or `nobody`
    #[arg(long, value_name = "NAME", conflicts_with = "records", requires = "game")]
    winner: Option<String>,
    /// Without a record: how it ended: rules, resigned, agreed, time, crash or ruled
    #[arg(long, value_name = "HOW", requires = "winner", value_parser = how, default_value = "rules")]
    how: How,
    /// Without a record: the referee's words
    #[arg(long, value_name = "TEXT", requires = "winner", default_value = "")]
    reason: String,
    /// The table, as the hall calls it
    #[arg(long)]
    table: Option<String>,
    /// The referee who answers for it
    #[arg(long, value_name = "NAME")]
    referee: Option<String>,
    /// One JSON object per result
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    location: EventLocation,
}

/// How a game ended by a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct How(VerdictName);

const HOWS: [(&str, VerdictName); 6] = [
    ("rules", VerdictName::Law),
    ("resigned", VerdictName::Resigned),
    ("agreed", VerdictName::Agreed),
    ("time", VerdictName::Fault(Fault::TimeLimit)),
    ("crash", VerdictName::Fault(Fault::Crash)),
    ("ruled", VerdictName::Ruled),
];

fn how(text: &str) -> Result<How, Sentence> {
    let known = HOWS.into_iter().find(|(name, _)| *name == text);
    known.map(|(_, verdict)| How(verdict)).ok_or_else(|| {
        let names = HOWS.map(|(name, _)| name).join(", ");
        sentence!("how a game ends: {names}", "终局方式：{names}")
    })
}

/// A line with `--json`.
#[derive(Serialize)]
struct Told<'a> {
    r#type: &'static str,
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    counted: &'a str,
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if args.records.is_empty() && args.winner.is_none() {
        return Err(Failure::Usage(Sentence::new(
            "name the records, or the --game and its --winner",
            "请给出记录文件，或用 --game 与 --winner 给出成绩",
        )));
    }
    if args.records.len() > 1 && args.game.is_some() {
        return Err(Failure::Usage(Sentence::new("--game is for one record", "--game 只用于一份记录")));
    }
    let found = BegunEvent::of(&args.file, &args.location)?;
    if !found.file.at_tables {
        return Err(Failure::Usage(Sentence::new(
            "a stage plays the games of this event: only those of an event with `at-tables = true` are brought",
            "本赛事的对局由赛台进行；只有 `at-tables = true` 的赛事才提交棋桌成绩",
        )));
    }
    if let Some(winner) = &args.winner {
        let finding = finding(&found.history.event, winner)?;
        let shown_by = ShownBy::Sheet { finding, verdict: args.how.0, said: &args.reason };
        return bring(args, &found, None, shown_by, lang);
    }
    // Each that can be taken is taken; the first refusal is the answer.
    let mut refused = None;
    for path in &args.records {
        let brought = record_text(path)
            .map_err(|error| Failure::file(path, &error))
            .and_then(|text| bring(args, &found, Some(path), ShownBy::Record(&text), lang));
        if let Err(failure) = brought {
            refused = refused.or(Some(failure));
        }
    }
    refused.map_or(Ok(()), Err)
}

fn finding(event: &Event, text: &str) -> Result<Finding, Failure> {
    Ok(match text {
        "draw" => Finding::Drawn,
        "nobody" => Finding::Nobody,
        name => Finding::Won(entry(event, name)?),
    })
}

fn bring(
    args: &Args,
    found: &BegunEvent,
    path: Option<&Path>,
    shown_by: ShownBy<'_>,
    lang: Lang,
) -> Result<(), Failure> {
    let id = args.game.as_deref().map(game).transpose()?;
    let result =
        TableResult { game: id, shown_by, table: args.table.as_deref(), referee: args.referee.as_deref() };
    let brought = match &found.store {
        Some(store) => store.bring(Actor::CONSOLE, &found.file.name, &found.folder, &result),
        None => bring_to_folder(&found.folder, &found.file.name, &result),
    };
    let (id, brought) = brought.map_err(|error| match (error, path) {
        (DeedError::Hall(error), _) => Failure::hall(&error),
        (error, Some(path)) => Failure::file(path, &error),
        (error, None) => Failure::Usage(Sentence::of(&error)),
    })?;
    let (counted, words) = match brought {
        Brought::Counted => ("now", Words::new("counts", "已计入")),
        Brought::Before => {
            ("before", Words::new("was brought before, and counts once", "此前已提交，只计一次"))
        }
    };
    if args.json {
        let record = path.map(|path| path.display().to_string());
        out::json(&Told { r#type: "result", game: id.to_string(), record, counted });
    } else {
        out::line(&say!(lang, "{id}: {words}", "{id}：{words}"; id, words));
    }
    Ok(())
}
