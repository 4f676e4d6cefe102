//! Which version this is.

use std::sync::LazyLock;

/// The version, with the commit where whoever built the binary named it in `LEITAI_COMMIT`, as `./run` does.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("LEITAI_COMMIT").filter(|commit| !commit.is_empty());
        let commit = commit.map(|commit| format!(" ({commit})")).unwrap_or_default();
        format!("{}{commit}", env!("CARGO_PKG_VERSION"))
    });
    &VERSION
}
