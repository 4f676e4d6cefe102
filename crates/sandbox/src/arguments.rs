//! By which arguments a binary is asked to be something else than itself.

/// The argument by which a binary is asked to be the launcher.
pub const ASKED: &str = "sandbox-launch";
/// The argument behind it by which it is asked to be the zygote.
pub(crate) const SERVE: &str = "serve";
