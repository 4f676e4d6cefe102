//! A test that lacks a demanded need fails; a test that lacks any other need reports that visibly.

use leitai_testkit::{Demands, Need, skip, skips_in};
use std::fs;
use std::process::{Command, Output};

/// Names the need that a child process of this test lacks.
const LACKS: &str = "LEITAI_TRIAL_LACKS";

/// Runs in a child process: a test that lacks something.
#[test]
fn one_that_lacks() {
    if let Ok(name) = std::env::var(LACKS) {
        skip(Need::named(&name).expect("a need"), "all of it\n(there is none)");
    }
}

/// The result of a test that lacks `need` under `demands`, and what it adds to the list of skips.
fn lacking(need: Need, demands: &str) -> (Output, String) {
    let own = std::env::current_exe().expect("this test");
    let list = std::env::temp_dir().join(format!("leitai-skip-{}-{}", std::process::id(), need.name()));
    let _ = fs::remove_file(&list);
    let mut command = Command::new(own);
    command.args(["--exact", "skip::one_that_lacks"]).env(LACKS, need.name());
    let output = command.env("LEITAI_REQUIRE", demands).env("LEITAI_SKIPPED", &list).output();
    let listed = fs::read_to_string(&list).unwrap_or_default();
    let _ = fs::remove_file(&list);
    (output.expect("a process"), listed)
}

#[test]
fn what_is_demanded_may_not_be_skipped() {
    for demands in ["F,R,N", "node F", "F"] {
        let (output, listed) = lacking(Need::Full, demands);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!output.status.success() && said.contains("LEITAI_REQUIRE demands F: all of it"), "{said}");
        assert_eq!(listed, "");
    }
}

#[test]
fn what_is_skipped_is_listed_though_the_test_passes() {
    for demands in ["", "F,R,N", "nothing"] {
        let (output, listed) = lacking(Need::Node, demands);
        assert!(output.status.success());
        assert_eq!(listed, "skipped: node: all of it; (there is none)\n");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(skips_in(&said).collect::<Vec<_>>(), [(Need::Node, "all of it; (there is none)")]);
    }
}

#[test]
fn a_demand_that_nobody_knows_is_none() {
    // The demands of this run are all known.
    let _ = Demands::of_this_run();
    assert_eq!(Demands::read("F,postgresql"), Err("postgresql".to_owned()));
    assert_eq!(Demands::read("F,nothing"), Err("nothing".to_owned()));
    let (output, _) = lacking(Need::Java, "F,jawa");
    assert!(!output.status.success());
    let demands = Demands::read("F,R node").expect("known");
    assert!(demands.include(Need::Rootless) && !demands.include(Need::Java) && !demands.allow_no_level());
    assert_eq!(demands.without(&[Need::Full]).1, "R,node");
    assert!(Demands::read("nothing").expect("known").allow_no_level());
}

/// Otherwise whoever demands one of them is told by every program of tests that there is no such thing.
#[test]
fn what_the_script_can_demand_is_known_to_its_tests() {
    let script = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../test")).expect("the script");
    let after = |begin: &'static str| {
        script.lines().filter_map(move |line| line.trim().split_once(begin)?.1.split_whitespace().next())
    };
    let words: Vec<_> =
        after("skip ").filter(|word| !word.starts_with('"')).chain(after("checks ")).collect();
    assert!(words.contains(&"browser") && words.contains(&"aarch64-apple-darwin"), "{words:?}");
    for word in words.into_iter().filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())) {
        assert!(Demands::read(word).is_ok(), "{word}");
    }
}
