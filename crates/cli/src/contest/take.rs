//! `leitai contest take`, `recall` and `extend`: tables that a desk without a network takes along.

use super::site::{SiteArgs, refused};
use crate::failure::Failure;
use crate::out;
use crate::results_until::results_until;
use leitai_core::{GameName, Lang, Noun, Sentence, say, sentence};
use leitai_hall::{DESK_FILE, DeedError, TakenTables, Wanted, Zone};
use leitai_store::Actor;
use leitai_tournament::contest::{ContestDeed, TakingId};
use leitai_tournament::{GameId, MatchId};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The contest's name
    name: String,
    /// The tables, divided by commas: what sits there, and the next match that can be called to each that is free
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = crate::args::whole(1, 500), required_unless_present = "again")]
    tables: Vec<u32>,
    /// All matches of this round that can be called, dealt over the free ones of the tables
    #[arg(long, value_name = "NUMBER", value_parser = crate::args::whole(1, 999))]
    round: Option<u32>,
    /// With whom they go, such as 'laptop 2'; default: the name of the file
    #[arg(long, value_name = "NAME")]
    with: Option<String>,
    /// Write once more the file of what was taken along before, by its number
    #[arg(long, value_name = "TAKING", conflicts_with_all = ["tables", "round", "with"])]
    again: Option<String>,
    /// The file, which the desk opens
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// One JSON object per game
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(clap::Args)]
pub(super) struct RecallArgs {
    /// The contest's name
    name: String,
    /// What was taken along, by its number
    taking: String,
    /// Why it is called off
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(clap::Args)]
pub(super) struct ExtendArgs {
    /// The contest's name
    name: String,
    /// What was taken along, by its number
    taking: String,
    #[command(flatten)]
    site: SiteArgs,
}

/// A game that was taken along, in JSON.
#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    taking: &'a TakingId,
    table: u32,
    game: &'a GameName<'static>,
    of: MatchId,
    id: GameId,
    first: &'a str,
    second: &'a str,
    side_ms: u64,
}

/// Takes tables along. The file is written before anything is said; where it cannot be written, what was taken along can be
/// written again with `--again`, or called off.
pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if fs::exists(&args.to).unwrap_or(false) {
        let to = args.to.display();
        return Err(Failure::Usage(sentence!("{to} is there already", "{to} 已存在")));
    }
    ends_as_desk_file(&args.to)?;
    let (store, zone) = args.site.open()?;
    let stem = args.to.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let taken = if let Some(taking) = &args.again {
        store.taken_along(&args.name, &number(taking)?)
    } else {
        let with = args.with.as_deref().unwrap_or(&stem);
        let round = args.round.map(|round| u16::try_from(round).unwrap_or(u16::MAX));
        store.take_along(Actor::CONSOLE, &args.name, &Wanted { with, tables: &args.tables, round })
    };
    let taken = taken.map_err(|error| refused(error, &args.name))?;
    write(&args.to, &taken.text()).map_err(|error| {
        let (to, taking, name) = (args.to.display(), &taken.taking, &args.name);
        Failure::Usage(sentence!(
            "{to}: {error}; the tables are taken along: `leitai contest take {name} --again {taking} --to FILE` writes \
             the file elsewhere, `leitai contest recall {name} {taking} --reason …` calls it off",
            "{to}：{error}；棋桌已取走：可用 `leitai contest take {name} --again {taking} --to 文件` 另存，\
             或用 `leitai contest recall {name} {taking} --reason …` 收回"
        ))
    })?;
    told(args, &taken, &zone, lang);
    Ok(())
}

/// Refuses a name that no file of a desk has.
pub(super) fn ends_as_desk_file(to: &Path) -> Result<(), Failure> {
    if to.extension().is_some_and(|ending| ending == DESK_FILE) {
        return Ok(());
    }
    let to = to.display();
    Err(Failure::Usage(sentence!(
        "the file of a desk ends in .{DESK_FILE}, and {to} does not",
        "棋桌文件以 .{DESK_FILE} 结尾，而 {to} 不是"
    )))
}

fn number(typed: &str) -> Result<TakingId, Failure> {
    typed.parse().map_err(|error| Failure::usage(&error))
}

fn told(args: &Args, taken: &TakenTables, zone: &Zone, lang: Lang) {
    for (of, game) in taken.games() {
        let [first, second] = &game.seats;
        if args.json {
            out::json(&Line {
                r#type: "taken",
                taking: &taken.taking,
                table: of.table,
                game: &of.of_game,
                of: of.of,
                id: game.of,
                first,
                second,
                side_ms: game.side_ms,
            });
            continue;
        }
        let (table, id, of_game) = (of.table, game.of, &of.of_game);
        out::line(&say!(
            lang,
            "table {table}: {of_game} {id}: {first} moves first against {second}",
            "{table} 号桌：{of_game} {id}：{first}（先手）对 {second}"
        ));
    }
    if !args.json {
        let (games, to, taking) =
            (Noun::GAMES.of(taken.games().count()), args.to.display().to_string(), &taken.taking);
        out::line(&say!(
            lang,
            "{games} taken along in {to}; its number is {taking}. The file holds the key that seals its results: give it to \
             the desk alone",
            "已取走 {games} 局，见 {to}；编号 {taking}。文件中有封存成绩的密钥，只交给该处";
            games, to, taking = taking.to_string()
        ));
        if let Some(until) = taken.until_ms {
            out::line(&results_until(zone, until, lang));
        }
    }
}

/// Writes a file whole, or not at all; never over another one.
pub(super) fn write(to: &Path, text: &str) -> std::io::Result<()> {
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(to).map(drop).map_err(|error| error.error)
}

pub(super) fn recall(args: &RecallArgs, lang: Lang) -> Result<(), Failure> {
    let (store, _) = args.site.open()?;
    let deed = ContestDeed::Recall { taking: number(&args.taking)?, why: args.reason.clone() };
    let done = store.do_in_contest(Actor::CONSOLE, &args.name, &deed, None);
    done.map_err(|error| refused(error, &args.name))?;
    let said = Sentence::new(
        "called off: its matches can be called again, and results of it count no longer",
        "已收回：其场次可重新叫号，带回的成绩不再计入",
    );
    out::line(said.to(lang));
    Ok(())
}

pub(super) fn extend(args: &ExtendArgs, lang: Lang) -> Result<(), Failure> {
    let (store, zone) = args.site.open()?;
    let until = store.extend_taking(Actor::CONSOLE, &args.name, &number(&args.taking)?);
    let until = until.map_err(|error| match error {
        DeedError::Nothing => {
            let (name, taking) = (&args.name, &args.taking);
            Failure::Usage(sentence!(
                "nobody has taken {taking} of {name} along here",
                "这里没有“{name}”编号为 {taking} 的取走记录"
            ))
        }
        error => refused(error, &args.name),
    })?;
    out::line(&results_until(&zone, until, lang));
    Ok(())
}
