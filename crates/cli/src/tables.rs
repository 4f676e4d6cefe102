//! `leitai tables`: the tables of built-in players on the user's shelf.

mod build;

use crate::failure::Failure;
use crate::language::note;
use crate::named_game::NamedGame;
use crate::out;
use build::{Built, build};
use leitai_catalog::{GAMES, ListedGame};
use leitai_core::{Lang, TableSpec, Tell, Words, say, sentence};
use leitai_draw::pad;
use leitai_shelf::{TableFolder, TableState};
use serde::Serialize;
use std::io;

#[derive(clap::Args)]
pub(crate) struct Args {
    // Without a command, all are listed.
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(clap::Subcommand)]
enum What {
    /// List the tables, with size and state
    List(Which),
    /// Build those that are missing or damaged
    Build(Which),
    /// Check every byte of those that were built
    Check(Which),
    /// Remove them; if no game is named, also old versions and unfinished files
    Remove(Which),
}

#[derive(clap::Args)]
struct Which {
    /// The game; default: all
    #[arg(value_name = "GAME")]
    of: Option<NamedGame>,
    /// The table's name; default: all of the game
    #[arg(value_name = "NAME")]
    table: Option<String>,
    /// One JSON object per table
    #[arg(id = "tables_json", long = "json")]
    json: bool,
}

/// A table, with its game.
type ListedTable = (ListedGame, &'static TableSpec);

#[derive(Serialize)]
struct Row {
    r#type: &'static str,
    game: &'static str,
    table: &'static str,
    version: u32,
    what: &'static str,
    what_zh: &'static str,
    bytes: u64,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

#[derive(Serialize)]
struct LeftoverRow<'a> {
    r#type: &'static str,
    file: &'a str,
    bytes: u64,
}

/// The state of a table, or what was done with it, for programs and for people.
type Called = (&'static str, Words);

const THERE: Called = ("there", Words::new("there", "已有"));
const MISSING: Called = ("missing", Words::new("missing", "缺失"));
const DAMAGED: Called = ("damaged", Words::new("damaged", "已损坏"));
const BUILT: Called = ("built", Words::new("built", "已生成"));
const REMOVED: Called = ("removed", Words::new("removed", "已删除"));

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let Some(folder) = TableFolder::of_user() else {
        return Err(Failure::Stage(sentence!(
            "there is no folder for tables: neither LEITAI_TABLES nor a home (HOME, on Windows LOCALAPPDATA) is set",
            "没有存放表格的文件夹：既未设置 LEITAI_TABLES，也没有主目录（HOME，在 Windows 上为 LOCALAPPDATA）"
        )));
    };
    let all = What::List(Which { of: None, table: None, json: false });
    let what = args.what.as_ref().unwrap_or(&all);
    let (What::List(which) | What::Build(which) | What::Check(which) | What::Remove(which)) = what;
    let shown = Shown { json: which.json, lang };
    let tables = which.tables()?;
    if tables.is_empty() && !which.json {
        out::line(&say!(lang, "no player needs a table here", "此处没有棋手需要表格"));
    }
    match what {
        What::List(_) => list(&folder, &tables, which.of.is_none(), shown),
        What::Build(_) => {
            for (game, table) in tables {
                let called = match build(&folder, game, table, lang, which.json)? {
                    Built::Now(took) => (BUILT, Some(took)),
                    Built::Before(took) => (THERE, Some(took)),
                };
                shown.row((game, table), called);
            }
            Ok(())
        }
        What::Check(_) => {
            let mut sound = true;
            for (game, table) in tables {
                let state = folder.check(game, table).map_err(|error| unreadable(&folder, &error))?;
                sound &= state != TableState::Damaged;
                shown.state(&folder, (game, table), state);
            }
            if sound { Ok(()) } else { Err(Failure::No) }
        }
        What::Remove(_) => {
            for (game, table) in tables {
                let removed = folder.remove(game, table).map_err(|error| unreadable(&folder, &error))?;
                shown.row((game, table), (if removed { REMOVED } else { MISSING }, None));
            }
            if which.of.is_none() {
                for left in folder.leftovers(&every()).map_err(|error| unreadable(&folder, &error))? {
                    folder.clear(&left).map_err(|error| unreadable(&folder, &error))?;
                    shown.leftover(&left.name, left.bytes);
                }
            }
            Ok(())
        }
    }
}

/// Every table of every game.
fn every() -> Vec<ListedTable> {
    GAMES.iter().flat_map(|game| game.tables().iter().map(|table| (*game, table))).collect()
}

impl Which {
    fn tables(&self) -> Result<Vec<ListedTable>, Failure> {
        let mut tables = every();
        if let Some(game) = self.of {
            tables.retain(|(of, _)| *of == game.0);
        }
        if let Some(name) = &self.table {
            let names: Vec<_> = tables.iter().map(|(_, table)| table.name).collect();
            tables.retain(|(_, table)| table.name == name);
            if tables.is_empty() {
                let names = names.join(", ");
                return Err(Failure::Usage(if names.is_empty() {
                    sentence!(
                        "there is no table `{name}`: the game has none",
                        "没有表格“{name}”：该棋种没有表格"
                    )
                } else {
                    sentence!("there is no table `{name}`; known: {names}", "没有表格“{name}”；可用：{names}")
                }));
            }
        }
        Ok(tables)
    }
}

fn list(folder: &TableFolder, tables: &[ListedTable], everything: bool, shown: Shown) -> Result<(), Failure> {
    for (game, table) in tables {
        let state = folder.state(*game, table).map_err(|error| unreadable(folder, &error))?;
        shown.state(folder, (*game, table), state);
    }
    if everything {
        for left in folder.leftovers(&every()).map_err(|error| unreadable(folder, &error))? {
            shown.leftover(&left.name, left.bytes);
        }
    }
    if !shown.json {
        let path = folder.path().display();
        out::line(&say!(shown.lang, "in {path}", "位于 {path}"));
    }
    Ok(())
}

/// How results are printed.
#[derive(Clone, Copy)]
struct Shown {
    json: bool,
    lang: Lang,
}

impl Shown {
    fn state(self, folder: &TableFolder, table: ListedTable, state: TableState) {
        match state {
            TableState::Missing => self.row(table, (MISSING, None)),
            TableState::There(took) => self.row(table, (THERE, Some(took))),
            TableState::Damaged => {
                self.row(table, (DAMAGED, None));
                let ((game, table), path) = (table, folder.path().display());
                let name = table.name;
                note(&sentence!(
                    "leitai: the table {name} of {game} in {path} is damaged: players do without it, `leitai tables \
                     build {game} {name}` rebuilds it",
                    "leitai：{game} 的表格 {name}（位于 {path}）已损坏：棋手不会使用它，\
                     可用 `leitai tables build {game} {name}` 重新生成"
                ));
            }
        }
    }

    fn row(self, (game, table): ListedTable, ((name, words), took): (Called, Option<std::time::Duration>)) {
        if self.json {
            return out::json(&Row {
                r#type: "table",
                game: game.facts().id,
                table: table.name,
                version: table.version,
                what: table.what.en,
                what_zh: table.what.zh,
                bytes: table.bytes,
                state: name,
                seconds: took.map(|took| took.as_secs_f64()),
            });
        }
        let state = words.to(self.lang);
        let took = took.map(|took| took.told(self.lang)).unwrap_or_default();
        out::line(
            format!(
                "{}{}{:>10}  {}{}{}",
                pad(game.facts().id, 12),
                pad(&format!("{} v{}", table.name, table.version), 20),
                size(table.bytes),
                pad(state, 10),
                pad(&took, 12),
                table.what.to(self.lang)
            )
            .trim_end(),
        );
    }

    fn leftover(self, file: &str, bytes: u64) {
        if self.json {
            out::json(&LeftoverRow { r#type: "leftover", file, bytes });
        } else {
            let size = size(bytes);
            out::advice(&say!(
                self.lang,
                "left over: {file}, {size} (`leitai tables remove` removes it)",
                "残留：{file}，{size}（可用 `leitai tables remove` 删除）"
            ));
        }
    }
}

/// Formats a size for people.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}

fn unreadable(folder: &TableFolder, error: &io::Error) -> Failure {
    Failure::system(folder.path(), error)
}
