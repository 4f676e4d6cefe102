//! Calls of the API: what each is for, and what it gives, which follows from the type of its handler's answer.

use crate::answer::Content;
use crate::asked::Asked;
use crate::lost_game::LostGame;
use crate::reader::Asking;
use crate::refusal::Refused;
use crate::site::Site;
use axum::body::Body;
use axum::handler::Handler;
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use leitai_core::Sentence;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::json;
use std::marker::PhantomData;
use std::sync::Arc;

/// A call: one method of one address.
#[derive(Clone)]
pub(crate) struct Call {
    /// Its name in programs that are generated from the description.
    pub(crate) id: &'static str,
    pub(crate) said: Sentence,
    /// A value that its query must have, and what that is.
    pub(crate) query: Option<(&'static str, &'static str)>,
    /// How its handler refuses, and when.
    pub(crate) refusals: &'static [(StatusCode, &'static str)],
}

/// How calls are refused of whose subject the caller may know nothing.
pub(crate) const NOT_THEIRS: &[(StatusCode, &str)] =
    &[(StatusCode::NOT_FOUND, "there is no such thing for whoever asks")];

impl Call {
    pub(crate) fn new(id: &'static str, said: Sentence) -> Call {
        Call { id, said, query: None, refusals: &[] }
    }

    pub(crate) fn query(self, name: &'static str, said: &'static str) -> Call {
        Call { query: Some((name, said)), ..self }
    }

    pub(crate) fn refuses(self, refusals: &'static [(StatusCode, &'static str)]) -> Call {
        Call { refusals, ..self }
    }
}

/// A refusal.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Refusal")]
pub(crate) struct ToldRefusal<'a> {
    pub(crate) error: &'a str,
    pub(crate) advice: &'a str,
    pub(crate) id: &'a str,
    /// What is known of a game whose record cannot be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "LostGame<'a>")]
    pub(crate) game: Option<LostGame<'a>>,
}

/// What a call gives if it is not refused.
pub(crate) trait Given: IntoResponse {
    const STATUS: StatusCode = StatusCode::OK;
    const SAID: &'static str = "ok";

    /// Its media types, each with its schema.
    fn contents(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)>;
}

/// One `T` in JSON.
pub(crate) struct Json<T>(Response<Body>, PhantomData<fn() -> T>);

/// One `T` in JSON, which the call has made.
pub(crate) struct Made<T>(Json<T>);

/// A record: lines of JSON.
pub(crate) struct Lines(pub(crate) Response<Body>);

/// A file as it was handed in.
pub(crate) struct File(pub(crate) Response<Body>);

impl<T> Json<T> {
    /// An answer whose content is a `T` that was written earlier.
    pub(crate) fn written(answer: Response<Body>) -> Json<T> {
        Json(answer, PhantomData)
    }
}

impl<T: JsonSchema> Given for Json<T> {
    fn contents(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        vec![("application/json", generator.subschema_for::<T>())]
    }
}

impl<T: JsonSchema> Given for Made<T> {
    const STATUS: StatusCode = StatusCode::CREATED;

    fn contents(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        Json::<T>::contents(generator)
    }
}

impl Given for Lines {
    fn contents(_: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        vec![("application/x-ndjson", json_schema!({ "type": "string" }))]
    }
}

impl Given for File {
    const SAID: &'static str = "its bytes; a PDF where they begin as one";

    fn contents(_: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        ["application/pdf", "application/octet-stream"].map(|media| (media, bytes())).into()
    }
}

/// The schema of any bytes.
pub(crate) fn bytes() -> Schema {
    json_schema!({ "type": "string", "format": "binary" })
}

/// The schema of a value that is one of these.
pub(crate) fn one_of(values: impl Serialize) -> Schema {
    json_schema!({ "enum": values })
}

impl<T> IntoResponse for Json<T> {
    fn into_response(self) -> Response<Body> {
        self.0
    }
}

impl<T> IntoResponse for Made<T> {
    fn into_response(self) -> Response<Body> {
        self.0.into_response()
    }
}

impl IntoResponse for Lines {
    fn into_response(self) -> Response<Body> {
        self.0
    }
}

impl IntoResponse for File {
    fn into_response(self) -> Response<Body> {
        self.0
    }
}

fn content(told: impl Serialize) -> Content {
    Content::json(json!(told).to_string())
}

impl Asked {
    pub(crate) fn told<T: Serialize>(&self, told: T) -> Json<T> {
        Json::written(self.answer(&content(told)))
    }

    /// The same for what is found [`aside`](Asked::aside).
    pub(crate) async fn told_aside<T: Serialize>(
        &self,
        work: impl FnOnce(&Site, &Asking) -> Result<T, Refused> + Send + 'static,
    ) -> Result<Json<T>, Refused> {
        let content = self.aside(move |site, asking| work(site, asking).map(content)).await?;
        Ok(Json::written(self.answer(&content)))
    }

    /// The same for what is made aside.
    pub(crate) async fn made_aside<T: Serialize>(
        &self,
        work: impl FnOnce(&Site, &Asking) -> Result<T, Refused> + Send + 'static,
    ) -> Result<Made<T>, Refused> {
        let content = self.aside(move |site, asking| work(site, asking).map(content)).await?;
        Ok(Made(Json::written(content.answer(Made::<()>::STATUS, &self.headers))))
    }
}

/// A handler of a call that gives `G`. `T` is what [`Handler`] needs to know of its parameters.
pub(crate) trait Gives<T, G>: Handler<T, Arc<Site>> {}

macro_rules! gives {
    ($($parameter:ident)*) => {
        impl<F, A, G, M, $($parameter),*> Gives<(M, $($parameter,)*), G> for F
        where
            F: Fn($($parameter),*) -> A + Handler<(M, $($parameter,)*), Arc<Site>>,
            A: Future<Output = Result<G, Refused>>,
        {
        }
    };
}
gives!(A1);
gives!(A1 A2);
gives!(A1 A2 A3);
gives!(A1 A2 A3 A4);
