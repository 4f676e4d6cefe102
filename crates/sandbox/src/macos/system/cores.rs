//! The cores that a thread may run on: the system decides, and cannot be told.

use std::io;

/// The numbers of the machine's cores, in ascending order.
pub fn available() -> io::Result<Vec<usize>> {
    Ok((0..std::thread::available_parallelism()?.get()).collect())
}

/// Errors: this system pins nothing to cores.
pub fn pin(_cores: &[usize]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
