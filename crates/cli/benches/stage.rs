//! `cargo bench -p leitai`: what the stage costs per ply compared with a bare ping-pong, and the fixed work.

#![expect(clippy::print_stderr, reason = "a benchmark talks to its user")]

use std::process::{Command, exit};

fn main() {
    for what in ["stage", "nodes"] {
        let status = Command::new(env!("CARGO_BIN_EXE_leitai")).args(["bench", what]).status();
        match status {
            Ok(status) if status.success() => {}
            other => {
                eprintln!("leitai bench {what}: {other:?}");
                exit(1);
            }
        }
    }
}
