//! A source compared with the version before it, for its author.

use crate::site::texts::Texts;
use leitai_core::say;
use leitai_draw::clean;

/// A line of a difference, with its line number, from 1, in the source that contains it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DifferenceLine {
    /// In both; numbered as in the later one.
    Same(usize, String),
    /// Only in the earlier one.
    Removed(usize, String),
    /// Only in the later one.
    Added(usize, String),
    /// Lines common to both are left out here.
    Gap,
}

impl DifferenceLine {
    /// The text of the line; empty for a gap.
    pub fn text(&self) -> &str {
        match self {
            DifferenceLine::Same(_, text)
            | DifferenceLine::Removed(_, text)
            | DifferenceLine::Added(_, text) => text,
            DifferenceLine::Gap => "",
        }
    }
}

/// What changed since an earlier version.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DifferenceView {
    /// The number of the earlier version.
    pub before: i64,
    /// How many lines were added.
    pub added: usize,
    /// How many lines were removed.
    pub removed: usize,
    /// The lines that changed, with some around them.
    pub lines: Vec<DifferenceLine>,
    /// Whether lines are left out at the end.
    pub is_cut: bool,
    /// Whether one of the two has too many lines to be compared.
    pub is_too_long: bool,
}

/// A line for the template: its number, its sign, its class, its text.
pub(super) type LineShown = (String, &'static str, &'static str, String);

/// A difference for the template.
pub(super) struct DifferenceShown {
    pub(super) before: i64,
    pub(super) said: String,
    pub(super) lines: Vec<LineShown>,
    pub(super) is_cut: bool,
}

impl DifferenceShown {
    pub(super) fn new(view: &DifferenceView, t: Texts) -> DifferenceShown {
        let (added, removed) = (view.added, view.removed);
        let said = if view.is_too_long {
            t.difference_too_long().to_owned()
        } else if added + removed == 0 {
            t.no_difference().to_owned()
        } else {
            say!(
                t.0,
                "lines: {added} added, {removed} removed",
                "新增 {added} 行，删除 {removed} 行",
                added = added,
                removed = removed
            )
        };
        let line = |line: &DifferenceLine| {
            let text = clean(line.text());
            match line {
                DifferenceLine::Same(number, _) => (number.to_string(), " ", "", text),
                DifferenceLine::Removed(number, _) => (number.to_string(), "-", "gone", text),
                DifferenceLine::Added(number, _) => (number.to_string(), "+", "new", text),
                DifferenceLine::Gap => (String::new(), "⋮", "", text),
            }
        };
        DifferenceShown {
            before: view.before,
            said,
            lines: view.lines.iter().map(line).collect(),
            is_cut: view.is_cut,
        }
    }
}
