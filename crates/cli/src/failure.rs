//! What ends the command early, and with which exit code.

use crate::language::shown;
use crate::named_commands::named_commands;
use crate::{called, mistaken, out};
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use leitai_bout::{FolderError, GamesFileError, MatchError};
use leitai_core::{Lang, Sentence, Tell, meant, nearest, sentence};
use leitai_hall::HallError;
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::Path;
use std::process::ExitCode;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage, exit code 2: one plain sentence with what is accepted.
    Usage(Sentence),
    /// The stage failed, exit code 1.
    Stage(Sentence),
    /// The command did its work and the answer is no, exit code 1; everything has been printed already.
    No,
    /// Interrupted by the user, exit code 130.
    Interrupted,
}

impl Failure {
    /// Bad usage.
    pub(crate) fn usage(error: &impl Tell) -> Failure {
        Failure::Usage(Sentence::of(error))
    }

    /// An option asks for what cannot be.
    pub(crate) fn option(option: &str, why: &impl Tell) -> Failure {
        Failure::Usage(sentence!("{option}: {why}", "{option}：{why}"; option, why))
    }

    /// The stage failed.
    pub(crate) fn stage(error: &impl Tell) -> Failure {
        Failure::Stage(Sentence::of(error))
    }

    /// An event cannot go on as requested: bad usage if another request could succeed.
    pub(crate) fn hall(error: &HallError) -> Failure {
        match error {
            HallError::Begun(_)
            | HallError::NoEvent { .. }
            | HallError::Differs(_)
            | HallError::Programs(_)
            | HallError::Undoes(_) => Failure::usage(error),
            _ => Failure::stage(error),
        }
    }

    /// A match cannot go on: bad usage if another request could succeed.
    pub(crate) fn of_match(error: &MatchError) -> Failure {
        match error {
            MatchError::Folder(FolderError::Io(..))
            | MatchError::GamesFile(GamesFileError::Io(..) | GamesFileError::Game(_))
            | MatchError::Stage(_) => Failure::stage(error),
            MatchError::Folder(_) | MatchError::GamesFile(_) | MatchError::Cores(_) => Failure::usage(error),
        }
    }

    /// The system refused an operation of the stage itself.
    pub(crate) fn system(what: &(impl Tell + ?Sized), error: &io::Error) -> Failure {
        Failure::Stage(sentence!("{what}: {error}", "{what}：{error}"; what, error))
    }

    /// A file is not what it should be.
    pub(crate) fn file(path: &Path, why: &impl Tell) -> Failure {
        Failure::Usage(sentence!("{path}: {why}", "{path}：{why}"; path, why))
    }

    /// A usage error found by the argument parser of `leitai`, as one sentence; help and version are not failures.
    pub(crate) fn usage_of(error: &clap::Error, leitai: &Command, lang: Lang) -> Result<(), Failure> {
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            let text = error.render();
            let colored = std::io::stdout().is_terminal();
            let text = if colored { text.ansi().to_string() } else { text.to_string() };
            out::text(&crate::help::rendered(&text, lang));
            return Ok(());
        }
        let said = known(error, leitai).unwrap_or_else(|| {
            let text = english(error);
            sentence!("{text}", "命令行有误（{text}）")
        });
        Err(Failure::Usage(said))
    }

    /// What it says, if everything has not been printed already.
    pub(crate) fn said(&self) -> Option<&Sentence> {
        match self {
            Failure::Usage(said) | Failure::Stage(said) => Some(said),
            Failure::No | Failure::Interrupted => None,
        }
    }

    /// Prints the failure on stderr, and returns the exit code.
    pub(crate) fn report(self, lang: Lang) -> ExitCode {
        let (said, code) = match self {
            Failure::Usage(said) => (said, 2),
            Failure::Stage(said) => (said, 1),
            Failure::No => return ExitCode::from(1),
            Failure::Interrupted => (sentence!("interrupted", "已中断"), 130),
        };
        // stderr may be closed.
        let _ = writeln!(std::io::stderr(), "leitai: {}", shown(&said, lang));
        ExitCode::from(code)
    }
}

/// Whether it is no more than the program's name that was typed.
#[cfg(feature = "web")]
pub(crate) fn names_no_command(error: &clap::Error, leitai: &Command) -> bool {
    let kinds = [ErrorKind::MissingSubcommand, ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand];
    kinds.contains(&error.kind()) && named_commands(leitai).len() == 1
}

/// The parser's own message, as one sentence.
fn english(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let said = text.split("\n\nUsage").next().unwrap_or(&text).split("\n\nFor more").next().unwrap_or(&text);
    let said = said.trim_start_matches("error: ").replace("\n\n  tip: ", "; ");
    let words: Vec<&str> = said.split_whitespace().collect();
    words.join(" ")
}

/// A usage error in our own words; `None` for rare kinds.
fn known(error: &clap::Error, leitai: &Command) -> Option<Sentence> {
    let told = |kind| {
        error.get(kind).map(|value| match value {
            ContextValue::Strings(all) => all.iter().map(|arg| named(arg)).collect::<Vec<_>>().join(", "),
            one => named(&one.to_string()),
        })
    };
    Some(match error.kind() {
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let help = help(leitai);
            sentence!("a command is needed; `{help}` lists them", "需要一个命令；用 `{help}` 查看全部命令")
        }
        ErrorKind::InvalidSubcommand => {
            let (wrong, commands) = (told(ContextKind::InvalidSubcommand)?, commands(leitai));
            let commands = meant(&wrong, &commands);
            sentence!(
                "there is no command `{wrong}`; {commands}",
                "没有命令“{wrong}”；{commands}"; wrong, commands
            )
        }
        ErrorKind::UnknownArgument => {
            let wrong = told(ContextKind::InvalidArg)?;
            if let Some(said) = mistaken::game_first(leitai).or_else(|| mistaken::foreign(leitai)) {
                return Some(said);
            }
            let near = told(ContextKind::SuggestedArg)
                .map(|near| sentence!("; did you mean {near}?", "；是不是 {near}？"));
            sentence!("unknown argument `{wrong}`", "不认识参数“{wrong}”").then(&near.unwrap_or_default())
        }
        ErrorKind::MissingRequiredArgument => missing(&told(ContextKind::InvalidArg)?, leitai),
        ErrorKind::TooManyValues => {
            let (arg, value) = (told(ContextKind::InvalidArg)?, told(ContextKind::InvalidValue)?);
            sentence!("{arg} takes no value; leave out `{value}`", "参数 {arg} 不带值，不能写“{value}”")
        }
        ErrorKind::InvalidUtf8 => sentence!("an argument is not UTF-8 text", "参数不是 UTF-8 文本"),
        ErrorKind::ArgumentConflict => {
            let arg = told(ContextKind::InvalidArg)?;
            match told(ContextKind::PriorArg).filter(|other| *other != arg) {
                None => sentence!("{arg} is given twice", "参数“{arg}”重复"),
                Some(other) => {
                    sentence!("{arg} does not go with {other}", "参数“{arg}”不能与“{other}”同用")
                }
            }
        }
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => {
            let (arg, value) = (told(ContextKind::InvalidArg)?, told(ContextKind::InvalidValue)?);
            let listed = || {
                let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue) else {
                    return None;
                };
                Some(match nearest(&value, values) {
                    Some(near) => sentence!("did you mean {near}?", "是不是 {near}？"),
                    None => sentence!("it takes {}", "可用：{}", values.join(", ")),
                })
            };
            let said = error.source().map(why).or_else(listed);
            let names_a_game = error.source().and_then(|why| why.downcast_ref::<Sentence>()).is_some()
                && GAME.contains(&arg.as_str());
            match said {
                _ if value.is_empty() => sentence!("{arg} needs a value", "参数 {arg} 需要一个值"),
                Some(why) if names_a_game => {
                    sentence!("there is no game `{value}`; {why}", "没有名为“{value}”的棋种；{why}"; value, why)
                }
                Some(why) => {
                    sentence!("{arg} cannot be `{value}`: {why}", "{arg} 不能是“{value}”：{why}"; arg, value, why)
                }
                None => sentence!("{arg} cannot be `{value}`", "{arg} 不能是“{value}”"),
            }
        }
        _ => return None,
    })
}

/// The parser's names for the argument that names a game.
const GAME: [&str; 3] = ["<GAME>", "[GAME]", "--game"];

/// An argument as a person types it: `--games`, not `--games <GAMES>`. A positional argument keeps its brackets.
fn named(arg: &str) -> String {
    match arg.split_once(" <") {
        Some((name, _)) if name.starts_with('-') => name.to_owned(),
        _ => arg.to_owned(),
    }
}

/// Which arguments are missing and, for some, the values they accept.
fn missing(args: &str, leitai: &Command) -> Sentence {
    mistaken::game_first(leitai)
        .or_else(|| mistaken::languages(args, leitai))
        .or_else(|| mistaken::no_game(args, leitai))
        .or_else(|| mistaken::levels(args, leitai))
        .unwrap_or_else(|| sentence!("missing: {args}", "缺少参数：{args}"))
}

/// Why a value is rejected, in the words of its reader or of the standard library.
fn why(error: &(dyn Error + 'static)) -> Sentence {
    if let Some(said) = error.downcast_ref::<Sentence>() {
        return said.clone();
    }
    number(error).unwrap_or_else(|| Sentence::quoted(error.to_string()))
}

/// Why a text is not a number, if the error is one of the standard library's.
fn number(why: &(dyn Error + 'static)) -> Option<Sentence> {
    if why.is::<ParseFloatError>() {
        return Some(sentence!("it takes a number", "应为数"));
    }
    why.downcast_ref::<ParseIntError>().map(|why| match why.kind() {
        IntErrorKind::PosOverflow => sentence!("the number is too large", "数太大"),
        IntErrorKind::NegOverflow => sentence!("the number is too small", "数太小"),
        _ => sentence!("it takes a whole number, 0 or more", "应为整数，不小于 0"),
    })
}

/// The visible subcommands of the last command that was named.
fn commands(leitai: &Command) -> Vec<String> {
    let named = named_commands(leitai);
    let known = named.last().map_or_else(Vec::new, |command| command.get_subcommands().collect());
    known.iter().filter(|sub| !sub.is_hide_set()).map(|sub| sub.get_name().to_owned()).collect()
}

/// The help command to suggest where a subcommand is missing.
fn help(leitai: &Command) -> String {
    let named = named_commands(leitai);
    let names = named.iter().skip(1).map(Command::get_name);
    let names: Vec<_> = [called::name()].into_iter().chain(names).collect();
    format!("{} --help", names.join(" "))
}
