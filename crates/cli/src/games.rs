//! `leitai games`: the games there are.

use crate::named_game::NamedGame;
use crate::out;
use leitai_catalog::GAMES;
use leitai_core::{COMMON_OPTIONS, Facts, Lang, OptionSpec, Preset, say};
use leitai_draw::{pad, width};
use leitai_sandbox::{Limits, Size};
use serde::Serialize;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// One game in full
    game: Option<NamedGame>,
    /// One JSON object per game
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    r#type: &'static str,
    game: &'static str,
    en: &'static str,
    zh: &'static str,
    hidden: bool,
    chance: bool,
    levels: Vec<&'static str>,
    dialects: Vec<&'static str>,
    presets: Vec<&'static str>,
    options: Vec<String>,
    clock: String,
    memory: Option<String>,
}

pub(crate) fn run(args: &Args, lang: Lang) {
    let all: Vec<&Facts> = match args.game {
        Some(game) => vec![game.facts()],
        None => GAMES.iter().map(|game| game.facts()).collect(),
    };
    if args.json {
        for facts in all {
            out::json(&row(facts));
        }
    } else if args.game.is_some() {
        one(all[0], lang);
    } else {
        list(&all, lang);
    }
}

fn row(facts: &Facts) -> Row {
    Row {
        r#type: "game",
        game: facts.id,
        en: facts.name.en,
        zh: facts.name.zh,
        hidden: facts.hidden,
        chance: facts.chance,
        levels: facts.levels.iter().map(|level| level.name()).collect(),
        dialects: facts.dialects.iter().map(|name| name.name()).collect(),
        presets: facts.presets.iter().map(|preset| preset.name).collect(),
        options: specs(facts).map(|spec| spec.name.to_owned()).collect(),
        clock: facts.clock.to_string(),
        memory: facts.usual().memory.map(|memory| Size::MB(memory).to_string()),
    }
}

fn specs(facts: &Facts) -> impl Iterator<Item = &'static OptionSpec> + use<> {
    COMMON_OPTIONS.iter().chain(facts.options)
}

fn list(all: &[&Facts], lang: Lang) {
    let head = [
        say!(lang, "game", "棋种"),
        say!(lang, "name", "名称"),
        say!(lang, "players", "内置棋手"),
        say!(lang, "dialects", "协议"),
    ];
    let mut lines = vec![head];
    for facts in all {
        let row = row(facts);
        let name = facts.name.to(lang).to_owned();
        lines.push([row.game.to_owned(), name, row.levels.join(" "), row.dialects.join(" ")]);
    }
    let widths = [0, 1, 2].map(|at| lines.iter().map(|line| width(&line[at])).max().unwrap_or(0) + 2);
    for line in &lines {
        let padded: String = line.iter().zip(widths).map(|(cell, width)| pad(cell, width)).collect();
        out::line(&format!("{padded}{}", line[3]));
    }
    out::advice(&say!(lang, "\n`leitai games GAME` shows more.", "\n用 `leitai games 棋种` 查看详情。"));
}

fn one(facts: &Facts, lang: Lang) {
    let row = row(facts);
    out::line(&format!("{}  {} / {}", facts.id, facts.name.en, facts.name.zh));
    let item = |en: &'static str, zh: &'static str, value: &str| {
        out::line(&format!("  {}{value}", pad(if lang == Lang::En { en } else { zh }, 12)));
    };
    let seats = format!("{} / {}", facts.seats[0].to(lang), facts.seats[1].to(lang));
    item("seats", "先手/后手", &seats);
    item("players", "内置棋手", &row.levels.join(" "));
    item("dialects", "协议", &row.dialects.join(" "));
    item("clock", "时限", &row.clock);
    item("memory", "内存", &memory(facts.usual(), lang));
    item("moves", "着法写法", facts.notation.to(lang));
    for preset in facts.presets {
        let mut says = vec![format!("{}: {}", preset.name, preset.clock)];
        says.extend(preset.memory.map(|memory| format!("memory={}", Size::MB(memory))));
        says.extend(preset.options.iter().map(|(name, value)| format!("{name}={value}")));
        item("preset", "预设", &says.join(" "));
    }
    for spec in specs(facts) {
        item("option", "选项", &format!("{} = {}: {}", spec.name, spec.accepts(lang), spec.what.to(lang)));
    }
}

/// The memory limit of a program under a preset, and its source.
fn memory(preset: &Preset, lang: Lang) -> String {
    let Some(memory) = preset.memory else {
        let size = Limits::default().memory;
        return say!(
            lang,
            "{size} per program (its source sets no limit)",
            "每个程序 {size}（来源未作规定）"
        );
    };
    let (size, name) = (Size::MB(memory), preset.name);
    say!(lang, "{size} per program, by its source (`{name}`)", "每个程序 {size}，依其来源（{name}）")
}
