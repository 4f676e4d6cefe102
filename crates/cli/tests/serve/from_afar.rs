//! A program that is submitted over the network, with a token.

use super::site::{Site, event, until};
use crate::house::PROGRAM;
use leitai_core::{ContentHash, Name};
use leitai_store::{Actor, Database, NewSession, NewToken, People, Role, RosterLine, Scope};
use serde_json::Value;
use std::fs;
use std::time::Duration;

/// The operator.
const T: Actor<'_> = Actor::Console("t");

/// The text of a token for a student who has signed in before.
pub(super) fn student(site: &Site, scopes: &[Scope], mark: u8) -> String {
    let random = ContentHash::of(&[mark]).to_string();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let database = Database::open(&site.store()).await.expect("the site's store");
        let people = People::new(database.clone());
        let line = RosterLine { number: "2501".to_owned(), name: "王".to_owned(), ..RosterLine::default() };
        let code = ContentHash::of(b"code");
        if people.find("2501").await.expect("a store").is_none() {
            people.add(T, &line, Role::Student, code, 0).await.expect("a store");
            let known = people.credentials("2501").await.expect("a store").expect("an account");
            let session = NewSession { token: code, place: String::new() };
            people.choose_password(T, "2501", known.version, "hash", &session).await.expect("a store");
            people.choose_nickname(T, "2501", &Name::read("Tiger").expect("a name")).await.expect("a store");
        }
        let lasts = Duration::from_hours(1);
        let new = NewToken { token: ContentHash::of(random.as_bytes()), name: "lab", scopes, lasts };
        people.make_token(T, "2501", &new).await.expect("a store");
        database.close().await;
    });
    format!("leitai_{random}\n")
}

#[test]
fn a_program_comes_from_another_machine_with_a_token() {
    let ladder = event("Ladder", "tictactoe", "preset = \"judge\"\n", &["甲"]);
    let site = Site::open(&[("ladder.toml", &ladder)]);
    let id = site.event("Ladder");
    let (token, reading) = (site.house.path("token"), site.house.path("reading"));
    fs::write(&token, student(&site, &[Scope::Read, Scope::Submit], 1)).expect("our folder");
    fs::write(&reading, student(&site, &[Scope::Read], 2)).expect("our folder");
    let server = format!("http://{}", site.address);
    let submit = |text: &str, token: &std::path::Path, more: &[&str]| {
        let file = site.house.path("program.py");
        fs::write(&file, text).expect("our folder");
        let (file, token) = (file.display().to_string(), token.display().to_string());
        let mut args = vec!["submit", &file, "--server", &server, "--token-file", &token];
        args.extend(more);
        let done = site.house.done(&args);
        let [out, err] = [done.stdout, done.stderr].map(|text| String::from_utf8(text).expect("text"));
        (done.status.code(), out, err)
    };
    let (code, out, err) = submit(PROGRAM, &token, &["--event", "Ladder", "--wait", "--json"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let last: Value = serde_json::from_str(out.lines().last().expect("lines")).expect("JSON");
    assert_eq!((&last["type"], &last["state"]), (&"submission".into(), &"accepted".into()));
    // The event's id works like its name, and errors are reported as at the site itself.
    let (code, out, err) = submit("print('no', flush=True)\n", &token, &["--event", &id, "--wait"]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("your current program stays") && out.contains("FAIL handshake"), "{out}");
    let (code, _, err) = submit(PROGRAM, &reading, &["--event", "Ladder"]);
    assert!(code == Some(2) && err.contains("hand in programs (`submit`)"), "{err}");
    let (code, _, err) = submit(PROGRAM, &token, &["--event", "Nothing"]);
    assert!(code == Some(2) && err.contains("it has: Ladder"), "{err}");
    let (code, _, err) = submit(" \n", &token, &["--event", "Ladder"]);
    assert!(code == Some(2) && err.contains("Choose a source file"), "{err}");
    // A test game counts nowhere, with the program at hand or the current one.
    let test = ["--event", "Ladder", "--try", "random", "--games", "3", "--side", "second"];
    let (code, out, err) = submit(PROGRAM, &token, &test);
    let said: Vec<_> = out.lines().collect();
    assert!(code == Some(0) && said.len() == 5 && said[0].starts_with("test games 1: http://"), "{out}{err}");
    assert!(
        said[1..4].iter().all(|line| line.contains(", as Second: ") && line.contains("/games/")),
        "{out}"
    );
    let (code, out, err) = submit(PROGRAM, &token, &["--event", "Ladder", "--try", "random", "--json"]);
    let last: Value = serde_json::from_str(out.trim()).expect("JSON");
    let played =
        ["won", "drawn", "lost"].map(|how| last[how].as_u64().expect("a number")).iter().sum::<u64>();
    assert_eq!((code, &last["type"], played), (Some(0), &"trial".into(), 2), "{out}{err}");
    let (code, _, err) = submit(PROGRAM, &token, &["--event", "Ladder", "--try", "nobody"]);
    assert!(code == Some(2) && err.contains("`nobody` cannot be played against"), "{err}");
    fs::write(&token, format!("leitai_{}", "0".repeat(64))).expect("our folder");
    let (code, _, err) = submit(PROGRAM, &token, &["--event", "Ladder"]);
    assert!(code == Some(2) && err.contains("needs a valid token"), "{err}");
    // The entry takes part under the nickname.
    until(|| site.get(&format!("/events/{id}")).text().contains("Tiger").then_some(()));
}
