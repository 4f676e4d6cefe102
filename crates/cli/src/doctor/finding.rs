//! One thing found, and how it is told.

use crate::out;
use leitai_core::{Lang, Words, say};
use leitai_draw::{pad, width};
use serde::Serialize;

/// How good what was found is.
#[derive(Clone, Copy, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Health {
    /// As good as it can be.
    Good,
    /// It holds.
    Enforced,
    /// There, but weaker than it could be.
    Weaker,
    /// Not there.
    Missing,
    /// It does not hold.
    NotEnforced,
    /// It could not be tried.
    NotTried,
}

/// What was found.
#[derive(Serialize)]
pub(super) struct Finding {
    /// What kind of thing: `finding`, `level` or `guarantee`.
    pub(super) r#type: &'static str,
    /// Of levels and guarantees: the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) level: Option<&'static str>,
    /// Of guarantees: a stable name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) guarantee: Option<&'static str>,
    /// For people.
    pub(super) what: String,
    pub(super) state: Health,
    /// For people.
    pub(super) found: String,
    /// What would make it better, for people.
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

/// Where findings are told.
pub(super) struct Report {
    pub(super) json: bool,
    pub(super) lang: Lang,
}

/// Columns of what was looked at, and of its state.
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

    /// Tells something of the machine itself.
    pub(super) fn machine(&self, what: String, state: Health, found: String, improve: Option<String>) {
        self.tell(&Finding { improve, ..Finding::of(what, state, found) });
    }
}
