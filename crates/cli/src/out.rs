//! Standard output. A reader that has gone (`| head`) ends the command quietly.

use crate::{called, stop};
use serde::Serialize;
use std::io::{ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

/// Prints one line.
pub(crate) fn line(text: &str) {
    self::text(&format!("{text}\n"));
}

/// Prints one line whose commands in back quotes work as they stand.
pub(crate) fn advice(text: &str) {
    line(&called::advice(text));
}

/// Prints one JSON object as a line.
pub(crate) fn json(value: &impl Serialize) {
    // Plain structs of numbers and strings: serialising cannot fail.
    line(&serde_json::to_string(value).unwrap_or_default());
}

/// Why nothing can be printed any more.
static LOST: OnceLock<ErrorKind> = OnceLock::new();

/// Prints text as it is. When that fails the command is asked to stop, so that games and temporary folders
/// are cleared away as on Ctrl-C, and what follows is not printed.
pub(crate) fn text(text: &str) {
    bytes(text.as_bytes());
}

/// The same for bytes of any encoding.
pub(crate) fn bytes(bytes: &[u8]) {
    if LOST.get().is_some() {
        return;
    }
    let mut stdout = std::io::stdout().lock();
    if let Err(error) = stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        let _ = LOST.set(error.kind());
        stop::raise();
    }
}

/// The exit code if the output was lost: a reader that has gone is no failure.
pub(crate) fn lost() -> Option<ExitCode> {
    LOST.get().map(|kind| ExitCode::from(u8::from(*kind != ErrorKind::BrokenPipe)))
}

/// May the output be coloured?
pub(crate) fn colored() -> bool {
    is_watched() && std::env::var_os("NO_COLOR").is_none()
}

/// Is a person watching?
pub(crate) fn is_watched() -> bool {
    std::io::stdout().is_terminal()
}
