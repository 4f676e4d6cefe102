//! Who may do what, tested for each address and role.

use crate::address::{Address, By};
use crate::contest::tests::under_way;
use crate::people::cookies::SESSION;
use crate::people::tests::{Browser, HOST, PASSWORD, T, Tried};
use crate::routes::all;
use axum::http::{StatusCode, header};
use leitai_hall::Wanted;
use leitai_store::Role;
use std::collections::BTreeSet;
use std::fs;

/// An address with something in each of its other places.
fn filled(path: &str) -> String {
    let places = [
        ("{number}", "somebody"),
        ("{game}", "gomoku"),
        ("{table}", "standings"),
        ("{other}", "k7f2-e1"),
        ("{what}", "x"),
        ("{deed}", "close"),
        ("{slug}", "api"),
        ("{entry}", "e0"),
        ("{file}", "members.csv"),
    ];
    places.into_iter().fold(path.to_owned(), |path, (place, with)| path.replace(place, with))
}

#[test]
fn every_address_answers_each_role_as_it_declares() {
    let tried = Tried::open();
    let entries = ["a", "b"].map(|name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n"));
    let text = format!("name = \"Cup\"\ngame = \"gomoku\"\n{}", entries.concat());
    fs::write(tried.folder.path().join("events/cup.toml"), text).expect("our folder");
    let event = tried.site.events.look().pop().expect("an event").id.clone();
    tried.enters("somebody");
    let contest = under_way(&tried, "Contest", "somebody", 1).0;
    let wanted = Wanted { with: "laptop 2", tables: &[1], round: None };
    let away = tried.site.events.shared().take_along(T, "Contest", &wanted).expect("taken along");
    let taking = away.taking.to_string();
    let mut callers: Vec<(Option<Role>, Browser<'_>)> = vec![(None, tried.visitor())];
    callers.extend(Role::ALL.map(|role| (Some(role), tried.settled(role.name(), role))));
    for address in all() {
        let path = address.path;
        let may = |by: Option<By>, role| by.is_some_and(|by| by.has(role));
        let is_public = address.reads == Some(By::Everybody) && address.changes.is_none();
        let begins = |with: &str| path.starts_with(with);
        let events = ["/events", "/projector", "/organise", "/api/v1/events"].into_iter().any(begins);
        let of_contest = ["/contests", "/organise/contests"].into_iter().any(begins);
        let at = match () {
            () if of_contest => {
                let path = path.replace("{id}", &contest).replace("{team}", "t0");
                path.replace("{place}", "1").replace("{hash}", "x").replace("{taking}", &taking)
            }
            () if events => path.replace("{id}", &event),
            () => path.replace("{id}", "k7f2k7f2"),
        };
        let at = filled(&at);
        let mut seen = None;
        for (role, browser) in &mut callers {
            let read = browser.get(&at);
            let told = format!("GET {at} by {role:?}: {} {}", read.status, read.leads_to());
            if address.reads.is_none() {
                assert_eq!(read.status, StatusCode::METHOD_NOT_ALLOWED, "{told}");
                assert!(read.text.contains("Use POST."), "{told}: {}", read.text);
            } else if !may(address.reads, *role) {
                match role {
                    None if path.starts_with("/api/") => {
                        assert_eq!(read.status, StatusCode::UNAUTHORIZED, "{told}");
                    }
                    None => assert!(read.leads_to().starts_with("/sign-in?back="), "{told}"),
                    Some(_) => assert_eq!(read.status, StatusCode::NOT_FOUND, "{told}"),
                }
            } else if is_public && path != "/metrics" {
                // The bytes are the same whoever asks; of an error all but its number.
                let number = read.headers["x-request-id"].to_str().expect("text");
                let same = (read.status, read.cached().to_owned(), read.text.replace(number, "NUMBER"));
                assert_eq!(*seen.get_or_insert(same.clone()), same, "{told}");
            } else if role.is_some() && address.is_of_first {
                assert_eq!(read.leads_to(), "/account", "{told}");
            } else if path.starts_with("/contests/") && path.contains("{game}") {
                // A game that this contest does not have.
                assert_eq!(read.status, StatusCode::NOT_FOUND, "{told}");
            } else if path.starts_with("/contests/")
                && !["/sign-up", "/mine"].iter().any(|own| path.ends_with(own))
            {
                // For the team itself, or for who serves in the hall; organisers see all of it.
                let is_theirs = *role >= Some(Role::Organiser);
                let found = if is_theirs { StatusCode::OK } else { StatusCode::NOT_FOUND };
                assert_eq!(read.status, found, "{told}");
            } else if path.contains("/submissions/{number}")
                || path.contains("/trials/{number}")
                || path.ends_with("/mine/{what}")
                || path == "/games/{id}/own"
                || path.contains("/play/{id}/")
                || path.ends_with("/report/{entry}")
                || path.ends_with("/reports/{entry}")
            {
                // What is there belongs to somebody else, or to nobody.
                assert_eq!(read.status, StatusCode::NOT_FOUND, "{told}");
            } else {
                assert_eq!(read.status, StatusCode::OK, "{told}");
            }
            if !is_public {
                assert!(address.reads.is_none() || read.cached() == "no-store", "{told}: {}", read.cached());
            }
            // Without the token of a page nothing is changed, whoever asks.
            for (origin, fields) in [("http://leitai.test", &[("t", "0")][..]), ("http://evil.test", &[])] {
                origin.clone_into(&mut browser.origin);
                let sent = browser.posts(&at, fields);
                let told =
                    format!("POST {at} by {role:?} from {origin}: {} {}", sent.status, sent.leads_to());
                if address.changes.is_none() {
                    assert_eq!(sent.status, StatusCode::METHOD_NOT_ALLOWED, "{told}");
                    assert!(sent.text.contains("Use GET."), "{told}: {}", sent.text);
                } else if path.starts_with("/api/") {
                    // A browser's cookie is no token.
                    assert_eq!(sent.status, StatusCode::UNAUTHORIZED, "{told}");
                } else if may(address.changes, *role) {
                    assert_eq!(sent.status, StatusCode::FORBIDDEN, "{told}");
                } else if role.is_none() && address.reads.is_some() {
                    // The session ended while the form was filled in: the redirect leads back to the form.
                    let back = format!("/sign-in?back={}", leitai_pages::percent_encoded(&at));
                    assert_eq!(sent.leads_to(), back, "{told}");
                } else if role.is_none() {
                    assert_eq!(sent.leads_to(), "/sign-in", "{told}");
                } else {
                    assert_eq!(sent.status, StatusCode::NOT_FOUND, "{told}");
                }
            }
            HOST.clone_into(&mut browser.origin);
            browser.origin.insert_str(0, "http://");
        }
    }
    let somebody =
        tried.runtime.block_on(tried.site.accounts.people.find("somebody")).expect("the store answers");
    assert!(somebody.is_some_and(|person| person.closed_ms.is_none()), "nothing was changed");
}

#[test]
fn until_the_first_sign_in_is_done_every_address_leads_there() {
    let tried = Tried::open();
    tried.enters("2501");
    let mut browser = tried.visitor();
    let sent = browser.sends("/sign-in?back=/docs", "/sign-in", &[("number", "2501"), ("password", "2501")]);
    assert_eq!(sent.leads_to(), "/account", "the form had no other place");
    let leads_there = |address: &Address| !address.is_bare && !address.is_of_first && address.reads.is_some();
    for Address { path, .. } in all().into_iter().filter(leads_there) {
        assert_eq!(browser.get(path).leads_to(), "/first", "{path}");
    }
    assert_eq!(browser.get("/health").status, StatusCode::OK);
    // The session is replaced when the password is set.
    let before = browser.cookies[SESSION].clone();
    let taken =
        |browser: &mut Browser<'_>, fields: &[(&str, &str)]| browser.sends("/first", "/first", fields);
    for (password, again, said) in [
        ("short", "short", "8 characters"),
        ("2501-250", "2501-251", "differ"),
        ("password", "password", "first an attacker"),
    ] {
        let refused = taken(&mut browser, &[("password", password), ("again", again)]);
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{password}");
        assert!(refused.text.contains(said), "{password}: {}", refused.text);
    }
    let chosen = taken(&mut browser, &[("password", PASSWORD), ("again", PASSWORD)]);
    assert_eq!(chosen.leads_to(), "/first");
    assert_ne!(browser.cookies[SESSION], before);
    assert_eq!(browser.get("/").leads_to(), "/first", "a nickname is missing");
    let refused = taken(&mut browser, &[("nickname", "much too long a <name>")]);
    assert!(
        refused.text.contains("value=\"much too long a &lt;name&gt;\""),
        "what was typed stays: {}",
        refused.text
    );
    assert_eq!(taken(&mut browser, &[("nickname", "Tiger")]).leads_to(), "/account");
    assert_eq!(browser.get("/").status, StatusCode::OK);
    let mut old = tried.visitor();
    old.cookies.insert(SESSION.to_owned(), before);
    assert!(old.get("/account").leads_to().starts_with("/sign-in"), "the session before has ended");
}

#[test]
fn a_wrong_sign_in_says_the_same_whatever_is_wrong() {
    let tried = Tried::open();
    tried.settled("2501", Role::Student);
    tried.enters("2502");
    tried.enters("2503");
    tried.runtime.block_on(tried.site.accounts.people.close(T, "2503")).expect("the store answers");
    let mut said = BTreeSet::new();
    for number in ["2501", "2502", "2503", "2599", "<b>"] {
        let mut browser = tried.visitor();
        let fields = [("number", number), ("password", "wrong"), ("back", "/docs")];
        let refused = browser.sends("/sign-in", "/sign-in", &fields);
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{number}");
        assert!(!browser.cookies.contains_key(SESSION));
        let alert = refused.text.split("role=\"alert\">").nth(1).and_then(|rest| rest.split('<').next());
        said.insert(alert.unwrap_or_default().to_owned());
        let kept = number.replace('<', "&lt;").replace('>', "&gt;");
        assert!(refused.text.contains(&format!("value=\"{kept}\"")), "{number} stays");
        assert!(refused.text.contains("name=\"back\" value=\"/docs\"") && !refused.text.contains("wrong\""));
    }
    assert_eq!(said.len(), 1, "{said:?}");
    // Guessing on means waiting, but only for the account concerned.
    let mut browser = tried.visitor();
    let guess = |browser: &mut Browser<'_>, number| {
        browser.sends("/sign-in", "/sign-in", &[("number", number), ("password", "wrong")])
    };
    for _ in 1..6 {
        assert_eq!(guess(&mut browser, "2501").status, StatusCode::UNAUTHORIZED);
    }
    let last = guess(&mut browser, "2501");
    assert_eq!(last.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(last.headers.contains_key(header::RETRY_AFTER));
    assert_eq!(guess(&mut browser, "2502").status, StatusCode::UNAUTHORIZED);
}
