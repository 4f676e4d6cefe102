//! A worker that signs in with its own token plays an event, and stops playing once the token is revoked.

use super::{Bed, HEARTBEAT, is_over, leaves, until};
use serde_json::Value;

#[test]
fn an_admitted_worker_plays_an_event_and_is_sent_away_when_it_is_revoked() {
    let Some(mut bed) = Bed::postgres() else { return };
    let owner = ["worker", "--server", &bed.address.clone(), "--heartbeat", HEARTBEAT, "--admitted-only"];
    let (code, said) = bed.house.stage(&owner).end();
    assert!(code == Some(2) && said.contains("full access to the store"), "{code:?} {said}");
    let made: Value = serde_json::from_str(&bed.workers(&["admit", "lab-x", "--json"])).expect("JSON");
    assert_eq!(made["token"].as_str().map(str::len), Some(64), "{made}");
    let address = made["address"].as_str().expect("an address").to_owned();
    assert!(address.starts_with("postgres://postgres.lab-x@localhost/postgres?"), "{address}");
    let file = bed.slow("admitted");
    let event = bed.event("run", &file);
    let how = ["--heartbeat", HEARTBEAT, "--jobs", "2", "--json", "--admitted-only"];
    let args = [&["worker", "--server", &address][..], &how].concat();
    let mut worker = bed.house.stage(&args);
    until(&mut worker, "stands");
    let listed = bed.workers(&[]);
    assert!(listed.contains("lab-x (default): works") && listed.contains("admitted to games"), "{listed}");
    assert!(bed.workers(&["revoke", "lab-x"]).contains("can no longer sign in"));
    let (code, said) = worker.end();
    assert!(code != Some(0) && !said.contains("panicked"), "{code:?} {said}");
    let (code, said) = bed.house.stage(&args).end();
    assert!(code != Some(0) && said.contains("lab-x"), "{code:?} {said}");
    // Other workers play what it left.
    let next = bed.worker("2");
    is_over(&bed, event, &file);
    leaves(next);
    assert!(bed.workers(&["revoke", "lab-x"]).contains("has no token"));
}

/// An organiser limits a token, and restricts the games to workers that have one.
#[test]
fn an_organiser_limits_a_token_and_leaves_an_event_to_admitted_workers() {
    let Some(mut bed) = Bed::postgres() else { return };
    let made: Value =
        serde_json::from_str(&bed.workers(&["admit", "lab-x", "--most", "1", "--json"])).expect("JSON");
    let address = made["address"].as_str().expect("an address").to_owned();
    assert!(bed.workers(&[]).contains("at most 1 at once"));
    assert!(bed.workers(&["limit", "nobody", "--most", "3"]).contains("has no token"));
    assert!(
        bed.workers(&["--admitted-only", "on"]).contains("only admitted workers get games, of every event")
    );
    // A worker without a token is refused with a message, and does not wait in vain.
    let owner = ["worker", "--server", &bed.address.clone(), "--heartbeat", HEARTBEAT];
    let (code, said) = bed.house.stage(&owner).end();
    assert!(code == Some(2) && said.contains("only admitted workers get games here"), "{code:?} {said}");
    let file = bed.slow("bounded");
    let mut event = bed.event("run", &file);
    let how = ["--heartbeat", HEARTBEAT, "--jobs", "4", "--json"];
    let worker = bed.house.stage(&[&["worker", "--server", &address][..], &how].concat());
    // It plays one game at a time, though it has seats for four.
    let mut most = 0;
    for _ in 0..4 {
        until(&mut event, "game");
        most = most.max(bed.sql("SELECT COUNT(*) FROM jobs WHERE state = 'running'").expect("a number"));
    }
    assert!(most <= 1, "{most}");
    assert!(bed.workers(&["limit", "lab-x", "--most", "4"]).contains("at most 4 games at once"));
    let mut most = 0;
    while most < 2 {
        until(&mut event, "game");
        most = most.max(bed.sql("SELECT COUNT(*) FROM jobs WHERE state = 'running'").expect("a number"));
    }
    assert!(bed.workers(&["--admitted-only", "off"]).contains("other workers get games again"));
    let listed = bed.workers(&["--admitted-only", "on", "--event", "bounded"]);
    assert!(listed.contains("only admitted workers get games of bounded"), "{listed}");
    assert!(bed.workers(&["--json"]).contains("\"admitted_only\",\"event\":\"bounded\""));
    is_over(&bed, event, &file);
    leaves(worker);
}
