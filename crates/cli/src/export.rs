//! `leitai export`: a record as a sheet that other programs and contests read.

use crate::args::has_folder;
use crate::failure::Failure;
use crate::out;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use leitai_bout::read_record;
use leitai_catalog::Replay;
use leitai_core::{Heading, Lang, Record, Sentence, SheetName, SheetResult, say, sentence};
use leitai_encoding::Encoding;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record
    file: PathBuf,
    /// The form: national (the text record of the national contest) or sgf
    #[arg(long = "as", value_name = "FORM", value_parser = form)]
    form: SheetName,
    /// Write into this folder, under the name that the contest's rules prescribe, or into this file; otherwise the
    /// sheet is printed
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Where it was played, for the header
    #[arg(long)]
    place: Option<String>,
    /// At what event, for the header
    #[arg(long)]
    event: Option<String>,
    /// utf-8 or gb18030
    #[arg(long, default_value = "utf-8", value_parser = encoding)]
    encoding: Encoding,
}

fn form(text: &str) -> Result<SheetName, Sentence> {
    text.parse().map_err(|()| {
        let names = SheetName::ALL.map(SheetName::name).join(", ");
        sentence!("the forms are: {names}", "可用格式：{names}")
    })
}

fn encoding(text: &str) -> Result<Encoding, Sentence> {
    let known: Option<Encoding> = text.parse().ok();
    known.filter(|encoding| Encoding::WRITTEN.contains(encoding)).ok_or_else(|| {
        let names = Encoding::WRITTEN.map(Encoding::label).join(", ");
        sentence!("the encodings are: {names}", "可用编码：{names}")
    })
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let record = read_record(&args.file).map_err(|error| Failure::file(&args.file, &error))?;
    let broken = |error| Failure::file(&args.file, &error);
    let mut replay = Replay::open(record).map_err(broken)?;
    while replay.step().map_err(broken)?.is_some() {}
    let record = replay.record();
    let game = replay.game();
    let Some(written) = game.write_sheet(record, args.form, &heading(args, record)) else {
        let forms = game.sheets().into_iter().map(SheetName::name).collect::<Vec<_>>().join(", ");
        let (id, form) = (game.facts().id, args.form);
        return Err(Failure::Usage(sentence!(
            "{id} has no {form} sheet; it has: {forms}",
            "{id} 没有 {form} 格式的棋谱；可用：{forms}"
        )));
    };
    let written = written.map_err(|error| Failure::file(&args.file, &error))?;
    let bytes = args.encoding.encode(&written.text);
    let Some(path) = &args.out else {
        out::bytes(&bytes);
        return Ok(());
    };
    let path = if path.is_dir() { path.join(&written.file_name) } else { path.clone() };
    save(&path, &bytes)?;
    out::line(&say!(lang, "written: {}", "已写入：{}", path.display()));
    Ok(())
}

/// Writes a whole file.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    has_folder(path)?;
    fs::write(path, bytes).map_err(|error| Failure::system(path, &error))
}

fn heading(args: &Args, record: &Record) -> Heading {
    let about = &record.about;
    let noted = |what: &str| about.stage.get(what).map(ToString::to_string);
    let time = Timestamp::from_millisecond(about.started).ok().filter(|_| about.started != 0);
    let time = time.map(|time| time.to_zoned(TimeZone::system()).strftime("%Y.%m.%d %H:%M").to_string());
    Heading {
        teams: record.names(),
        result: record.end.as_ref().map(|end| SheetResult::of(end.winner)),
        time: time.unwrap_or_default(),
        place: args.place.clone().or_else(|| noted("place")).unwrap_or_default(),
        event: args.event.clone().or_else(|| noted("event")).unwrap_or_default(),
    }
}
