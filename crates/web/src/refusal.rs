//! What a request that cannot be answered is told.

use axum::http::StatusCode;
use leitai_core::{Sentence, sentence};
use std::ops::Deref;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub(crate) struct Refused(Box<Refusal>);

/// The same in full: what went wrong, and what to do.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) what: Sentence,
    pub(crate) advice: Sentence,
    /// An address that was perhaps meant, and what is there.
    pub(crate) nearest: Option<(String, String)>,
}

impl Deref for Refused {
    type Target = Refusal;
    fn deref(&self) -> &Refusal {
        &self.0
    }
}

impl Refused {
    fn new(status: StatusCode, what: Sentence, advice: Sentence) -> Refused {
        Refused(Box::new(Refusal { status, what, advice, nearest: None }))
    }

    /// With an address that was perhaps meant, and what is there.
    pub(crate) fn near(mut self, nearest: Option<(String, String)>) -> Refused {
        self.0.nearest = nearest;
        self
    }

    /// The address is well formed, and nothing is there.
    pub(crate) fn nothing(what: Sentence, advice: Sentence) -> Refused {
        Refused::new(StatusCode::NOT_FOUND, what, advice)
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
        Refused::new(StatusCode::BAD_REQUEST, what, advice)
    }

    /// The address stands for bytes that are no text.
    pub(crate) fn no_text() -> Refused {
        Refused::unclear(
            sentence!("This address is not text in UTF-8.", "这个地址不是 UTF-8 文本。"),
            sentence!("Start from the hall.", "请从大厅开始。"),
        )
    }

    /// Something of ours failed.
    pub(crate) fn failed(what: Sentence) -> Refused {
        let advice = sentence!(
            "Try again in a moment; if it stays so, tell the organiser the number below.",
            "请稍后再试；若仍如此，请把下面的编号告诉组织者。"
        );
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, what, advice)
    }

    /// Something that we keep is not as it was written.
    pub(crate) fn damaged(what: Sentence, advice: Sentence) -> Refused {
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, what, advice)
    }

    /// Nothing can be changed through the page.
    pub(crate) fn only_read() -> Refused {
        Refused::new(
            StatusCode::METHOD_NOT_ALLOWED,
            sentence!("This address can only be read.", "这个地址只能读取。"),
            sentence!("Ask for it with GET.", "请使用 GET。"),
        )
    }
}
