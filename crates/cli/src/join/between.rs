//! What stands between a program and its line: nothing where it speaks `native`, else who interprets it.

use crate::failure::Failure;
use leitai_catalog::{Interpreted, Interpreter, RuledGame};
use leitai_core::{DialectName, Sentence, sentence};

/// What stands between a program and its line.
pub(super) enum Between {
    Nothing,
    Interpreter(Box<dyn Interpreter>),
}

impl Between {
    /// What stands before a program that speaks this dialect. Refused where it depends on a stage beside it.
    pub(super) fn of(game: &dyn RuledGame, dialect: DialectName) -> Result<Between, Failure> {
        if dialect == DialectName::Native {
            return Ok(Between::Nothing);
        }
        let interpreter = game.interpreter(dialect, &game.facts().clock);
        interpreter.map(Between::Interpreter).ok_or_else(|| {
            Failure::Usage(sentence!(
                "a program that speaks {dialect} cannot play from elsewhere, since it depends on the stage beside it; \
                 does it speak another dialect (--dialect)?",
                "使用 {dialect} 协议的程序依赖身边的擂台，不能从远处对弈；可否改用其他协议（--dialect）？"
            ))
        })
    }

    /// What follows from a line of the site's.
    pub(super) fn told(&mut self, line: &str) -> Result<Interpreted, Sentence> {
        let mut out = Interpreted::default();
        match self {
            Between::Nothing => out.program.line(line),
            Between::Interpreter(interpreter) => interpreter.told(line.as_bytes(), &mut out)?,
        }
        Ok(out)
    }

    /// What follows from a line of the program's.
    pub(super) fn said(&mut self, line: &[u8]) -> Result<Interpreted, Sentence> {
        let mut out = Interpreted::default();
        match self {
            Between::Nothing => out.table.line(String::from_utf8_lossy(line)),
            Between::Interpreter(interpreter) => interpreter.said(line, &mut out)?,
        }
        Ok(out)
    }
}
