//! `leitai restore`: a site restored from an archive.

use crate::backup::{bar, shown};
use crate::failure::Failure;
use crate::language::note;
use crate::{out, stop};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use leitai_core::{Lang, Noun, say, sentence};
use leitai_web::{RestoreError, look_through, restore};
use serde::Serialize;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// An archive that `leitai backup` made
    file: PathBuf,
    /// The folder to restore the site to: a new one, or an empty one
    #[arg(long, value_name = "DIR", default_value = "leitai-site")]
    data: PathBuf,
    /// Move what is in that folder into another folder within it
    #[arg(long)]
    replace: bool,
    /// Only check that the archive is complete and intact; nothing is written
    #[arg(long)]
    check: bool,
    /// One JSON object that says what the archive holds
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    r#type: &'static str,
    version: String,
    made_ms: i64,
    files: usize,
    bytes: u64,
    store: bool,
    again: usize,
    aside: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let stop = stop::flag();
    let bar = bar(lang, args.json);
    let (is_stopped, progress) = (|| stop::raised(&stop), |done, all| shown(&bar, done, all));
    let restored = if args.check {
        look_through(&args.file, &is_stopped, &progress)
    } else {
        restore(&args.file, &args.data, args.replace, &is_stopped, &progress)
    };
    bar.finish_and_clear();
    let restored = restored.map_err(|error| match error {
        RestoreError::Stopped => Failure::Interrupted,
        RestoreError::Store(_) | RestoreError::Io(..) => Failure::stage(&error),
        error => Failure::usage(&error),
    })?;
    let (version, made_ms) = (restored.head.version.clone(), restored.head.made_ms);
    if args.json {
        out::json(&Line {
            r#type: if args.check { "archive" } else { "restored" },
            version,
            made_ms,
            files: restored.files,
            bytes: restored.bytes,
            store: restored.head.store,
            again: restored.again,
            aside: restored.aside,
        });
        return Ok(());
    }
    let files = Noun::FILES.of(restored.files as u64);
    let made = Timestamp::from_millisecond(made_ms).unwrap_or_default().to_zoned(TimeZone::system());
    let made = made.strftime("%Y-%m-%d %H:%M").to_string();
    if args.check {
        out::line(&say!(
            lang,
            "complete and intact: {files}, made by Leitai {version} at {made}",
            "完好：{files} 个文件，由擂台 {version} 于 {made} 生成"; files
        ));
        return Ok(());
    }
    let data = args.data.display().to_string();
    if let Some(aside) = &restored.aside {
        note(&sentence!("what was there is now in {aside}", "原有内容已移至 {aside}"; aside));
    }
    if let Some(named) = &restored.named {
        note(&sentence!(
            "`leitai.toml` named the store {named}; the store is now in the folder, and the line was removed",
            "`leitai.toml` 曾指定数据库 {named}；现已放在该文件夹中，该行已删除"
        ));
    }
    if !restored.head.store {
        note(&sentence!(
            "the archive holds only the files: restore the store with `pg_restore`, and name it with --store",
            "备份只含文件：请用 `pg_restore` 恢复数据库，并用 --store 指定"
        ));
    }
    out::advice(&say!(
        lang,
        "{data}: {files} from {made}; `leitai serve --data {data}` continues from there",
        "{data}：{files} 个文件，备份于 {made}；用 `leitai serve --data {data}` 从那里继续"; files
    ));
    Ok(())
}
