//! How this program was called: commands in its advice are written so that they work as they stand.

use leitai_protocol::printable;
use std::borrow::Cow;
use std::sync::OnceLock;

/// What started this program in another's place, as a person types it: `./run` says it.
const CALLED: &str = "LEITAI_CALLED";

static NAME: OnceLock<String> = OnceLock::new();

/// The program as a person calls it: what stands in its place, or the path that was typed, or its name.
pub(crate) fn name() -> &'static str {
    NAME.get_or_init(|| {
        let typed = std::env::args_os().next().unwrap_or_default();
        let placed = std::env::var_os(CALLED).filter(|name| !name.is_empty());
        let is_path = typed.as_encoded_bytes().contains(&b'/') && !typed.as_encoded_bytes().starts_with(b"/");
        match placed.or(is_path.then_some(typed)) {
            Some(name) => printable(name.as_encoded_bytes()),
            None => "leitai".to_owned(),
        }
    })
}

/// A sentence whose commands stand in back quotes, each as it was called.
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
        assert_eq!(written("用 `leitai games 游戏` 查看", "./leitai"), "用 `./leitai games 游戏` 查看");
    }
}
