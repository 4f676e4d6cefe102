//! A command of this binary that runs for the workbench.

use leitai_core::Lang;
use leitai_sandbox::outside;
use leitai_sandbox::system::own_file;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Most bytes of a line.
const LONGEST: u64 = 1 << 20;
/// Most bytes that are kept of what a command says as it fails.
const LAST_WORDS: usize = 4 << 10;

/// A command that was started here, and ends with this process at the latest.
#[derive(Clone)]
pub(super) struct Started(Arc<Mutex<Child>>);

impl Started {
    /// Starts a command of this binary in this folder. On a thread of its own `hears` is called with each line of its output,
    /// and `left` once it has left, with what it said last of what is wrong.
    pub(super) fn start(
        words: Vec<OsString>,
        folder: &Path,
        lang: Lang,
        mut hears: impl FnMut(&str) + Send + 'static,
        left: impl FnOnce(String) + Send + 'static,
    ) -> io::Result<Started> {
        let words = [OsString::from("--lang"), lang.to_string().into()].into_iter().chain(words);
        let mut command = outside::own(own_file(), words);
        command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = outside::start(command)?;
        let (said, wrong) = child.stdout.take().zip(child.stderr.take()).ok_or(io::ErrorKind::BrokenPipe)?;
        let started = Started(Arc::new(Mutex::new(child)));
        let own = started.clone();
        let reads = move || {
            let wrong = thread::spawn(move || last_words(wrong));
            let mut said = BufReader::new(said);
            while let Some(line) = next_line(&mut said) {
                hears(&line);
            }
            own.ends();
            left(wrong.join().unwrap_or_default());
        };
        match thread::Builder::new().name("workbench".to_owned()).spawn(reads) {
            Ok(_) => Ok(started),
            Err(error) => {
                started.ends();
                Err(error)
            }
        }
    }

    /// Ends it, with all that it started. Once it has left, nothing happens.
    pub(super) fn ends(&self) {
        let mut child = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // It may have left by itself.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The next line, or as much of it as this binary ever prints; `None` at the end, or if it is no text.
fn next_line(said: &mut impl io::BufRead) -> Option<String> {
    let mut line = String::new();
    said.take(LONGEST).read_line(&mut line).ok().filter(|read| *read > 0)?;
    Some(line)
}

/// The last of what was said, without the name of this binary before it.
fn last_words(mut from: impl Read) -> String {
    let (mut kept, mut piece) = (Vec::new(), [0; 1024]);
    while let Ok(read @ 1..) = from.read(&mut piece) {
        kept.extend_from_slice(&piece[..read]);
        let more = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..more);
    }
    String::from_utf8_lossy(&kept).trim().trim_start_matches("leitai: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_what_was_said_is_kept() {
        assert_eq!(last_words(&b"leitai: no\n"[..]), "no");
        assert_eq!(last_words(&vec![b'x'; 3 * LAST_WORDS][..]).len(), LAST_WORDS);
    }

    #[test]
    fn lines_come_one_by_one() {
        let mut said = BufReader::new(&b"one\ntwo"[..]);
        let lines: Vec<_> = std::iter::from_fn(|| next_line(&mut said)).collect();
        assert_eq!(lines, ["one\n", "two"]);
    }
}
