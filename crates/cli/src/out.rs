//! Standard output. If the reader goes away (`| head`), the command ends quietly.

use crate::{called, stop};
use leitai_core::{harmless, shown_json, turns_text};
use serde::Serialize;
use std::io::{ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

/// Prints one line. What would turn its text around, in a name for example, becomes `?`.
pub(crate) fn line(text: &str) {
    bytes(format!("{}\n", text.replace(turns_text, "?")).as_bytes());
}

/// Prints one line, with the commands in backquotes as this program was invoked.
pub(crate) fn advice(text: &str) {
    line(&called::advice(text));
}

/// Prints one JSON object as a line.
pub(crate) fn json(value: &impl Serialize) {
    // Serialising plain structs of numbers and strings cannot fail.
    line(&shown_json(serde_json::to_string(value).unwrap_or_default()));
}

/// The error after which nothing is printed any more.
static LOST: OnceLock<ErrorKind> = OnceLock::new();

/// Prints text as it is, except that nothing turns it around at a terminal. If that fails, the command is asked to stop, so that games and temporary folders are cleaned
/// up as on Ctrl-C, and later output is dropped.
pub(crate) fn text(text: &str) {
    if is_watched() && text.contains(turns_text) {
        bytes(text.replace(turns_text, "?").as_bytes());
    } else {
        bytes(text.as_bytes());
    }
}

/// Prints text for people in which names of files or words of a file stand: what is hidden in them shows as an escape.
pub(crate) fn said(text: &str) {
    bytes(harmless(text).as_bytes());
}

/// Like [`text`], for bytes of any encoding.
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

/// The exit code if the output was lost: a reader that has gone away is not a failure.
pub(crate) fn lost() -> Option<ExitCode> {
    LOST.get().map(|kind| ExitCode::from(u8::from(*kind != ErrorKind::BrokenPipe)))
}

/// Whether the output may be coloured.
pub(crate) fn colored() -> bool {
    is_watched() && std::env::var_os("NO_COLOR").is_none()
}

/// Whether a person is watching.
pub(crate) fn is_watched() -> bool {
    std::io::stdout().is_terminal()
}
