//! Putting a file in the place of another in one step, also while somebody has that one open.

use crate::system::files::is_held;
use leitai_lang::{Sentence, sentence};
use std::fs;
use std::io;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

/// How long whoever has a file open is waited for: after each wait it is tried again. Indexers, anti-virus programs and what copies
/// a folder elsewhere are done within a few tenths of a second.
const WAITS: [Duration; 7] = [
    Duration::from_millis(5),
    Duration::from_millis(20),
    Duration::from_millis(50),
    Duration::from_millis(100),
    Duration::from_millis(200),
    Duration::from_millis(400),
    Duration::from_millis(800),
];

/// Renames `part` to `path`, in place of what may be there, in one step. Where the system refuses that while somebody has `path` open
/// (Windows), it is tried again for a second and a half; the error then names the file and says what to do.
pub fn replace(part: &Path, path: &Path) -> io::Result<()> {
    let is_held = |error: &io::Error| is_held(error, path);
    let done = tried(|| fs::rename(part, path), is_held, sleep);
    done.map_err(|error| if is_held(&error) { held(path).into() } else { error })
}

/// Tries until it is done, fails because of something else, or was waited for long enough.
fn tried(
    mut once: impl FnMut() -> io::Result<()>,
    is_held: impl Fn(&io::Error) -> bool,
    mut wait: impl FnMut(Duration),
) -> io::Result<()> {
    for pause in WAITS {
        match once() {
            Err(error) if is_held(&error) => wait(pause),
            done => return done,
        }
    }
    once()
}

fn held(path: &Path) -> Sentence {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    sentence!(
        "another program has {name} open (an editor, OneDrive, an anti-virus program): close it there, then do this again",
        "“{name}”正被其他程序打开（编辑器、网盘同步或杀毒软件）：请先在那里关闭它，再重试"; name
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn fails(held: bool) -> io::Error {
        if held { io::ErrorKind::ResourceBusy.into() } else { io::ErrorKind::PermissionDenied.into() }
    }

    fn is_busy(error: &io::Error) -> bool {
        error.kind() == io::ErrorKind::ResourceBusy
    }

    /// How often it was tried, how long that took, and what came of it, if it is held so many times.
    fn held_for(times: usize, then: fn() -> io::Result<()>) -> (usize, Duration, io::Result<()>) {
        let (tries, slept) = (Cell::new(0), Cell::new(Duration::ZERO));
        let once = || {
            tries.set(tries.get() + 1);
            if tries.get() <= times { Err(fails(true)) } else { then() }
        };
        let done = tried(once, is_busy, |pause| slept.set(slept.get() + pause));
        (tries.get(), slept.get(), done)
    }

    #[test]
    fn whoever_has_a_file_open_is_waited_for_and_not_forever() {
        let (tries, slept, done) = held_for(0, || Ok(()));
        assert!(done.is_ok() && (tries, slept) == (1, Duration::ZERO));
        let (tries, _, done) = held_for(3, || Ok(()));
        assert!(done.is_ok() && tries == 4);
        let (tries, slept, done) = held_for(usize::MAX, || Ok(()));
        assert!(done.is_err_and(|error| is_busy(&error)) && tries == WAITS.len() + 1);
        assert!(slept < Duration::from_secs(2), "{slept:?}");
        // What is refused for another reason is refused at once.
        let (tries, slept, done) = held_for(0, || Err(fails(false)));
        assert!(done.is_err() && (tries, slept) == (1, Duration::ZERO));
    }

    #[test]
    fn a_file_takes_the_place_of_another_and_what_cannot_be_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        let [part, path] = ["part", "whole"].map(|name| folder.path().join(name));
        for text in ["one", "two"] {
            fs::write(&part, text).expect("our folder");
            replace(&part, &path).expect("our folder");
            assert_eq!(fs::read_to_string(&path).expect("there"), text);
            assert!(!part.exists());
        }
        assert!(replace(&part, &path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound));
        assert!(held(&path).to(leitai_lang::Lang::En).contains("whole"));
    }
}
