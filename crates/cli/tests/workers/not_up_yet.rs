//! Workers and their store start in any order; errors that waiting does not fix are reported.

use super::{Bed, HEARTBEAT, is_over, leaves};
use std::time::{Duration, Instant};

#[test]
fn a_worker_that_is_there_before_its_store_waits_for_it_and_plays() {
    let Some(mut bed) = Bed::postgres() else { return };
    let file = bed.brief("early");
    let server = bed.server.take().expect("its server");
    server.crash();
    let mut worker = bed.worker("2");
    let waits = worker.complaint();
    assert!(waits.contains("does not answer yet") && waits.contains("15 s at most"), "{waits}");
    server.run();
    bed.server = Some(server);
    let event = bed.event("run", &file);
    is_over(&bed, event, &file);
    leaves(worker);
}

/// The control: neither a wrong password nor a wrong address is waited for indefinitely.
#[test]
fn a_wrong_password_is_said_at_once_and_a_wrong_address_within_the_stated_time() {
    let Some(bed) = Bed::postgres() else { return };
    let server = bed.server.as_ref().expect("its server");
    let rules = server.folder().join("data/pg_hba.conf");
    std::fs::write(&rules, "local all leitai trust\nlocal all all scram-sha-256\n").expect("our folder");
    server.sql("postgres", "CREATE ROLE w LOGIN PASSWORD 'right'");
    server.sql("postgres", "SELECT pg_reload_conf()");
    let address = bed.address.replace("leitai@", "w:wrong@");
    let begun = Instant::now();
    let done = bed.house.done(&["worker", "--server", &address, "--heartbeat", HEARTBEAT]);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.code() == Some(1) && said.contains("password"), "{said}");
    assert!(begun.elapsed() < Duration::from_secs(10) && !said.contains("does not answer"), "{said}");
    // A lease is three heartbeats, and the worker waits for ten leases: 6 s.
    let begun = Instant::now();
    let nowhere = "postgres://leitai@127.0.0.1:1/store";
    let done = bed.house.done(&["worker", "--server", nowhere, "--heartbeat", "0.2"]);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.code() == Some(1) && said.contains("refused"), "{said}");
    assert!(said.contains("127.0.0.1:1/store does not answer yet") && said.contains("6 s at most"), "{said}");
    assert!((6..20).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
}
