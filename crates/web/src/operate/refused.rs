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
                "Open the address that the desk has printed, whole.",
                "请完整打开操作席或裁判席给出的地址。"
            ),
        )
    }

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

    /// The request is for another machine or another port.
    pub(super) fn not_this_window() -> Refused {
        Refused::new(
            StatusCode::MISDIRECTED_REQUEST,
            sentence!("This window is opened on its own machine only.", "此窗口只能在本机打开。"),
            sentence!(
                "Open the address that the desk has printed, whole.",
                "请完整打开操作席或裁判席给出的地址。"
            ),
        )
    }

    /// Something has no such form.
    pub(super) fn not_written(what: Sentence, advice: Sentence) -> Refused {
        Refused::new(StatusCode::UNPROCESSABLE_ENTITY, what, advice)
    }
}
