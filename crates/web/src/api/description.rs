//! The description of the API, in `OpenAPI` 3.1: made of what each call declares.

use crate::address::{Address, By, DeclaredCall};
use crate::answer::Content;
use crate::api::call::RefusalJson;
use crate::api::typed_response::bytes;
use crate::reader::Asking;
use axum::http::StatusCode;
use leitai_core::{Lang, Sentence, sentence};
use leitai_pages::Html;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// What the guard answers where a token is needed.
const TO_TOKENS: [(StatusCode, &str); 3] = [
    (StatusCode::UNAUTHORIZED, "no token that holds"),
    (StatusCode::FORBIDDEN, "the token is not for that"),
    (StatusCode::TOO_MANY_REQUESTS, "too many tries: `advice` says when"),
];

/// The description, for programs and for people.
pub(crate) struct Description {
    /// The document.
    pub(crate) content: Content,
    /// The addresses with what can be read there, in the order in which they are declared.
    reads: Vec<(&'static str, Sentence)>,
}

impl Description {
    /// Describes every call at these addresses.
    pub(crate) fn new(all: &[Address]) -> Description {
        Description { content: Content::json(document(all).to_string()), reads: reads(all) }
    }

    /// `/docs/api`.
    pub(crate) fn html(&self, asking: &Asking) -> Html {
        let rows: Vec<_> = self.reads.iter().map(|(path, said)| (*path, said.to(asking.lang))).collect();
        leitai_pages::api(&asking.reader(), &rows)
    }
}

fn reads(all: &[Address]) -> Vec<(&'static str, Sentence)> {
    let calls = all.iter().flat_map(|address| address.calls.iter().map(move |call| (address, call)));
    let reads = calls.filter(|(_, call)| !call.is_change());
    reads.map(|(address, call)| (address.path, said(address, call))).collect()
}

fn document(all: &[Address]) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator =
        settings.with(|it| it.definitions_path = "/components/schemas".into()).into_generator();
    let refusal = generator.subschema_for::<RefusalJson<'_>>().to_value();
    let mut paths = Map::new();
    for address in all.iter().filter(|address| address.is_api()) {
        let operations = address.calls.iter().map(|call| {
            let operation = operation(address, call, &refusal, &mut generator);
            (call.method.as_str().to_lowercase(), operation)
        });
        paths.insert(address.path.to_owned(), operations.collect::<Map<_, _>>().into());
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Leitai",
            "version": "1",
            "description": "What the site shows, read-only. Times are microseconds where a name is `us`. Names and \
                            reasons come from strangers: escape them.",
        },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": { "token": {
                "type": "http",
                "scheme": "bearer",
                "description": "A token of /account/tokens, with the scope that is named.",
            } },
        },
    })
}

fn needs_token(address: &Address, declared: &DeclaredCall) -> bool {
    address.may(declared.is_change()) != Some(By::Everybody)
}

/// What a call is for, and the scope that it needs.
fn said(address: &Address, declared: &DeclaredCall) -> Sentence {
    let said = declared.call.said.clone();
    if !needs_token(address, declared) {
        return said;
    }
    let scope = declared.scope.name();
    said.then(&sentence!(" Asks for a token with the scope {scope}.", "需要带 {scope} 权限的令牌。"))
}

fn operation(
    address: &Address,
    declared: &DeclaredCall,
    refusal: &Value,
    generator: &mut SchemaGenerator,
) -> Value {
    let (call, said) = (&declared.call, said(address, declared));
    let mut operation = json!({
        "operationId": call.id, "summary": said.to(Lang::En), "x-summary-zh": said.to(Lang::Zh),
    });
    let text = json!({ "type": "string" });
    let parameter = |name: &str, place: &str, must: bool| json!({ "name": name, "in": place, "required": must, "schema": text });
    let named = address.path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let mut parameters: Vec<_> = named.map(|name| parameter(name, "path", true)).collect();
    for (name, said, must) in &call.queries {
        let mut parameter = parameter(name, "query", *must);
        parameter["description"] = (*said).into();
        parameters.push(parameter);
    }
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if declared.is_change() && call.has_body {
        let content = json!({ "application/octet-stream": { "schema": bytes() } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    let needs_token = needs_token(address, declared);
    if needs_token {
        operation["security"] = json!([{ "token": [declared.scope.name()] }]);
    }
    let contents = (declared.contents)(generator).into_iter();
    let contents: Map<_, _> =
        contents.map(|(media, schema)| (media.to_owned(), json!({ "schema": schema }))).collect();
    let (status, said) = declared.answer;
    let mut responses = Map::new();
    responses.insert(status.as_str().to_owned(), json!({ "description": said, "content": contents }));
    let by_guard = TO_TOKENS.iter().filter(|_| needs_token);
    for (status, why) in by_guard.chain(call.refusals) {
        let content = json!({ "application/json": { "schema": refusal } });
        responses.insert(status.as_str().to_owned(), json!({ "description": why, "content": content }));
    }
    operation["responses"] = responses.into();
    operation
}

#[cfg(test)]
mod tests {
    use crate::people::tests::Tried;
    use crate::routes::all;
    use serde_json::Value;
    use std::collections::BTreeSet;

    #[test]
    fn programs_have_addresses_of_their_own_and_each_call_a_name_and_words() {
        for address in all() {
            assert_eq!(address.is_api(), address.path.starts_with("/api/"), "{}", address.path);
        }
        let tried = Tried::open();
        let text = tried.visitor().get("/api/v1/openapi.json").text;
        let described: Value = serde_json::from_str(&text).expect("JSON");
        let mut names = BTreeSet::new();
        for (path, of) in described["paths"].as_object().expect("paths") {
            for (method, call) in of.as_object().expect("calls") {
                assert!(names.insert(call["operationId"].as_str()), "{method} {path}: its name is another's");
                for said in ["summary", "x-summary-zh"] {
                    assert!(call[said].as_str().is_some_and(|text| !text.is_empty()), "{path}: {said}");
                }
            }
        }
        assert!(names.len() > 10, "{names:?}");
        // Whatever is named is there.
        for name in text.split("\"#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(described["components"]["schemas"][name].is_object(), "{name}");
        }
    }
}
