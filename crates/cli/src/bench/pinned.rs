//! Pinning a thread to a core.

use leitai_sandbox::system::cores;

/// Pins this thread to a core; returns the cores it was allowed before.
pub(crate) fn pin(core: Option<usize>) -> Option<Vec<usize>> {
    let before = cores::available().ok()?;
    cores::pin(&[core?]).ok()?;
    Some(before)
}

pub(crate) fn unpin(before: Option<Vec<usize>>) {
    if let Some(before) = before {
        // It was allowed a moment ago.
        let _ = cores::pin(&before);
    }
}
