//! `leitai tournament check`: what an event's file says, before anything begins.

use super::{failed, read, submissions};
use crate::conditions::SELF;
use crate::failure::Failure;
use crate::language::say;
use crate::out;
use leitai_core::Lang;
use leitai_hall::{Desk, EventFile, conditions};
use leitai_tournament::{Event, Role, Section, Seed, State};
use std::path::PathBuf;

/// Pairings that are shown.
const SHOWN: usize = 10;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file that describes the event
    file: PathBuf,
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let file = read(&args.file, lang)?;
    plan(&file, lang);
    draw(&file, lang)?;
    programs(&file, lang)
}

fn plan(file: &EventFile, lang: Lang) {
    let (name, game) = (&file.name, file.game.facts().name.to(lang));
    let entries = file.entries.len();
    out::line(&say!(lang, "{name}: {game}, {entries} entries", "{name}：{game}，{entries} 个参赛者"));
    let length = file.plan.length(&file.entries);
    for (stage, long) in file.plan.stages.iter().zip(&length.stages) {
        let clock = file.clock_of(stage.side_ms);
        out::line(&format!("\n{} ({clock})", stage.name.to(lang)));
        for words in stage.words() {
            out::line(&format!("  {}", words.to(lang)));
        }
        let (entrants, games) = (long.entrants, long.games);
        out::line(&say!(
            lang,
            "  at most {entrants} entries, {games} games",
            "  至多 {entrants} 个参赛者、{games} 局"
        ));
    }
    out::line(&format!("\n{}", length.words().to(lang)));
}

/// The first draw: that of the event where its file names the seed, else one like it.
fn draw(file: &EventFile, lang: Lang) -> Result<(), Failure> {
    let seed = file.seed.clone().unwrap_or_else(|| Seed::new("example"));
    let event = Event::new(file.plan.clone(), file.entries.clone(), seed);
    let mut event = event.map_err(|flaw| Failure::usage(&flaw.what))?;
    for decision in submissions(&event) {
        let taken = event.decide(decision, Role::Organiser, "-").map(|_| ());
        taken.map_err(|refusal| Failure::usage(&refusal.why))?;
    }
    out::line(&match &file.seed {
        Some(seed) => {
            let (text, hash) = (seed.text(), seed.commitment());
            say!(lang, "lots from seed {text} (SHA-256 {hash})", "抽签种子 {text}（SHA-256 {hash}）")
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
    let names: Vec<_> = section.members.iter().map(|member| event.name(*member)).collect();
    let gap = if lang == Lang::Zh { "、" } else { ", " };
    out::line(&format!("  {}: {}", section.name.to(lang), names.join(gap)));
    section.lots.iter().for_each(|lot| out::line(&format!("    {}", lot.to(lang))));
    section.byes.iter().for_each(|bye| out::line(&format!("    {}", bye.why.to(lang))));
}

fn pairings(event: &Event, state: &State<'_>, lang: Lang) {
    out::line(&say!(lang, "\nfirst pairings", "\n首批对阵"));
    for due in state.due().take(SHOWN) {
        let (id, first, second) = (due.id, event.name(due.first), event.name(due.second));
        let why = state.why(id.of).unwrap_or_default();
        let seats = state.why_seats(id).unwrap_or_default();
        out::line(&format!("  {id}  {first} – {second}: {}; {}", why.to(lang), seats.to(lang)));
    }
}

/// Makes every program ready, as `run` would.
fn programs(file: &EventFile, lang: Lang) -> Result<(), Failure> {
    let conditions = conditions(file, SELF.as_ref()).map_err(|error| failed(&error))?;
    let level = conditions.sandbox.level();
    let desk = Desk::open(conditions)
        .map_err(|error| Failure::system(say!(lang, "temporary folder", "临时文件夹"), &error))?;
    out::line(&say!(lang, "\nprograms (sandbox {level})", "\n程序（沙箱 {level}）"));
    let mut broken = 0;
    for (entry, runner) in file.entries.iter().zip(&file.runners) {
        let name = &entry.name;
        match desk.ready(&runner.program) {
            Ok(_) => out::line(&say!(lang, "  {name}: ready", "  {name}：就绪")),
            Err(why) => {
                broken += 1;
                let why = why.to(lang);
                out::line(&say!(lang, "  {name}: NOT READY: {why}", "  {name}：无法就绪：{why}"));
            }
        }
    }
    if broken == 0 { Ok(()) } else { Err(Failure::No) }
}
