//! What POSIX says, and so what every system but Windows has in the same way.

pub(crate) mod busy_file;
pub(crate) mod children;
pub(crate) mod files;
pub(crate) mod keeper;
pub mod locks;
pub(crate) mod naming;
pub(crate) mod outside;
pub(crate) mod passing_folder;
pub(crate) mod reap;
pub(crate) mod stream;
pub(crate) mod streams;
pub mod terminal;
pub(crate) mod trust;
