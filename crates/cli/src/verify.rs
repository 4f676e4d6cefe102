//! `leitai verify`: records played again.

mod event_records;

use crate::failure::Failure;
use crate::out;
use crate::tournament::EventLocation;
use event_records::{EventRecord, event_of, records_of};
use leitai_bout::read_record;
use leitai_catalog::Replay;
use leitai_core::{Lang, Noun, Record, Sentence, say, sentence};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record files; or an event's file, for all its records together with its journal
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    location: EventLocation,
    /// One JSON object per file
    #[arg(long)]
    json: bool,
    /// Only those that do not verify, and the count
    #[arg(long, short)]
    quiet: bool,
    /// Print the lines that the digest covers, of one record that verifies
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    digested: bool,
}

#[derive(Serialize)]
struct Row<'a> {
    r#type: &'static str,
    file: &'a Path,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// The line for the fragment of a game's record.
#[derive(Serialize)]
struct Unfinished<'a> {
    r#type: &'static str,
    file: &'a Path,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if args.digested {
        return digested(&args.files);
    }
    let mut broken = 0;
    let is_record = |file: &&PathBuf| file.extension().is_none_or(|ending| ending != "part");
    let (events, files): (Vec<&PathBuf>, Vec<_>) =
        args.files.iter().partition(|file| event_of(file).is_some());
    let (files, unfinished): (Vec<&PathBuf>, Vec<_>) = files.into_iter().partition(is_record);
    let mut of_events = Vec::new();
    for event in events.into_iter().filter_map(|path| event_of(path)) {
        of_events.extend(records_of(&event, &args.location)?);
    }
    for file in unfinished {
        if args.json {
            out::json(&Unfinished { r#type: "unfinished", file });
        } else if !args.quiet {
            let name = leitai_protocol::printable(file.as_os_str().as_encoded_bytes());
            out::line(&say!(
                lang,
                "{name}: a game in progress or broken off",
                "{name}：对局正在进行或已中断"
            ));
        }
    }
    let of_files = files.into_iter().map(|file| (file.as_path(), verify(file)));
    let of_events = of_events.iter().map(|record| (record.file.as_path(), verify_of_event(record)));
    let mut all = 0;
    for (file, verified) in of_files.chain(of_events) {
        all += 1;
        let name = leitai_protocol::printable(file.as_os_str().as_encoded_bytes());
        match verified {
            Ok((plies, digest, reason)) => {
                let reason = reason.to(lang);
                if args.json {
                    out::json(&Row { r#type: "verify", file, ok: true, digest: Some(&digest), error: None });
                } else if !args.quiet {
                    let digest = &digest[..16];
                    let text = say!(
                        lang,
                        "{name}: ok, {plies}, {reason}, digest {digest}…",
                        "{name}：一致，{plies} 手，{reason}，摘要 {digest}…"; plies = Noun::PLIES.of(plies)
                    );
                    out::line(&text);
                }
            }
            Err(error) => {
                let error = error.to(lang);
                broken += 1;
                if args.json {
                    out::json(&Row { r#type: "verify", file, ok: false, digest: None, error: Some(error) });
                } else {
                    out::line(&say!(lang, "{name}: BROKEN: {error}", "{name}：不一致：{error}"));
                }
            }
        }
    }
    if broken == 0 && !args.json && (args.quiet || all > 1) {
        out::line(&say!(lang, "{all}, all ok", "共 {all} 个记录，全部一致"; all = Noun::RECORDS.of(all)));
    }
    match broken {
        0 => Ok(()),
        // A single unreadable file is bad usage: the command was asked for nothing else.
        1 if all == 1 => Err(Failure::Usage(sentence!("the record does not verify", "记录校验未通过"))),
        _ => Err(Failure::Usage(sentence!(
            "{broken} of {all} do not verify", "{all} 个记录中有 {broken} 个校验未通过";
            broken, all = Noun::RECORDS.of(all)
        ))),
    }
}

/// Prints the lines that others need to compute the digest themselves.
fn digested(files: &[PathBuf]) -> Result<(), Failure> {
    let [file] = files else {
        return Err(Failure::Usage(sentence!("--digested takes one record", "--digested 只接受一个记录")));
    };
    verify(file).map_err(Failure::Usage)?;
    let record = read_record(file).map_err(|error| Failure::usage(&error))?;
    for line in Replay::digested(record).map_err(|error| Failure::usage(&error))? {
        out::line(&line);
    }
    Ok(())
}

/// The plies of a record that verifies, its digest and its reason.
type Verified = (u32, String, Sentence);

fn verify(file: &Path) -> Result<Verified, Sentence> {
    verify_record(read_record(file).map_err(|error| Sentence::of(&error))?)
}

/// Verifies a record by itself, and against the journal of its event.
fn verify_of_event(of_event: &EventRecord) -> Result<Verified, Sentence> {
    let verified = verify_record(of_event.record.clone()?)?;
    of_event.against()?;
    Ok(verified)
}

fn verify_record(record: Record) -> Result<Verified, Sentence> {
    let replay = Replay::open(record).map_err(|error| Sentence::of(&error))?;
    let end = replay.verify().map_err(|error| Sentence::of(&error))?;
    Ok((end.plies, end.digest.into_owned(), end.reason))
}
