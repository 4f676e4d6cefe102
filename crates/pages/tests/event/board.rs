//! The score board of an event, for everybody and for organisers.

use super::fixture::{Fixture, file};
use leitai_core::{Lang, Sentence};
use leitai_pages::event::{BoardColumn, BoardFacts, Speech, board, board_table, is_board};
use leitai_tournament::{EntryId, How};
use std::collections::BTreeMap;
use std::time::Duration;

const NAMES: [&str; 3] = ["甲<b>", "=cmd()", "third"];

/// The board of three entries, with one published column and one unpublished one.
fn with<T>(for_organisers: bool, at: Option<i64>, see: impl FnOnce(&Fixture, &BoardFacts<'_>) -> T) -> T {
    let fixture = Fixture::new(file("hex", "judge", "", &NAMES), 99);
    let (before, handed_in) =
        (BTreeMap::from([(EntryId(0), 3), (EntryId(1), 2)]), BTreeMap::from([(EntryId(1), 77)]));
    let column = |id, is_published, value: &str| BoardColumn {
        id,
        title: Sentence::quoted(format!("column <{id}>")),
        is_published,
        cells: BTreeMap::from([(EntryId(0), value.to_owned())]),
    };
    let columns = [column(1, true, "-10%"), column(2, false, "99.5")];
    let who = |entry: EntryId| vec![["2501", "王", "1班"].map(|text| format!("{text}-{entry}"))];
    let facts = BoardFacts {
        before: &before,
        handed_in: &handed_in,
        people: for_organisers.then_some(&who),
        columns: &columns,
        every: at.map(|_| Duration::from_mins(10)),
        at,
        is_frozen: false,
    };
    see(&fixture, &facts)
}

#[test]
fn places_moves_and_submissions_stand_on_the_board() {
    let csv = with(false, None, |fixture, facts| fixture.view(|view| board_table(view, facts).csv()));
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].contains(",handed_in ") && lines[0].ends_with(",column_1 column <1>"), "{csv}");
    // The lower number wins here: the first was third before, and has won two matches.
    assert!(lines[1].starts_with("1,2,") && lines[1].ends_with(",2,2,0,0,,-10%"), "{csv}");
    assert!(
        lines[2].contains("'=cmd()") && lines[2].contains("1970-01-01T00:00:00+00:00"),
        "no formula: {csv}"
    );
    assert!(!csv.contains("2501") && !csv.contains("99.5"), "grades and numbers are organisers': {csv}");
}

#[test]
fn organisers_have_people_and_every_column() {
    let csv = with(true, None, |fixture, facts| fixture.view(|view| board_table(view, facts).csv()));
    assert!(csv.contains("2501-e0") && csv.contains("王-e0") && csv.contains("99.5"), "{csv}");
    let json = with(true, None, |fixture, facts| fixture.view(|view| board_table(view, facts).json()));
    let rows: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let told: Vec<_> =
        rows["rows"].as_array().expect("rows").iter().map(|row| row["completed"].clone()).collect();
    // Entries that lost a game by a fault are not completed.
    let faulty: Vec<EntryId> = with(true, None, |fixture, _| {
        let games = fixture.history.event.games().iter().filter(|game| game.how == How::Fault);
        games.map(|game| game.first.max(game.second)).collect()
    });
    assert!(!faulty.is_empty());
    let expected = [0, 1, 2].map(|entry| serde_json::Value::from(!faulty.contains(&EntryId(entry))));
    assert_eq!(told, expected, "{json}");
}

#[test]
fn a_board_says_as_of_when_it_is() {
    for (at, en, zh) in [
        (None, "shown at once", "即时公布"),
        (Some(60_000), "as of 1970-01-01 00:01", "截至 1970年1月1日 00:01"),
    ] {
        for (lang, said) in [(Lang::En, en), (Lang::Zh, zh)] {
            let page = with(false, at, |fixture, facts| {
                fixture.view(|view| board(view, facts, Speech::Only(lang)).into_string())
            });
            assert!(page.contains(said), "{page}");
            assert!(!page.contains("<b>") && page.contains("column &lt;1&gt;"), "{page}");
        }
    }
    assert_eq!(
        ["board.csv", "board.json", "board.txt", "games.csv", "board"].map(|name| is_board(name).is_some()),
        [true, true, false, false, false]
    );
}
