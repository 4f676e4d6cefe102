//! A source compared with the version before it, for its author.

use crate::html::Html;
use crate::site::texts::Texts;
use leitai_core::say;

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

impl DifferenceView {
    /// The difference, folded.
    pub(super) fn html(&self, t: Texts) -> Html {
        let (before, added, removed) = (self.before, self.added, self.removed);
        let said = if self.is_too_long {
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
            let (number, sign, class) = match line {
                DifferenceLine::Same(number, _) => (Some(number), " ", None),
                DifferenceLine::Removed(number, _) => (Some(number), "-", Some("gone")),
                DifferenceLine::Added(number, _) => (Some(number), "+", Some("new")),
                DifferenceLine::Gap => (None, "⋮", None),
            };
            html! {
                span class=[class] {
                    small { @if let Some(number) = number { (number) } } " " (sign) " " (line.text()) "\n"
                }
            }
        };
        html! {
            details {
                summary { (t.difference()) " " (before) ": " (said) }
                @if !self.lines.is_empty() {
                    pre class="log difference" tabindex="0" role="region" aria-label={ (t.difference()) " " (before) } {
                        @for it in &self.lines { (line(it)) }
                    }
                }
                @if self.is_cut { p class="soft" { (t.difference_cut()) } }
                p { a href={ "/submissions/" (before) } { (t.submission()) " " (before) } }
            }
        }
    }
}
