//! `leitai verify`: records played again.

use crate::failure::Failure;
use crate::language::say;
use crate::out;
use leitai_catalog::Replay;
use leitai_core::{Lang, Record, Tell};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// One JSON object a file
    #[arg(long)]
    json: bool,
    /// Only what does not verify, and the count
    #[arg(long, short)]
    quiet: bool,
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

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let mut broken = 0;
    for file in &args.files {
        let name = leitai_protocol::printable(file.as_os_str().as_encoded_bytes());
        match verify(file, lang) {
            Ok((plies, digest, reason)) => {
                if args.json {
                    out::json(&Row { r#type: "verify", file, ok: true, digest: Some(&digest), error: None });
                } else if !args.quiet {
                    let digest = &digest[..16];
                    let text = say!(
                        lang,
                        "{name}: ok, {plies} plies, {reason}, digest {digest}…",
                        "{name}：一致，{plies} 手，{reason}，摘要 {digest}…"
                    );
                    out::line(&text);
                }
            }
            Err(error) => {
                broken += 1;
                if args.json {
                    out::json(&Row { r#type: "verify", file, ok: false, digest: None, error: Some(&error) });
                } else {
                    out::line(&say!(lang, "{name}: BROKEN: {error}", "{name}：不一致：{error}"));
                }
            }
        }
    }
    let all = args.files.len();
    if broken == 0 && !args.json && (args.quiet || all > 1) {
        out::line(&say!(lang, "{all} records, all ok", "共 {all} 个记录，全部一致"));
    }
    match broken {
        0 => Ok(()),
        // A single unreadable file is bad usage: there is nothing else the command was asked.
        1 if all == 1 => Err(Failure::Usage(say!(lang, "the record does not verify", "记录校验未通过"))),
        _ => Err(Failure::Usage(say!(
            lang,
            "{broken} of {all} records do not verify",
            "{all} 个记录中有 {broken} 个校验未通过"
        ))),
    }
}

fn verify(file: &Path, lang: Lang) -> Result<(u32, String, String), String> {
    let replay = Replay::open(read(file, lang)?).map_err(|e| e.told(lang))?;
    let end = replay.verify().map_err(|e| e.told(lang))?;
    Ok((end.plies, end.digest.into_owned(), end.reason.told(lang)))
}

/// A record file, or what is wrong with it.
pub(crate) fn read(file: &Path, lang: Lang) -> Result<Record, String> {
    Record::read(&text(file, lang)?).map_err(|e| e.told(lang))
}

/// The text of a record file.
pub(crate) fn text(file: &Path, lang: Lang) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|e| e.told(lang))?;
    String::from_utf8(bytes)
        .map_err(|_| say!(lang, "not a record: it is not text in UTF-8", "不是对局记录：不是 UTF-8 文本"))
}
