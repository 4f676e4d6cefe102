//! What the server tells its operator: one JSON object a line, on stderr.

use leitai_arena::now_ms;
use serde_json::{Map, Value};
use std::io::Write;

/// Something that an operator may want to know.
pub(crate) fn info(what: &str, with: &[(&str, &str)]) {
    write("info", what, with);
}

/// Something that an operator should look at.
pub(crate) fn warn(what: &str, with: &[(&str, &str)]) {
    write("warn", what, with);
}

fn write(level: &str, what: &str, with: &[(&str, &str)]) {
    let mut line = Map::new();
    line.insert("at_ms".to_owned(), now_ms().into());
    line.insert("level".to_owned(), level.into());
    line.insert("what".to_owned(), what.into());
    for (name, value) in with {
        line.insert((*name).to_owned(), (*value).into());
    }
    // Nobody may be reading.
    let _ = writeln!(std::io::stderr().lock(), "{}", Value::Object(line));
}
