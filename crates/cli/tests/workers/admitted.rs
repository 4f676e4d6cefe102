//! A worker that signs in with a token of its own plays an event, and plays no more once that is revoked.

use super::{Bed, HEARTBEAT, is_over, leaves, until};
use serde_json::Value;

#[test]
fn an_admitted_worker_plays_an_event_and_is_sent_away_when_it_is_revoked() {
    let Some(mut bed) = Bed::postgres() else { return };
    let owner = ["worker", "--server", &bed.address.clone(), "--heartbeat", HEARTBEAT, "--admitted-only"];
    let (code, said) = bed.house.stage(&owner).end();
    assert!(code == Some(2) && said.contains("who may do everything"), "{code:?} {said}");
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
    assert!(bed.workers(&["revoke", "lab-x"]).contains("cannot sign in any more"));
    let (code, said) = worker.end();
    assert!(code != Some(0) && !said.contains("panicked"), "{code:?} {said}");
    let (code, said) = bed.house.stage(&args).end();
    assert!(code != Some(0) && said.contains("lab-x"), "{code:?} {said}");
    // The others play what it left.
    let next = bed.worker("2");
    is_over(&bed, event, &file);
    leaves(next);
    assert!(bed.workers(&["revoke", "lab-x"]).contains("has no token"));
}
