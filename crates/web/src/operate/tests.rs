//! The window in process.
