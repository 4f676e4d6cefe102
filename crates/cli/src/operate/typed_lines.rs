//! Lines typed at this terminal, or that come through a pipe.

use leitai_protocol::printable;
use std::collections::VecDeque;
use std::io::{self, BufRead as _, IsTerminal as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The lines typed and not yet taken.
pub(super) struct TypedLines {
    heard: Receiver<String>,
    waiting: VecDeque<String>,
    has_ended: bool,
    /// Whether a person types them.
    pub(super) by_hand: bool,
}

impl TypedLines {
    /// Begins to read standard input, on a thread of its own: it ends with the process.
    pub(super) fn begin() -> io::Result<TypedLines> {
        let (said, heard) = channel();
        let thread = thread::Builder::new().name("leitai-typed".to_owned());
        thread.spawn(move || {
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            while input.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                let text = printable(line.strip_suffix(b"\n").unwrap_or(&line).trim_ascii());
                if said.send(text).is_err() {
                    return;
                }
                line.clear();
            }
        })?;
        let by_hand = io::stdin().is_terminal();
        Ok(TypedLines { heard, waiting: VecDeque::new(), has_ended: false, by_hand })
    }

    /// Waits so long for more.
    pub(super) fn wait(&mut self, patience: Duration) {
        match self.heard.recv_timeout(patience) {
            Ok(line) => self.waiting.push_back(line),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                // Nothing wakes this any more.
                thread::sleep(patience);
                self.has_ended = true;
            }
        }
        self.waiting.extend(self.heard.try_iter());
    }

    /// The next line, which stays.
    pub(super) fn next(&self) -> Option<&str> {
        self.waiting.front().map(String::as_str)
    }

    /// Takes the next line.
    pub(super) fn take(&mut self) {
        self.waiting.pop_front();
    }

    /// Whether every line was taken, and none will come.
    pub(super) fn is_over(&self) -> bool {
        self.has_ended && self.waiting.is_empty()
    }
}
