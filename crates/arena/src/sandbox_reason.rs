//! Failures of the sandbox as sentences of the stage.

use leitai_core::{Lang, Sentence};
use leitai_protocol::printable;

/// The failure reported by a process in the sandbox, made printable.
pub(crate) fn said(reason: &Sentence) -> Sentence {
    let plain = |lang| printable(reason.to(lang).trim_end_matches('\n').as_bytes());
    Sentence::new(plain(Lang::En), plain(Lang::Zh))
}
