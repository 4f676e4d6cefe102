//! What ends the command early, and with which exit code.

use crate::out;
use clap::CommandFactory;
use clap::error::{ContextKind, ErrorKind};
use leitai_core::Lang;
use std::error::Error;
use std::io::{IsTerminal, Write};
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
    /// A usage error found by the argument parser, as one sentence; help and version are no failure.
    pub(crate) fn usage_of(error: &clap::Error, lang: Lang) -> Result<(), Failure> {
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            let text = error.render();
            let colored = std::io::stdout().is_terminal();
            out::text(&if colored { text.ansi().to_string() } else { text.to_string() });
            return Ok(());
        }
        let sentence = match lang {
            Lang::En => english(error),
            Lang::Zh => chinese(error).unwrap_or_else(|| english(error)),
        };
        Err(Failure::Usage(sentence))
    }

    /// Says it on stderr; the exit code.
    pub(crate) fn report(self, lang: Lang) -> ExitCode {
        let (text, code) = match self {
            Failure::Usage(text) => (text, 2),
            Failure::Stage(text) => (text, 1),
            Failure::No => return ExitCode::from(1),
            Failure::Interrupted => (crate::language::say!(lang, "interrupted", "已中断"), 130),
        };
        // Nobody is left to tell if stderr is gone.
        let _ = writeln!(std::io::stderr(), "leitai: {text}");
        ExitCode::from(code)
    }
}

/// The parser's own words, as one sentence.
fn english(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let said = text.split("\n\nUsage").next().unwrap_or(&text).split("\n\nFor more").next().unwrap_or(&text);
    let said = said.trim_start_matches("error: ").replace("\n\n  tip: ", "; ");
    let words: Vec<&str> = said.split_whitespace().collect();
    let sentence = words.join(" ");
    match error.kind() {
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "a command is needed; `leitai --help` lists them".to_owned()
        }
        ErrorKind::InvalidSubcommand => format!("{sentence}; there are: {}", commands()),
        _ => sentence,
    }
}

/// The same in Chinese; none for what hardly happens.
fn chinese(error: &clap::Error) -> Option<String> {
    let told = |kind| error.get(kind).map(ToString::to_string);
    Some(match error.kind() {
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "需要一个命令；用 `leitai --help` 查看全部命令".to_owned()
        }
        ErrorKind::InvalidSubcommand => {
            format!("没有命令“{}”；可用：{}", told(ContextKind::InvalidSubcommand)?, commands())
        }
        ErrorKind::UnknownArgument => format!("不认识参数“{}”", told(ContextKind::InvalidArg)?),
        ErrorKind::MissingRequiredArgument => format!("缺少参数：{}", told(ContextKind::InvalidArg)?),
        ErrorKind::ArgumentConflict => format!("参数“{}”重复或冲突", told(ContextKind::InvalidArg)?),
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => {
            let (arg, value) = (told(ContextKind::InvalidArg)?, told(ContextKind::InvalidValue)?);
            let why = error.source().map(ToString::to_string);
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

fn commands() -> String {
    let command = crate::Cli::command();
    let known: Vec<_> = command.get_subcommands().filter(|sub| !sub.is_hide_set()).collect();
    let known: Vec<_> = known.iter().map(|sub| sub.get_name()).collect();
    known.join(", ")
}
