//! A full disk, and a read-only place: an error, and nothing half done.

use crate::bed::{Bed, Hand, Server, key, wait};
use leitai_store::{Finished, Job, StoreError};
use leitai_testkit::{Need, skip};
use serde_json::json;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// Runs the hand with `folder` on a disk of its own: 3 MB, mostly taken by the file `ballast`, or one that is
/// read-only. Returns `None` if no disk can be mounted.
fn on_a_small_disk(folder: &Path, args: &[&str], read_only: bool) -> Option<Hand> {
    let script = "mount -t tmpfs -o size=3m none \"$1\" || exit 9
        head -c 2300000 /dev/zero > \"$1/ballast\"
        test -z \"$2\" || mount -o remount,bind,ro \"$1\" || exit 9
        shift 2; exec \"$@\"";
    let mut probe = Command::new("unshare");
    let probed =
        probe.args(["--map-root-user", "--mount", "mount", "-t", "tmpfs", "none"]).arg(folder).output();
    if !probed.is_ok_and(|done| done.status.success()) {
        skip(Need::Mount, "the store on a full disk (no right to mount one)");
        return None;
    }
    let mut shell = Command::new("unshare");
    shell.args(["--map-root-user", "--mount", "sh", "-c", script, "sh"]).arg(folder);
    shell.arg(if read_only { "ro" } else { "" }).arg(env!("CARGO_BIN_EXE_store-hand")).args(args);
    Some(Hand::run(&mut shell))
}

/// The hand's output if there was no room at first.
fn full_then_room(place: &str, next: &str) -> [String; 4] {
    let full = "the disk is full; nothing was written; free some space and try again";
    [format!("refused {place}: {full}"), "kept true".into(), format!("next {next}"), "reopened true".into()]
}

fn fills(scheme: &str, name: &str, how: &str, next: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join(name).display().to_string();
    let ballast = folder.path().join("ballast").display().to_string();
    let args = [how, &format!("{scheme}:{place}"), &ballast];
    if let Some(hand) = on_a_small_disk(folder.path(), &args, false) {
        assert_eq!(hand.rest(), full_then_room(&place, next));
    }
}

#[test]
fn a_full_disk_leaves_the_journals_file_as_it_was() {
    fills("file", "journal.jsonl", "fill", "true");
}

#[test]
fn a_full_disk_leaves_sqlites_journal_as_it_was() {
    fills("sqlite", "store.db", "fill", "true");
}

#[test]
fn a_full_disk_leaves_sqlites_queue_as_it_was() {
    fills("sqlite", "store.db", "result", "Stands");
}

#[test]
fn a_read_only_place_is_told_apart() {
    let read_only = "read-only; nothing was written; use another place or change its permissions";
    let closed = "cannot be opened; check that its folder exists and is writable";
    for (scheme, name, why) in [("file", "journal.jsonl", read_only), ("sqlite", "store.db", closed)] {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join(name).display().to_string();
        let args = ["fill", &format!("{scheme}:{place}"), ""];
        if let Some(hand) = on_a_small_disk(folder.path(), &args, true) {
            assert_eq!(hand.rest(), [format!("failed {place}: {why}")]);
        }
    }
}

/// A database on the server's own disk, which is almost full.
fn full_postgres() -> Option<(Bed, String)> {
    if !rustix::process::geteuid().is_root() {
        skip(Need::Mount, "PostgreSQL on a full disk (no right to mount one)");
        return None;
    }
    let server = Arc::new(Server::start(Some("32m"))?);
    let small = server.folder().join("small");
    server.sql("postgres", &format!("CREATE TABLESPACE small LOCATION '{}'", small.display()));
    server.sql("postgres", "ALTER DATABASE template1 SET TABLESPACE small");
    let bed = Bed::on(Arc::clone(&server));
    wait(async { bed.database().await.close().await });
    let small = format!("/proc/{}/root{}", server.pid(), small.display());
    let disk = rustix::fs::statvfs(&small).expect("a disk");
    let ballast = format!("{small}/ballast");
    std::fs::write(&ballast, vec![0; (disk.f_bavail * disk.f_frsize) as usize - 100_000]).expect("room");
    Some((bed, ballast))
}

#[test]
fn a_full_disk_leaves_postgresqls_tables_as_they_were() {
    for (how, next) in [("fill", "true"), ("result", "Stands")] {
        let Some((bed, ballast)) = full_postgres() else { return };
        let said = Hand::start(&[how, &bed.address, &ballast]).rest();
        assert_eq!(said, full_then_room(&bed.address, next));
    }
}

#[test]
fn a_database_that_turns_read_only_keeps_what_it_has() {
    let Some(bed) = Bed::postgres() else { return };
    let server = bed.server.clone().expect("its server");
    wait(async {
        let queue = bed.queue().await;
        let job = |game: &str| Job {
            event: "cup".into(),
            game: key(game),
            class: "lab".into(),
            priority: 0,
            payload: json!(1),
        };
        queue.enqueue(&[job("1"), job("2")]).await.unwrap();
        let lease = queue.lease("lab", "w").await.unwrap().expect("due");
        let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        let name = bed.name();
        server.sql("postgres", &format!("ALTER DATABASE {name} SET default_transaction_read_only = on"));
        server.sql(name, end);
        let refused = loop {
            match queue.finish(&lease, &json!(1)).await {
                Err(error) if error.is_passing() => {}
                other => break other,
            }
        };
        assert!(matches!(refused, Err(StoreError::ReadOnly(_))), "{refused:?}");
        assert!(matches!(queue.heartbeat(&lease).await, Err(StoreError::ReadOnly(_))));
        assert!(matches!(queue.lease("lab", "v").await, Err(StoreError::ReadOnly(_))));
        assert!(matches!(queue.enqueue(&[job("3")]).await, Err(StoreError::ReadOnly(_))));
        assert_eq!(queue.results("cup").await.unwrap(), []);
        server.sql("postgres", &format!("ALTER DATABASE {name} RESET default_transaction_read_only"));
        server.sql(name, end);
        drop(queue);
        let queue = bed.queue().await;
        assert_eq!(queue.finish(&lease, &json!(1)).await.unwrap(), Finished::Stands);
        assert_eq!(queue.list("cup").await.unwrap().len(), 2);
    });
}
