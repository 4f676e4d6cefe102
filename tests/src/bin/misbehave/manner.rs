//! Ways to write a line that are odd, and allowed.

use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

/// How lines are written.
pub(crate) struct Manner {
    deed: String,
    /// Has anything been written?
    begun: bool,
}

impl Manner {
    /// The manner of that name; lines as they are for every other name.
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
            // Of two stones, the one that is not there.
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

/// Writes bytes as they are; that nobody reads them is no matter.
pub(crate) fn raw(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}
