//! Machines that are lent and taken back: the games they leave are played elsewhere, and no attempt is counted
//! against them.

use super::{Bed, HEARTBEAT, Stage, of_two, off, until};
use rustix::process::Signal;
use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

/// An event of two games that last as long as a file exists.
fn long(bed: &Bed) -> (PathBuf, PathBuf) {
    let long = bed.house.path("lasts");
    fs::write(&long, "").expect("our folder");
    let engine = format!("exec {} engine tictactoe --level random", bed.house.binary().display());
    let begun = begun(bed);
    let waits = format!(
        "echo >> {}; while [ -e {} ]; do sleep 0.05; done; {engine}",
        begun.display(),
        long.display()
    );
    let program = format!("cmd:sh -c '{waits}'");
    let file = bed.house.event("long", &program);
    of_two(&file, [&program, &program]);
    off(&file);
    (file, long)
}

/// A file with a line for each program that was started.
fn begun(bed: &Bed) -> PathBuf {
    bed.house.path("begun")
}

/// Waits until both programs of a game run: a game that was taken but not begun is given back silently.
fn plays(bed: &Bed, stage: &mut Stage) {
    until(stage, "took");
    for _ in 0..1_000 {
        if fs::read(begun(bed)).is_ok_and(|lines| lines.len() == 2) {
            return fs::remove_file(begun(bed)).expect("our file");
        }
        sleep(Duration::from_millis(20));
    }
    panic!("no game begins");
}

fn worker(bed: &mut Bed, more: &[&str]) -> Stage {
    let args = ["worker", "--server", &bed.address.clone(), "--heartbeat", HEARTBEAT, "--json"];
    bed.house.stage(&[&args[..], more].concat())
}

/// Waits until a query on the store returns that number.
fn comes(bed: &Bed, text: &'static str, number: i64) {
    for _ in 0..1_000 {
        if bed.sql(text).is_ok_and(|found| found == number) {
            return;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("{text}: {:?}", bed.sql(text));
}

const ATTEMPTS: &str = "SELECT COALESCE(MAX(attempts), 0) FROM jobs";
/// Running games of workers that have not announced that they leave.
const HELD: &str =
    "SELECT COUNT(*) FROM jobs WHERE state = 'running' AND worker IN (SELECT id FROM crews WHERE leaves = 0)";
const RUNNING: &str = "SELECT COUNT(*) FROM jobs WHERE state = 'running'";

#[test]
fn a_worker_gives_back_what_is_left_when_its_grace_is_over() {
    let mut bed = Bed::sqlite();
    let (file, long) = long(&bed);
    let event = bed.event("run", &file);
    let mut first = worker(&mut bed, &["--grace", "1", "--jobs", "1"]);
    plays(&bed, &mut first);
    first.signal(Signal::TERM);
    until(&mut first, "back");
    assert_eq!(first.end().0, Some(0));
    comes(&bed, RUNNING, 0);
    assert_eq!(bed.sql(ATTEMPTS).expect("a number"), 0);
    fs::remove_file(&long).expect("our file");
    let next = worker(&mut bed, &["--jobs", "1"]);
    assert_eq!(event.end().0, Some(0));
    super::leaves(next);
}

#[test]
fn a_machine_that_is_taken_back_again_and_again_makes_no_game_stuck() {
    let mut bed = Bed::sqlite();
    let (file, long) = long(&bed);
    let event = bed.event("run", &file);
    // Of the two games, at least one is begun more often than it may fail.
    for turn in 1..8 {
        let mut spot = worker(&mut bed, &["--jobs", "1"]);
        plays(&bed, &mut spot);
        assert_eq!(bed.sql(ATTEMPTS).expect("a number"), 1, "turn {turn}");
        spot.signal(Signal::TERM);
        comes(&bed, "SELECT COUNT(*) FROM crews WHERE leaves <> 0", turn);
        spot.kill();
    }
    // The control: if the worker dies unannounced, the attempt counts.
    let mut dies = worker(&mut bed, &["--jobs", "2"]);
    until(&mut dies, "took");
    comes(&bed, HELD, 2);
    dies.kill();
    fs::remove_file(&long).expect("our file");
    let next = worker(&mut bed, &["--jobs", "2"]);
    comes(&bed, ATTEMPTS, 2);
    let (code, said) = event.end();
    assert_eq!(code, Some(0), "{said}");
    super::leaves(next);
}
