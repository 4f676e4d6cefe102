//! The process on whose behalf the probe does what nothing here ends: once that is gone, nothing of the probe may be
//! left, whatever the sandbox lets it do.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often to look.
const LOOK: Duration = Duration::from_millis(100);

/// The examiner's folder in `/proc`; `None` if it cannot be seen, because a sandbox hides it. Then that sandbox ends
/// what is in it, which is not tried where it does not hold.
static SEEN: OnceLock<Option<PathBuf>> = OnceLock::new();

/// Remembers whose probe this is.
pub(super) fn meet(tag: &OsStr) {
    let number = tag.to_str().and_then(|tag| tag.strip_prefix("examined-by-")?.split_once('-'));
    let folder = number.and_then(|(pid, _)| pid.parse::<u32>().ok()).map(|pid| format!("/proc/{pid}").into());
    let _ = SEEN.set(folder.filter(|folder: &PathBuf| folder.exists()));
}

/// Whether the examiner was seen and is gone.
fn is_gone() -> bool {
    SEEN.get().and_then(Option::as_ref).is_some_and(|folder| !folder.exists())
}

/// Sleeps so long, or until the examiner is gone.
pub(super) fn stay(long: Duration) {
    let start = Instant::now();
    while start.elapsed() < long && !is_gone() {
        sleep(LOOK.min(long));
    }
}

/// Ends this process once the examiner is gone. Waits for ever otherwise, and returns at once if it cannot be seen.
pub(super) fn leave_with() {
    if SEEN.get().is_some_and(Option::is_some) {
        while !is_gone() {
            sleep(LOOK);
        }
        std::process::exit(0);
    }
}
