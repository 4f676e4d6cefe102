//! A finding, and how it is reported.

use crate::out;
use leitai_core::{Lang, Words, say};
use leitai_draw::{pad, width};
use serde::Serialize;

/// The state of a finding.
#[derive(Clone, Copy, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Health {
    /// As good as it can be.
    Good,
    /// The guarantee holds.
    Enforced,
    /// Present, but weaker than it could be.
    Weaker,
    /// Absent.
    Missing,
    /// The guarantee does not hold.
    NotEnforced,
    /// It could not be tested.
    NotTried,
}

/// A finding.
#[derive(Serialize)]
pub(super) struct Finding {
    /// The kind: `finding`, `level` or `guarantee`.
    pub(super) r#type: &'static str,
    /// The level, for levels and guarantees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) level: Option<&'static str>,
    /// A stable name, for guarantees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) guarantee: Option<&'static str>,
    /// What was examined, for people.
    pub(super) what: String,
    pub(super) state: Health,
    /// What was found, for people.
    pub(super) found: String,
    /// How to improve it, for people.
    pub(super) improve: Option<String>,
}

impl Finding {
    pub(super) fn of(what: String, state: Health, found: String) -> Finding {
        Finding { r#type: "finding", level: None, guarantee: None, what, state, found, improve: None }
    }
}

impl Health {
    fn words(self) -> Words {
        match self {
            Health::Good => Words::new("good", "良好"),
            Health::Enforced => Words::new("enforced", "有保证"),
            Health::Weaker => Words::new("weaker", "较弱"),
            Health::Missing => Words::new("missing", "没有"),
            Health::NotEnforced => Words::new("NOT ENFORCED", "无保证"),
            Health::NotTried => Words::new("not tried", "未测试"),
        }
    }
}

/// How findings are printed.
pub(super) struct Report {
    pub(super) json: bool,
    pub(super) lang: Lang,
}

/// Column widths of what was examined, and of its state.
const WHAT: usize = 30;
const STATE: usize = 13;

impl Report {
    pub(super) fn heading(&self, text: &str) {
        if !self.json {
            out::line(text);
        }
    }

    pub(super) fn tell(&self, finding: &Finding) {
        if self.json {
            return out::json(finding);
        }
        let what = pad(&finding.what, WHAT.max(width(&finding.what) + 1));
        let state = pad(finding.state.words().to(self.lang), STATE);
        out::line(&format!("  {what}{state} {}", finding.found));
        if let Some(improve) = &finding.improve {
            out::line(&say!(self.lang, "{:4}better: {improve}", "{:4}改进：{improve}", ""));
        }
    }

    /// Reports a finding about the machine itself.
    pub(super) fn machine(&self, what: String, state: Health, found: String, improve: Option<String>) {
        self.tell(&Finding { improve, ..Finding::of(what, state, found) });
    }
}
