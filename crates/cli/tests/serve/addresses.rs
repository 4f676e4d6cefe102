//! What answers at each address, and how.

use super::site::{Answer, Site, event, links};
use crate::workers::postgres::Server;
use std::collections::BTreeSet;
use std::fs;

const HEADERS: [(&str, &str); 4] = [
    ("content-security-policy", "default-src 'none'"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Checks that an answer has the headers that every answer must have.
fn is_guarded(path: &str, answer: &Answer) {
    for (name, begins) in HEADERS {
        let value = answer.header(name).unwrap_or_else(|| panic!("{path} has no {name}"));
        assert!(value.starts_with(begins), "{path}: {name}: {value}");
    }
    let number = answer.header("x-request-id").unwrap_or_default();
    assert!(number.len() == 8 && number.bytes().all(|b| b.is_ascii_hexdigit()), "{path}: {number}");
}

fn is_page(answer: &Answer) -> bool {
    answer.header("content-type") == Some("text/html; charset=utf-8")
}

/// All addresses reachable from the first page, and each known table.
fn all(site: &Site, event: &str) -> BTreeSet<String> {
    let tables = ["standings", "cross", "rounds", "games", "running", "results", "rulings", "ratings"];
    let forms = |name: &str| ["csv", "json"].map(|form| format!("/events/{event}/{name}.{form}"));
    let mut ahead: Vec<_> = tables.iter().flat_map(|name| forms(name)).collect();
    ahead.extend(tables.map(|name| format!("/api/v1/events/{event}/{name}")));
    ahead.extend(["/", "/health", "/ready", "/metrics", "/favicon.ico", "/?part=boards"].map(str::to_owned));
    ahead.extend([format!("/events/{event}/results"), format!("/projector/{event}")]);
    ahead.extend(["standings", "rounds"].map(|part| format!("/events/{event}?part={part}")));
    let game = site.games(event).swap_remove(0);
    ahead.extend(
        ["film.svg", "0.svg", "3.svg", "places", "record.jsonl"].map(|what| format!("{game}/{what}")),
    );
    ahead.push(format!("{game}?ply=2"));
    let mut found = BTreeSet::new();
    while let Some(path) = ahead.pop() {
        // Every game, entry and page of rules leads to pages like those of the first.
        let kind = path.split('/').nth(1).unwrap_or_default().to_owned();
        let alike = found.iter().filter(|other: &&String| other.split('/').nth(1) == Some(&kind)).count();
        // The sign-in form takes submissions only, and `own` shows a person's own games.
        let is_for_some = path == "/sign-in" || path.ends_with("/own");
        if path.starts_with("/set?") || is_for_some || alike > 60 || !found.insert(path.clone()) {
            continue;
        }
        let answer = site.get(&path);
        // The way from a step of a game to the form with its position.
        if path.contains("/play?ply=") {
            assert_eq!(answer.status, 303, "{path}");
            ahead.extend(answer.header("location").map(str::to_owned));
            found.remove(&path);
            continue;
        }
        assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
        is_guarded(&path, &answer);
        if is_page(&answer) {
            ahead.extend(links(answer.text()));
        }
    }
    found
}

#[test]
fn every_address_answers_in_the_language_asked_for_and_can_only_be_read() {
    let site = Site::open(&[("quick.toml", &event("Quick", "tictactoe", "", &["甲", "乙", "丙"]))]);
    let id = site.event("Quick");
    site.is_over(&id);
    let all = all(&site, &id);
    for begins in ["/games/", "/programs/", "/ladders/", "/docs/", "/a/", "/events/"] {
        assert!(all.iter().any(|path| path.starts_with(begins)), "{begins} is among {all:?}");
    }
    let (mut pages, mut zipped) = (0, 0);
    for path in &all {
        let answer = site.ask("HEAD", path, &[]);
        assert!(answer.status == 200 && answer.body.is_empty(), "HEAD {path}");
        is_guarded(path, &answer);
        let answer = site.ask("POST", path, &[("content-length", "0")]);
        // Where visitors may send something, they may with the form of a page alone.
        let is_refused = match path.as_str() {
            path if path == "/play" || path.starts_with("/play?") => answer.status == 403,
            _ => answer.status == 405 && answer.text().contains("Use GET."),
        };
        assert!(is_refused, "POST {path}: {answer:?}");
        is_guarded(path, &answer);
        let answer = site.ask("GET", path, &[("accept-encoding", "br, gzip")]);
        let plain = ["/metrics", "/health", "/ready"].contains(&path.as_str());
        if answer.header("content-encoding") == Some("gzip") {
            zipped += 1;
            assert_eq!(answer.body[..2], [0x1f, 0x8b], "{path}");
        } else {
            assert!(answer.body.len() < 600 || plain, "{path} is not compressed");
        }
        let join = if path.contains('?') { '&' } else { '?' };
        let here = format!("{path}{join}lang=zh");
        if !is_page(&site.get(path)) || path.contains("part=") {
            continue;
        }
        pages += 1;
        let speaks = |lang: &str, answer: &Answer| {
            assert!(answer.text().contains(&format!("<html lang=\"{lang}")), "{path} in {lang}");
        };
        speaks("zh", &site.get(&here));
        let browser = ("accept-language", "fr-CH, zh-CN;q=0.9, en;q=0.8");
        speaks("zh", &site.ask("GET", path, &[browser]));
        speaks("en", &site.ask("GET", path, &[browser, ("cookie", "a=b; lt-lang=en")]));
        speaks("zh", &site.ask("GET", &here, &[("cookie", "lt-lang=en")]));
    }
    assert!(pages > 20 && zipped > 20, "{pages} pages, {zipped} compressed");
}

#[test]
fn what_is_chosen_is_kept_and_leads_nowhere_else() {
    let site = Site::open(&[]);
    let set = |query: &str| site.get(&format!("/set?{query}"));
    let answer = set("theme=dark&back=/docs%3Fa%3D1");
    assert_eq!((answer.status, answer.header("location")), (303, Some("/docs?a=1")));
    let cookie = answer.header("set-cookie").expect("a cookie");
    assert!(cookie.starts_with("lt-theme=dark; Path=/") && cookie.contains("HttpOnly"), "{cookie}");
    let page = site.ask("GET", "/", &[("cookie", "lt-theme=dark")]);
    assert!(page.text().contains("data-theme=\"dark\""), "{}", &page.text()[..200]);
    for back in [
        "//evil.example",
        "https://evil.example/",
        "/%5Cevil.example",
        "/a%0d%0aset-cookie:%20x=y",
        "%2F%2Fx",
    ] {
        let answer = set(&format!("theme=light&back={back}"));
        assert_eq!((answer.status, answer.header("location")), (303, Some("/")), "{back}");
        is_guarded(back, &answer);
    }
    for theme in ["neon", "", "dark%0d%0ax: y"] {
        let answer = set(&format!("theme={}", theme.replace(' ', "%20")));
        assert!(answer.status == 400 && answer.text().contains("no such theme"), "{theme:?}");
        assert_eq!(answer.header("set-cookie"), None);
    }
    let chosen = site.get("/docs?lang=zh");
    assert!(chosen.header("set-cookie").is_some_and(|cookie| cookie.starts_with("lt-lang=zh; ")));
    assert_eq!(site.get("/docs?lang=tlh").header("set-cookie"), None);
}

fn every_address_of_the_description_answers(open: impl FnOnce(&[(&str, &str)]) -> Site) {
    let site = open(&[("quick.toml", &event("Quick", "tictactoe", "", &["甲", "乙"]))]);
    let id = site.event("Quick");
    site.is_over(&id);
    let game = site.games(&id).swap_remove(0).replace("/games/", "");
    let described = site.json("/api/v1/openapi.json");
    let tables = site.json(&format!("/api/v1/events/{id}"))["tables"].clone();
    let tables: Vec<_> = tables.as_array().expect("tables").iter().filter_map(|name| name.as_str()).collect();
    assert!(tables.contains(&"standings"), "{tables:?}");
    for (path, of) in described["paths"].as_object().expect("paths") {
        if of["get"].is_null() {
            assert_eq!(site.get(path).status, 405, "{path}: nothing to read");
            continue;
        }
        let with_token = &of["get"]["security"];
        if with_token.is_array() {
            assert_eq!(site.get(path).status, 401, "{path}: nobody has a token");
            continue;
        }
        let of = if path.contains("/games/{id}") { &game } else { &id };
        for table in &tables {
            let path = path.replace("{id}", of).replace("{table}", table);
            let answer = site.get(&path);
            let text = answer.text();
            assert_eq!(answer.status, 200, "{path}: {text}");
            for line in text.lines().filter(|_| path.ends_with("/record")) {
                serde_json::from_str::<serde_json::Value>(line).expect("JSON");
            }
            if !path.ends_with("/record") {
                serde_json::from_str::<serde_json::Value>(text).unwrap_or_else(|_| panic!("{path}: {text}"));
            }
        }
    }
    for path in [format!("/games/{game}/record.jsonl"), format!("/api/v1/games/{game}/record")] {
        let record = site.house.path("record.jsonl");
        fs::write(&record, site.get(&path).body).expect("our folder");
        let done = site.house.done(&["verify", record.to_str().expect("text")]);
        assert!(done.status.success(), "{path}: {}", String::from_utf8_lossy(&done.stdout));
    }
}

#[test]
fn every_address_of_the_description_answers_and_a_record_from_there_verifies() {
    every_address_of_the_description_answers(Site::open);
}

#[test]
fn every_address_of_the_description_answers_on_postgresql_too() {
    if let Some(server) = Server::start(None) {
        every_address_of_the_description_answers(|events| Site::on(server.address("postgres"), events));
    }
}
