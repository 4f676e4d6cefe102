//! `leitai verify`: records played again.

use crate::failure::Failure;
use crate::out;
use leitai_bout::read_record;
use leitai_catalog::Replay;
use leitai_core::{Lang, Noun, Sentence, say, sentence};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record files
    #[arg(required = true)]
    files: Vec<PathBuf>,
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
    let (files, unfinished): (Vec<&PathBuf>, Vec<_>) = args.files.iter().partition(is_record);
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
    for file in &files {
        let name = leitai_protocol::printable(file.as_os_str().as_encoded_bytes());
        match verify(file) {
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
    let all = files.len();
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

fn verify(file: &Path) -> Result<(u32, String, Sentence), Sentence> {
    let record = read_record(file).map_err(|error| Sentence::of(&error))?;
    let replay = Replay::open(record).map_err(|error| Sentence::of(&error))?;
    let end = replay.verify().map_err(|error| Sentence::of(&error))?;
    Ok((end.plies, end.digest.into_owned(), end.reason))
}
