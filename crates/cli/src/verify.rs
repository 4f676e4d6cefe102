//! `leitai verify`: records played again.

use crate::failure::Failure;
use crate::out;
use leitai_catalog::{GAME_TEXT, Replay, read_games};
use leitai_core::{Lang, Noun, Record, Sentence, say, sentence};
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
    let lines = read(file).and_then(|record| Replay::digested(record).map_err(|error| Sentence::of(&error)));
    for line in lines.map_err(Failure::Usage)? {
        out::line(&line);
    }
    Ok(())
}

fn verify(file: &Path) -> Result<(u32, String, Sentence), Sentence> {
    let replay = Replay::open(read(file)?).map_err(|error| Sentence::of(&error))?;
    let end = replay.verify().map_err(|error| Sentence::of(&error))?;
    Ok((end.plies, end.digest.into_owned(), end.reason))
}

/// The games of a text file of games, in its order, each a record or an error; `None` if it is not such a file.
pub(crate) fn games(file: &Path) -> Option<Vec<Result<Record, Sentence>>> {
    let text = text(file).ok().filter(|text| is_of_games(text))?;
    let read = read_games(&text).into_iter().map(|(_, game)| game);
    Some(read.map(|game| game.map(|game| game.record).map_err(|error| Sentence::of(&error))).collect())
}

fn is_of_games(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').starts_with(GAME_TEXT)
}

/// Reads a record file; the error says what is wrong with it.
pub(crate) fn read(file: &Path) -> Result<Record, Sentence> {
    let text = text(file)?;
    if is_of_games(&text) {
        return Err(sentence!(
            "a text file of games, which holds less than records do; `leitai replay` shows one of them, `leitai stats` \
             adds them up",
            "这是对局文本文件，内容少于对局记录；可用 `leitai replay` 查看其中一局，用 `leitai stats` 统计"
        ));
    }
    Record::read(&text).map_err(|error| {
        if error.line == 1 && !text.trim_start().starts_with('{') {
            return sentence!(
                "not a record of Leitai; sheets are read by `leitai import`",
                "不是擂台的对局记录；棋谱请用 `leitai import` 读取"
            );
        }
        Sentence::of(&error)
    })
}

/// Reads the text of a record file; of a fragment (`.part`), only the complete lines.
pub(crate) fn text(file: &Path) -> Result<String, Sentence> {
    let mut bytes =
        std::fs::read(file).map_err(|error| folder(file).unwrap_or_else(|| Sentence::of(&error)))?;
    if file.extension().is_some_and(|ending| ending == "part") {
        bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
    }
    String::from_utf8(bytes)
        .map_err(|_| sentence!("not a record: it is not text in UTF-8", "不是对局记录：不是 UTF-8 文本"))
}

/// The message that the path is a folder, naming the first record in it; `None` if it is not a folder.
fn folder(path: &Path) -> Option<Sentence> {
    let records = std::fs::read_dir(path).ok()?.flatten().map(|file| file.path());
    let mut records: Vec<_> =
        records.filter(|file| file.extension().is_some_and(|ending| ending == "jsonl")).collect();
    records.sort();
    let count = records.len();
    Some(match records.first() {
        None => sentence!("this is a folder without records", "是文件夹，其中没有对局记录"),
        Some(first) => sentence!(
            "this is a folder of records ({count}); name one of them: {first}",
            "是文件夹，内有 {count} 个记录；请指明其一：{first}"; count, first
        ),
    })
}
