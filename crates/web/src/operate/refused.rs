//! What the window refuses, besides what any page does.

use crate::refusal::Refused;
use axum::http::StatusCode;
use leitai_core::{Sentence, sentence};

impl Refused {
    /// Nothing is there, or the key is another one.
    pub(super) fn no_window() -> Refused {
        Refused::nothing(
            sentence!("There is nothing at this address.", "此地址没有内容。"),
            sentence!(
                "Open the address that `leitai operate` has printed, whole.",
                "请完整打开 `leitai operate` 给出的地址。"
            ),
        )
    }

    /// The request is for another machine or another port.
    pub(super) fn not_this_window() -> Refused {
        Refused::new(
            StatusCode::MISDIRECTED_REQUEST,
            sentence!("This window is opened on its own machine only.", "此窗口只能在本机打开。"),
            sentence!(
                "Open the address that `leitai operate` has printed, whole.",
                "请完整打开 `leitai operate` 给出的地址。"
            ),
        )
    }

    /// Something has no such form.
    pub(super) fn not_written(what: Sentence, advice: Sentence) -> Refused {
        Refused::new(StatusCode::UNPROCESSABLE_ENTITY, what, advice)
    }
}
