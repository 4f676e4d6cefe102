//! Arguments that several commands share.

use crate::failure::Failure;
use crate::named_game::NamedGame;
use leitai_catalog::{RuledGame, Setup};
use leitai_core::{Clock, DialectName, Facts, Preset, Sentence, meant, sentence};
use std::path::Path;
use std::sync::Arc;

/// How a game is set up and timed.
#[derive(clap::Args)]
pub(crate) struct SetupArgs {
    /// A rule option of the game, as name=value (`leitai games GAME` lists them)
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
    /// A set of options, clock and memory, named after its source (`leitai games GAME` lists them; default: the first)
    #[arg(long)]
    preset: Option<String>,
    /// Limits, e.g. start=5s,move=2s,game=90s,inc=1s (added after each turn), or 40/60+0.6 (60 s for each 40 moves);
    /// what is not named stays, `none` removes a limit
    #[arg(long)]
    clock: Option<String>,
}

pub(crate) fn pair(text: &str) -> Result<(String, String), Sentence> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| sentence!("write it as name=value", "请写作 名称=值"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl SetupArgs {
    /// The rule options that were given.
    #[cfg(feature = "web")]
    pub(crate) fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// Whether any of them was given.
    pub(crate) fn is_given(&self) -> bool {
        !self.options.is_empty() || self.preset.is_some() || self.clock.is_some()
    }

    /// Applies `--clock` to a clock.
    pub(crate) fn clock(&self, clock: Clock) -> Result<Clock, Failure> {
        clock.with(self.clock.as_deref().unwrap_or("")).map_err(|e| Failure::usage(&e))
    }

    /// The game under its rules, and its clock.
    pub(crate) fn resolve(&self, game: NamedGame) -> Result<(Arc<dyn RuledGame>, Clock), Failure> {
        let facts = game.facts();
        let preset = match &self.preset {
            None => None,
            Some(name) => Some(self.chosen(game).ok_or_else(|| {
                let names: Vec<_> = facts.presets.iter().map(|preset| preset.name).collect();
                let (id, names) = (facts.id, meant(name, &names));
                Failure::Usage(sentence!(
                    "{id} has no preset `{name}`; {names}",
                    "{id} 没有预设“{name}”；{names}"; id, name, names
                ))
            })?),
        };
        let clock = preset.map_or(facts.clock, |preset| preset.clock);
        let clock = self.clock(clock)?;
        let bundled = preset.map_or(&[][..], |preset| preset.options);
        let given = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let setup = Setup::with(bundled.iter().copied().chain(given));
        Ok((game.0.open(&setup).map_err(|e| Failure::usage(&e))?, clock))
    }

    /// The same, with this preset if none was named and the game has it.
    pub(crate) fn or_preset(&self, game: NamedGame, usual: &str) -> SetupArgs {
        let usual = || game.facts().preset(usual).map(|preset| preset.name.to_owned());
        let preset = self.preset.clone().or_else(usual);
        SetupArgs { options: self.options.clone(), preset, clock: self.clock.clone() }
    }

    /// The same at a referee's desk: with this preset, and the options that the game has otherwise there, unless others were
    /// named.
    pub(crate) fn or_at_desk(&self, game: NamedGame, usual: &str) -> SetupArgs {
        let setup = self.or_preset(game, usual);
        let at_desk = if self.preset.is_some() { &[] } else { game.0.at_desk() };
        let is_free = |(name, _): &&(&str, &str)| !self.options.iter().any(|(given, _)| given == name);
        let at_desk =
            at_desk.iter().filter(is_free).map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        SetupArgs { options: at_desk.chain(setup.options).collect(), ..setup }
    }

    /// The preset that was asked for, if there is one of that name.
    pub(crate) fn chosen(&self, game: NamedGame) -> Option<&'static Preset> {
        let name = self.preset.as_ref()?;
        game.facts().presets.iter().find(|preset| preset.name.eq_ignore_ascii_case(name))
    }

    /// Refuses rules that need a person as referee.
    pub(crate) fn needs_no_referee(game: &dyn RuledGame) -> Result<(), Failure> {
        if !game.is_refereed() {
            return Ok(());
        }
        let options: Vec<_> = game.given().iter().map(|(name, value)| format!("{name}={value}")).collect();
        let options = options.join(", ");
        Err(Failure::Usage(sentence!(
            "{options} needs a person as referee, and only programs play: play yourself (`human`)",
            "{options} 需要有人担任裁判，而双方都是程序：请自己下一方（`human`）"
        )))
    }

    /// Whether a clock was asked for, directly or by a preset.
    pub(crate) fn names_a_clock(&self) -> bool {
        self.clock.is_some() || self.preset.is_some()
    }
}

/// Refuses a path that is a file, or lies below one, where a folder is to be written.
pub(crate) fn takes_folder(option: &str, path: &Path) -> Result<(), Failure> {
    match path.ancestors().find(|part| part.exists()) {
        Some(file) if !file.is_dir() => {
            let file = file.display();
            Err(Failure::Usage(sentence!(
                "{option} takes a folder; {file} is a file",
                "{option} 需要一个文件夹，而 {file} 是文件"
            )))
        }
        _ => Ok(()),
    }
}

/// Refuses a file whose folder does not exist.
pub(crate) fn has_folder(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    folder.map_or(Ok(()), |folder| {
        Err(Failure::Usage(sentence!(
            "the folder {folder} does not exist", "文件夹 {folder} 不存在，请先建立"; folder
        )))
    })
}

/// Reads a whole number in a range; the error states the range.
pub(crate) fn whole(least: u32, most: u32) -> impl Fn(&str) -> Result<u32, Sentence> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            sentence!("it takes a whole number from {least} to {most}", "应为 {least} 到 {most} 的整数")
        })
    }
}

/// Checks that the game speaks a dialect; without one, returns the game's usual dialect.
pub(crate) fn dialect(facts: &Facts, name: Option<DialectName>) -> Result<DialectName, Failure> {
    let dialects = facts.dialects;
    match name {
        None => Ok(dialects[0]),
        Some(name) if dialects.contains(&name) => Ok(name),
        Some(name) => {
            let names: Vec<_> = dialects.iter().map(|name| name.name()).collect();
            let (id, names) = (facts.id, names.join(", "));
            Err(Failure::Usage(sentence!(
                "{id} does not support {name}; it supports: {names}",
                "{id} 不支持协议 {name}；可用：{names}"
            )))
        }
    }
}

/// Checks that a dialect of the game can express these rules.
pub(crate) fn speakable(game: &dyn RuledGame, name: DialectName) -> Result<(), Failure> {
    if game.speaks(name) {
        return Ok(());
    }
    let mut ways = Vec::new();
    for preset in game.facts().presets {
        let ruled = game.game().open(&Setup::with(preset.options.iter().copied()));
        if ruled.map_err(|e| Failure::usage(&e))?.speaks(name) {
            let options: Vec<_> =
                preset.options.iter().map(|(name, value)| format!("--option {name}={value}")).collect();
            ways.push(format!("--preset {} ({})", preset.name, options.join(" ")));
        }
    }
    let (id, ways) = (game.facts().id, ways.join(", "));
    Err(Failure::Usage(sentence!(
        "{name} cannot express {id} with these options; it can with {ways}",
        "这些选项下的 {id} 无法用协议 {name} 表达；可用：{ways}"
    )))
}

/// Reads `--dialect`.
pub(crate) fn dialect_name(text: &str) -> Result<DialectName, Sentence> {
    text.to_lowercase().parse().map_err(|()| {
        let names: Vec<_> = DialectName::ALL.iter().map(|name| name.name()).collect();
        sentence!("there is no such dialect; {names}", "没有这种协议；{names}"; names = meant(text, &names))
    })
}

/// What was asked for with `--dialect`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speech {
    /// This dialect.
    Named(DialectName),
    /// Whichever dialect the program answers in.
    Auto,
}

/// Reads `--dialect` where `auto` is allowed.
pub(crate) fn speech(text: &str) -> Result<Speech, Sentence> {
    if text.eq_ignore_ascii_case("auto") { Ok(Speech::Auto) } else { dialect_name(text).map(Speech::Named) }
}
