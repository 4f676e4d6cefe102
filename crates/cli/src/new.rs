//! `leitai new`: a starter program for a game, in a folder of its own.

use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::starters::{STARTER_LANGUAGES, StarterLanguage, languages};
use crate::{called, out};
use leitai_arena::Language;
use leitai_catalog::GAMES;
use leitai_core::{DialectName, Lang, Sentence, Starter, nearest, say, sentence};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: NamedGame,
    /// The programming language, such as c, or a starter's file, such as chess.cpp (`leitai --lang zh new …` speaks
    /// Chinese)
    // The id is that of the global option for the output language: within this command it gives way to this one, and
    // so both hold text.
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    lang: String,
    /// The folder; default: GAME-LANGUAGE
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn language(text: &str) -> Result<String, Sentence> {
    let is_file = GAMES.iter().flat_map(|game| game.starters()).any(|starter| starter.file == text);
    if is_file || starters_in(text).is_some() {
        return Ok(text.to_owned());
    }
    let every = STARTER_LANGUAGES.iter().flat_map(|language| language.names);
    if let Some(near) = nearest(text, every) {
        return Err(sentence!("did you mean {near}?", "是不是 {near}？"));
    }
    let names = languages().join(", ");
    Err(sentence!("there are starters in: {names}", "起步程序有：{names}"))
}

fn starters_in(name: &str) -> Option<&'static StarterLanguage> {
    STARTER_LANGUAGES.iter().find(|language| language.names.contains(&name.to_ascii_lowercase().as_str()))
}

/// The starter of a game that this names: by its file, or else by its language.
fn named(game: NamedGame, name: &str) -> Option<(&'static StarterLanguage, &'static Starter)> {
    if let Some(starter) = game.0.starters().iter().find(|starter| starter.file == name) {
        let own = Language::of(Path::new(name));
        return STARTER_LANGUAGES.iter().find(|it| Some(it.language) == own).map(|it| (it, starter));
    }
    let language = starters_in(name)?;
    language.starter(game.0).map(|starter| (language, starter))
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let id = args.game.facts().id;
    let Some((starters, starter)) = named(args.game, &args.lang) else {
        let others = STARTER_LANGUAGES.iter().filter(|other| other.starter(args.game.0).is_some());
        let others = others.map(|other| other.names[0]);
        let (language, others) = (&args.lang, others.collect::<Vec<_>>().join(", "));
        return Err(Failure::Usage(sentence!(
            "{id} has no starter in {language}; it has: {others}",
            "{id} 没有 {language} 起步程序；可用：{others}"
        )));
    };
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{id}-{}", starters.names[0])));
    let commands = commands(args.game, starter, &folder);
    let write = || -> std::io::Result<()> {
        fs::create_dir_all(&folder)?;
        if fs::read_dir(&folder)?.next().is_some() {
            return Err(std::io::ErrorKind::DirectoryNotEmpty.into());
        }
        fs::write(folder.join(starter.file), starter.text)?;
        fs::write(folder.join("README.md"), readme(args.game, starters, starter, &commands))
    };
    write().map_err(|error| {
        if error.kind() == std::io::ErrorKind::DirectoryNotEmpty {
            let shown = folder.display();
            return Failure::Usage(sentence!(
                "{shown} is not empty, and nothing is overwritten; name another folder with --out",
                "文件夹 {shown} 不是空的，不会覆盖；请用 --out 指定其他文件夹"
            ));
        }
        Failure::system(&folder, &error)
    })?;
    out::line(&say!(
        lang,
        "{}: plays legal random moves; write your own strategy where it says so",
        "{}：随机走合法着法；请把你的策略写在标明之处",
        folder.join(starter.file).display()
    ));
    for command in &commands {
        out::line(&format!("  {command}"));
    }
    Ok(())
}

/// The dialect of a starter: the game's usual one, unless it states another.
fn dialect(game: NamedGame, starter: &Starter) -> DialectName {
    starter.dialect().unwrap_or(game.facts().dialects[0])
}

/// The commands to check a starter, to play against it, and to measure it.
fn commands(game: NamedGame, starter: &Starter, folder: &Path) -> [String; 3] {
    let (facts, leitai) = (game.facts(), called::name());
    let name = folder.to_string_lossy();
    let name = shlex::try_quote(&name).unwrap_or_else(|_| name.clone());
    // A game's usual dialect need not be given.
    let (id, spoken) = (facts.id, dialect(game, starter));
    let usual = facts.dialects[0] == spoken;
    let of = |option: &str| if usual { String::new() } else { format!(" {option} {spoken}") };
    [
        format!("{leitai} check {name} --game {id}{}", of("--dialect")),
        format!("{leitai} play {id} human {name}{}", of("--dialect")),
        format!("{leitai} match {id} {name} easy --games 20{}", of("--dialect-a")),
    ]
}

fn readme(game: NamedGame, starters: &StarterLanguage, starter: &Starter, commands: &[String; 3]) -> String {
    let facts = game.facts();
    let (en, zh) = (facts.name.to(Lang::En), facts.name.to(Lang::Zh));
    let (language, file, spoken) = (starters.language.name(), starter.file, dialect(game, starter));
    let [check, play, measure] = commands;
    let by_hand = starters.by_hand.replace('*', file);
    format!(
        "# {en} in {language} · {zh}（{language}）\n\n\
         `{file}` plays legal random moves in the dialect `{spoken}`. Your strategy goes where it says so.\n\
         `{file}` 使用 `{spoken}` 协议，随机走合法着法。请把你的策略写在标明之处。\n\n\
         Leitai compiles and starts it from its folder. Run these where `leitai new` was run:\n\
         擂台会自行编译并启动它。请在运行 `leitai new` 的位置执行：\n\n\
         ```sh\n{check}   # check its protocol 检查通信\n{play}   # play against it 与它对弈\n\
         {measure}   # measure its strength 测试棋力\n```\n\n\
         To run it by hand, in this folder, and type what the platform would say:\n\
         也可在本文件夹中手工运行，并输入平台的消息：\n\n\
         ```sh\n{by_hand}\n```\n"
    )
}
