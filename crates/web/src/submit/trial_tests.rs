//! Test games in the browser: they are ordered, called off and read by one person, and nobody else learns of them.

use super::tests::{SOURCE, ladder};
use crate::people::tests::Tried;
use axum::http::StatusCode;
use leitai_store::Role;

#[test]
fn test_games_are_ordered_and_read_by_one_person() {
    let tried = Tried::open();
    let event = ladder(&tried, "");
    let [mut one, mut other] = ["2501", "2502"].map(|number| tried.settled(number, Role::Student));
    let page = format!("/events/{}/try", event.id);
    let form = one.get(&page).text;
    for said in ["Choose the program to be tested", "value=\"easy\" selected", "max=\"10\"", "/start"] {
        assert!(form.contains(said), "{said}: {form}");
    }
    let fields = |games| {
        [
            ("opponent", "easy"),
            ("side", "second"),
            ("games", games),
            ("language", "main.py"),
            ("text", SOURCE),
        ]
    };
    let many = one.sends(&page, &page, &fields("11"));
    assert_eq!(many.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        many.text.contains("choose 1 to 10 test games") && many.text.contains("value=\"11\""),
        "{}",
        many.text
    );
    assert!(
        many.text.contains("&lt;/textarea&gt;") && !many.text.contains("<script>"),
        "what was typed stays"
    );
    let none = one.sends(&page, &page, &[("opponent", "entry:nobody"), ("games", "1"), ("text", "")]);
    assert!(none.text.contains("you have no current program"), "{}", none.text);
    let taken = one.sends(&page, &page, &fields("3"));
    assert_eq!(taken.leads_to(), "/trials/1", "{}", taken.text);
    assert!(one.sends(&page, &page, &fields("3")).text.contains("your last test games are not over"));
    let own = one.get("/trials/1").text;
    assert!(own.contains("waiting: 1 in the queue") && own.matches("as Second").count() == 3, "{own}");
    assert!(own.contains("http-equiv=\"refresh\"") && own.contains("Call off the rest"), "{own}");
    assert!(one.get(&page).text.contains("href=\"/trials/1\""));
    // It is nobody else's, whoever asks, and no submission.
    let mut teacher = tried.settled("t1", Role::Organiser);
    for path in ["/trials/1", "/trials/1/game-1.txt", "/trials/2"] {
        assert_eq!(other.get(path).status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(teacher.get(path).status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(other.sends(&page, "/trials/1", &[]).status, StatusCode::NOT_FOUND);
    assert!(!teacher.get(&format!("/events/{}/submissions", event.id)).text.contains("nick 2501"));
    assert_eq!(one.get("/trials/1/game-1.txt").status, StatusCode::NOT_FOUND, "it was not played");
    let export = one.get("/account/export.json").text;
    let export: serde_json::Value = serde_json::from_str(&export).expect("JSON");
    let trial = &export["trials"][0];
    assert_eq!((&trial["opponent"], &trial["file"]), (&"easy".into(), &"main.py".into()), "{export}");
    assert_eq!((&trial["source"], trial["games"].as_array().map(Vec::len)), (&SOURCE.into(), Some(3)));
    let others: serde_json::Value =
        serde_json::from_str(&other.get("/account/export.json").text).expect("JSON");
    assert_eq!(others["trials"], serde_json::json!([]));
    let off = one.sends("/trials/1", "/trials/1", &[]);
    assert_eq!(off.leads_to(), "/trials/1");
    let own = one.get("/trials/1?lang=zh").text;
    assert!(own.contains("已取消") && !own.contains("http-equiv=\"refresh\""), "{own}");
    assert_eq!(other.get("/games/none").status, StatusCode::NOT_FOUND);
}
