//! A change of an event's file in words: for everybody, and for whoever comes second.

use super::edited_field::EditedField;
use crate::event_draft::Trouble;
use leitai_core::{Sentence, sentence};
use leitai_draw::clean;
use std::collections::BTreeSet;

/// How many names a notice lists.
const NAMED: usize = 20;

/// What somebody else has written into a field.
pub(super) fn meanwhile(is: &EditedField) -> Trouble {
    if is.field.kind.has_lines() {
        let what = sentence!(
            "somebody else has changed these lines in the meantime: what you typed is shown here, and replaces theirs if you send it",
            "期间已有人修改了这几行：此处为您所填的内容，提交后将取代对方的修改"
        );
        return Trouble { path: Some(is.field.path), what };
    }
    let now = quoted(&is.was);
    let what = sentence!("this was changed in the meantime: {now}", "期间已改为：{now}"; now);
    Trouble { path: Some(is.field.path), what }
}

fn quoted(text: &str) -> Sentence {
    if text.is_empty() { Sentence::new("none", "无") } else { Sentence::quoted(text.to_owned()) }
}

/// A change in words, for the public.
pub(super) fn said(sent: &EditedField, is: &EditedField) -> Sentence {
    let title = sent.field.title;
    if sent.field.path == "entries" {
        return entries(&is.typed, &sent.typed);
    }
    // A seed is secret until the event is over, and several lines are too long for a notice.
    if sent.field.path == "seed" || sent.field.kind.has_lines() {
        return title.into();
    }
    let (was, is) = (quoted(&sent.was), quoted(&sent.typed));
    sentence!("{title}: {was} → {is}", "{title}：{was} → {is}"; title, was, is)
}

/// What changed about the entries: who takes part. Other details, such as grades, are for the teacher only.
fn entries(was: &str, is: &str) -> Sentence {
    let names = |text: &str| -> BTreeSet<String> {
        let first = text.lines().filter_map(|line| line.split([',', '，', '\t']).next());
        first.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    let (was, is) = (names(was), names(is));
    let few = |names: Vec<&String>| {
        let rest = names.len().saturating_sub(NAMED);
        let named = names.into_iter().take(NAMED).map(|name| clean(name)).collect::<Vec<_>>().join(", ");
        if rest > 0 { format!("{named} (+{rest})") } else { named }
    };
    let (new, gone) = (few(is.difference(&was).collect()), few(was.difference(&is).collect()));
    match (new.is_empty(), gone.is_empty()) {
        (true, true) => sentence!("Entries", "参赛者"),
        (false, true) => sentence!("Entries: {new} added", "参赛者：新增 {new}"),
        (true, false) => sentence!("Entries: {gone} removed", "参赛者：移除 {gone}"),
        (false, false) => {
            sentence!("Entries: {new} added, {gone} removed", "参赛者：新增 {new}，移除 {gone}")
        }
    }
}
