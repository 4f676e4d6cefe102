//! The desk in a build without the web site, which has no page.

use crate::failure::Failure;
use leitai_core::{Lang, sentence};
use leitai_hall::Desk;
use std::net::SocketAddr;
use std::sync::Arc;

/// Refuses: there is only the terminal.
pub(crate) fn run(_: &Arc<Desk>, _: SocketAddr, _: bool, _: Lang) -> Result<(), Failure> {
    Err(Failure::Usage(sentence!(
        "this build has no page for a browser: add --terminal",
        "此版本不含浏览器页面：请加 --terminal"
    )))
}
