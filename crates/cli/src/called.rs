//! How this program was invoked, so that the commands in its advice can be run as printed.

use leitai_protocol::printable;
use leitai_sandbox::system::files;
use std::borrow::Cow;
use std::path::Path;
use std::sync::OnceLock;

/// The environment variable in which a wrapper passes its own name, as a person types it; `./run` sets it.
const CALLED: &str = "LEITAI_CALLED";

static NAME: OnceLock<String> = OnceLock::new();

/// The program as a person invokes it: the wrapper's name, else the relative path that was typed, else `leitai`.
pub(crate) fn name() -> &'static str {
    NAME.get_or_init(|| {
        let typed = std::env::args_os().next().unwrap_or_default();
        let placed = std::env::var_os(CALLED).filter(|name| !name.is_empty());
        let is_path = files::is_path(&typed) && !Path::new(&typed).is_absolute();
        match placed.or(is_path.then_some(typed)) {
            Some(name) => printable(name.as_encoded_bytes()),
            None => "leitai".to_owned(),
        }
    })
}

/// Rewrites the commands in the backquotes of a sentence to the name by which this program was invoked.
pub(crate) fn advice(text: &str) -> Cow<'_, str> {
    match name() {
        "leitai" => text.into(),
        name => written(text, name).into(),
    }
}

fn written(text: &str, name: &str) -> String {
    text.replace("`leitai ", &format!("`{name} "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_written_as_they_were_called() {
        assert_eq!(written("`leitai replay` of leitai", "./run"), "`./run replay` of leitai");
        assert_eq!(written("用 `leitai games 棋种` 查看", "./leitai"), "用 `./leitai games 棋种` 查看");
    }
}
