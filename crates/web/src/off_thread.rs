//! Work off the threads that answer.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::spawn_blocking;

/// Runs work that takes milliseconds, or waits for a disk or the store, off the threads that answer. `None` if it panicked.
/// It goes on if nobody waits for it any more.
pub(crate) async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let made = Arc::new(Mutex::new(None));
    let kept = Arc::clone(&made);
    run(Box::new(move || {
        let done = work();
        *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
    }))
    .await;
    made.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// All work is of this one type: the task around it would be compiled anew for each of 150 pages and deeds.
async fn run(work: Box<dyn FnOnce() + Send>) {
    // A panic leaves nothing behind, which says it.
    let _ = spawn_blocking(work).await;
}
