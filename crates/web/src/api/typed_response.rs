//! Responses whose type says what is in their body, so that what a handler gives is what the API's description says.

use crate::answer::Content;
use crate::asked::Asked;
use crate::reader::Asking;
use crate::refusal::Refused;
use crate::site::Site;
use axum::body::Body;
use axum::handler::Handler;
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::json;
use std::marker::PhantomData;
use std::sync::Arc;

/// What a call gives if it is not refused: a `T` in JSON, unless `T` says otherwise.
pub(crate) struct TypedResponse<T>(Response<Body>, PhantomData<fn() -> T>);

/// What a handler of a call answers.
pub(crate) type TypedAnswer<T> = Result<TypedResponse<T>, Refused>;

/// What may be given.
pub(crate) trait ResponseBody {
    const STATUS: StatusCode = StatusCode::OK;
    const SAID: &'static str = "ok";

    /// Its media types, each with its schema.
    fn contents(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)>;
}

impl<T: JsonSchema> ResponseBody for T {
    fn contents(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        vec![("application/json", generator.subschema_for::<T>())]
    }
}

/// One `T` that the call has made.
pub(crate) struct Created<T>(PhantomData<T>);

impl<T: JsonSchema> ResponseBody for Created<T> {
    const STATUS: StatusCode = StatusCode::CREATED;

    fn contents(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        T::contents(generator)
    }
}

/// A record: lines of JSON.
pub(crate) struct NdJson;

impl ResponseBody for NdJson {
    fn contents(_: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        vec![("application/x-ndjson", json_schema!({ "type": "string" }))]
    }
}

/// Server-sent events, each with a `T` as its data.
pub(crate) struct Events<T>(PhantomData<T>);

impl<T: JsonSchema> ResponseBody for Events<T> {
    const SAID: &'static str = "events, each with this as its data";

    fn contents(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        vec![("text/event-stream", generator.subschema_for::<T>())]
    }
}

/// A WebSocket.
pub(crate) struct Socket;

impl ResponseBody for Socket {
    const STATUS: StatusCode = StatusCode::SWITCHING_PROTOCOLS;
    const SAID: &'static str = "a WebSocket";

    fn contents(_: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        Vec::new()
    }
}

/// A file as it was handed in.
pub(crate) struct ReportFile;

impl ResponseBody for ReportFile {
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

impl<T> TypedResponse<T> {
    /// A response whose body is known to be what `T` says.
    pub(crate) fn trusted(answer: Response<Body>) -> TypedResponse<T> {
        TypedResponse(answer, PhantomData)
    }
}

impl<T> IntoResponse for TypedResponse<T> {
    fn into_response(self) -> Response<Body> {
        self.0
    }
}

fn content(told: impl Serialize) -> Content {
    Content::json(json!(told).to_string())
}

impl Asked {
    /// Gives one `T`.
    pub(crate) fn json<T: Serialize>(&self, told: T) -> TypedResponse<T> {
        TypedResponse::trusted(self.answer(&content(told)))
    }

    /// Gives what is found [`aside`](Asked::aside).
    pub(crate) async fn json_aside<T: Serialize>(
        &self,
        work: impl FnOnce(&Site, &Asking) -> Result<T, Refused> + Send + 'static,
    ) -> TypedAnswer<T> {
        let content = self.aside(move |site, asking| work(site, asking).map(content)).await?;
        Ok(TypedResponse::trusted(self.answer(&content)))
    }

    /// Gives what is made aside.
    pub(crate) async fn created_aside<T: Serialize>(
        &self,
        work: impl FnOnce(&Site, &Asking) -> Result<T, Refused> + Send + 'static,
    ) -> TypedAnswer<Created<T>> {
        let content = self.aside(move |site, asking| work(site, asking).map(content)).await?;
        Ok(TypedResponse::trusted(content.answer(StatusCode::CREATED, &self.headers)))
    }
}

/// A handler of a call that gives what `B` says. `T` is what [`Handler`] needs to know of its parameters.
pub(crate) trait CallHandler<T, B>: Handler<T, Arc<Site>> {}

macro_rules! handles {
    ($($parameter:ident)*) => {
        impl<F, A, B, M, $($parameter),*> CallHandler<(M, $($parameter,)*), B> for F
        where
            F: Fn($($parameter),*) -> A + Handler<(M, $($parameter,)*), Arc<Site>>,
            A: Future<Output = TypedAnswer<B>>,
        {
        }
    };
}
handles!(A1);
handles!(A1 A2);
handles!(A1 A2 A3);
handles!(A1 A2 A3 A4);
