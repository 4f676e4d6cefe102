//! The version of this program.

use std::sync::LazyLock;

/// The version, with the commit if it was built from a checkout (`build.rs`).
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("LEITAI_COMMIT").map(|commit| format!(" ({commit})")).unwrap_or_default();
        format!("{}{commit}", env!("CARGO_PKG_VERSION"))
    });
    &VERSION
}
