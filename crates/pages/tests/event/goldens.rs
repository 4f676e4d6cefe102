//! Pages in both languages, compared with stored files. `UPDATE_GOLDEN=1 cargo test -p leitai-pages event` rewrites
//! them.

use super::fixture::{Fixture, file};
use crate::snapshots::in_lines;
use leitai_core::Lang;
use leitai_pages::Html;
use leitai_pages::event::{PARTS, Speech, event, part as part_of, results, table, table_plan};
use leitai_tournament::{Decision, Finding, Role};
use std::fs;
use std::path::Path;

fn page_is_as_kept(name: &str, page: Html) {
    is_as_kept(name, &in_lines(page.into_string()));
}

fn is_as_kept(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/event/kept").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, text).expect("it is written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let differs = kept.lines().zip(text.lines()).position(|(was, is)| was != is);
    assert!(kept == text, "{name} has changed, first at line {differs:?}; is it better? UPDATE_GOLDEN=1");
}

/// A finished event, with a result that was overridden and an objection that was withdrawn.
fn finished() -> Fixture {
    let names = ["<script>alert(1)</script>", "فريق \u{202e}abc", "=cmd()"];
    let mut fixture = Fixture::new(file("tictactoe", "school", "", &names), usize::MAX);
    let mut ids = fixture.history.details.keys().copied();
    let (a, b) = (ids.next().expect("a game"), ids.next().expect("a game"));
    let mut decide = |decision, by, reason| {
        fixture.history.event.decide(decision, by, reason).expect("a ruling");
    };
    decide(Decision::Override { game: a, finding: Finding::Drawn }, Role::ArbitrationPanel, "<img src=x>");
    decide(Decision::Question { game: b }, Role::Referee, "=why");
    decide(Decision::Revoke { ruling: 1 }, Role::Referee, "withdrawn");
    fixture
}

fn half_played() -> Fixture {
    Fixture::new(file("tictactoe", "course", "", &["甲队", "乙<队>", "c", "d", "e"]), 3)
}

#[test]
fn pages_are_as_they_were() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Zh, "zh")] {
        let speech = Speech::Only(lang);
        for (name, fixture) in [("finished", finished()), ("half-played", half_played())] {
            fixture.view(|view| {
                let page = event(view, speech, &Html::default());
                page_is_as_kept(&format!("{name}.{code}.html"), page);
                page_is_as_kept(&format!("{name}-results.{code}.html"), results(view, speech));
                page_is_as_kept(&format!("{name}-seating.{code}.html"), table_plan(view, speech));
            });
        }
        for (name, page) in finished().across(speech) {
            page_is_as_kept(&format!("{name}.{code}.html"), page.body);
        }
    }
}

#[test]
fn tables_are_as_they_were() {
    let (mut json, mut csv) = (String::new(), String::new());
    let fixture = finished();
    fixture.view(|view| {
        for name in
            ["standings", "cross", "rounds", "games", "running", "seating", "results", "rulings", "ratings"]
        {
            let table = table(view, name).expect(name);
            json.push_str(&table.json());
            csv.push_str(&table.csv());
        }
        assert!(table(view, "nonsense").is_none());
    });
    for (name, page) in fixture.across(Speech::Both) {
        for table in page.tables {
            json.push_str(&table.json());
            csv.push_str(&format!("{name} "));
            csv.push_str(&table.csv());
        }
    }
    is_as_kept("tables.jsonl", &json);
    is_as_kept("tables.csv", &csv);
}

#[test]
fn the_parts_are_the_page() {
    half_played().view(|view| {
        let speech = Speech::Only(Lang::En);
        let page = event(view, speech, &Html::default()).into_string();
        for part in PARTS {
            let alone = part_of(view, speech, part).expect("a part").into_string();
            assert!(page.contains(&alone), "{part} stands in the page as it is fetched");
            assert!(alone.starts_with(&format!("<section id=\"{part}\" data-part=\"{part}\"")), "{alone}");
        }
        for part in ["", "nonsense", "Standings", "results"] {
            assert!(part_of(view, speech, part).is_none(), "{part}");
        }
    });
}

#[test]
fn a_running_game_is_told_and_nothing_of_it() {
    let fixture = half_played();
    let running = fixture.running[0].to_string();
    fixture.view(|view| {
        let told = table(view, "running").expect("a table").json();
        assert!(told.contains(&running), "{told}");
        for name in ["standings", "cross", "games", "results", "rulings", "ratings"] {
            let told = table(view, name).expect("a table").json();
            assert!(!told.contains(&running), "{name}: {told}");
        }
    });
}
