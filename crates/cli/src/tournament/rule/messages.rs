//! Messages about a ruling, made or refused.

use crate::failure::Failure;
use crate::out;
use leitai_core::{Lang, say};
use leitai_hall::HallError;
use leitai_tournament::{ChangedPairing, ChangedPlace, Consequences, EntryId, Event, RankedEntry};

/// A refused ruling is bad usage: another request could succeed.
pub(super) fn failed(error: &HallError) -> Failure {
    match error {
        HallError::Refused(refusal) => Failure::usage(refusal),
        error => Failure::hall(error),
    }
}

/// Prints how the event goes on; `taker` states who plays the games due.
pub(super) fn what_is_next(event: &Event, taker: &str, lang: Lang) {
    let state = event.state();
    let due = state.due().count();
    out::line(&if state.is_over() {
        say!(lang, "the event is over", "赛事已结束")
    } else if due > 0 {
        say!(lang, "games due: {due}; {taker}", "待进行 {due} 局；{taker}")
    } else if event.is_open_ladder() {
        say!(lang, "nothing is due; the event is open for submissions", "没有待进行的对局，可继续提交程序")
    } else {
        say!(lang, "nothing is due; the event waits for a decision", "没有待进行的对局，等待裁决")
    });
}

/// Prints the ruling, and whose places it changed.
pub(super) fn tell(before: &Event, after: &Event, lang: Lang) {
    let number = after.rulings().len().saturating_sub(1);
    if let Some(ruling) = after.rulings().last() {
        let words = ruling.decision.words(|entry| after.name(entry));
        let by = ruling.by.words();
        let (words, by, reason) = (words.to(lang), by.to(lang), &ruling.reason);
        out::line(&say!(
            lang,
            "ruling {number}: {words} ({by}: {reason})",
            "第 {number} 号裁决：{words}（{by}：{reason}）"
        ));
    }
    let changed = Consequences::of(before, after);
    let said = |event: &Event, [a, b]: [EntryId; 2]| format!("{} – {}", event.name(a), event.name(b));
    for ChangedPairing { id, was, is } in &changed.pairings {
        let now = is.map_or_else(|| say!(lang, "open", "待定"), |sides| said(after, sides));
        out::line(&format!("  {id}: {} → {now}", said(before, *was)));
    }
    if !changed.undone.is_empty() {
        let undone: Vec<_> = changed.undone.iter().map(ToString::to_string).collect();
        let undone = undone.join(", ");
        out::line(&say!(lang, "  no longer counts: {undone}", "  不再计入：{undone}"));
    }
    for ChangedPlace { was, is } in &changed.places {
        let then = was.as_ref().map_or("–".to_owned(), RankedEntry::figures);
        out::line(&format!("  {}: {then} → {}", after.name(is.entry), is.figures()));
    }
    if changed.places.is_empty() {
        out::line(&say!(lang, "  no place changes", "  名次不变"));
    }
}
