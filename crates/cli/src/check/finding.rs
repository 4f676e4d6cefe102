//! One thing looked at, and what was found.

use crate::out;
use leitai_core::{Lang, say};
use serde::Serialize;

/// How well it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Good,
    /// It works, and could be better.
    Remark,
    Bad,
}

/// As it is told.
pub(super) struct Finding {
    pub(super) mark: Mark,
    /// For which seat; none: for the program.
    pub(super) seat: Option<&'static str>,
    /// Which step of the examination, for programs that read it.
    pub(super) step: &'static str,
    pub(super) what: String,
    pub(super) found: String,
    /// Lines that show it: the conversation, the board.
    pub(super) shown: Vec<String>,
    pub(super) advice: Option<String>,
}

#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    ok: bool,
    step: &'static str,
    seat: Option<&'static str>,
    what: &'a str,
    found: &'a str,
    shown: &'a [String],
    advice: Option<&'a str>,
}

impl Finding {
    /// Tells it: one JSON object, or some lines of text.
    pub(super) fn tell(&self, json: bool, lang: Lang) {
        let Finding { mark, seat, step, what, found, shown, advice } = self;
        if json {
            let (ok, advice) = (*mark != Mark::Bad, advice.as_deref());
            return out::json(&Line { r#type: "finding", ok, step, seat: *seat, what, found, shown, advice });
        }
        let mark = match mark {
            Mark::Good => say!(lang, "ok  ", "通过"),
            Mark::Remark => say!(lang, "note", "提示"),
            Mark::Bad => say!(lang, "FAIL", "不符"),
        };
        out::line(&say!(lang, "  {mark} {what}: {found}", "  {mark} {what}：{found}"));
        for line in shown {
            out::line(&format!("         {line}"));
        }
        if let Some(advice) = advice {
            out::line(&format!("       → {advice}"));
        }
    }
}
