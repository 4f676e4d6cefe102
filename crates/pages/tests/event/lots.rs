//! Anybody can verify every lot from the page alone: it has the seed, the labels and the results.

use super::fixture::{Fixture, file};
use leitai_core::{ContentHash, Lang};
use leitai_hall::EventFile;
use leitai_pages::Html;
use leitai_pages::event::{Speech, event};
use leitai_tournament::{CountedOutcome, Due, How, RecordedGame, Seat};
use std::collections::BTreeMap;
use std::path::Path;

/// Two classes of four, and a second stage for both champions and both seconds.
fn course() -> EventFile {
    let mut text = "name = \"cup\"\ngame = \"tictactoe\"\npreset = \"course\"\nsecond-stage = 4\n\
                    seed = \"2025-11-12 first prime: 47\"\n"
        .to_owned();
    for number in 0..8 {
        let class = number % 2 + 1;
        text += &format!("[[entries]]\nname = \"t{number}\"\nclass = \"{class}\"\nprogram = \"easy\"\n");
    }
    EventFile::parse(&text, "cup.toml", Path::new(".")).expect("an event")
}

/// The page of a finished event, every game of which had this outcome.
fn event_page(file: EventFile, outcome: impl Fn(&Due) -> CountedOutcome) -> String {
    let mut fixture = Fixture::new(file, 0);
    while let Some(due) = { fixture.history.event.state().due().next() } {
        let Due { id, first, second, .. } = due;
        let (outcome, how, faults) = (outcome(&due), How::Played, [0; 2]);
        let game = RecordedGame { id, first, second, outcome, how, faults };
        fixture.history.event.record(game).expect("a result");
    }
    assert!(fixture.history.event.state().is_over());
    let page = fixture.view(|view| event(view, Speech::Only(Lang::En), &Html::default()).into_string());
    page.replace("&quot;", "\"")
}

/// The lots of a page by label: the names in the order drawn.
fn lots(page: &str) -> BTreeMap<String, Vec<String>> {
    let mut lots = BTreeMap::new();
    for lot in page.split("lot \"").skip(1) {
        let (label, rest) = lot.split_once("\": ").expect("a label ends");
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || ", ".contains(c))).unwrap_or(rest.len());
        let names = rest[..end].split(", ").map(|name| name.trim().to_owned()).collect::<Vec<_>>();
        // One label names one lot; two names of a longer lot may be listed again on their own.
        let key = format!("{label} {}", {
            let mut sorted = names.clone();
            sorted.sort();
            sorted.join(" ")
        });
        assert_eq!(lots.insert(key, names.clone()).unwrap_or(names.clone()), names, "{label}");
        let seed = page.split("seed of all lots</dt><dd><code>").nth(1).expect("the seed");
        let seed = seed.split("</code>").next().expect("its end");
        let mut again = names.clone();
        again.sort_by_key(|name| ContentHash::of(format!("{seed}|{label}|{name}").as_bytes()).to_string());
        assert_eq!(again, names, "{label}");
    }
    lots
}

fn count(lots: &BTreeMap<String, Vec<String>>, label: &str) -> usize {
    lots.keys().filter(|key| key.starts_with(label)).count()
}

#[test]
fn every_lot_of_a_course_is_drawn_again_from_its_page() {
    let first_wins = |_: &Due| CountedOutcome::Win(Seat::First);
    let page = event_page(course(), first_wins);
    let lots = lots(&page);
    assert_eq!(count(&lots, "seeds of class"), 2);
    assert_eq!(count(&lots, "places of stage 1 "), 1, "{:?}", lots.keys());
    assert_eq!(count(&lots, "places of stage 1, first half"), 2, "a coin for each class");
    // Three matches in each class, three in the second stage.
    assert_eq!(count(&lots, "first seat of"), 9);
    assert!(page.contains("is no. 1 of the runners-up"), "and who was the better runner-up");
}

#[test]
fn every_lot_of_a_drawn_final_is_drawn_again_from_its_page() {
    let page = event_page(file("tictactoe", "school", "", &["a", "b"]), |_| CountedOutcome::Draw);
    let lots = lots(&page);
    for label in ["first seat of 0.0.p-e0-e1 ", "first seat of 0.0.p-e0-e1.g2 ", "winner of 0.0.p-e0-e1.g2 "]
    {
        assert_eq!(count(&lots, label), 1, "{label}: {:?}", lots.keys());
    }
}

/// The check finds a lot that is shown in another order than drawn.
#[test]
#[should_panic(expected = "places of stage 1")]
fn a_lot_that_was_turned_round_is_found() {
    let page = event_page(course(), |_| CountedOutcome::Win(Seat::First));
    let lot = page.split("lot \"places of stage 1\": ").nth(1).expect("the lot");
    let (one, rest) = lot.split_once(", ").expect("several");
    let two: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
    let told = format!("\"places of stage 1\": {one}, {two}");
    lots(&page.replacen(&told, &format!("\"places of stage 1\": {two}, {one}"), 1));
}
