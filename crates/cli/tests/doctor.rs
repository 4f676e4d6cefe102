//! `leitai doctor` examines this machine to its end, whatever it finds.

use serde_json::Value;
use std::process::Command;

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
