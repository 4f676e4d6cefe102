//! What a request that cannot be answered is told.

use axum::http::StatusCode;
use leitai_core::{Sentence, sentence};

/// Why there is no answer, and what to do.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    pub(crate) what: Sentence,
    pub(crate) advice: Sentence,
    /// An address that was perhaps meant, and what is there.
    pub(crate) nearest: Option<(String, String)>,
}

impl Refused {
    /// The address is well formed, and nothing is there.
    pub(crate) fn nothing(what: Sentence, advice: Sentence) -> Refused {
        Refused { status: StatusCode::NOT_FOUND, what, advice, nearest: None }
    }

    /// There is no page of this address.
    pub(crate) fn no_page() -> Refused {
        Refused::nothing(
            sentence!("There is no page at this address.", "这个地址没有页面。"),
            sentence!("Start from the hall.", "请从大厅开始。"),
        )
    }

    /// There is no such game.
    pub(crate) fn no_game() -> Refused {
        Refused::nothing(
            sentence!("There is no such game.", "没有这一局。"),
            sentence!(
                "Exhibition games are kept for a while only; those of events are on the event's page.",
                "表演局只保留一段时间；赛事对局见赛事页面。"
            ),
        )
    }

    /// The address says something that nobody understands.
    pub(crate) fn unclear(what: Sentence, advice: Sentence) -> Refused {
        Refused { status: StatusCode::BAD_REQUEST, what, advice, nearest: None }
    }

    /// Something of ours failed.
    pub(crate) fn failed(what: Sentence) -> Refused {
        let advice = sentence!(
            "Try again in a moment; if it stays so, tell the organiser the number below.",
            "请稍后再试；若仍如此，请把下面的编号告诉组织者。"
        );
        Refused { status: StatusCode::INTERNAL_SERVER_ERROR, what, advice, nearest: None }
    }

    /// Nothing can be changed through the page.
    pub(crate) fn only_read() -> Refused {
        Refused {
            status: StatusCode::METHOD_NOT_ALLOWED,
            what: sentence!("This address can only be read.", "这个地址只能读取。"),
            advice: sentence!("Ask for it with GET.", "请使用 GET。"),
            nearest: None,
        }
    }
}
