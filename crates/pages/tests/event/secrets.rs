//! Two versions of the hidden truth that the public cannot tell apart give the same pages and tables.

use super::fixture::{Fixture, file};
use leitai_catalog::{Audience, Cut, Secrets};
use leitai_core::{Lang, Record, Sentence};
use leitai_hall::EventFile;
use leitai_pages::Html;
use leitai_pages::event::{Speech, event, longest_moves, results, table};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// Everything that is exported, as one text.
fn everything(fixture: &Fixture) -> String {
    let mut text = String::new();
    let speech = Speech::Only(Lang::En);
    fixture.view(|view| {
        text.push_str(&event(view, speech, &Html::default()).into_string());
        text.push_str(&results(view, speech).into_string());
        for name in ["standings", "cross", "rounds", "games", "running", "results", "rulings", "ratings"] {
            let table = table(view, name).expect("a table");
            text.push_str(&table.csv());
            text.push_str(&table.json());
        }
    });
    for (_, page) in fixture.across(speech) {
        text.push_str(&page.body.into_string());
        text.extend(page.tables.iter().flat_map(|table| [table.csv(), table.json()]));
    }
    text
}

/// The same event with another hidden truth: moves, times and figures differ, results do not.
fn another(mut fixture: Fixture) -> Fixture {
    for how in fixture.history.details.values_mut() {
        how.plies += 13;
        how.seconds *= 3.0;
        how.reason = Sentence::new("area 31 to 50 at ply 77", "第 77 手，31 比 50");
    }
    for moves in fixture.longest.values_mut().flatten().flatten() {
        moves.us *= 7;
        moves.step += 5;
    }
    fixture
}

/// The public cannot learn how long a move took from what it was shown.
#[test]
fn the_longest_move_follows_from_what_may_be_known() {
    let text = include_str!("../../../cli/tests/sessions/files/phantom.jsonl");
    let text = text.replacen("[\"D7\"],\"us\":1", "[\"D7\"],\"us\":7", 1);
    let longest = |secrets| {
        let record = Record::read(&text).expect("a record");
        let cut = Cut::of(record, Audience::Public, secrets, Duration::ZERO).expect("a game");
        longest_moves(cut.expect("it is over")).expect("it replays")
    };
    let [first, second] = longest(Secrets::After);
    assert_eq!(first.map(|longest| longest.us), Some(1));
    assert!(second.is_some_and(|longest| longest.us == 7 && longest.step > 1), "{second:?}");
    assert_eq!(longest(Secrets::Public), [None, None]);
}

#[test]
fn what_is_not_open_changes_nothing() {
    let made = |game: &str, hidden: &str| {
        let more = format!("[watch]\nhidden = \"{hidden}\"\n");
        Fixture::new(file(game, "school", &more, &["a", "b", "c"]), 5)
    };
    // Every game ended about 9,000 s ago.
    for (game, hidden, is_open) in [
        ("phantomgo", "public", false),
        ("phantomgo", "delayed 180m", false),
        ("phantomgo", "delayed 120m", true),
        ("phantomgo", "after", true),
        ("luzhanqi", "public", false),
        ("tictactoe", "public", true),
    ] {
        let (one, other) = (everything(&made(game, hidden)), everything(&another(made(game, hidden))));
        assert_eq!(one != other, is_open, "{game}, {hidden}");
        assert_eq!(other.contains("area 31 to 50"), is_open, "{game}, {hidden}");
    }
}

/// A course of one class whose teams have these grades.
fn graded(grades: &[u32]) -> EventFile {
    let mut text =
        "name = \"cup\"\ngame = \"tictactoe\"\npreset = \"course\"\nsecond-stage = 2\nseed = \"s\"\n"
            .to_owned();
    for (number, grade) in grades.iter().enumerate() {
        let (whole, rest) = (grade / 1000, grade % 1000);
        let _ = write!(
            text,
            "[[entries]]\nname = \"t{number}\"\nclass = \"1\"\nprogram = \"easy\"\nseed-score = \"{whole}.{rest:03}\"\n"
        );
    }
    EventFile::parse(&text, "cup.toml", Path::new(".")).expect("an event")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Of the grades by which a course was seeded only the resulting places are shown: other grades in the same
    /// order give the same pages and tables, byte by byte.
    #[test]
    fn of_grades_nothing_is_told_but_the_order(
        one in proptest::collection::btree_set(0u32..100_000, 2..9),
        other in proptest::collection::btree_set(0u32..100_000, 9),
        turn in 0usize..9,
        played in 0usize..4,
    ) {
        let ranked = |grades: &BTreeSet<u32>| {
            let mut grades: Vec<_> = grades.iter().copied().take(one.len()).collect();
            let by = turn % grades.len();
            grades.rotate_left(by);
            grades
        };
        let told = [ranked(&one), ranked(&other)].map(|grades| {
            everything(&Fixture::new(graded(&grades), played))
        });
        prop_assert_eq!(&told[0], &told[1]);
        // Each name is preceded by its place, the highest grade first.
        let grades = ranked(&one);
        for (number, grade) in grades.iter().enumerate() {
            let seed = 1 + grades.iter().filter(|other| *other > grade).count();
            let behind = format!("<small>{seed}</small> <a href=\"/programs/k3v9qd-e{number}\"");
            prop_assert!(told[0].contains(&behind), "{} {}", behind, told[0]);
        }
        // Where the order differs, so do the pages.
        let mut turned = grades.clone();
        turned.swap(0, 1);
        prop_assert_ne!(&everything(&Fixture::new(graded(&turned), played)), &told[0]);
    }
}
