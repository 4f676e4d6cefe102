//! `leitai backup`: a site as one archive, made while it runs.

use crate::failure::Failure;
use crate::language::note;
use crate::progress_bar::progress_bar;
use crate::{out, stop};
use indicatif::{HumanBytes, ProgressBar};
use leitai_core::{Lang, Noun, say, sentence};
use leitai_web::{BackupError, BackupRequest, Wishes, back_up};
use serde::Serialize;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The archive to write (.tar.gz)
    file: PathBuf,
    /// The folder of the site
    #[arg(long, value_name = "DIR", default_value = "leitai-site")]
    data: PathBuf,
    /// The site's store, if it is not in its folder: `sqlite:PATH` or `postgres://USER@HOST/NAME`
    #[arg(long, value_name = "ADDRESS")]
    store: Option<String>,
    /// Only the files, once PostgreSQL's own `pg_dump` has saved the store
    #[arg(long)]
    files: bool,
    /// One JSON object that says what was saved
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    file: String,
    files: usize,
    bytes: u64,
    archive_bytes: u64,
    left_out: &'a [PathBuf],
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let stop = stop::flag();
    let named = match &args.store {
        Some(store) => Some(store.clone()),
        None => Wishes::read(&args.data).map_err(Failure::Usage)?.store,
    };
    let wanted = BackupRequest {
        data: &args.data,
        store: named.as_deref(),
        files_alone: args.files,
        file: &args.file,
    };
    let bar = bar(lang, args.json);
    let backed = back_up(&wanted, &|| stop::raised(&stop), &|done, all| shown(&bar, done, all));
    bar.finish_and_clear();
    let backed = backed.map_err(|error| match error {
        BackupError::Stopped => Failure::Interrupted,
        BackupError::Store(_) | BackupError::Io(..) => Failure::stage(&error),
        error => Failure::usage(&error),
    })?;
    for name in &backed.left_out {
        note(&sentence!(
            "left out: {name} (not a regular file with a plain name)",
            "未备份（不是普通文件，或名称含特殊字符）：{name}"; name
        ));
    }
    let (file, files) = (args.file.display().to_string(), backed.files);
    if args.json {
        let (bytes, archive_bytes, left_out) = (backed.bytes, backed.archive, backed.left_out.as_slice());
        out::json(&Line { r#type: "backup", file, files, bytes, archive_bytes, left_out });
        return Ok(());
    }
    let (files, bytes, archive) =
        (Noun::FILES.of(files as u64), HumanBytes(backed.bytes), HumanBytes(backed.archive));
    let (bytes, archive) = (bytes.to_string(), archive.to_string());
    out::advice(&say!(
        lang,
        "{file}: {files}, {bytes}, packed into {archive}; `leitai restore {file} --data DIR` restores the site",
        "{file}：{files} 个文件，{bytes}，压缩为 {archive}；用 `leitai restore {file} --data 文件夹` 恢复"; files
    ));
    Ok(())
}

/// A progress bar of bytes; hidden for JSON.
pub(crate) fn bar(lang: Lang, json: bool) -> ProgressBar {
    progress_bar(None, "{wide_bar} {bytes}/{total_bytes} {percent}%", json, lang)
}

/// Updates the bar to `done` of `all`.
pub(crate) fn shown(bar: &ProgressBar, done: u64, all: u64) {
    bar.set_length(all);
    bar.set_position(done);
}
