//! `leitai doctor` examines this machine to its end, whatever it finds.

use serde_json::Value;
use std::process::Command;

/// What could not be set up or tried is reported in Chinese, whether by the stage, the launcher or a probe.
#[test]
fn what_is_missing_is_told_in_chinese() {
    for level in ["off", "P", "N"] {
        let args = ["--lang", "zh", "doctor", "--json", "--level", level];
        let output = Command::new(env!("CARGO_BIN_EXE_leitai")).args(args).output().expect("the binary runs");
        let text = String::from_utf8(output.stdout).expect("text");
        for line in text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
            if line["state"] == "not-tried" || (line["type"] == "level" && line["state"] == "missing") {
                let found = line["found"].as_str().expect("words");
                assert_eq!(leitai_testkit::english_in(found), None, "{found}");
            }
        }
    }
}

#[test]
fn the_machine_is_examined_to_the_end() {
    let output = Command::new(env!("CARGO_BIN_EXE_leitai")).args(["doctor", "--json"]).output();
    let output = output.expect("the binary runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let said = |what: &str| lines.iter().any(|line| line["what"] == what);
    assert!(said("system") && said("start of a program") && said("nothing survives the stage"), "{text}");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
