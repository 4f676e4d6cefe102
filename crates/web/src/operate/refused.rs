//! What the window refuses, besides what any page does.

use crate::refusal::Refused;
use axum::http::StatusCode;
use leitai_core::{Sentence, sentence};

impl Refused {
    /// The request names this machine otherwise than by its number.
    pub(super) fn not_this_screen() -> Refused {
        Refused::new(
            StatusCode::MISDIRECTED_REQUEST,
            sentence!(
                "This screen is opened by the address that the desk shows.",
                "请用裁判席所示地址打开本屏。"
            ),
            sentence!("Open that address whole.", "请完整打开该地址。"),
        )
    }

    /// Something has no such form.
    pub(super) fn not_written(what: Sentence, advice: Sentence) -> Refused {
        Refused::new(StatusCode::UNPROCESSABLE_ENTITY, what, advice)
    }
}
