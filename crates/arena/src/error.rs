//! Failures of the stage itself.

use leitai_core::{Lang, Tell, Words};
use std::io;

/// A failure of the stage, not of a program.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    /// Programs that think in each other's time have a core each, and there are too few for so many games at once.
    #[error(
        "with `ponder` each program has a core of its own: {games} games at once need {}, and there are {cores}",
        2 * games
    )]
    TooFewCores {
        /// Games at once.
        games: usize,
        /// Physical cores that this process may use.
        cores: usize,
    },
    /// The rules need a referee, and both players are programs.
    #[error("these rules ask a person to be the referee, and only programs play")]
    NoReferee,
    /// A file or pipe of the stage failed; the path or name comes first.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// Another system call of the stage failed; the words say what it was for.
    #[error("{}: {}", .0.en, .1)]
    System(Words, io::Error),
}

impl Tell for StageError {
    fn told(&self, lang: Lang) -> String {
        match (self, lang) {
            (_, Lang::En) => self.to_string(),
            (StageError::TooFewCores { games, cores }, Lang::Zh) => {
                let need = 2 * games;
                format!(
                    "启用 ponder 时每个程序独占一个核心：同时 {games} 局需要 {need} 个，本机可用 {cores} 个"
                )
            }
            (StageError::NoReferee, Lang::Zh) => "这些规则需要有人担任裁判，而双方都是程序".to_owned(),
            (StageError::Io(what, error), Lang::Zh) => format!("{what}：{}", error.told(lang)),
            (StageError::System(what, error), Lang::Zh) => format!("{}：{}", what.zh, error.told(lang)),
        }
    }
}
