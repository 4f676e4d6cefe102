//! Standard output. A reader that has gone (`| head`) ends the command quietly.

use serde::Serialize;
use std::io::{ErrorKind, IsTerminal, Write};

/// Prints one line.
pub(crate) fn line(text: &str) {
    self::text(&format!("{text}\n"));
}

/// Prints one JSON object as a line.
pub(crate) fn json(value: &impl Serialize) {
    // Plain structs of numbers and strings: serialising cannot fail.
    line(&serde_json::to_string(value).unwrap_or_default());
}

/// Prints text as it is.
pub(crate) fn text(text: &str) {
    let mut stdout = std::io::stdout().lock();
    if let Err(error) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        let broken = error.kind() == ErrorKind::BrokenPipe;
        std::process::exit(i32::from(!broken));
    }
}

/// May the output be coloured?
pub(crate) fn colored() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}
