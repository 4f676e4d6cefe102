//! What ends the command early, and with which exit code.

use crate::out;
use clap::CommandFactory;
use leitai_core::Lang;
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
    pub(crate) fn usage_of(error: &clap::Error) -> Result<(), Failure> {
        use clap::error::ErrorKind;
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            let text = error.render();
            let colored = std::io::stdout().is_terminal();
            out::text(&if colored { text.ansi().to_string() } else { text.to_string() });
            return Ok(());
        }
        if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            return Err(Failure::Usage("a command is needed; `leitai --help` lists them".to_owned()));
        }
        let text = error.render().to_string();
        let said =
            text.split("\n\nUsage").next().unwrap_or(&text).split("\n\nFor more").next().unwrap_or(&text);
        let words: Vec<&str> = said.trim_start_matches("error: ").split_whitespace().collect();
        let mut sentence = words.join(" ");
        if error.kind() == ErrorKind::InvalidSubcommand {
            let command = crate::Cli::command();
            let known: Vec<_> = command.get_subcommands().filter(|sub| !sub.is_hide_set()).collect();
            let known: Vec<_> = known.iter().map(|sub| sub.get_name()).collect();
            sentence = format!("{sentence}; there are: {}", known.join(", "));
        }
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
