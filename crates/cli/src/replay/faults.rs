//! Where something went wrong in a recorded game.

use leitai_core::{Actor, Facts, Lang, Line, Record, VerdictName, say};
use leitai_protocol::printable;

/// A line that was refused or not understood, or the fault by which the game was lost.
pub(super) struct FaultNote {
    /// Lines of the record before it, not counting the first.
    pub(super) passed: usize,
    /// What was refused and why; empty for the end of the game, which is shown after the last board.
    pub(super) said: String,
}

/// Every fault of a game, in order.
pub(super) fn faults(record: &Record, facts: &Facts, lang: Lang) -> Vec<FaultNote> {
    let mut faults = Vec::new();
    for (passed, (_, line)) in record.lines.iter().enumerate() {
        let said = match line {
            Line::Attempt { by, acts, said, rule, .. } => {
                let side = match by {
                    Actor::Seat(seat) => facts.seat(*seat).to(lang),
                    Actor::Chance | Actor::Arbiter => "",
                };
                let text = said.as_ref().map_or_else(|| acts.join(" "), ToString::to_string);
                say!(lang, "refused: {side} {text} ({rule})", "被拒：{side} {text}（“{rule}”）")
            }
            Line::Garbled { seat, text, expected, .. } => {
                let side = facts.seat(*seat).to(lang);
                say!(
                    lang,
                    "not understood: {side} said `{text}` where {expected} was expected",
                    "看不懂：{side} 输出“{text}”，应为“{expected}”"
                )
            }
            _ => continue,
        };
        faults.push(FaultNote { passed, said: printable(said.as_bytes()) });
    }
    let is_fault = |verdict| matches!(verdict, VerdictName::Fault(_));
    if record.end.as_ref().is_some_and(|end| is_fault(end.verdict)) {
        faults.push(FaultNote { passed: usize::MAX, said: String::new() });
    }
    faults
}
