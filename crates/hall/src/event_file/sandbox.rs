//! The `[sandbox]` table of an event's file.

use super::raw::RawSandbox;
use super::wrong::{FieldError, wrong};
use leitai_arena::Disclosure;
use leitai_catalog::ListedGame;
use leitai_core::{Sentence, sentence};
use leitai_sandbox::{Limits, Output, SandboxLevel, Size};
use std::ops::RangeInclusive;

/// How much information programs are given.
pub(super) fn disclosure(raw: &RawSandbox) -> Result<Disclosure, FieldError> {
    let Some(text) = &raw.tell else { return Ok(Disclosure::All) };
    text.parse().or_else(|_: String| {
        wrong("sandbox.tell", Sentence::new("`tell` is `all` or `least`", "“tell”应为“all”或“least”"))
    })
}

/// The level wanted (`None` for the strongest), the minimum level, and the limits.
pub(super) fn sandbox_of(
    raw: &RawSandbox,
    preset: &str,
    game: ListedGame,
) -> Result<(Option<SandboxLevel>, SandboxLevel, Limits), FieldError> {
    let level = |text: &Option<String>, field: &str| match text.as_deref() {
        None | Some("auto") => Ok(None),
        Some(text) => text
            .parse::<SandboxLevel>()
            .map(Some)
            .or_else(|error| wrong(format!("sandbox.{field}"), Sentence::of(&error))),
    };
    let size = |text: &Option<String>, field: &str| {
        let read = |text: &String| {
            text.parse::<Size>().or_else(|error| wrong(format!("sandbox.{field}"), Sentence::of(&error)))
        };
        text.as_ref().map(read).transpose()
    };
    let within = |text: &Option<String>, field: &str, range: RangeInclusive<Size>| {
        let (least, most) = (range.start(), range.end());
        match size(text, field)? {
            Some(size) if !range.contains(&size) => wrong(
                format!("sandbox.{field}"),
                sentence!(
                    "`{field}` must be between {least} and {most}",
                    "{field} 应为 {least} 到 {most} 的大小"
                ),
            ),
            size => Ok(size),
        }
    };
    // A game without this preset keeps the memory limit of its usual one.
    let facts = game.facts();
    let bundled = facts.preset(preset).unwrap_or_else(|| facts.usual()).memory;
    let mut limits = Limits::default();
    limits.memory = size(&raw.memory, "memory")?.or(bundled.map(Size::MB)).unwrap_or(limits.memory);
    limits.scratch = size(&raw.scratch, "scratch")?.unwrap_or(limits.scratch);
    limits.processes = raw.processes.unwrap_or(limits.processes).max(1);
    let output = &mut limits.output;
    output.line = within(&raw.output_line, "output-line", Output::LINE)?.unwrap_or(output.line);
    output.turn = within(&raw.output_turn, "output-turn", Output::TURN)?.unwrap_or(output.turn);
    output.log = within(&raw.log, "log", Output::LOG)?.unwrap_or(output.log);
    let wanted = level(&raw.level, "level")?;
    let least = level(&raw.at_least, "at-least")?
        .unwrap_or(wanted.unwrap_or(SandboxLevel::Confined).min(SandboxLevel::Confined));
    if wanted.is_some_and(|wanted| wanted < least) {
        let below = Sentence::new("the level is below `at-least`", "级别低于 at-least");
        return wrong("sandbox.level", below);
    }
    Ok((wanted, least, limits))
}
