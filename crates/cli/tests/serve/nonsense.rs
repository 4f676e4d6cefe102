//! Addresses that contain nonsense.

use super::site::{Answer, Site, event};
use crate::house::Lots;
use std::fmt::Write as _;

/// Meaningless texts, encoded as a browser would.
fn nonsense() -> Vec<String> {
    let mut lots = Lots(31);
    let mut all: Vec<String> = [
        "%",
        "%4",
        "%zz",
        "%00",
        "%ff",
        "%c3%28",
        "..",
        "%2e%2e",
        "..%2f..%2fetc%2fpasswd",
        "%E2%80%AEk7f2",
        "-",
        "e1",
        "a-e99999999999",
        "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "%22onload=%22x",
        "'%3E%3Cb%3E",
        "@",
        ",",
        "a%0d%0ax-evil:%201",
        "con",
        "99999999999999999999",
        "%F0%9F%98%80",
        "ABCDEFGH",
        "k7f2.svg",
        "live",
        "+",
    ]
    .map(str::to_owned)
    .into();
    all.push("x".repeat(4000));
    all.push("%3C".repeat(4000));
    for _ in 0..12 {
        let mut bytes = String::new();
        for _ in 0..=lots.below(24) {
            write!(bytes, "%{:02x}", lots.below(256)).expect("memory");
        }
        all.push(bytes);
    }
    all
}

/// Checks that a request is refused with a sentence, and that its text appears nowhere unescaped.
fn is_refused(path: &str, answer: &Answer) {
    let (before, query) = path.split_once('?').unwrap_or((path, ""));
    let is_long = before.len() > 1024 || query.len() > 8192;
    let expected = if is_long { &[414][..] } else { &[400, 404] };
    assert!(expected.contains(&answer.status), "{path}: {}", answer.status);
    let text = answer.text();
    let is_json = path.starts_with("/api/") || path.starts_with("/live");
    let kind = if is_json { "application/json" } else { "text/html; charset=utf-8" };
    assert_eq!(answer.header("content-type"), Some(kind), "{path}: {text}");
    assert!(answer.header("x-content-type-options") == Some("nosniff"), "{path}");
    assert!(answer.header("x-evil").is_none(), "{path}");
    if is_json {
        let said: serde_json::Value = serde_json::from_str(text).expect("JSON");
        assert!(said["error"].as_str().is_some_and(|said| said.ends_with('.')), "{path}: {text}");
    } else {
        let body = text.split("<main").nth(1).expect("a page");
        assert!(body.contains(". ") || body.contains(".<"), "{path}: {body}");
    }
    for sent in ["<script>alert", "\"onload", "'><b>", "\u{202e}", "\r\nx-evil"] {
        assert!(!text.contains(sent), "{path}: {sent} stands in {text}");
    }
}

#[test]
fn every_address_with_nonsense_in_it_is_refused_with_a_sentence() {
    let site = Site::open(&[("quick.toml", &event("Quick", "tictactoe", "", &["甲", "乙"]))]);
    let id = site.event("Quick");
    site.is_over(&id);
    let game = site.games(&id).swap_remove(0);
    let program = format!("/programs/{id}-e0");
    let places = [
        "/".to_owned(),
        "/games/".to_owned(),
        "/events/".to_owned(),
        "/ladders/".to_owned(),
        "/programs/".to_owned(),
        "/projector/".to_owned(),
        "/docs/".to_owned(),
        "/a/".to_owned(),
        "/api/v1/".to_owned(),
        "/api/v1/games/".to_owned(),
        "/api/v1/events/".to_owned(),
        format!("/api/v1/events/{id}/"),
        format!("{game}/"),
        format!("{game}/sheet."),
        format!("/events/{id}/"),
        format!("/events/{id}?part="),
        format!("{program}/"),
        format!("{program}/against/"),
        "/ladders/tictactoe/".to_owned(),
        format!("/a/{}/", "0".repeat(8)),
    ];
    for nonsense in nonsense() {
        for place in &places {
            let is_stream = nonsense == "live" && *place == format!("{game}/");
            let path = format!("{place}{nonsense}");
            if is_stream
                || (place.ends_with('=') && nonsense.is_empty())
                || path == "/live"
                || path == "/api/v1/live"
            {
                continue;
            }
            is_refused(&path, &site.get(&path));
        }
        for what in ["live", "film.svg", "3.svg", "places", "record.jsonl", "sheet.sgf"] {
            // Digits alone may once have been a game's address: its stream says that it is over.
            if what == "live" && nonsense.bytes().all(|b| b.is_ascii_digit()) {
                continue;
            }
            let path = format!("/games/{nonsense}/{what}");
            is_refused(&path, &site.get(&path));
        }
        is_refused(&format!("{nonsense}.svg"), &site.get(&format!("{game}/{nonsense}.svg")));
    }
    for ply in ["x", "-1", "99999999999999999999", "%00", "1.5", "%E2%80%AE3", "3x", "", "+3"] {
        for what in ["", "/places"] {
            let path = format!("{game}{what}?ply={ply}");
            let answer = site.get(&path);
            is_refused(&path, &answer);
            assert!(answer.status == 400, "{path}");
        }
    }
    for query in
        ["", "?games=", "?events=,,", "?games=a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y", "?x=%ff"]
    {
        is_refused("/live", &site.get(&format!("/live{query}")));
    }
    // None of this did any harm.
    assert_eq!(site.get(&game).status, 200);
}

#[test]
fn queries_and_headers_that_mean_nothing_change_nothing() {
    let site = Site::open(&[]);
    let plain = site.get("/docs");
    let without = |answer: &Answer| {
        let text = answer.text().to_owned();
        // The links to the other language and the other colours lead back here.
        text.split("<main").nth(1).expect("a page").to_owned()
    };
    for nonsense in nonsense() {
        let query = format!("lang={nonsense}&{nonsense}&theme={nonsense}&{nonsense}=%22%3E%3Cb%3E");
        let answer = site.get(&format!("/docs?{query}"));
        if query.len() > 8192 {
            assert_eq!(answer.status, 414, "{nonsense}");
        } else {
            assert_eq!((answer.status, without(&answer)), (200, without(&plain)), "{nonsense}");
        }
        assert!(!answer.text().contains("\"><b>"), "{nonsense}");
        let cookie = format!("lt-lang={nonsense}; lt-theme={nonsense}; ={nonsense};;");
        let answer = site.ask("GET", "/docs", &[("cookie", &cookie), ("accept-language", &nonsense)]);
        assert_eq!((answer.status, without(&answer)), (200, without(&plain)), "{nonsense}");
    }
    // Bytes that are not an address at all are refused before anything reads them.
    for bytes in [&b"/\xff\xfe"[..], b"/a b", b"/\x01"] {
        assert_eq!(Answer::read(site.send("GET", bytes, &[])).status, 400, "{bytes:?}");
    }
    assert_eq!(site.get("/health").status, 200);
}
