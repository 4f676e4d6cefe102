//! `leitai import`: a sheet of another program or contest as a record.

use crate::args::pair;
use crate::export::save;
use crate::failure::Failure;
use crate::language::note;
use crate::named_game::NamedGame;
use crate::out;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use leitai_catalog::{Setup, recognise, record_of};
use leitai_core::{Heading, Lang, SeatInfo, Sentence, SheetName, Staging, say, sentence};
use leitai_encoding::{Encoding, EncodingError};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The sheet: a text record of the national contest or SGF
    file: PathBuf,
    /// Its encoding (gb18030, big5, windows-1252), if it cannot be told
    #[arg(long, value_parser = encoding)]
    encoding: Option<Encoding>,
    /// The game, if the header does not name it
    #[arg(long)]
    game: Option<NamedGame>,
    /// A rule option of the game, as name=value: sheets do not hold them
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
    /// Write the record into this file; otherwise it is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let named = |what: Sentence| Failure::file(&args.file, &what);
    let bytes = fs::read(&args.file).map_err(|error| named(Sentence::of(&error)))?;
    let decoded = leitai_sheet::decode(&bytes, args.encoding).map_err(|error| named(unread(&error)))?;
    let text = decoded.text.as_str();
    if let Some(taken) = decoded.taken() {
        let path = &args.file;
        note(&sentence!("{path}: {taken}", "{path}：{taken}"; path, taken));
    }
    let (game, form) = match args.game {
        None => recognise(text).ok_or_else(|| {
            named(sentence!(
                "the game cannot be told from the header; name it with --game",
                "无法从开头识别棋种；请用 --game 指明"
            ))
        })?,
        Some(NamedGame(game)) => {
            let is_tree = text.trim_start().starts_with("(;");
            (game, if is_tree { SheetName::Sgf } else { SheetName::National })
        }
    };
    let setup = Setup { options: args.options.clone(), ..Setup::default() };
    let game = game.open(&setup).map_err(|error| named(Sentence::of(&error)))?;
    let scored = game.read_sheet(form, text).ok_or_else(|| {
        let id = game.facts().id;
        named(sentence!("there is no {form} sheet of {id}", "{id} 没有 {form} 格式的棋谱"))
    })?;
    let scored = scored.map_err(|error| named(Sentence::of(&error)))?;
    let staging = staging(&scored.heading, form);
    let record = record_of(&*game, staging, &scored).map_err(|error| named(Sentence::of(&error)))?;
    match &args.out {
        None => out::bytes(&record),
        Some(path) => {
            save(path, &record)?;
            let (id, acts) = (game.facts().id, scored.acts.len());
            out::line(&say!(
                lang,
                "{id}, {acts} acts, written: {}",
                "{id}，{acts} 步，已写入：{}",
                path.display()
            ));
        }
    }
    Ok(())
}

fn encoding(text: &str) -> Result<Encoding, Sentence> {
    text.parse().map_err(|()| sentence!("there is no such encoding", "没有这种编码"))
}

/// Why the file is not read as text, with what helps.
fn unread(error: &EncodingError) -> Sentence {
    let said = Sentence::of(error);
    match error {
        EncodingError::Disputed { .. } => said
            .then(&sentence!(", or name its encoding with `--encoding`", "，或用 `--encoding` 指明其编码")),
        _ => said,
    }
}

/// What the sheet states about how the game was staged.
fn staging(heading: &Heading, form: SheetName) -> Staging<'static> {
    let stage = [("imported", form.name()), ("place", &heading.place), ("event", &heading.event)];
    let stage = stage.into_iter().filter(|(_, text)| !text.is_empty());
    Staging {
        seats: heading.teams.clone().map(|name| SeatInfo { name: name.into(), ..SeatInfo::default() }),
        started: started(&heading.time).unwrap_or_default(),
        stage: stage.map(|(name, text)| (name.into(), text.to_owned().into())).collect::<BTreeMap<_, _>>(),
        ..Staging::default()
    }
}

/// Milliseconds since 1970 of a time such as `2017.07.29 14:00`, with any separators; `None` if it is not a time.
fn started(text: &str) -> Option<i64> {
    let numbers: Vec<i16> =
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
    let part = |at: usize| numbers.get(at).copied().unwrap_or_default().try_into().ok();
    let year = *numbers.first()?;
    let time = DateTime::new(year, part(1)?, part(2)?, part(3)?, part(4)?, 0, 0).ok()?;
    Some(time.to_zoned(TimeZone::system()).ok()?.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_whatever_stands_between_the_numbers() {
        let at = started("2017.07.29 14:05");
        assert!(at.is_some());
        for same in ["2017-07-29 14:05", "2017/7/29 14_05", "2017.07.29 14:05:30"] {
            assert_eq!(started(same), at, "{same}");
        }
        for none in ["", "2017", "2017.13.01 10:00", "99999.1.1"] {
            assert_eq!(started(none), None, "{none}");
        }
    }
}
