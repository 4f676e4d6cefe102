//! Calls of the API: what each is for, and how it is refused.

use crate::lost_game::LostGame;
use axum::http::StatusCode;
use leitai_core::Sentence;
use schemars::JsonSchema;
use serde::Serialize;

/// A call: one method of one address.
#[derive(Clone)]
pub(crate) struct Call {
    /// Its name in programs that are generated from the description.
    pub(crate) id: &'static str,
    pub(crate) said: Sentence,
    /// The values of its query: the name, what it is, and whether it must be there.
    pub(crate) queries: Vec<(&'static str, &'static str, bool)>,
    /// Whether a call that changes something takes bytes.
    pub(crate) has_body: bool,
    /// How its handler refuses, and when.
    pub(crate) refusals: &'static [(StatusCode, &'static str)],
}

/// How calls are refused of whose subject the caller may know nothing.
pub(crate) const NOT_THEIRS: &[(StatusCode, &str)] =
    &[(StatusCode::NOT_FOUND, "there is no such thing for whoever asks")];

impl Call {
    pub(crate) fn new(id: &'static str, said: Sentence) -> Call {
        Call { id, said, queries: Vec::new(), has_body: true, refusals: &[] }
    }

    /// It needs this value in its query.
    pub(crate) fn query(mut self, name: &'static str, said: &'static str) -> Call {
        self.queries.push((name, said, true));
        self
    }

    /// It may have this value in its query.
    pub(crate) fn option(mut self, name: &'static str, said: &'static str) -> Call {
        self.queries.push((name, said, false));
        self
    }

    /// It takes no bytes.
    pub(crate) fn bodiless(self) -> Call {
        Call { has_body: false, ..self }
    }

    pub(crate) fn refuses(self, refusals: &'static [(StatusCode, &'static str)]) -> Call {
        Call { refusals, ..self }
    }
}

/// A refusal.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Refusal")]
pub(crate) struct RefusalJson<'a> {
    pub(crate) error: &'a str,
    pub(crate) advice: &'a str,
    pub(crate) id: &'a str,
    /// What is known of a game whose record cannot be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "LostGame<'a>")]
    pub(crate) game: Option<LostGame<'a>>,
}
