//! What should be right before a game, printed.

use crate::failure::Failure;
use crate::out;
use leitai_arena::Conditions;
use leitai_core::{Lang, Words, say};
use leitai_hall::{CheckLine, CheckState, DeskMachine, DeskSetup, ProgramTrial, checklist};
use serde::Serialize;
use std::path::Path;

/// A line for programs.
#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    /// `null` where it cannot be read.
    ok: Option<bool>,
    what: &'a str,
    found: &'a str,
}

/// Prints the list for a desk whose folder is, or will be, at or below `folder`. Errors with [`Failure::No`] if anything is
/// red.
pub(super) fn run(
    setup: &DeskSetup,
    conditions: &Conditions,
    folder: &Path,
    json: bool,
    lang: Lang,
) -> Result<(), Failure> {
    // The folder may not be there yet: then it will be on the same disk as what is.
    let there = folder.ancestors().find(|part| part.exists()).unwrap_or(Path::new("."));
    let binary = std::env::current_exe()
        .map_err(|e| Failure::system(&Words::new("this program's own file", "本程序自身的文件"), &e))?;
    let machine = DeskMachine::here(there);
    let trial = ProgramTrial::of(setup, conditions, binary);
    let lines = checklist(&machine, &trial, setup, conditions);
    for CheckLine { what, state, found } in &lines {
        let (what, found) = (what.to(lang), found.to(lang));
        if json {
            let ok = (*state != CheckState::Unknown).then_some(*state == CheckState::Green);
            out::json(&Line { r#type: "check", ok, what, found });
            continue;
        }
        let word = state.words().to(lang);
        let word = if out::colored() { colored(word, *state) } else { word.to_owned() };
        out::line(&say!(lang, "{word} {what}: {found}", "{word} {what}：{found}"));
    }
    let is_red = lines.iter().any(|line| line.state == CheckState::Red);
    if is_red { Err(Failure::No) } else { Ok(()) }
}

/// The word in a colour, which says nothing that it does not.
fn colored(word: &str, state: CheckState) -> String {
    let color = match state {
        CheckState::Green => 32,
        CheckState::Red => 31,
        CheckState::Unknown => 33,
    };
    format!("\x1b[{color}m{word}\x1b[0m")
}
