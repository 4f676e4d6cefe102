//! The page of the API.

use crate::html::Html;
use crate::site::frame::frame;
use crate::site::texts::Texts;
use crate::{Nav, Reader};

const STREAM: &str = "GET /live?games=ID@LIFE.N,ID@LIFE.N&events=ID@VERSION&hall=VERSION&lang=en\n\
     GET /games/ID/live?from=LIFE.N";

/// `/docs/api`: the addresses, each with what it returns, and the stream.
pub fn api(reader: &Reader<'_>, addresses: &[(&str, &str)]) -> Html {
    let t = Texts(reader.lang);
    let messages = [
        ("steps", t.api_steps()),
        ("over", t.api_over()),
        ("whole", t.api_whole()),
        ("table", t.api_table()),
        ("hall", t.api_hall()),
    ];
    let body = html! {
        div class="text" {
            h1 { (t.nav_api()) }
            p { (t.api_what()) " " a href="/api/v1/openapi.json" { "openapi.json" } }
            h2 { (t.api_addresses()) }
            dl { @for (address, said) in addresses { dt { code { "GET " (address) } } dd { (said) } } }
            h2 { (t.api_stream()) }
            p { (t.api_stream_what()) }
            pre tabindex="0" { code { (STREAM) } }
            dl { @for (name, said) in messages { dt { code { (name) } } dd { (said) } } }
        }
    };
    frame(reader, t.nav_api(), Nav::Docs, &body)
}
