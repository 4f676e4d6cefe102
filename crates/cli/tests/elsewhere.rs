//! Built-in players under a judge that is not ours: the one in `examples/elsewhere`, which has its own implementation
//! of the rules.

use std::path::Path;
use std::process::Command;

/// The judge's output for two games between a built-in player and a program, and its exit code.
fn judged(program: &str) -> (String, Option<i32>) {
    let judge = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/elsewhere/judge.py");
    let ours = format!("{} engine draughts --level random --seed 7", env!("CARGO_BIN_EXE_leitai"));
    let output =
        Command::new("python3").arg(judge).args(["2", &ours, program]).output().expect("python3 starts");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn a_judge_after_the_text_finds_no_fault() {
    let other = format!("{} engine draughts --level easy", env!("CARGO_BIN_EXE_leitai"));
    let (said, code) = judged(&other);
    assert!(said.ends_with(", 0 faults\n") && code == Some(0), "{said}");
}

#[test]
fn it_finds_those_that_there_are() {
    for (deed, fault) in [
        ("input(); print('ok?')", "it did not answer OK"),
        ("input(); print('OK', flush=True); input()", "it left before END"),
        (
            "input(); print('OK', flush=True); [print('2 0,1 1,0', flush=True) for line in iter(input, '') if line == 'TURN']",
            "illegal",
        ),
    ] {
        let (said, code) = judged(&format!("python3 -c \"{deed}\""));
        assert!(said.contains(fault) && said.ends_with(", 2 faults\n") && code == Some(1), "{deed}: {said}");
    }
}
