//! Text from strangers: the names they give themselves and their events change nothing around them.

use super::site::{Site, event, links, toml};
use std::collections::{BTreeSet, VecDeque};

/// Texts that would be markup, reverse the text after them, or break out of an attribute or a cell.
const NAMES: [&str; 4] = [
    "<script>alert(1)</script>",
    "olleh<blink>",
    "\"onload=\"x' onerror='y",
    "=cmd|' /C calc'!A0,\"<img src=x>",
];

#[test]
fn names_of_strangers_stand_on_no_page_as_anything_but_text() {
    let name = "Cup </title><script>x</script>";
    let more = format!("place = {}\ndate = {}\n", toml("<i>here</i>\u{202e}"), toml("'\"><u>now"));
    let text = event(name, "tictactoe", &more, &NAMES);
    // What would reverse the text after it is in no name, and an event that has it does not begin.
    let reversed = event("Pu\u{202e}c", "tictactoe", "", &["甲", "乙"]);
    let site = Site::open(&[("strange.toml", &text), ("reversed.toml", &reversed)]);
    let id = site.event(name);
    site.is_over(&id);
    let mut ahead = VecDeque::from([
        "/".to_owned(),
        "/events".to_owned(),
        format!("/projector/{id}"),
        format!("/events/{id}/results"),
        format!("/events/{id}/standings.csv"),
        format!("/events/{id}/games.csv"),
    ]);
    ahead.extend(
        site.games(&id).into_iter().take(3).flat_map(|game| {
            ["", "/film.svg", "/0.svg", "/record.jsonl"].map(|what| format!("{game}{what}"))
        }),
    );
    let mut found = BTreeSet::new();
    while let Some(path) = ahead.pop_front() {
        if path.starts_with("/set?")
            || path.starts_with("/docs")
            || path.ends_with("/own")
            || found.len() > 80
            || !found.insert(path.clone())
        {
            continue;
        }
        let answer = site.get(&path);
        if path.contains("/play?ply=") {
            ahead.extend(answer.header("location").map(str::to_owned));
            continue;
        }
        assert_eq!(answer.status, 200, "{path}");
        let text = answer.text();
        let kind = answer.header("content-type").unwrap_or_default().to_owned();
        if kind.starts_with("text/html") {
            ahead.extend(links(text));
        }
        if !kind.starts_with("text/html") && !kind.starts_with("image/svg") {
            continue;
        }
        for markup in ["<script>alert", "<script>x", "<blink>", "<i>here", "<u>now", "<img", "\"onload"] {
            assert!(!text.contains(markup), "{path}: {markup} in {text}");
        }
        // A single quote ends nothing: every value stands in double ones.
        for tag in text.split('<').skip(1).filter_map(|part| part.split('>').next()) {
            assert!(tag.split('"').step_by(2).all(|around| !around.contains('\'')), "{path}: <{tag}>");
        }
        for turn in ['\u{202e}', '\u{2066}', '\u{2067}'] {
            assert!(!text.contains(turn), "{path}: {turn:?} in {text}");
        }
    }
    for kind in ["/events/", "/games/", "/programs/", "/ladders/", "/projector/"] {
        assert!(found.iter().any(|path| path.starts_with(kind)), "{kind} is among {found:?}");
    }
}
