//! What ends the command early, and with which exit code.

use crate::language::{say, spoken};
use crate::out;
use clap::Command;
use clap::error::{ContextKind, ErrorKind};
use leitai_core::{Lang, Tell};
use leitai_hall::HallError;
use std::error::Error;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::Path;
use std::process::ExitCode;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage, exit code 2: one plain sentence with what is accepted.
    Usage(String),
    /// The stage failed, exit code 1.
    Stage(String),
    /// The command did its work and the answer is no, exit code 1; everything is said already.
    No,
    /// Interrupted by the user, exit code 130.
    Interrupted,
}

impl Failure {
    /// Bad usage, in the person's language.
    pub(crate) fn usage(error: &impl Tell) -> Failure {
        Failure::Usage(error.told(spoken()))
    }

    /// The stage failed, in the person's language.
    pub(crate) fn stage(error: &impl Tell) -> Failure {
        Failure::Stage(error.told(spoken()))
    }

    /// An event cannot go on as it was asked: bad usage where the person may ask otherwise.
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

    /// The system refused something of the stage's own.
    pub(crate) fn system(what: impl Display, error: &io::Error) -> Failure {
        let why = error.told(spoken());
        Failure::Stage(say!(spoken(), "{what}: {why}", "{what}：{why}"))
    }

    /// A file is not what it should be.
    pub(crate) fn file(path: &Path, why: impl Display) -> Failure {
        let path = path.display();
        Failure::Usage(say!(spoken(), "{path}: {why}", "{path}：{why}"))
    }

    /// A usage error found by the argument parser of `leitai`, as one sentence; help and version are no failure.
    pub(crate) fn usage_of(error: &clap::Error, leitai: &Command, lang: Lang) -> Result<(), Failure> {
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            let text = error.render();
            let colored = std::io::stdout().is_terminal();
            out::text(&if colored { text.ansi().to_string() } else { text.to_string() });
            return Ok(());
        }
        let sentence = match lang {
            Lang::En => english(error, leitai),
            Lang::Zh => {
                chinese(error, leitai).unwrap_or_else(|| format!("命令行有误（{}）", english(error, leitai)))
            }
        };
        Err(Failure::Usage(sentence))
    }

    /// Says it on stderr; the exit code.
    pub(crate) fn report(self, lang: Lang) -> ExitCode {
        let (text, code) = match self {
            Failure::Usage(text) => (text, 2),
            Failure::Stage(text) => (text, 1),
            Failure::No => return ExitCode::from(1),
            Failure::Interrupted => (say!(lang, "interrupted", "已中断"), 130),
        };
        // Nobody is left to tell if stderr is gone.
        let _ = writeln!(std::io::stderr(), "leitai: {text}");
        ExitCode::from(code)
    }
}

/// The parser's own words, as one sentence.
fn english(error: &clap::Error, leitai: &Command) -> String {
    let text = error.render().to_string();
    let said = text.split("\n\nUsage").next().unwrap_or(&text).split("\n\nFor more").next().unwrap_or(&text);
    let said = said.trim_start_matches("error: ").replace("\n\n  tip: ", "; ");
    let words: Vec<&str> = said.split_whitespace().collect();
    let sentence = words.join(" ");
    match error.kind() {
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            format!("a command is needed; `{}` lists them", help(leitai))
        }
        ErrorKind::InvalidSubcommand => format!("{sentence}; there are: {}", commands(leitai)),
        _ => sentence,
    }
}

/// The same in Chinese; none for what hardly happens.
fn chinese(error: &clap::Error, leitai: &Command) -> Option<String> {
    let told = |kind| error.get(kind).map(ToString::to_string);
    Some(match error.kind() {
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            format!("需要一个命令；用 `{}` 查看全部命令", help(leitai))
        }
        ErrorKind::InvalidSubcommand => {
            format!("没有命令“{}”；可用：{}", told(ContextKind::InvalidSubcommand)?, commands(leitai))
        }
        ErrorKind::UnknownArgument => format!("不认识参数“{}”", told(ContextKind::InvalidArg)?),
        ErrorKind::MissingRequiredArgument => format!("缺少参数：{}", told(ContextKind::InvalidArg)?),
        ErrorKind::TooManyValues => {
            let (arg, value) = (told(ContextKind::InvalidArg)?, told(ContextKind::InvalidValue)?);
            format!("参数 {arg} 不带值，不能写“{value}”")
        }
        ErrorKind::InvalidUtf8 => "参数不是 UTF-8 文本".to_owned(),
        ErrorKind::ArgumentConflict => format!("参数“{}”重复或冲突", told(ContextKind::InvalidArg)?),
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => {
            let (arg, value) = (told(ContextKind::InvalidArg)?, told(ContextKind::InvalidValue)?);
            let why = error.source().map(|why| number(why).map_or_else(|| why.to_string(), str::to_owned));
            let why = why.or_else(|| Some(format!("可用：{}", told(ContextKind::ValidValue)?)));
            match why {
                _ if value.is_empty() => format!("参数 {arg} 需要一个值"),
                Some(why) => format!("{arg} 不能是“{value}”：{why}"),
                None => format!("{arg} 不能是“{value}”"),
            }
        }
        _ => return None,
    })
}

/// Why a text is no number, where the standard library says so.
fn number(why: &(dyn Error + 'static)) -> Option<&'static str> {
    if why.is::<ParseFloatError>() {
        return Some("应为数");
    }
    why.downcast_ref::<ParseIntError>().map(|why| match why.kind() {
        IntErrorKind::PosOverflow => "数太大",
        IntErrorKind::NegOverflow => "数太小",
        _ => "应为整数，不小于 0",
    })
}

/// The commands there are where one was asked for: those of the last command that was named.
fn commands(leitai: &Command) -> String {
    let named = asked(leitai);
    let known = named.last().map_or_else(Vec::new, |command| command.get_subcommands().collect());
    let known: Vec<_> = known.iter().filter(|sub| !sub.is_hide_set()).map(|sub| sub.get_name()).collect();
    known.join(", ")
}

/// How to ask for help where a command is missing.
fn help(leitai: &Command) -> String {
    let named = asked(leitai);
    let names: Vec<_> = named.iter().map(Command::get_name).collect();
    format!("{} --help", names.join(" "))
}

/// The commands that were named, each one under the one before it; the program itself is the first.
fn asked(leitai: &Command) -> Vec<Command> {
    let mut named = vec![leitai.clone()];
    for arg in std::env::args().skip(1) {
        let next = named.last().and_then(|command| command.find_subcommand(&arg)).cloned();
        named.extend(next);
    }
    named
}
