//! `leitai import`: a sheet of another program or contest as a record.

use crate::args::pair;
use crate::export::save;
use crate::failure::Failure;
use crate::language::note;
use crate::named_game::NamedGame;
use crate::out;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use leitai_catalog::{ListedGame, ReadSheet, RuledGame, Setup, recognise, record_of};
use leitai_core::{
    Heading, Lang, SeatInfo, Sentence, SheetError, SheetForm, SheetName, Staging, say, sentence,
};
use leitai_encoding::{Encoding, EncodingError};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The sheet: a text record of the national contest, SGF, or a file of other programs of the game
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
    let (listed, form) = known(args, text)?;
    let given = |name: &str| args.options.iter().any(|(its, _)| its == name);
    let stated = form.map(|form| listed.options_of(form, text)).unwrap_or_default();
    let stated =
        stated.into_iter().filter(|(name, _)| !given(name)).map(|(name, value)| (name.to_owned(), value));
    let mut setup = Setup { options: args.options.iter().cloned().chain(stated).collect(), position: None };
    let game = listed.open(&setup).map_err(|error| named(Sentence::of(&error)))?;
    let scored = match form {
        Some(form) => game.read_sheet(form, text).ok_or_else(|| {
            let id = game.facts().id;
            named(sentence!("there is no {form} sheet of {id}", "{id} 没有 {form} 格式的棋谱"))
        })?,
        None => acts_of(&*game, text),
    };
    let scored = scored.map_err(|error| named(Sentence::of(&error)))?;
    setup.position.clone_from(&scored.start);
    let game = listed.open(&setup).map_err(|error| named(Sentence::of(&error)))?;
    let staging = staging(&scored.heading, form.map_or("acts", SheetForm::name));
    let record = record_of(&*game, staging, &scored).map_err(|error| named(Sentence::of(&error)))?;
    if scored.aside > 0 {
        let (path, aside, acts) = (&args.file, scored.aside, scored.acts.len());
        note(&sentence!(
            "{path}: {acts} acts are read; {aside} more stand in variations or other games and are not",
            "{path}：读入 {acts} 步；另有 {aside} 步属于变化或其他对局，未读入"; path, aside, acts
        ));
    }
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

/// The game, and the form if the text is in one: otherwise it may be a line of acts.
fn known(args: &Args, text: &str) -> Result<(ListedGame, Option<SheetForm>), Failure> {
    let is_tree = text.trim_start().starts_with("(;");
    let Some(NamedGame(game)) = args.game else {
        let known = recognise(text).ok_or_else(|| Failure::file(&args.file, &unknown(text, is_tree)))?;
        return Ok((known.0, Some(known.1)));
    };
    let is_head = text.trim_start().starts_with(['{', '(', '#', '[']);
    let other = match (is_tree, is_head) {
        (true, _) => Some(SheetName::Sgf.into()),
        (_, true) => Some(SheetName::National.into()),
        _ => None,
    };
    Ok((game, game.form_of(text).or(other)))
}

/// Why a text is not known, by what it looks like.
fn unknown(text: &str, is_tree: bool) -> Sentence {
    let is_offset = |c: char| c.is_ascii_digit() || c.is_whitespace() || "-,".contains(c);
    if text.contains("littlegolem.net/jsp/game") {
        sentence!(
            "a link of Little Golem, which holds no moves: download the game there and import the file",
            "这是 Little Golem 的链接，其中没有着法：请在该网站下载棋谱文件再导入"
        )
    } else if is_tree && text.contains("GM[1]") {
        sentence!(
            "a game of Go in SGF, of which several games here are forms: name it with --game",
            "这是 SGF 围棋棋谱，这里有几种棋与之相近：请用 --game 指明"
        )
    } else if text.contains(',') && text.chars().all(is_offset) {
        sentence!(
            "openings of the Gomocup as offsets from the centre: `leitai match` and `leitai openings` read them as a \
             file of openings; to import one, name --game",
            "这是 Gomocup 以中心偏移书写的开局：`leitai match` 与 `leitai openings` 可作开局文件读取；要导入一个，请用 --game 指明"
        )
    } else {
        sentence!(
            "the game cannot be told from the header; name it with --game",
            "无法从开头识别棋种；请用 --game 指明"
        )
    }
}

/// The game that a single line of acts begins.
fn acts_of(game: &dyn RuledGame, text: &str) -> Result<ReadSheet, SheetError> {
    let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let (line, at) = lines.next().unwrap_or_default();
    if let Some((_, at)) = lines.next() {
        return Err(SheetError::new(
            at,
            sentence!(
                "several lines without a header: if they are openings, `leitai openings` and `leitai match` read them",
                "没有开头而有多行：若是开局，请用 `leitai openings` 或 `leitai match` 读取"
            ),
        ));
    }
    game.acts_of(line.trim()).map_err(|error| SheetError::new(at.max(1), Sentence::of(&error)))
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
fn staging(heading: &Heading, form: &str) -> Staging<'static> {
    let stage = [("imported", form), ("place", &heading.place), ("event", &heading.event)];
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
