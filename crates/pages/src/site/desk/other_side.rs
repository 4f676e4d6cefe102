//! What there is to read besides the game: why the program failed, and in a rehearsal the other side.

use super::DeskView;
use crate::html::Html;
use leitai_core::{Lang, say};
use leitai_hall::DeskState;

/// Why the program failed, and the end of its log.
pub(super) fn failed(view: &DeskView<'_>, lang: Lang) -> Html {
    let (why, log) = match &view.shown.state {
        DeskState::Failed(why, log) => (why, log.as_str()),
        DeskState::Broken(why) => (why, ""),
        _ => return Html::default(),
    };
    html! {
        section class="failed" aria-label=(say!(lang, "What failed", "故障")) {
            p { strong { (why.to(lang)) } }
            @if log.is_empty() {
                p class="soft" { (say!(lang, "Its log is empty.", "程序日志为空。")) }
            } @else {
                pre class="log" tabindex="0" role="region" aria-label=(say!(lang, "The end of its log", "日志末尾")) { (log) }
            }
        }
    }
}

/// In a rehearsal: what the other side says, and the code on its screen.
pub(super) fn rehearsed(view: &DeskView<'_>, lang: Lang) -> Html {
    let Some(other) = &view.shown.other else { return Html::default() };
    html! {
        section class="rehearsal" aria-labelledby="rehearsal" {
            h2 id="rehearsal" { (say!(lang, "Rehearsal: the other side", "演练：对方")) }
            p {
                (say!(lang, "Nobody sits there. What follows is made up for practice.", "对面无人，以下内容供练习用。"))
            }
            @if !other.code.is_empty() {
                p { (say!(lang, "On its screen: code", "对方屏幕：局面码")) " " b class="other-code" { (other.code) } }
            }
            ol role="log" start=(other.said + 1 - other.says.len()) aria-label=(say!(lang, "What the other side says", "对方的话")) {
                @for said in &other.says { li { (said.to(lang)) } }
            }
        }
    }
}
