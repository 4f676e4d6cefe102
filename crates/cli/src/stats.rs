//! `leitai stats`: totals of records, of any matches and events.

mod meeting;

use crate::failure::Failure;
use crate::matches::lines::RatingLine;
use crate::{cross_text, out};
use leitai_bout::{FoundRecords, Meeting, SameRules};
use leitai_catalog::{Setup, find};
use leitai_core::{Lang, Noun, Sentence, say, sentence};
use meeting::{Line, text};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Most files of each kind listed for a person; the JSON has all of them.
const LISTED: usize = 5;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders of records (with their subfolders), record files, or text files of games
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<PathBuf>,
    /// One JSON object per pair of players, then ratings and a total
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Total<'a> {
    r#type: &'static str,
    games: usize,
    unfinished: &'a [PathBuf],
    unreadable: Vec<Unreadable<'a>>,
}

#[derive(Serialize)]
struct Unreadable<'a> {
    file: &'a Path,
    error: &'a str,
    error_zh: &'a str,
}

/// A row of a game's rating table.
#[derive(Serialize)]
struct Rated<'a> {
    game: &'a str,
    #[serde(flatten)]
    row: RatingLine<'a>,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let mut found = FoundRecords::default();
    for path in &args.paths {
        found.add(path).map_err(|why| Failure::file(path, &why))?;
    }
    if found.is_empty() {
        let paths: Vec<_> = args.paths.iter().map(|path| path.display().to_string()).collect();
        let paths = paths.join(", ");
        return Err(Failure::Usage(sentence!("{paths}: no records found", "{paths}：其中没有对局记录")));
    }
    let FoundRecords { games, unfinished, unreadable, .. } = found;
    let count = games.len();
    for same in &SameRules::group(games) {
        tell(same, args.json, lang);
    }
    let unreadable: Vec<_> = unreadable.iter().map(|(file, why)| (&**file, Sentence::of(why))).collect();
    if args.json {
        let unreadable = unreadable.iter().map(|(file, why)| Unreadable {
            file,
            error: why.to(Lang::En),
            error_zh: why.to(Lang::Zh),
        });
        let unreadable = unreadable.collect();
        out::json(&Total { r#type: "total", games: count, unfinished: &unfinished, unreadable });
    } else {
        out::said(&left_out(&unfinished, &unreadable, lang));
    }
    Ok(())
}

fn tell(SameRules { game, options, meetings }: &SameRules, json: bool, lang: Lang) {
    let cross = Meeting::cross_table(meetings);
    let has_several = cross.players() > 2;
    if json {
        for meeting in meetings {
            out::json(&Line::of(meeting, game, options));
        }
        if has_several {
            for row in cross.rows() {
                out::json(&Rated { game, row: RatingLine::of(row) });
            }
        }
        return;
    }
    let name = find(game).map_or_else(|| game.to_string(), |game| game.facts().name.to(lang).to_owned());
    let usual = find(game).and_then(|game| game.open(&Setup::default()).ok()).map(|game| game.options());
    let usual = usual.unwrap_or_default();
    let is_usual =
        |name: &str, value: &str| usual.iter().any(|(known, usual)| *known == name && usual == value);
    let given = options.iter().filter(|(name, value)| !is_usual(name, value));
    let given: Vec<_> = given.map(|(name, value)| format!("{name}={value}")).collect();
    let given = if given.is_empty() { String::new() } else { format!(" ({})", given.join(" ")) };
    let games = Noun::GAMES.of(cross.games());
    out::line(&say!(lang, "{name}{given}: {games}", "{name}{given}：{games} 局"; name, given, games));
    if has_several {
        out::said(&cross_text::text(&cross, lang));
    }
    for meeting in meetings {
        out::said(&text(meeting, has_several, lang));
    }
}

/// The files that were found but do not count.
fn left_out(unfinished: &[PathBuf], unreadable: &[(&Path, Sentence)], lang: Lang) -> String {
    let mut text = String::new();
    let more = |count: usize| match count.saturating_sub(LISTED) {
        0 => String::new(),
        more => say!(lang, "  and {more} more\n", "  另有 {more} 个\n"),
    };
    if !unfinished.is_empty() {
        let count = Noun::GAMES.of(unfinished.len());
        text += &say!(
            lang,
            "not counted, in progress or broken off: {count}\n",
            "未计入（正在进行或中断）：{count} 局\n"; count
        );
        unfinished.iter().take(LISTED).for_each(|file| text += &format!("  {}\n", file.display()));
        text += &more(unfinished.len());
    }
    if !unreadable.is_empty() {
        let count = Noun::RECORDS.of(unreadable.len());
        text += &say!(
            lang,
            "not counted, unreadable: {count}\n", "未计入（无法读取）：{count} 个\n"; count
        );
        for (file, why) in unreadable.iter().take(LISTED) {
            text += &format!("  {}: {}\n", file.display(), why.to(lang));
        }
        text += &more(unreadable.len());
    }
    text
}
