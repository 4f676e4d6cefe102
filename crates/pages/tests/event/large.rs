//! A ladder of a class of forty: 780 matches, 1,560 games, hundreds of submissions.

use super::fixture::{Fixture, file};
use leitai_core::Lang;
use leitai_pages::Html;
use leitai_pages::event::{EventView, Speech, event, table};
use leitai_tournament::{Decision, EntryId, Role};

/// The most bytes of its page.
const MOST: usize = 150_000;

fn class() -> Fixture {
    let names: Vec<_> = (1..=40).map(|number| format!("2503{number:02} 飞鹰一号")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let mut fixture = Fixture::new(file("connect6", "judge", "", &names), 0);
    for number in 0..300 {
        let decision = Decision::Submit { entry: EntryId(number % 40), accepted: true, program: None };
        fixture.history.event.decide(decision, Role::Organiser, "compiled, and passed").expect("a ruling");
    }
    fixture.plays_all();
    fixture
}

#[test]
fn the_page_of_a_class_of_forty_folds_by_entry() {
    let fixture = class();
    assert_eq!(fixture.history.event.games().len(), 1_560);
    for lang in [Lang::En, Lang::Zh] {
        for unfolded in [None, Some(EntryId(7))] {
            let page = fixture.view(|view| {
                let view = &EventView { unfolded, ..*view };
                event(view, Speech::Only(lang), &Html::default()).into_string()
            });
            assert!(page.len() < MOST, "{lang} {unfolded:?}: {} bytes", page.len());
            assert_eq!(page.matches("?entry=e").count(), if unfolded.is_some() { 39 } else { 40 });
            // Its 78 games and 39 matches with their reasons are below it, and nobody else's.
            let its = page.split("<li id=\"e7\">").nth(1).and_then(|rest| rest.split("</li>").next());
            let rows = its.expect("its line").matches("<tr>").count();
            assert_eq!(rows, if unfolded.is_some() { 78 + 1 + 39 + 1 } else { 0 }, "{lang}");
        }
    }
    // Everything is in the files.
    let rows = |name| fixture.view(|view| table(view, name)).expect("a table").rows.len();
    assert_eq!(["games", "rounds", "cross", "rulings"].map(rows), [1_560, 780, 40, 0]);
}

#[test]
fn an_event_of_few_games_lists_them_all() {
    let fixture = Fixture::new(file("connect6", "judge", "", &["a", "b", "c"]), 4);
    let page = fixture.view(|view| event(view, Speech::Only(Lang::En), &Html::default()).into_string());
    assert!(!page.contains("?entry=") && page.contains("faults, forfeits and disturbed games"), "{page}");
}

#[test]
fn a_submission_is_no_ruling_and_keeps_none_of_their_numbers() {
    let mut fixture = Fixture::new(file("connect6", "judge", "", &["a", "b", "c"]), 2);
    let withdraw = Decision::Withdraw { entry: EntryId(1), leave: false };
    fixture.history.event.decide(withdraw, Role::Referee, "is ill").expect("a ruling");
    let table = fixture.view(|view| table(view, "rulings")).expect("a table");
    assert_eq!(table.rows.len(), 1);
    assert!(table.csv().contains("\r\n3,") || table.csv().contains("\n3,"), "{}", table.csv());
}
