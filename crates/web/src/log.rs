//! The server's messages to its operator, on stderr: one JSON object per line, or a sentence on a terminal.

use leitai_arena::now_ms;
use leitai_core::Sentence;
use leitai_draw::clean;
use serde_json::{Map, Value};
use std::io::{IsTerminal, Write};

/// Something that an operator should look at.
pub(crate) fn warn(what: &str, with: &[(&str, &str)]) {
    write("warn", what, with);
}

/// No core is free for a game; `None` once one is.
pub(crate) fn no_core(why: Option<&Sentence>) {
    if let Some(why) = why {
        warn("games wait for a free core", &[("why", &why.to_string())]);
    }
}

/// Something that others could read was closed to them, or could not be.
pub(crate) fn closed(what: &Sentence) {
    warn("files were open to other users of this machine", &[("why", &what.to_string())]);
}

fn write(level: &str, what: &str, with: &[(&str, &str)]) {
    let mut stderr = std::io::stderr().lock();
    if stderr.is_terminal() {
        let with: Vec<_> = with.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        // Nobody may be reading.
        let _ = writeln!(stderr, "{what} ({})", clean(&with.join(", ")));
        return;
    }
    let mut line = Map::new();
    line.insert("at_ms".to_owned(), now_ms().into());
    line.insert("level".to_owned(), level.into());
    line.insert("what".to_owned(), what.into());
    for (name, value) in with {
        line.insert((*name).to_owned(), (*value).into());
    }
    // Nobody may be reading.
    let _ = writeln!(stderr, "{}", Value::Object(line));
}
