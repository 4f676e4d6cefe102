//! Slips of people at tables: half an act, the other's turn, two windows of one seat, other notations, clicks at nothing. Nothing
//! is played by them, and each is answered with what is the matter.

use crate::people::tests::{Browser, Tried};
use crate::play_tests::{offered, plays, table, waits};
use axum::http::StatusCode;

/// What is told after these fields were sent at the present version of the board, which stays.
fn told(browser: &mut Browser<'_>, seat: &str, fields: &[(&str, &str)]) -> String {
    let (version, before) = offered(&waits(browser, seat, |page| !offered(page).1.is_empty()));
    let news = |text: &str| {
        text.split("data-news=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned)
    };
    let old = news(&browser.get(seat).text);
    let fields = [fields, &[("version", version.as_str()), ("script", "1")]].concat();
    let sent = browser.sends(seat, seat, &fields);
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text);
    let page = waits(browser, seat, |page| news(&page.text) != old);
    assert_eq!(offered(&page), (version, before), "nothing was played");
    let alert = page.text.split("role=\"alert\">").nth(1).and_then(|rest| rest.split("</p>").next());
    alert.unwrap_or_default().to_owned()
}

#[test]
fn half_an_act_and_other_notations_are_refused_with_what_is_expected() {
    let tried = Tried::open();
    for (game, typed, said) in [
        ("surakarta", "a2", "Not understood"),
        ("surakarta", "5 a 4 b", "Not understood"),
        ("hex", "6-6", "Not understood"),
        ("hex", "A1 B2", "Illegal: "),
        ("gomoku", "black H8", "Not understood"),
        ("gomoku", "A1", "Illegal: "),
    ] {
        let (mut ann, mut bob) = (tried.visitor(), tried.visitor());
        let [own, other] = table(&tried, game, &mut ann, &mut bob);
        let alert = told(&mut ann, &own, &[("typed", typed)]);
        assert!(alert.contains(said), "{game}, {typed}: {alert}");
        assert!(!bob.get(&other).text.contains("role=\"alert\""), "that is nobody else's");
        plays(&mut ann, &own, 0);
        ann.sends(&own, &own, &[("do", "resign")]);
        waits(&mut bob, &other, |page| page.text.contains("You win"));
    }
}

#[test]
fn a_click_that_begins_no_act_is_answered_with_the_rule() {
    let tried = Tried::open();
    let (mut ann, mut bob) = (tried.visitor(), tried.visitor());
    let [own, _] = table(&tried, "surakarta", &mut ann, &mut bob);
    // First's stones are the two rows at the bottom or the top; one of both is the other's.
    let told_at = |ann: &mut Browser<'_>, places: &str| told(ann, &own, &[("why", places)]);
    let all = [told_at(&mut ann, "0"), told_at(&mut ann, "35")];
    assert!(
        all.iter()
            .any(|alert| alert.contains("not this side&#39;s stone")
                || alert.contains("not this side's stone")),
        "{all:?}"
    );
    assert!(told_at(&mut ann, "14").contains("Illegal: "), "no stone");
    // What no page sends changes nothing.
    let (version, _) = offered(&ann.get(&own));
    for places in ["", "a,b", "99999999", "-1", "65535", "1,65535", &"3,".repeat(500)] {
        let sent = ann.sends(&own, &own, &[("why", places), ("version", &version), ("script", "1")]);
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{places}: {}", sent.text);
    }
    plays(&mut ann, &own, 0);
}

#[test]
fn what_is_sent_in_the_others_turn_is_not_kept_for_later() {
    let tried = Tried::open();
    let (mut ann, mut bob) = (tried.visitor(), tried.visitor());
    let [own, other] = table(&tried, "hex", &mut ann, &mut bob);
    let (version, offers) = offered(&bob.get(&other));
    assert!(offers.is_empty(), "it is not his turn");
    let later = (version.parse::<u64>().expect("a version") + 1).to_string();
    // At this board, and at the one that he expects.
    for version in [&version, &later] {
        bob.sends(&other, &other, &[("act", "B2"), ("version", version), ("script", "1")]);
    }
    bob.sends(&other, &other, &[("why", "3"), ("version", &version), ("script", "1")]);
    plays(&mut ann, &own, 0);
    let page = waits(&mut bob, &other, |page| !offered(page).1.is_empty());
    assert!(offered(&page).1.contains(&"B2".to_owned()), "it was not played: {}", page.text);
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(offered(&bob.get(&other)).1.contains(&"B2".to_owned()), "nor is it then");
}

#[test]
fn of_two_windows_of_one_seat_the_first_act_counts() {
    let tried = Tried::open();
    let (mut ann, mut bob) = (tried.visitor(), tried.visitor());
    let [own, other] = table(&tried, "hex", &mut ann, &mut bob);
    // Both windows show the same board, in each something else is clicked.
    let (version, _) = offered(&waits(&mut ann, &own, |page| !offered(page).1.is_empty()));
    for act in ["C3", "D4"] {
        ann.sends(&own, &own, &[("act", act), ("version", &version), ("script", "1")]);
    }
    let page = waits(&mut bob, &other, |page| !offered(page).1.is_empty());
    let free = offered(&page).1;
    assert!(!free.contains(&"C3".to_owned()) && free.contains(&"D4".to_owned()), "{free:?}");
    // The window that was too late shows what is so.
    let now = ann.get(&own);
    assert!(offered(&now).1.is_empty() && now.text.contains("Waiting for"), "{}", now.text);
    plays(&mut bob, &other, 0);
    assert!(
        !offered(&waits(&mut ann, &own, |page| !offered(page).1.is_empty())).1.contains(&"C3".to_owned())
    );
}
