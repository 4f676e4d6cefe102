//! `leitai tournament check`: checks an event's file before anything begins, or against an event in a store.

use super::begun_event::opened;
use super::event_folder::read;
use crate::failure::Failure;
use crate::out;
use leitai_core::{Lang, Noun, Sentence, Tell, Words, say};
use leitai_hall::{Begun, EventFile, GameHost, HallError, conditions, first_submissions};
use leitai_sandbox::system::own_file;
use leitai_tournament::{Event, EventState, Role, Section, Seed};
use std::path::PathBuf;

/// Most pairings shown.
const SHOWN: usize = 10;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file that describes the event
    file: PathBuf,
    /// The store in which the event is to run, or runs: `postgres://USER@HOST/NAME`, or `sqlite:PATH`
    #[arg(long, value_name = "ADDRESS")]
    store: Option<String>,
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let file = read(&args.file)?;
    let begun = match &args.store {
        Some(address) => begun(&file, address, lang)?,
        None => None,
    };
    plan(&file, lang);
    draw(&file, begun.map(|begun| begun.seed), lang)?;
    programs(&file, args.store.is_some(), lang)
}

/// How the event began in a store, if it did; the file must then agree with it.
fn begun(file: &EventFile, address: &str, lang: Lang) -> Result<Option<Begun>, Failure> {
    let store = opened(address)?;
    let (name, place) = (&file.name, store.place());
    let history = match store.history(name) {
        Ok((history, _)) => history,
        Err(HallError::NoEvent { .. }) => {
            out::line(&say!(
                lang,
                "{name} has not begun in {place}; `run` starts it\n",
                "{name} 尚未在 {place} 中开始；用 `run` 开始\n"
            ));
            return Ok(None);
        }
        Err(error) => return Err(Failure::hall(&error)),
    };
    if let Some(what) = file.differs(&history.begun) {
        return Err(Failure::hall(&HallError::Differs(what)));
    }
    let games = history.event.games().len();
    out::line(&say!(
        lang,
        "{name} has begun in {place}, {games} played; `resume` continues it\n",
        "{name} 已在 {place} 中开始，已完成 {games} 局；用 `resume` 继续\n"; games = Noun::GAMES.of(games)
    ));
    Ok(Some(history.begun))
}

fn plan(file: &EventFile, lang: Lang) {
    let (name, game) = (&file.name, file.game.facts().name.to(lang));
    let entries = Noun::ENTRIES.of(file.entries.len());
    out::line(&say!(lang, "{name}: {game}, {entries}", "{name}：{game}，{entries} 个参赛者"; entries));
    let length = file.plan.length(&file.entries);
    for (stage, long) in file.plan.stages.iter().zip(&length.stages) {
        let clock = file.clock_of(stage.side_ms);
        out::line(&format!("\n{} ({clock})", stage.name.to(lang)));
        for words in stage.words() {
            out::line(&format!("  {}", words.to(lang)));
        }
        out::line(&format!("  {}", long.words().to(lang)));
    }
    out::line(&format!("\n{}", length.words().to(lang)));
}

/// Prints the first draw: the real one if the event has begun or its file names the seed, else an example.
fn draw(file: &EventFile, drawn: Option<Seed>, lang: Lang) -> Result<(), Failure> {
    let seed = drawn.or_else(|| file.seed.clone());
    let example = seed.clone().unwrap_or_else(|| Seed::new("example"));
    let event = Event::new(file.plan.clone(), file.entries.clone(), example);
    let mut event = event.map_err(|flaw| Failure::usage(&flaw.what))?;
    for decision in first_submissions(file, &event) {
        let taken = event.decide(decision, Role::Organiser, "-").map(|_| ());
        taken.map_err(|refusal| Failure::usage(&refusal.why))?;
    }
    out::line(&match &seed {
        Some(seed) => {
            let (text, hash) = (seed.text(), seed.commitment());
            say!(lang, "draw seed {text} (SHA-256 {hash})", "抽签种子 {text}（SHA-256 {hash}）")
        }
        None => say!(
            lang,
            "no seed in the file: `run` draws one; what follows is an example",
            "文件中没有种子：`run` 时随机产生；以下仅为示例"
        ),
    });
    let state = event.state();
    for stage in state.stages() {
        stage.lots.iter().for_each(|lot| out::line(&format!("  {}", lot.to(lang))));
        for section in &stage.sections {
            self::section(&event, section, lang);
        }
    }
    pairings(&event, &state, lang);
    Ok(())
}

fn section(event: &Event, section: &Section, lang: Lang) {
    let names: Vec<_> = section.members.iter().map(|member| event.name(*member).to_owned()).collect();
    out::line(&format!("  {}: {}", section.name.to(lang), names.told(lang)));
    section.lots.iter().for_each(|lot| out::line(&format!("    {}", lot.to(lang))));
    section.byes.iter().for_each(|bye| out::line(&format!("    {}", bye.why.to(lang))));
}

fn pairings(event: &Event, state: &EventState<'_>, lang: Lang) {
    out::line(&say!(lang, "\nfirst pairings", "\n首批对阵"));
    for due in state.due().take(SHOWN) {
        let (id, first, second) = (due.id, event.name(due.first), event.name(due.second));
        let why = state.why(id.of).unwrap_or_default();
        let seats = state.why_seats(id).unwrap_or_default();
        out::line(&format!("  {id}  {first} – {second}: {}; {}", why.to(lang), seats.to(lang)));
    }
}

/// Prepares every program, as `run` or the workers of a store would.
fn programs(file: &EventFile, travel: bool, lang: Lang) -> Result<(), Failure> {
    let conditions = conditions(file, own_file()).map_err(|error| Failure::hall(&error))?;
    let level = conditions.sandbox.level();
    let host = GameHost::open(conditions)
        .map_err(|error| Failure::system(&Words::new("temporary folder", "临时文件夹"), &error))?;
    out::line(&say!(lang, "\nprograms (sandbox {level})", "\n程序（沙箱 {level}）"));
    let mut broken = 0;
    for (entry, runner) in file.entries.iter().zip(&file.runners) {
        let name = &entry.name;
        let travels = if travel { runner.program.parcel().map(|_| ()) } else { Ok(()) };
        let travels = travels.map_err(|why| Sentence::of(&why));
        let ready = || host.ready(&runner.program).map_err(|why| Sentence::of(&why));
        match travels.and_then(|()| ready()) {
            Ok(()) => out::line(&say!(lang, "  {name}: ready", "  {name}：就绪")),
            Err(why) => {
                broken += 1;
                let why = why.to(lang);
                out::line(&say!(lang, "  {name}: NOT READY: {why}", "  {name}：无法就绪：{why}"));
            }
        }
    }
    if broken == 0 { Ok(()) } else { Err(Failure::No) }
}
