//! `leitai contest back`: results that desks without a network bring back.

use super::site::{SiteArgs, refused};
use crate::failure::Failure;
use crate::out;
use leitai_core::{GameName, Lang, Sentence, Words, say, sentence};
use leitai_hall::{BackResult, Brought, BroughtBack, DESK_FILE, game_folder};
use leitai_store::Actor;
use leitai_tournament::GameId;
use leitai_tournament::contest::TakingId;
use serde::Serialize;
use std::fs;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Files that desks brought back, or folders with such files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// One JSON object per result, and one per file
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    site: SiteArgs,
}

/// A result, in JSON.
#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    file: String,
    table: u32,
    game: &'a GameName<'static>,
    id: GameId,
    /// `now`, `before`, `borne-out` or `refused`.
    counted: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// A file, in JSON.
#[derive(Serialize)]
struct Summary<'a> {
    r#type: &'static str,
    file: String,
    contest: &'a str,
    taking: &'a TakingId,
    results: usize,
    now: usize,
    before: usize,
    refused: usize,
    matches_out: usize,
}

/// Takes each file that can be taken; the first refusal is the answer.
pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let (store, _) = args.site.open()?;
    let mut first = None;
    for path in all_files(&args.files)? {
        let bytes = fs::read(&path).map_err(|error| Failure::file(&path, &error))?;
        let events = args.site.events();
        let contest_of = |game: &GameName<'_>, contest: &str| game_folder(&events, contest, game);
        let brought =
            store.bring_back(Actor::CONSOLE, None, &bytes, &|contest, game| contest_of(game, contest));
        match brought {
            Ok(back) => {
                told(args, &path, &back, lang);
                let wrong = back.results.iter().find_map(|result| result.brought.as_ref().err());
                if let Some(why) = wrong {
                    first = first.or_else(|| Some(Failure::file(&path, why)));
                }
            }
            Err(error) => {
                let failure = match error {
                    leitai_hall::DeedError::Refused(why) => Failure::file(&path, &why),
                    error => refused(error, ""),
                };
                first = first.or(Some(failure));
            }
        }
    }
    first.map_or(Ok(()), Err)
}

/// The files, and those of such an ending in the folders, in order.
fn all_files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).map_err(|error| Failure::file(path, &error))?;
        let mut own: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        own.retain(|file| file.extension().is_some_and(|ending| ending == DESK_FILE));
        own.sort();
        if own.is_empty() {
            let why = sentence!("no file in it ends in .{DESK_FILE}", "其中没有 .{DESK_FILE} 文件");
            return Err(Failure::file(path, &why));
        }
        files.extend(own);
    }
    Ok(files)
}

fn told(args: &Args, path: &std::path::Path, back: &BroughtBack, lang: Lang) {
    let file = path.display().to_string();
    for BackResult { table, of_game, of, brought } in &back.results {
        let (counted, said) = match brought {
            Ok(result) => match result.brought {
                Brought::Counted => ("now", Words::new("counts", "已计入").into()),
                Brought::Before => ("before", Words::new("was brought before", "此前已提交").into()),
                Brought::BearsOut => {
                    ("borne-out", Words::new("bears out the record that counts", "与已计入的记录一致").into())
                }
            },
            Err(why) => ("refused", why.clone()),
        };
        if args.json {
            let error = brought.as_ref().err().map(|why| why.to(lang));
            let (table, file) = (*table, file.clone());
            out::json(&Line { r#type: "result", file, table, game: of_game, id: *of, counted, error });
        } else {
            let said: Sentence = said;
            out::line(&say!(
                lang,
                "table {table}: {of_game} {of}: {said}",
                "{table} 号桌：{of_game} {of}：{said}";
                table, of_game = of_game.to_string(), of, said
            ));
        }
    }
    if args.json {
        let [now, before, refused] = back.sum();
        let (contest, taking, results) = (&*back.contest, &back.taking, back.results.len());
        let matches_out = back.out;
        out::json(&Summary {
            r#type: "back",
            file,
            contest,
            taking,
            results,
            now,
            before,
            refused,
            matches_out,
        });
    } else {
        out::line(&say!(lang, "{file}: {said}", "{file}：{said}"; file, said = back.said()));
    }
}
