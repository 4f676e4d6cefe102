//! Fuzz targets of the site: any address is answered or refused with a sentence, any settings are read or refused
//! with a line number.

use crate::connections::Ceilings;
use crate::proxies::Proxies;
use crate::routes::routes;
use crate::server::site;
use crate::settings::{Settings, Wishes};
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, Uri, header};
use leitai_core::{Lang, sentence};
use leitai_fuzz::{Bytes, fuzz};
use std::fmt::Write as _;
use std::fs;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tower_service::Service;

/// Valid addresses; `ID` is an event's.
const ADDRESSES: [&str; 25] = [
    "/",
    "/?part=boards&lang=zh",
    "/events?lang=en",
    "/events/ID?part=games",
    "/events/ID/standings.csv",
    "/events/ID/games.json",
    "/events/ID/results",
    "/projector/ID",
    "/programs/ID-e0",
    "/ladders/gomoku",
    "/games/k7f2k7f2?ply=37&part=card",
    "/games/k7f2k7f2/3.svg",
    "/games/k7f2k7f2/sheet.sgf",
    "/games/k7f2k7f2/live?from=0badcafe.12",
    "/live?games=k7f2k7f2@0badcafe.12,ID@&events=ID@3&hall=7",
    "/set?theme=dark&lang=zh&back=/docs%3Fa%3D1",
    "/docs/native",
    "/a/0123456789abcdef/leitai.css",
    "/api/v1/events/ID/standings",
    "/api/v1/games/k7f2k7f2/record",
    "/sign-in?back=/docs%3Fa%3D1",
    "/people/audit?before=7",
    "/person/2501",
    "/health",
    "/metrics",
];

/// An address as sent over the wire; characters not allowed there are percent-encoded.
fn on_the_wire(text: &str) -> String {
    let mut address = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_graphic() && !b"\"<>\\^`{|}#".contains(&byte) {
            address.push(char::from(byte));
        } else {
            write!(address, "%{byte:02x}").expect("memory");
        }
    }
    if address.starts_with('/') { address } else { format!("/{address}") }
}

/// Room for a few clients.
pub(crate) const CEILINGS: Ceilings = Ceilings { all: 64, of_one_address: 64 };

/// Settings of a site on which nothing is played.
pub(crate) fn settings(folder: &Path) -> Settings {
    Settings {
        listen: ([127, 0, 0, 1], 0).into(),
        address: None,
        names: Vec::new(),
        proxies: Proxies::default(),
        data: folder.to_owned(),
        store: None,
        demo: false,
        jobs: 0,
        exhibition: 0,
        play_jobs: 4,
        lang: Lang::En,
        zone: "Asia/Shanghai".parse().expect("a zone"),
        threads: 1,
        streams: None,
        connections: None,
        connections_per_address: None,
        patience: Duration::from_secs(1),
        voided: Duration::from_hours(1),
        // A file that is no program.
        launcher: concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml").into(),
        version: "0.0".to_owned(),
    }
}

#[test]
fn any_address_is_answered_or_refused_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = settings(folder.path());
    let site = site(&settings, settings.listen, CEILINGS).expect("a folder of our own");
    let entries = ["a", "b"].map(|name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n"));
    let text = format!("name = \"Cup\"\ngame = \"gomoku\"\n{}", entries.concat());
    fs::write(folder.path().join("events/cup.toml"), text).expect("our folder");
    let event = site.events.look().pop().expect("an event").id.clone();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    // A failure ends the test, so that nothing looks at the state it left.
    let server = AssertUnwindSafe((runtime, routes(site)));
    fuzz!(400, |bytes: &mut Bytes<'_>| {
        let server: &AssertUnwindSafe<_> = &server;
        let (runtime, router) = &server.0;
        let like = bytes.pick(&ADDRESSES).replace("ID", &event);
        let text = if bytes.one_in(8) { like } else { bytes.text(&like) };
        let address = on_the_wire(&text);
        // What is not an address is refused by the server before any handler runs.
        let Ok(uri) = address.parse::<Uri>() else { return };
        let request = Request::builder().uri(uri).body(Body::empty()).expect("a request");
        let answer = runtime.block_on(router.clone().call(request)).expect("it always answers");
        let (status, headers) = (answer.status(), answer.headers().clone());
        assert!(headers.contains_key(header::X_CONTENT_TYPE_OPTIONS), "{address}");
        match status {
            StatusCode::OK => {}
            StatusCode::SEE_OTHER => {
                let to = headers[header::LOCATION].to_str().expect("text");
                assert!(to.starts_with('/') && !to.starts_with("//"), "{address} leads to {to}");
            }
            // Nobody reads the event's journal here, so that any game may belong to it.
            StatusCode::SERVICE_UNAVAILABLE => {
                assert!(headers.contains_key(header::RETRY_AFTER), "{address}");
            }
            StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND => {
                let body = runtime.block_on(to_bytes(answer.into_body(), 1 << 20)).expect("a page");
                let said = String::from_utf8(body.to_vec()).expect("text");
                let is_said = said.contains("<h1>") || said.starts_with("{\"");
                assert!(is_said && said.contains("id"), "{address}: {said}");
            }
            other => panic!("{address}: {other}"),
        }
    });
}

/// An address that is longer than any of the site is refused on a short page, before anything is done with it.
#[test]
fn an_address_that_is_too_long_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = settings(folder.path());
    let site = site(&settings, settings.listen, CEILINGS).expect("a folder of our own");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let router = routes(site);
    for (path, query, status) in [
        (1024, 0, StatusCode::NOT_FOUND),
        (1025, 0, StatusCode::URI_TOO_LONG),
        (60_000, 0, StatusCode::URI_TOO_LONG),
        (1024, 8192, StatusCode::NOT_FOUND),
        (1024, 8193, StatusCode::URI_TOO_LONG),
        (2, 60_000, StatusCode::URI_TOO_LONG),
    ] {
        for ahead in ["/", "/api/", "/events/", "/ladders/", "/games/", "/docs/"] {
            let path = format!("{ahead}{}", "a".repeat(path - ahead.len().min(path)));
            let address = if query > 0 { format!("{path}?{}", "b".repeat(query)) } else { path };
            let request = Request::builder().uri(address).body(Body::empty()).expect("a request");
            let answer = runtime.block_on(router.clone().call(request)).expect("it always answers");
            let found = answer.status();
            let body = runtime.block_on(to_bytes(answer.into_body(), 1 << 20)).expect("a page");
            let said = String::from_utf8_lossy(&body);
            assert!(said.contains("<h1>") || said.starts_with("{\""), "{said}");
            if ahead.len() <= 2 || status == StatusCode::URI_TOO_LONG {
                assert_eq!(found, status, "{ahead} {query}");
            }
            if status == StatusCode::URI_TOO_LONG {
                assert!(!said.contains("aaaaaaaaaaaa") && !said.contains("bbbbbbbbb"), "{said}");
            }
        }
    }
}

/// A page of another site that gives it one of its own names reads nothing; whoever watches over the server does.
#[test]
fn a_request_for_another_name_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = settings(folder.path());
    let site = site(&settings, settings.listen, CEILINGS).expect("a folder of our own");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let router = routes(site);
    let asks = |address: &str, hosts: &[&str]| {
        let mut request = Request::builder().uri(address);
        for host in hosts {
            request = request.header(header::HOST, *host);
        }
        let request = request.body(Body::empty()).expect("a request");
        runtime.block_on(router.clone().call(request)).expect("it always answers").status()
    };
    let (ok, other) = (StatusCode::OK, StatusCode::MISDIRECTED_REQUEST);
    for (address, hosts, status) in [
        ("/docs", &["10.0.0.7:8080"][..], ok),
        ("/docs", &["evil.example"], other),
        ("/docs", &["10.0.0.7:8080", "evil.example"], other),
        ("/docs", &["10.0.0.7", "10.0.0.7"], other),
        ("http://evil.example/docs", &["10.0.0.7"], other),
        ("http://10.0.0.7/docs", &["10.0.0.7"], ok),
        ("/a/x/y", &["evil.example"], other),
        ("/health", &["evil.example"], ok),
        ("/ready", &["evil.example"], ok),
        ("/metrics", &["evil.example"], ok),
    ] {
        assert_eq!(asks(address, hosts), status, "{address} {hosts:?}");
    }
}

/// A game requested before its event's journal was read is not reported as missing.
#[test]
fn a_game_is_not_denied_before_the_events_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = settings(folder.path());
    let site = site(&settings, settings.listen, CEILINGS).expect("a folder of our own");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let router = routes(Arc::clone(&site));
    let asks = |address: &str| {
        let request = Request::builder().uri(address).body(Body::empty()).expect("a request");
        let answer = runtime.block_on(router.clone().call(request)).expect("it always answers");
        (answer.status(), answer.headers().get(header::REFRESH).is_some())
    };
    let (page, record) = ("/games/k7f2k7f2", "/api/v1/games/k7f2k7f2/record");
    assert_eq!(asks(page), (StatusCode::NOT_FOUND, false), "no event, no game");
    let text = "name = \"Cup\"\ngame = \"gomoku\"\n[[entries]]\nname = \"a\"\nprogram = \"random\"\n";
    fs::write(folder.path().join("events/cup.toml"), text).expect("our folder");
    let event = site.events.look().pop().expect("an event");
    assert_eq!(asks(page), (StatusCode::SERVICE_UNAVAILABLE, true));
    assert_eq!(asks(record), (StatusCode::SERVICE_UNAVAILABLE, true));
    assert_eq!(asks("/games/nonsense!"), (StatusCode::NOT_FOUND, false), "no game has such an address");
    event.is_in_trouble(Some(sentence!("broken", "坏了")));
    assert_eq!(asks(page), (StatusCode::NOT_FOUND, false), "nothing more is going to be read");
}

/// Valid settings.
const SETTINGS: &str = "listen = \"127.0.0.1:8080\"
store = \"sqlite:site.db\"
jobs = 4
exhibition = 2
# cores
spare-cores = 0.1
threads = 2
streams = 2000
connections = 5000
patience = 20
";

#[test]
fn any_settings_are_read_or_refused_by_line() {
    fuzz!(1500, |bytes: &mut Bytes<'_>| {
        let mut lines: Vec<String> = SETTINGS.lines().map(str::to_owned).collect();
        for _ in 0..=bytes.below(2) {
            let at = bytes.below(lines.len());
            lines[at] = bytes.text(&lines[at].clone());
        }
        let text = lines.join("\n");
        let (name, value) = (*bytes.pick(&["JOBS", "LISTEN", "SPARE_CORES", "PATIENCE"]), bytes.text("12"));
        let is_said = bytes.one_in(3);
        let variable = |asked: &str| (is_said && asked == name).then(|| value.clone());
        match Wishes::of(&text, "site/leitai.toml", variable) {
            Ok(wishes) => {
                assert!(wishes.patience() >= Duration::from_secs(1));
                assert!(wishes.jobs.is_some() || wishes.jobs(2) >= 1, "{text:?}");
            }
            Err(why) => {
                let (en, zh) = (why.to(Lang::En).to_owned(), why.to(Lang::Zh).to_owned());
                let line = en.strip_prefix("site/leitai.toml:").and_then(|rest| rest.split(':').next());
                let line = line.map(|line| line.parse::<usize>().expect("a line"));
                let is_there = line.is_some_and(|line| (1..=text.matches('\n').count() + 1).contains(&line));
                assert!(
                    is_there || is_said && en.starts_with(&format!("LEITAI_SERVE_{name}=")),
                    "{text:?}: {en}"
                );
                assert!(!zh.is_empty() && zh != en);
            }
        }
    });
}
