//! Tables that a desk takes along from the page of the tables, and brings back there.

use crate::contest::tests::under_way;
use crate::people::tests::Tried;
use axum::http::StatusCode;
use leitai_core::VerdictName;
use leitai_hall::{SheetWinner, TakenResult, TakenShown, TakenTables};
use leitai_store::Role;

/// A result of each game by its sheet: First has won.
fn sheets(taken: &TakenTables) -> Vec<TakenResult> {
    let sheet = |(of, game): (&leitai_hall::TakenMatchSetup, &leitai_hall::TakenGame)| TakenResult {
        table: of.table,
        of_game: of.of_game.clone(),
        of: game.of,
        referee: Some("Li".to_owned()),
        shown: TakenShown::Sheet {
            winner: SheetWinner::First,
            how: VerdictName::Resigned,
            said: String::new(),
        },
    };
    taken.games().map(sheet).collect()
}

#[test]
fn a_referee_lets_his_table_go_and_takes_its_results_back() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let mut referee = tried.settled("r1", Role::Student);
    let mut other = tried.settled("s1", Role::Student);
    let (id, _) = under_way(&tried, "Cup", "r1", 2);
    let tables = format!("/contests/{id}/tables");
    let [away, back] = ["away", "back"].map(|page| format!("/contests/{id}/{page}"));

    // What cannot be is said on the page, and what is not his is not there.
    let wrong = referee.sends(&tables, &away, &[("tables", "two"), ("with", "laptop")]);
    assert!(
        wrong.status == StatusCode::UNPROCESSABLE_ENTITY && wrong.text.contains("as numbers"),
        "{}",
        wrong.text
    );
    assert!(referee.sends(&tables, &away, &[("tables", "2"), ("with", "")]).text.contains("with whom"));
    assert_eq!(
        referee.sends(&tables, &away, &[("tables", "1"), ("with", "x")]).status,
        StatusCode::NOT_FOUND
    );
    let taken = referee.sends(&tables, &away, &[("tables", "2"), ("with", "laptop 2")]);
    assert!(taken.leads_to().contains("done=take"), "{}", taken.text);
    let shown = referee.get(&tables).text;
    assert!(shown.contains("laptop 2") && shown.contains("1 of 1 matches are out"), "{shown}");
    let zh = teacher.get(&format!("{tables}?lang=zh")).text;
    assert!(zh.contains("laptop 2") && zh.contains("带回期限："), "{zh}");
    // Until when it is expected everybody who serves reads; only an organiser extends that.
    assert!(shown.contains("results are expected until") && !shown.contains("for a day longer"), "{shown}");
    let taking = taken.leads_to().rsplit('=').next().expect("its number").to_owned();
    let file = format!("{away}/{taking}");
    assert_eq!(referee.sends(&tables, &file, &[("do", "extend")]).status, StatusCode::NOT_FOUND);
    assert!(teacher.sends(&tables, &file, &[("do", "extend")]).leads_to().contains("done=extend"));
    assert!(shown.contains(&file), "{shown}");
    assert_eq!(other.get(&file).status, StatusCode::NOT_FOUND, "it holds a key");
    let saved = referee.get(&file);
    let named = saved.headers["content-disposition"].to_str().expect("text");
    assert!(named.ends_with(&format!("Cup-{taking}.leitai")), "{named}");
    let desk = TakenTables::read(&saved.bytes).expect("its file");
    assert_eq!((desk.games().count(), desk.matches[0].table), (2, 2));
    assert!(!saved.text.contains("Zhang") && !saved.text.contains("phone of"), "no secret of anybody");

    // What comes back: cut, and whole; once, and once more.
    let whole = desk.seal(sheets(&desk), 1);
    let sends = |browser: &mut crate::people::tests::Browser<'_>, bytes: &[u8]| {
        browser.uploads_as(&tables, &back, &[], ("back", "back.leitai", bytes))
    };
    let cut = sends(&mut referee, &whole.as_bytes()[..whole.len() - 9]);
    assert!(
        cut.status == StatusCode::UNPROCESSABLE_ENTITY && cut.text.contains("lacks its seal"),
        "{}",
        cut.text
    );
    let changed = sends(&mut referee, whole.replacen("first", "second", 1).as_bytes());
    assert!(changed.text.contains("the seal does not fit"), "{}", changed.text);
    let file_of_back = ("back", "back.leitai", whole.as_bytes());
    assert_eq!(other.uploads_as("/account", &back, &[], file_of_back).status, StatusCode::NOT_FOUND);
    let counted = sends(&mut referee, whole.as_bytes());
    assert!(counted.status.is_success() && counted.text.contains("2 count from now on"), "{}", counted.text);
    assert!(counted.text.contains("No table is out"), "{}", counted.text);
    let again = sends(&mut teacher, whole.as_bytes());
    assert!(again.text.contains("0 count from now on, 2 had been brought before"), "{}", again.text);
    let late = referee.sends(&tables, &file, &[("why", "lost")]);
    assert!(late.text.contains("is back"), "{}", late.text);
}
