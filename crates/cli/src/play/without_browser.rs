//! Playing in a browser, in a build without the web site, which has no page.

use crate::args::SetupArgs;
use crate::failure::Failure;
use crate::named_game::NamedGame;
use leitai_core::{Lang, sentence};

/// Refuses: there is only the terminal.
pub(super) fn play(_: Option<NamedGame>, _: Option<&str>, _: &SetupArgs, _: Lang) -> Result<(), Failure> {
    Err(Failure::Usage(sentence!(
        "this build has no page for a browser: leave out --web",
        "此版本不含浏览器页面：请去掉 --web"
    )))
}
