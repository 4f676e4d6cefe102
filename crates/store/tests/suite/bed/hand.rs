//! A process used by the tests.

use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running `store-hand`; killed when dropped.
pub(crate) struct Hand {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Hand {
    pub(crate) fn start(args: &[&str]) -> Hand {
        Hand::run(Command::new(env!("CARGO_BIN_EXE_store-hand")).args(args))
    }

    pub(crate) fn run(command: &mut Command) -> Hand {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("starts");
        let input = child.stdin.take().expect("an input");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        Hand { child, input, output }
    }

    /// Its next line; empty at its end.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        line.trim_end().to_owned()
    }

    /// Its next line that begins with `start`.
    pub(crate) fn until(&mut self, start: &str) -> String {
        loop {
            let line = self.line();
            assert!(!line.is_empty(), "it ended without a line {start:?}");
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// The rest of its output.
    pub(crate) fn rest(mut self) -> Vec<String> {
        let lines = std::iter::from_fn(|| Some(self.line()).filter(|line| !line.is_empty())).collect();
        self.child.wait().expect("ends");
        lines
    }

    /// Asks it to stop, and returns the rest of its output.
    pub(crate) fn stop(mut self) -> Vec<String> {
        writeln!(self.input, "stop").expect("listens");
        self.rest()
    }

    /// Sends SIGKILL, and returns what it had printed.
    pub(crate) fn kill(mut self) -> Vec<String> {
        self.child.kill().expect("dies");
        self.rest()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("takes signals");
    }
}

impl Drop for Hand {
    fn drop(&mut self) {
        // It may already have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
