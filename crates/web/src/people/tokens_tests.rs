//! Programs that authenticate with a token, and people who export their data and leave.

use crate::people::tests::{PASSWORD, Tried};
use axum::http::{Method, StatusCode, header};
use leitai_store::{Audit, Deed, Role};
use serde_json::Value;

/// The token that a page shows.
fn shown(page: &str) -> String {
    let rest = page.split("<code>leitai_").nth(1).unwrap_or_else(|| panic!("no token on {page}"));
    format!("leitai_{}", rest.split('<').next().expect("its end"))
}

const PAGE: &str = "/account/tokens";

#[test]
fn a_token_is_made_shown_once_used_and_taken_back() {
    let tried = Tried::open();
    let mut student = tried.settled("2501", Role::Student);
    for (fields, said) in [
        (&[("name", ""), ("scope-read", "1")][..], "few words"),
        (&[("name", "lab"), ("days", "30")], "what the token is for"),
        (&[("name", "lab"), ("scope-organise", "1")], "what the token is for"),
    ] {
        let refused = student.sends(PAGE, PAGE, fields);
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text.contains(said), "{}", refused.text);
    }
    let made = student.sends(PAGE, PAGE, &[("name", "<b>lab"), ("scope-read", "1"), ("days", "7")]);
    let token = shown(&made.text);
    let bearer = format!("Bearer {token}");
    let mut program = tried.visitor();
    let account = program.asks_with(&bearer, Method::GET, "/api/v1/account");
    assert_eq!(account.status, StatusCode::OK, "{}", account.text);
    let account: Value = serde_json::from_str(&account.text).expect("JSON");
    assert_eq!((&account["number"], &account["scopes"]), (&"2501".into(), &serde_json::json!(["read"])));
    // It is shown nowhere any more, and is not in the store.
    let page = student.get(PAGE).text;
    assert!(!page.contains(&token) && !page.contains("<b>lab") && page.contains("last used"), "{page}");
    let store = std::fs::read(tried.folder.path().join("store.sqlite")).expect("a store");
    let log = std::fs::read(tried.folder.path().join("store.sqlite-wal")).unwrap_or_default();
    let kept = [store, log].concat();
    let random = token.trim_start_matches("leitai_").as_bytes();
    assert!(!kept.windows(random.len()).any(|window| window == random));
    // Pages for people ignore tokens, and public addresses work as before.
    assert!(program.asks_with(&bearer, Method::GET, "/account").leads_to().starts_with("/sign-in"));
    assert_eq!(program.asks_with(&bearer, Method::GET, "/api/v1/games").status, StatusCode::OK);
    assert_eq!(program.asks_with(&bearer, Method::POST, "/api/v1/account").status, StatusCode::FORBIDDEN);
    for wrong in ["Bearer leitai_0", "Basic x", "Bearer", "", &format!("Bearer {}", "0".repeat(64))] {
        let refused = program.asks_with(wrong, Method::GET, "/api/v1/account");
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{wrong}");
        assert!(refused.text.contains("\"advice\""), "{}", refused.text);
    }
    assert_eq!(program.get("/api/v1/account").status, StatusCode::UNAUTHORIZED);
    // Other people cannot revoke it.
    let id = page.split("name=\"end\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let id = id.expect("a button").to_owned();
    let mut other = tried.settled("2502", Role::Administrator);
    assert_eq!(other.sends(PAGE, PAGE, &[("end", &id)]).status, StatusCode::NOT_FOUND);
    assert_eq!(student.sends(PAGE, PAGE, &[("end", &id)]).status, StatusCode::OK);
    let refused = program.asks_with(&bearer, Method::GET, "/api/v1/account");
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
}

#[test]
fn whoever_guesses_tokens_waits() {
    let tried = Tried::open();
    let mut organiser = tried.settled("t1", Role::Organiser);
    let made = organiser.sends(PAGE, PAGE, &[("name", "ci"), ("scope-submit", "1"), ("days", "7")]);
    let bearer = format!("bearer {}", shown(&made.text));
    let mut program = tried.visitor();
    let refused = program.asks_with(&bearer, Method::GET, "/api/v1/account");
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(refused.text.contains("`read`"), "{}", refused.text);
    let guess = format!("Bearer leitai_{}", "ab".repeat(32));
    let answers: Vec<_> =
        (0..70).map(|_| program.asks_with(&guess, Method::GET, "/api/v1/account").status).collect();
    assert_eq!(answers[0], StatusCode::UNAUTHORIZED);
    assert!(answers.contains(&StatusCode::TOO_MANY_REQUESTS), "{answers:?}");
    // A valid one from the same address is recognised as before.
    let valid = program.asks_with(&bearer, Method::GET, "/api/v1/account");
    assert!(valid.status == StatusCode::FORBIDDEN && valid.text.contains("`read`"), "{}", valid.text);
}

#[test]
fn a_person_takes_a_copy_and_leaves() {
    let tried = Tried::open();
    tried.settled("admin", Role::Administrator);
    let mut student = tried.settled("2501", Role::Student);
    let copy = student.get("/account/export.json");
    assert_eq!(copy.status, StatusCode::OK);
    assert!(copy.headers[header::CONTENT_DISPOSITION].to_str().expect("text").contains("leitai-2501.json"));
    let copy: Value = serde_json::from_str(&copy.text).expect("JSON");
    assert_eq!((&copy["number"], &copy["nickname"]), (&"2501".into(), &"nick 2501".into()));
    assert!(copy["seed_score"].is_null() && copy["sessions"].as_array().is_some_and(|all| all.len() == 1));
    let deeds = copy["deeds"].as_array().expect("deeds");
    assert!(deeds.iter().any(|deed| deed["deed"] == "nickname"), "{deeds:?}");
    assert!(!copy.to_string().contains("argon2"), "what lets in is not in it");
    let mut organiser = tried.settled("t1", Role::Organiser);
    assert_eq!(organiser.get("/person/2501/export.json").status, StatusCode::OK);
    assert_eq!(organiser.get("/person/admin/export.json").status, StatusCode::NOT_FOUND);

    let wrong = student.sends("/account/data", "/account/data", &[("password", "wrong")]);
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text.contains("nothing was removed"), "{}", wrong.text);
    let left = student.sends("/account/data", "/account/data", &[("password", PASSWORD)]);
    assert_eq!(left.leads_to(), "/");
    assert!(student.get("/account").leads_to().starts_with("/sign-in"));
    let page = organiser.get("/person/2501").text;
    assert!(page.contains("withdrawn") && !page.contains("Name of 2501"), "{page}");
    let audit = Audit::new(tried.site.events.shared().database().clone());
    let deeds = tried.runtime.block_on(audit.of("2501")).expect("the store answers");
    let mut last = deeds.iter().rev();
    assert_eq!(last.next().map(|line| line.deed), Some(Deed::ReadPeople), "what the organiser has just read");
    let last = last.next().expect("a line");
    assert_eq!((last.deed, last.actor.as_str(), last.about.as_str()), (Deed::Remove, "2501", "2501"));
}

#[test]
fn an_organiser_removes_a_student_and_the_last_administrator_stays() {
    let tried = Tried::open();
    let mut admin = tried.settled("admin", Role::Administrator);
    tried.settled("2501", Role::Student);
    // An irreversible action needs confirmation.
    for confirm in ["", "2502"] {
        let kept = admin.sends("/person/2501", "/person/2501/remove", &[("confirm", confirm)]);
        assert!(kept.status == StatusCode::UNPROCESSABLE_ENTITY && kept.text.contains("Nothing was removed"));
    }
    let removed = admin.sends("/person/2501", "/person/2501/remove", &[("confirm", "2501")]);
    assert_eq!(removed.leads_to(), "/person/2501");
    assert!(admin.get("/person/2501").text.contains("withdrawn"));
    let stays = admin.sends("/account/data", "/account/data", &[("password", PASSWORD)]);
    assert_eq!(stays.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(stays.text.contains("last administrator"), "{}", stays.text);
}

#[test]
fn everything_that_is_wrong_with_a_form_is_told_at_once_each_at_its_field() {
    let tried = Tried::open();
    let mut student = tried.settled("2501", Role::Student);
    for (page, action, fields, paths) in [
        (PAGE, PAGE, &[("name", ""), ("days", "7")][..], &["few words", "what the token is for"][..]),
        (
            "/account",
            "/account/password",
            &[("old", "wrong"), ("password", "short"), ("again", "other")],
            &["The old password is wrong", "characters or more", "The two passwords differ"],
        ),
    ] {
        let refused = student.sends(page, action, fields);
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        for said in paths {
            assert!(refused.text.contains(said), "{said}: {}", refused.text);
        }
        let marked = refused.text.matches("aria-invalid=\"true\"").count();
        assert_eq!(marked + usize::from(page == PAGE), paths.len(), "scopes are no one field");
    }
}
