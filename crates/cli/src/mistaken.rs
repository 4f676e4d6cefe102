//! Command lines of other programs, or with arguments in another order, and their equivalents here.

use crate::named_commands::named_commands;
use crate::named_game::NamedGame;
use crate::{called, starters};
use clap::Command;
use leitai_catalog::GAMES;
use leitai_core::{Sentence, Words, sentence};
use std::path::Path;

/// Options of other match runners (`cutechess-cli`, `fastchess`), without their dashes, and their equivalents here.
const FOREIGN: [(&str, Words); 22] = [
    ("concurrency", Words::new("use --jobs", "这里写作 --jobs")),
    (
        "rounds",
        Words::new(
            "use --games, which counts games: a round of two players is two games",
            "--games 计的是局数：两个棋手的一轮是两局",
        ),
    ),
    (
        "repeat",
        Words::new(
            "each opening is already played twice, with seats swapped",
            "每个开局本来就交换先后手各下一局",
        ),
    ),
    (
        "engine",
        Words::new(
            "the players come after the game: `leitai match GAME A B`",
            "棋手写在棋种之后：`leitai match 棋种 A B`",
        ),
    ),
    (
        "each",
        Words::new(
            "options apply to both sides; --clock-a, --memory-b … to one",
            "选项对双方生效；只对一方的写作 --clock-a、--memory-b 等",
        ),
    ),
    ("tc", Words::new("use --clock, e.g. --clock 40/60+0.6", "这里写作 --clock，例如 --clock 40/60+0.6")),
    ("st", Words::new("use --clock move=2s", "这里写作 --clock move=2s")),
    ("timemargin", Words::new("use --margin, e.g. --margin 50ms", "这里写作 --margin，例如 --margin 50ms")),
    ("srand", Words::new("use --seed", "这里写作 --seed")),
    (
        "pgnout",
        Words::new(
            "use --out DIR for records, or --games-file FILE for one text file",
            "这里用 --out 文件夹 保存记录，或用 --games-file 文件 写成一个文本文件",
        ),
    ),
    ("epdout", Words::new("records hold every position: --out DIR", "记录中有全部局面：--out 文件夹")),
    ("maxmoves", Words::new("use --max-plies", "这里写作 --max-plies")),
    (
        "recover",
        Words::new(
            "a match already continues after a crash; --stop-on-fault ends it",
            "崩溃之后比赛本来就会继续；--stop-on-fault 使其结束",
        ),
    ),
    (
        "tournament",
        Words::new(
            "three players or more play a round robin: `leitai match GAME A B C`; with --gauntlet the first plays the others",
            "三个以上棋手即两两循环：`leitai match 棋种 A B C`；加 --gauntlet 则由第一个与其余各人对弈",
        ),
    ),
    (
        "variant",
        Words::new(
            "the game comes after `leitai match`; rules are set with --option or --preset",
            "棋种写在 `leitai match` 之后；规则用 --option 或 --preset",
        ),
    ),
    ("book", Words::new("use --openings FILE", "这里写作 --openings 文件")),
    ("bookdepth", Words::new("shorten the file given to --openings itself", "请直接截短 --openings 的文件")),
    ("debug", Words::new("use --talk DIR", "这里写作 --talk 文件夹")),
    (
        "proto",
        Words::new(
            "use --dialect, --dialect-a or --dialect-b",
            "这里写作 --dialect、--dialect-a 或 --dialect-b",
        ),
    ),
    ("name", Words::new("use --name-a or --name-b", "这里写作 --name-a 或 --name-b")),
    ("ratinginterval", Words::new("use --rating-interval", "这里写作 --rating-interval")),
    (
        "event",
        Words::new(
            "an event is described in a file: `leitai tournament`",
            "赛事由文件描述：`leitai tournament`",
        ),
    ),
];

/// `check GAME PROGRAM`: `check` takes the program first.
pub(crate) fn game_first(leitai: &Command) -> Option<Sentence> {
    let words = behind("check", leitai)?;
    let game = words.iter().find(|word| !Path::new(word).exists() && word.parse::<NamedGame>().is_ok())?;
    let is_named = typed().any(|arg| arg == "--game" || arg.starts_with("--game="));
    let program = words.iter().find(|word| *word != game).map_or("PROGRAM", String::as_str);
    if is_named {
        return None;
    }
    let (program, game) = (quoted(program), game.parse::<NamedGame>().ok()?.facts().id);
    Some(sentence!(
        "the program comes first, and the game after --game: `leitai check {program} --game {game}`",
        "先写程序，棋种写在 --game 之后：`leitai check {program} --game {game}`"
    ))
}

/// `check PROGRAM` without a game.
pub(crate) fn no_game(args: &str, leitai: &Command) -> Option<Sentence> {
    let words = behind("check", leitai).filter(|_| args == "--game")?;
    let program = quoted(words.first().map_or("PROGRAM", String::as_str));
    let games = GAMES.iter().map(|game| game.facts().id).collect::<Vec<_>>().join(", ");
    let one = GAMES[0].facts().id;
    Some(sentence!(
        "--game is missing; choose one of: {games}; for example: `leitai check {program} --game {one}`",
        "请用 --game 指定棋种：{games}；例如 `leitai check {program} --game {one}`"
    ))
}

/// `new GAME` without a language.
pub(crate) fn languages(args: &str, leitai: &Command) -> Option<Sentence> {
    let words = behind("new", leitai).filter(|_| args.contains("--lang"))?;
    let game = words.first().and_then(|word| word.parse::<NamedGame>().ok());
    let game = game.map_or(GAMES[0].facts().id, |game| game.facts().id);
    let (languages, leitai) = (starters::languages().join(", "), called::name());
    Some(sentence!(
        "--lang is missing; choose one of: {languages}; for example: {leitai} new {game} --lang python",
        "请用 --lang 指定编程语言：{languages}；例如 {leitai} new {game} --lang python"
    ))
}

/// `engine GAME` without a level.
pub(crate) fn levels(args: &str, leitai: &Command) -> Option<Sentence> {
    let words = behind("engine", leitai).filter(|_| args == "--level")?;
    let facts = words.first()?.parse::<NamedGame>().ok()?.facts();
    let levels = facts.levels.iter().map(|level| level.name()).collect::<Vec<_>>().join(", ");
    Some(sentence!("--level is missing; choose one of: {levels}", "请用 --level 指定强度：{levels}"))
}

/// An option with one dash, or, for a match, one that another match runner uses.
pub(crate) fn foreign(leitai: &Command) -> Option<Sentence> {
    let command = named_commands(leitai).pop()?;
    let plays_matches = command.get_name() == "match";
    typed().filter(|arg| arg.starts_with('-')).find_map(|arg| {
        let is_short = !arg.starts_with("--");
        let name = arg.trim_start_matches('-').split('=').next().unwrap_or_default().to_owned();
        let is_ours = command.get_arguments().any(|known| known.get_long() == Some(&name));
        if is_ours && is_short {
            return Some(sentence!(
                "unknown argument `{arg}`; write --{name}",
                "不认识参数“{arg}”；请写 --{name}"
            ));
        }
        let (_, here) = FOREIGN.iter().find(|(known, _)| plays_matches && !is_ours && *known == name)?;
        Some(sentence!("unknown argument `{arg}`; {here}", "不认识参数“{arg}”；{here}"; arg, here))
    })
}

/// The words after a command's name that are not options or their values, if that command was asked for.
fn behind(name: &str, leitai: &Command) -> Option<Vec<String>> {
    let command = named_commands(leitai).pop().filter(|command| command.get_name() == name)?;
    let mut args = typed().skip_while(|arg| arg != name).skip(1);
    let mut words = Vec::new();
    while let Some(arg) = args.next() {
        let Some(option) = arg.strip_prefix("--") else {
            words.push(arg);
            continue;
        };
        let takes_value =
            |known: &&clap::Arg| known.get_long() == Some(option) && known.get_action().takes_values();
        if command.get_arguments().any(|known| takes_value(&known)) {
            args.next();
        }
    }
    Some(words)
}

/// The command line after the program's name.
fn typed() -> impl Iterator<Item = String> {
    std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned())
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_foreign_option_is_one_of_ours() {
        let leitai = <crate::Cli as clap::CommandFactory>::command();
        let ours = leitai.find_subcommand("match").expect("a command");
        let names: Vec<_> = ours.get_arguments().filter_map(clap::Arg::get_long).collect();
        for (name, said) in &FOREIGN {
            assert!(!names.contains(name), "{name}");
            // The equivalents named here exist.
            let told = said.en.split(|c: char| c.is_whitespace() || ",;:".contains(c));
            for option in told.filter_map(|word| word.strip_prefix("--")) {
                assert!(names.contains(&option), "--{option} for {name}");
            }
        }
    }
}
