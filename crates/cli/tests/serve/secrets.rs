//! A game with secrets, seen from outside: nothing before its end, everything afterwards.

use super::site::{Frames, Site, event, until};
use serde_json::Value;

const HIDDEN: &str = "[options]\nmax_plies = 12\n[show]\npace = \"200ms\"\n[watch]\nhidden = \"after\"\n";

#[test]
fn a_game_with_secrets_tells_that_it_runs_and_all_when_it_is_over() {
    let site = Site::open(&[("dark.toml", &event("Dark", "phantomgo", HIDDEN, &["甲", "乙"]))]);
    let id = site.event("Dark");
    let game = site.running(&id);
    let api = format!("/api/v1/games/{game}");
    // The event lists it as running before its page does: until its first line, it is waiting to begin.
    until(|| (site.get(&api).status == 200).then_some(()));
    let stream = Frames::open(&site, &format!("/games/{game}/live?from=00000000.0"), None);
    let page = site.get(&format!("/games/{game}"));
    let first = page.text().to_owned();
    assert!(first.contains("甲") && first.contains("open once nothing is hidden"), "{first}");
    let mut looked = 0;
    // It is open as soon as it hides nothing any more, a moment before its programs have left.
    let runs = || {
        let told = site.json(&api);
        told["running"] == true && told["open"] == false
    };
    while looked < 5 || runs() {
        let pages =
            [site.get(&format!("/games/{game}")), site.get(&format!("/projector/{id}")), site.get("/")];
        let told = site.json(&api);
        let paths = ["record.jsonl", "film.svg", "0.svg", "1.svg", "places", "sheet.sgf"]
            .map(|what| format!("/games/{game}/{what}"));
        let of_api = format!("{api}/record");
        let parts = paths.iter().chain([&of_api]).map(|path| (path.clone(), site.get(path)));
        let parts: Vec<_> = parts.collect();
        if !runs() {
            break;
        }
        looked += 1;
        for (path, part) in parts {
            assert!(
                part.status == 404 && part.text().contains("may not be shown yet"),
                "{path}: {}",
                part.text()
            );
        }
        assert_eq!(told["open"], false, "{told}");
        let known: Vec<_> = told.as_object().expect("an object").keys().map(String::as_str).collect();
        for key in &known {
            let fixed = ["id", "game", "event", "first", "second", "clock", "running", "open"];
            assert!(fixed.contains(key), "{key} in {told}");
        }
        // The page stays unchanged, and no page shows a board.
        let text = pages[0].text();
        assert_eq!(text, first, "it changed while the game ran");
        for page in &pages {
            assert!(!page.text().contains("data-svg"), "a board: {}", page.text());
        }
    }
    assert!(looked >= 5, "it ran while it was looked at");
    let told: Vec<_> = stream.take_while(|frame| frame.event != "over").collect();
    assert!(
        told.iter().all(|frame| match &*frame.event {
            "whole" => frame.data == serde_json::json!({ "g": game }),
            // Clocks alone, once no more stones are played.
            _ => frame.data["s"] == serde_json::json!([]),
        }),
        "{told:?}"
    );
    // It is in the event's table as soon as it is over.
    let open = until(|| Some(site.json(&api)).filter(|told| told["open"] == true));
    let moves = open["moves"].as_array().expect("moves");
    assert!(!moves.is_empty() && open["ending"]["reason"] != Value::Null, "{open}");
    for what in ["record.jsonl", "film.svg", "0.svg", "places"] {
        let path = format!("/games/{game}/{what}");
        assert_eq!(site.get(&path).status, 200, "{path}");
    }
    let after = site.get(&format!("/games/{game}"));
    assert!(after.text().contains("data-svg"), "{}", after.text());
    site.is_over(&id);
}
