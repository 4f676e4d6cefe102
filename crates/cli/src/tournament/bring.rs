//! `leitai tournament bring`: results of games that were played at tables of a hall.

use super::begun_event::{BegunEvent, EventLocation};
use super::rule::{entry, game};
use crate::failure::Failure;
use crate::out;
use leitai_bout::record_text;
use leitai_core::{Fault, Lang, Sentence, VerdictName, Words, say, sentence};
use leitai_hall::{
    Brought, BroughtResult, DeedError, DeskRecord, GameRecords, ShownBy, TableResult, Witness,
    bring_to_folder,
};
use leitai_store::Actor;
use leitai_tournament::{Event, Finding};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file that describes the event
    file: PathBuf,
    /// Records that desks kept, each of a whole game; which game it is follows from the names of its seats. Of a relayed
    /// game both records: they are compared ply by ply
    records: Vec<PathBuf>,
    /// The position code that the other desk shows at the end of the game: it is compared with the record
    #[arg(long, value_name = "LETTERS", requires = "plies")]
    code: Option<String>,
    /// How many plies the other desk shows beside its code
    #[arg(long, value_name = "NUMBER", requires = "code")]
    plies: Option<u32>,
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
pub(crate) struct How(pub(crate) VerdictName);

const HOWS: [(&str, VerdictName); 6] = [
    ("rules", VerdictName::Law),
    ("resigned", VerdictName::Resigned),
    ("agreed", VerdictName::Agreed),
    ("time", VerdictName::Fault(Fault::TimeLimit)),
    ("crash", VerdictName::Fault(Fault::Crash)),
    ("ruled", VerdictName::Ruled),
];

pub(crate) fn how(text: &str) -> Result<How, Sentence> {
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
    /// The record of the other desk.
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<String>,
    counted: &'a str,
    /// Over so many plies two records agree, or a record and the other desk's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    agreed_plies: Option<u32>,
    /// By how much the clocks of both sides differ in the two records.
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks_apart_ms: Option<[u64; 2]>,
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if args.records.is_empty() && args.winner.is_none() {
        return Err(Failure::Usage(Sentence::new(
            "name the records, or the --game and its --winner",
            "请给出记录文件，或用 --game 与 --winner 给出成绩",
        )));
    }
    let (games, mut refused) = games_of(&args.records);
    let is_of_one = args.game.is_some() || args.code.is_some();
    if is_of_one && games.len() > 1 {
        return Err(Failure::Usage(Sentence::new(
            "--game and --code are for the record of one game",
            "--game 与 --code 只用于一局的记录",
        )));
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
        return bring(args, &found, (shown_by, None), [None, None], lang);
    }
    // Each that can be taken is taken; the first refusal is the answer.
    for GameRecords { record, other } in games {
        let code = args.code.as_deref().zip(args.plies);
        let witness = match (&other, code) {
            (Some(_), Some(_)) => {
                return Err(Failure::Usage(Sentence::new(
                    "--code is for one record: two are compared with each other",
                    "--code 只用于一份记录：两份记录会互相核对",
                )));
            }
            (Some(other), None) => Some(Witness::Record(&other.text)),
            (None, code) => code.map(|(code, plies)| Witness::Code { code, plies }),
        };
        let paths = [Some(&*record.path), other.as_ref().map(|other| &*other.path)];
        if let Err(failure) = bring(args, &found, (ShownBy::Record(&record.text), witness), paths, lang) {
            refused = refused.or(Some(failure));
        }
    }
    refused.map_or(Ok(()), Err)
}

/// The games of these records, and why the first that cannot be read, or that cannot be told apart, was left out.
fn games_of(paths: &[PathBuf]) -> (Vec<GameRecords>, Option<Failure>) {
    let (mut records, mut refused) = (Vec::new(), None);
    for path in paths {
        let text = record_text(path).map_err(|error| Failure::file(path, &error));
        let read = text.and_then(|text| {
            DeskRecord::read(path.clone(), text).map_err(|error| Failure::file(path, &error))
        });
        match read {
            Ok(record) => records.push(record),
            Err(failure) => refused = refused.or(Some(failure)),
        }
    }
    let (games, unpaired) = GameRecords::of(records);
    let unpaired =
        unpaired.into_iter().next().map(|(path, why): (PathBuf, Sentence)| Failure::file(&path, &why));
    (games, refused.or(unpaired))
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
    (shown_by, witness): (ShownBy<'_>, Option<Witness<'_>>),
    [path, other]: [Option<&Path>; 2],
    lang: Lang,
) -> Result<(), Failure> {
    let id = args.game.as_deref().map(game).transpose()?;
    let (table, referee) = (args.table.as_deref(), args.referee.as_deref());
    let result = TableResult { game: id, shown_by, witness, table, referee };
    let brought = match &found.store {
        Some(store) => store.bring(Actor::CONSOLE, &found.file.name, &found.folder, &result),
        None => bring_to_folder(&found.folder, &found.file.name, &result),
    };
    let BroughtResult { of, brought, agreement } = brought.map_err(|error| match (error, path) {
        (DeedError::Hall(error), _) => Failure::hall(&error),
        (error, Some(path)) => Failure::file(path, &error),
        (error, None) => Failure::Usage(Sentence::of(&error)),
    })?;
    let (counted, words) = match brought {
        Brought::Counted => ("now", Words::new("counts", "已计入")),
        Brought::Before => {
            ("before", Words::new("was brought before, and counts once", "此前已提交，只计一次"))
        }
        Brought::BearsOut => (
            "borne-out",
            Words::new(
                "counts by the other desk's record, which this one bears out",
                "已按对方记录计入，本记录与之一致",
            ),
        ),
    };
    if args.json {
        let [record, witness] = [path, other].map(|path| path.map(|path| path.display().to_string()));
        out::json(&Told {
            r#type: "result",
            game: of.to_string(),
            record,
            witness,
            counted,
            agreed_plies: agreement.map(|agreement| agreement.plies),
            clocks_apart_ms: agreement.and_then(|agreement| agreement.apart_ms),
        });
        return Ok(());
    }
    let said = match agreement {
        Some(agreement) => {
            sentence!("{words}; {agreement}", "{words}；{agreement}"; words, agreement = agreement.said())
        }
        None => Sentence::from(words),
    };
    out::line(&say!(lang, "{of}: {said}", "{of}：{said}"; of, said));
    Ok(())
}
