//! Columns of an organiser's own: cell by cell, and from tables of marks.

use super::tests::{sends, until, while_it_runs};
use crate::people::tests::Tried;
use axum::http::StatusCode;
use leitai_store::{Deed, Role};

#[test]
fn a_column_is_filled_in_and_seen_once_it_is_published() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    tried.enters("2501");
    let entries = [("name", "Board"), ("game", "hex"), ("entries", "2501, random\nother, random")];
    sends(&mut teacher, "open", &entries);
    let event = tried.site.events.all().pop().expect("an event");
    let (here, public) = (format!("/organise/{}", event.id), format!("/events/{}/board.csv", event.id));
    let own = format!("{here}/board");
    while_it_runs(&tried, &event, || {
        let mut does =
            |deed: &str, fields: &[(&str, &str)]| teacher.sends(&own, &format!("{here}/{deed}"), fields);
        assert_eq!(does("add-column", &[]).status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(does("add-column", &[("en", "Style")]).leads_to(), format!("{own}#columns"));
        let bad = does("fill-column", &[("column", "1"), ("e0", "=1+1"), ("e1", "-30%")]);
        assert_eq!(bad.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(bad.text.contains("not a number: ") && bad.text.contains("value=\"-30%\""), "{}", bad.text);
        let both = does("fill-column", &[("column", "1"), ("e0", "good"), ("e1", "1/2")]).text;
        let told = "2501 (<code>good</code>), other (<code>1/2</code>)";
        assert!(both.contains(told), "{both}");
        assert_eq!(does("fill-column", &[("column", "9"), ("e0", "1")]).status, StatusCode::NOT_FOUND);
        does("fill-column", &[("column", "1"), ("e0", "-12.5%"), ("e1", "")]);
        // From a page made before that.
        let late = does("fill-column", &[("column", "1"), ("e0", "-30%"), ("e1", "-1%")]);
        assert!(
            late.text.contains("in the meantime") && late.text.contains("value=\"-30%\""),
            "{}",
            late.text
        );
        assert!(late.text.contains("name=\"was:e0\" value=\"-12.5%\""), "{}", late.text);
        let told = || tried.visitor().get(&public).text.contains("-12.5%");
        assert!(!told(), "nobody sees it yet");
        let registry = teacher.get(&format!("{own}.csv")).text;
        assert!(registry.contains("Name of 2501") && registry.contains("-12.5%"), "{registry}");
        let mut does = |deed: &str| teacher.sends(&own, &format!("{here}/{deed}"), &[("column", "1")]);
        does("publish-column");
        until("it is published", told);
        does("hide-column");
        until("it is hidden", || !told());
    });
    let audit = teacher.get("/people/audit").text;
    assert!(audit.contains("Style") && !audit.contains("12.5"), "who got what is no matter of that list");
}

#[test]
fn marks_are_pasted_or_uploaded_and_shown_before_they_are_entered() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    for number in ["2501", "2502", "2503"] {
        tried.enters(number);
    }
    let entries =
        [("name", "Board"), ("game", "hex"), ("entries", "2501, random\n2502, random\nother, random")];
    sends(&mut teacher, "open", &entries);
    let event = tried.site.events.all().pop().expect("an event");
    let here = format!("/organise/{}", event.id);
    let (own, read) = (format!("{here}/board"), format!("{here}/read-marks"));
    while_it_runs(&tried, &event, || {
        teacher.sends(&own, &format!("{here}/add-column"), &[("zh", "口试")]);
        let pasted = "2501\t9.5\n2503\t7\n<b>\t1\nother\tgood\n";
        let shown = teacher.sends(&own, &read, &[("column", "1"), ("text", pasted)]);
        assert_eq!(shown.status, StatusCode::OK, "{}", shown.text);
        for said in [
            "1 change, 0 stay as they are, 3 lines ignored",
            "line 2: 2503 takes no part",
            "good is not a number",
        ] {
            assert!(shown.text.contains(said), "{said}: {}", shown.text);
        }
        assert!(!shown.text.contains("<b>\t"), "{}", shown.text);
        let csv = |teacher: &mut crate::people::tests::Browser<'_>| teacher.get(&format!("{own}.csv")).text;
        assert!(!csv(&mut teacher).contains("9.5"), "nothing is entered yet");
        let enters =
            |name: &str, value: &str| shown.text.contains(&format!("name=\"{name}\" value=\"{value}\""));
        assert!(enters("e0", "9.5") && enters("was:e0", "") && !enters("was:e1", ""), "{}", shown.text);
        let fields = [("column", "1"), ("e0", "9.5"), ("was:e0", "")];
        assert_eq!(
            teacher.sends(&own, &format!("{here}/fill-column"), &fields).leads_to(),
            format!("{own}#columns")
        );
        assert!(csv(&mut teacher).contains("9.5"));
        // A file as schools make them: the old mark stands beside the new one, and what is as before is not sent.
        let file = "学号,姓名,成绩\r\n2501,x,9.5\r\n2502,y,８８分\r\n";
        let changed = teacher.uploads_to(&own, &read, &[("column", "1")], ("marks.csv", file.as_bytes()));
        assert!(changed.text.contains("1 change, 1 stay as they are"), "{}", changed.text);
        assert!(changed.text.contains("name=\"e1\" value=\"88\""), "{}", changed.text);
        let refused = teacher.sends(&own, &read, &[("column", "1"), ("text", "a\tb\n")]);
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text.contains("somebody who takes part"), "{}", refused.text);
    });
    assert_eq!(super::tests::deeds(&tried, 1)[0].1, Deed::FillColumn);
}
