//! `leitai tournament`: an event from its file to its awards.

mod begun_event;
mod bring;
mod check;
mod event_folder;
mod event_progress;
mod renew;
mod report;
mod rule;
mod table;

use crate::conditions::warn;
use crate::failure::Failure;
use crate::language::note;
use crate::store_args::SharedArgs;
use crate::{engine, out, stop};
pub(crate) use begun_event::{BegunEvent, EventLocation};
#[cfg(feature = "web")]
pub(crate) use bring::{How, how};
use event_folder::{closed, folder_of, read, read_again, tell_torn};
use event_progress::EventProgress;
use leitai_arena::{Affinity, at_once, available};
use leitai_core::{Lang, Noun, say, sentence};
use leitai_hall::{Hall, HallError, Stop, Unbuilt, conditions};
use leitai_sandbox::system::own_file;
use leitai_tournament::{Event, Format, Role, Seed};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Start an event and play it
    Run(RunArgs),
    /// Continue an event that was stopped, or that stopped by itself
    Resume(RunArgs),
    /// Show how an event stands, with the reasons
    Standings(StandingsArgs),
    /// Write pages to read and to print: tables, brackets, replays, awards
    Report(report::Args),
    /// Record a ruling, whether the event runs or not
    Rule(rule::Args),
    /// Bring the results of games that were played at tables of a hall
    Bring(bring::Args),
    /// Retry games that failed too often, of an event that runs in a store
    Renew(renew::Args),
    /// Check what the file says: plan, first pairings, whether the programs build; nothing starts
    Check(check::Args),
}

#[derive(clap::Args)]
struct RunArgs {
    /// The file that describes the event
    file: PathBuf,
    /// The folder for journal and records; default: next to the file, with the same name
    #[arg(long)]
    out: Option<PathBuf>,
    /// How many games run at once; default: the number of free cores
    #[arg(long, value_parser = crate::args::whole(1, 4096))]
    jobs: Option<u32>,
    /// One JSON object per game, then the standings
    #[arg(long)]
    json: bool,
    /// Only the final standings
    #[arg(long, short)]
    quiet: bool,
    /// Keep the journal in this store and let its workers (`leitai worker`) play: `postgres://USER@HOST/NAME`,
    /// or `sqlite:PATH`
    #[arg(long, value_name = "ADDRESS")]
    store: Option<String>,
    #[command(flatten)]
    shared: SharedArgs,
}

#[derive(clap::Args)]
struct StandingsArgs {
    /// The file that describes the event
    file: PathBuf,
    #[command(flatten)]
    location: EventLocation,
    /// One JSON object per row
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Summary<'a> {
    r#type: &'static str,
    name: &'a str,
    games: usize,
    over: bool,
    seed: &'a str,
    journal: String,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    match &args.what {
        What::Run(args) => play(args, true, lang),
        What::Resume(args) => play(args, false, lang),
        What::Standings(args) => standings(args, lang),
        What::Report(args) => report::run(args, lang),
        What::Rule(args) => rule::run(args, lang),
        What::Bring(args) => bring::run(args, lang),
        What::Renew(args) => renew::run(args, lang),
        What::Check(args) => check::run(args, lang),
    }
}

fn play(args: &RunArgs, fresh: bool, lang: Lang) -> Result<(), Failure> {
    let stage = |error: HallError| Failure::hall(&error);
    let folder = folder_of(&args.file, args.out.as_ref());
    let is_here = !fresh && args.store.is_none();
    let file = if is_here { read_again(&args.file, &folder)? } else { read(&args.file)? };
    let seed = || Seed::new(format!("{:016x}{:016x}", engine::random_seed(), engine::random_seed()));
    let (name, cores) = (file.name.clone(), available().len());
    let (mut hall, jobs, place) = if let Some(address) = &args.store {
        let shared = args.shared.open_for_events(address)?;
        let place = shared.place().to_owned();
        closed(&folder);
        let hall = Hall::open_shared(file, &shared, &folder, fresh, seed);
        (hall.map_err(|error| Failure::hall(&error))?, cores, place)
    } else {
        let conditions = conditions(&file, own_file()).map_err(stage)?;
        warn(conditions.sandbox.level());
        let jobs = at_once(&available(), conditions.ponder);
        let place = folder.join("journal.jsonl");
        closed(&folder);
        let hall = Hall::open(file, conditions, &folder, fresh, seed).map_err(|error| match error {
            HallError::Begun(_) if fresh => begun(&args.file, &folder),
            error => Failure::hall(&error),
        })?;
        tell_torn(&folder, hall.torn());
        (hall, jobs, place.display().to_string())
    };
    let jobs = args.jobs.map_or(jobs, |jobs| jobs as usize);
    let loud = !args.json && !args.quiet;
    if loud {
        if fresh {
            figures(hall.event(), lang);
        }
        out::line(&say!(lang, "{name}: preparing programs …", "{name}：正在准备程序……"));
    }
    let unbuilt = hall.prepare().map_err(stage)?;
    tell_of(&hall, &unbuilt);
    let stop = Arc::new(Stop::default());
    stop::in_two_steps(&stop, None);
    let mut progress = EventProgress::new(hall.event(), args.json, args.quiet, lang);
    let first = hall.first_submissions_without(&unbuilt).into_iter().map(|(decision, refused)| {
        let named = || say!(lang, "the program that the event's file names", "赛事文件中写明的程序");
        (decision, refused.map_or_else(named, |why| why.to(lang).to_owned()))
    });
    hall.decide_all(first.collect::<Vec<_>>(), Role::Organiser, &mut progress).map_err(stage)?;
    let played = hall.run(jobs.max(1), Affinity::Auto, &stop, &mut progress);
    progress.end();
    if played.is_err() && loud {
        out::line(&say!(
            lang,
            "the event was broken off for the reason given at the end; this is what the journal holds:",
            "赛事中断，原因见末行；以下所示即日志中已有的内容："
        ));
    }
    let event = hall.event();
    let state = event.state();
    if args.json {
        table::json(event, &state);
        out::json(&Summary {
            r#type: "summary",
            name: &name,
            games: event.games().len(),
            over: state.is_over(),
            seed: event.seed().text(),
            journal: place,
        });
    } else {
        out::text(&table::text(event, &state, lang, true));
        out::line(&say!(lang, "draw seed {}", "抽签种子 {}", event.seed().text()));
        out::line(&say!(lang, "journal and records: {}", "日志与记录：{}", folder.display()));
    }
    played.map_err(stage)?;
    if state.is_over() {
        let freed = hall.clear().map_err(stage)?;
        if loud && freed.blobs > 0 {
            let (sources, kb) = (freed.blobs, freed.bytes.div_ceil(1024));
            out::line(&say!(
                lang,
                "sources that no event needs any more, removed from the store: {sources}, {kb} KB",
                "已从存储中移除不再有赛事需要的源代码：{sources} 份，{kb} KB"
            ));
        }
        return Ok(());
    }
    rests(args, &hall, &stop)
}

/// Says what an event waits for that is not over.
fn rests(args: &RunArgs, hall: &Hall, stop: &Stop) -> Result<(), Failure> {
    let event = hall.event();
    let again = again(args);
    if stop.finish.load(Ordering::Relaxed) {
        note(&sentence!("stopped; to continue: {again}", "已停止；继续请运行：{again}"));
        return Err(Failure::Interrupted);
    }
    if hall.is_at_tables() {
        let due = event.state().due().count();
        let (games, file) = (Noun::GAMES.of(due), args.file.display().to_string());
        note(&sentence!(
            "{games} due at tables; bring each by: `leitai tournament bring {file} …`",
            "棋桌上有待赛 {games}；每局成绩请运行：`leitai tournament bring {file} …`"; games, file
        ));
        return Ok(());
    }
    if event.is_open_ladder() {
        note(&sentence!(
            "no game is due; the event is open for submissions until `rule … close`; after either run: {again}",
            "没有待进行的对局；在 `rule … close` 之前可继续提交程序，提交或截止之后请运行：{again}"
        ));
        return Ok(());
    }
    note(&sentence!(
        "no game is due, but the event is not over: it waits for a decision; then run: {again}",
        "没有待进行的对局，但赛事尚未结束：等待裁决；之后请运行：{again}"
    ));
    Ok(())
}

/// Prints how much there is to play at most, stage by stage and in all.
fn figures(event: &Event, lang: Lang) {
    let length = event.plan().length(event.entries());
    for stage in &length.stages {
        out::line(&say!(lang, "{}: {}", "{}：{}", stage.name.to(lang), stage.words().to(lang)));
    }
    out::line(length.words().to(lang));
}

/// Reports the entries whose source cannot be built, what follows from that, and those of whose programs something is not
/// kept for a match.
fn tell_of(hall: &Hall, unbuilt: &[Unbuilt]) {
    let event = hall.event();
    let is_ladder = event.plan().stages[0].format == Format::Ladder;
    for Unbuilt { entry, why } in unbuilt {
        let name = event.name(*entry);
        note(&if is_ladder {
            sentence!("{name}: not taken: {why}", "{name}：不予采用：{why}"; name, why)
        } else {
            sentence!(
                "{name} loses its games, as its program cannot be started: {why}",
                "{name} 的程序无法启动，其对局均判负：{why}"; name, why
            )
        });
    }
    for (entry, why) in hall.not_kept_whole() {
        let name = hall.event().name(entry);
        note(&sentence!("{name}: {why}", "{name}：{why}"; name, why));
    }
}

/// The command that resumes an event. A store's address may hold a password, so it is not shown.
fn again(args: &RunArgs) -> String {
    let mut again = format!("leitai tournament resume {}", args.file.display());
    if let Some(out) = &args.out {
        again.push_str(&format!(" --out {}", out.display()));
    }
    if args.store.is_some() {
        again.push_str(" --store …");
    }
    again
}

fn begun(file: &Path, folder: &Path) -> Failure {
    let (file, folder) = (file.display(), folder.display());
    Failure::Usage(sentence!(
        "the event has begun in {folder}: `leitai tournament resume {file}` continues it; --out starts another in \
         another folder",
        "赛事已在 {folder} 中开始：`leitai tournament resume {file}` 可继续；用 --out 可在其他文件夹另开一场"
    ))
}

fn standings(args: &StandingsArgs, lang: Lang) -> Result<(), Failure> {
    let BegunEvent { history, .. } = BegunEvent::of(&args.file, &args.location)?;
    let state = history.event.state();
    if args.json {
        table::json(&history.event, &state);
    } else {
        out::text(&table::text(&history.event, &state, lang, true));
    }
    Ok(())
}
