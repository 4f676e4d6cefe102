//! The movement of a score board: the board as it is, less the board as it was.

use super::fixture::{Fixture, NOW, file};
use crate::fixture::ZONE;
use leitai_pages::event::{Chronicle, Past, SiteLinks, Speech};
use serde_json::Value;
use std::collections::BTreeMap;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn played(games: usize) -> Fixture {
    Fixture::new(file("tictactoe", "school", "", &["a", "b", "c", "d", "e"]), games)
}

/// The rows of the score board of one event, by name, and its page.
fn board(fixture: &Fixture) -> (BTreeMap<String, Value>, String) {
    let past = Past {
        id: "k3v9qd",
        history: &fixture.history,
        secrets: fixture.file.secrets,
        longest: &fixture.longest,
    };
    let links = SiteLinks { games: &|_, id| Some(id.to_string()) };
    let events = [past];
    let chronicle = Chronicle::new(&events, NOW, &ZONE, &links);
    let shown = chronicle.ladder(fixture.history.begun.game, Speech::Only(leitai_core::Lang::En));
    let json: Value = serde_json::from_str(&shown.tables[0].json()).expect("JSON");
    let rows = json["rows"].as_array().expect("rows").iter();
    let rows = rows.map(|row| (row["name"].as_str().expect("a name").to_owned(), row.clone())).collect();
    (rows, shown.body.into_string())
}

fn difference(is: &Value, was: &Value) -> Value {
    Value::from(is.as_i64().expect("a number") - was.as_i64().expect("a number"))
}

fn moved_since(now: &Fixture, before: &Fixture) {
    let ((now, _), (before, _)) = (board(now), board(before));
    let mut moved = 0;
    for (name, row) in &now {
        let Some(was) = before.get(name) else {
            assert_eq!([&row["place_change"], &row["elo_change"]], [&Value::Null; 2], "{name} is new");
            continue;
        };
        assert_eq!(row["place_change"], difference(&was["place"], &row["place"]), "{name}");
        assert_eq!(row["elo_change"], difference(&row["elo"], &was["elo"]), "{name}");
        moved += usize::from(row["place_change"] != 0);
    }
    assert!(moved > 0, "nobody moved: {now:?}");
}

#[test]
fn a_young_board_is_compared_with_that_before_its_last_games() {
    // Half of the games of a short history.
    moved_since(&played(7), &played(4));
    let (rows, page) = board(&played(7));
    assert_eq!(rows["a"]["changes_since"], 1_003, "the last of the four ended then");
    assert!(page.contains("before the last 3 games"), "{page}");
    assert!(
        page.contains("<span class=\"vh\">down</span>") || page.contains("<span class=\"vh\">up</span>"),
        "{page}"
    );
}

#[test]
fn an_old_board_is_compared_with_that_of_a_day_before() {
    let mut now = played(7);
    let mut ended: Vec<_> = now.history.details.values_mut().collect();
    ended.sort_by_key(|how| how.ended);
    for how in ended.into_iter().skip(2) {
        how.ended += 2 * DAY_MS;
    }
    moved_since(&now, &played(2));
    let (rows, page) = board(&now);
    assert_eq!(rows["a"]["changes_since"], 1_001);
    assert!(page.contains("24 hours before the last game"), "{page}");
}

#[test]
fn one_game_moves_nobody() {
    let (rows, page) = board(&played(1));
    for (name, row) in &rows {
        let known = ["place_change", "elo_change", "changes_since"].map(|key| &row[key]);
        assert_eq!(known, [&Value::Null; 3], "{name}");
    }
    assert!(!page.contains("Arrows"), "{page}");
}
