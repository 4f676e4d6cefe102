//! A lock whatever became of its last holder.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock of values that are never half written: that its last holder panicked says nothing of them.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
