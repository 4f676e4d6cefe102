//! Unusual but permitted ways of writing a line.

use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

/// How lines are written.
pub(crate) struct Manner {
    deed: String,
    /// Whether anything has been written.
    begun: bool,
}

impl Manner {
    /// The manner with that name; lines are written unchanged for every other name.
    pub(crate) fn of(deed: &str) -> Manner {
        Manner { deed: deed.to_owned(), begun: false }
    }

    /// Writes whole lines.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let first = !std::mem::replace(&mut self.begun, true);
        match self.deed.as_str() {
            "crlf" => raw(text.replace('\n', "\r\n").as_bytes()),
            "trailing-blanks" => raw(text.replace('\n', " \t  \n").as_bytes()),
            "lower-case" => raw(text.to_ascii_lowercase().as_bytes()),
            "lays-out" => raw(text.replace('{', "{\n  ").replace('}', "\n}").replace(',', ",\n").as_bytes()),
            // Of two stones, omits the missing one.
            "no-second" => raw(text.replace("@@", "").as_bytes()),
            "blank-lines" => raw(format!("\n \n{text}").as_bytes()),
            "bom" if first => raw(&[b"\xef\xbb\xbf", bytes].concat()),
            "single-bytes" => {
                for byte in bytes {
                    raw(&[*byte]);
                    sleep(Duration::from_millis(1));
                }
            }
            _ => raw(bytes),
        }
    }
}

/// Writes bytes unchanged; it does not matter whether anyone reads them.
pub(crate) fn raw(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}
