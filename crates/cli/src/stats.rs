//! `leitai stats`: totals of records, of any matches and events.

mod meeting;

use crate::cross::Cross;
use crate::failure::Failure;
use crate::out;
use leitai_bout::{Kept, KeptGame, read_games_of};
use leitai_catalog::{Setup, find};
use leitai_core::{GameName, Lang, Noun, Sentence, say, sentence};
use meeting::Meeting;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
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

/// The records found.
#[derive(Default)]
struct Heap {
    games: Vec<KeptGame>,
    unfinished: Vec<PathBuf>,
    unreadable: Vec<(PathBuf, Sentence)>,
    /// Files seen, so that none counts twice.
    seen: BTreeSet<PathBuf>,
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
    row: crate::cross::Row<'a>,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let mut heap = Heap::default();
    for path in &args.paths {
        heap.take(path, true).map_err(|why| Failure::file(path, &why))?;
    }
    let Heap { games, unfinished, unreadable, .. } = heap;
    let count = games.len();
    if count + unfinished.len() + unreadable.len() == 0 {
        let paths: Vec<_> = args.paths.iter().map(|path| path.display().to_string()).collect();
        let paths = paths.join(", ");
        return Err(Failure::Usage(sentence!("{paths}: no records found", "{paths}：其中没有对局记录")));
    }
    // Games under different rules are different games.
    let mut rules: BTreeMap<(GameName<'_>, BTreeMap<String, String>), Vec<KeptGame>> = BTreeMap::new();
    for game in games {
        rules.entry((game.game.clone(), game.options.clone())).or_default().push(game);
    }
    for ((game, options), games) in rules {
        tell(&game, &options, &Meeting::all(games), args.json, lang);
    }
    if args.json {
        let unreadable = unreadable.iter().map(|(file, why)| Unreadable {
            file,
            error: why.to(Lang::En),
            error_zh: why.to(Lang::Zh),
        });
        let unreadable = unreadable.collect();
        out::json(&Total { r#type: "total", games: count, unfinished: &unfinished, unreadable });
    } else {
        out::text(&left_out(&unfinished, &unreadable, lang));
    }
    Ok(())
}

fn tell(game: &str, options: &BTreeMap<String, String>, meetings: &[Meeting], json: bool, lang: Lang) {
    let mut players: Vec<&String> = Vec::new();
    for name in meetings.iter().flat_map(|meeting| &meeting.names) {
        if !players.contains(&name) {
            players.push(name);
        }
    }
    let mut cross = Cross::new(players.iter().map(|name| (*name).clone()).collect());
    for meeting in meetings {
        let numbers = meeting.names.each_ref().map(|name| players.iter().position(|known| *known == name));
        if let [Some(a), Some(b)] = numbers {
            cross.add([a, b], meeting.tally.score);
        }
    }
    if json {
        for meeting in meetings {
            out::json(&meeting.line(game, options));
        }
        if players.len() > 2 {
            cross.rows().into_iter().for_each(|row| out::json(&Rated { game, row }));
        }
        return;
    }
    let name = find(game).map_or_else(|| game.to_owned(), |game| game.facts().name.to(lang).to_owned());
    let usual = find(game).and_then(|game| game.open(&Setup::default()).ok()).map(|game| game.options());
    let usual = usual.unwrap_or_default();
    let is_usual =
        |name: &str, value: &str| usual.iter().any(|(known, usual)| *known == name && usual == value);
    let given = options.iter().filter(|(name, value)| !is_usual(name, value));
    let given: Vec<_> = given.map(|(name, value)| format!("{name}={value}")).collect();
    let given = if given.is_empty() { String::new() } else { format!(" ({})", given.join(" ")) };
    out::line(&say!(lang, "{name}{given}: {}", "{name}{given}：{} 局", cross.games().to(lang)));
    if players.len() > 2 {
        out::text(&cross.text(lang));
    }
    for meeting in meetings {
        out::text(&meeting.text(players.len() > 2, lang));
    }
}

/// The files that were found but do not count.
fn left_out(unfinished: &[PathBuf], unreadable: &[(PathBuf, Sentence)], lang: Lang) -> String {
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

impl Heap {
    /// Adds a folder with everything in it, or a file; `named` by the user, a file is read whatever its name.
    fn take(&mut self, path: &Path, named: bool) -> Result<(), Sentence> {
        let kind = fs::metadata(path).map_err(|error| Sentence::of(&error))?;
        if kind.is_dir() {
            let entries = fs::read_dir(path).map_err(|error| Sentence::of(&error))?;
            let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            inside.sort();
            // A link could lead back here.
            inside.retain(|path| fs::symlink_metadata(path).is_ok_and(|kind| !kind.is_symlink()));
            for path in inside {
                // A file that vanishes is the fragment of a game that has just ended.
                let _ = self.take(&path, false);
            }
            return Ok(());
        }
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_record = ending == Some("jsonl");
        let is_new = self.seen.insert(fs::canonicalize(path).map_err(|error| Sentence::of(&error))?);
        if !is_new || !(named || is_record || ending == Some("part")) {
            return Ok(());
        }
        if ending == Some("part") {
            self.unfinished.push(path.to_owned());
            return Ok(());
        }
        if let Some(games) = read_games_of(path).filter(|_| named) {
            for game in games {
                match game {
                    Ok(record) => self.games.extend(KeptGame::of(&record, path)),
                    Err(why) => self.unreadable.push((path.to_owned(), Sentence::of(&why))),
                }
            }
            return Ok(());
        }
        match KeptGame::read(path) {
            Ok(Kept::Game(game)) => self.games.push(*game),
            Ok(Kept::Unfinished) => self.unfinished.push(path.to_owned()),
            Ok(Kept::Other) if named => {
                let why = sentence!("not a record of Leitai", "不是擂台的对局记录");
                self.unreadable.push((path.to_owned(), why));
            }
            Ok(Kept::Other) => {}
            Err(why) => self.unreadable.push((path.to_owned(), Sentence::of(&why))),
        }
        Ok(())
    }
}
