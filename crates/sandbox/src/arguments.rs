//! Command-line arguments by which the binary is started as the launcher or the zygote.

/// The first argument that makes the binary act as the launcher.
pub const ASKED: &str = "sandbox-launch";
/// The second argument that makes it act as the zygote.
pub(crate) const SERVE: &str = "serve";
/// The second argument that makes it make a folder, and remove it at the end of its input; the third is how the folder's
/// name begins.
pub(crate) const FOLDER: &str = "folder";
