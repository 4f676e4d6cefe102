//! The operator's window: a relayed match on one page.

mod frame;
mod now;

use crate::html::Html;
use crate::{Face, Reader};
use leitai_core::Sentence;
use leitai_hall::{DeskSetup, DeskShown};

pub use frame::desk_refused;

/// What the window shows.
pub struct DeskView<'a> {
    /// Its path, with the key.
    pub address: &'a str,
    /// What the desk is set up for.
    pub setup: &'a DeskSetup,
    /// What is shown there.
    pub shown: &'a DeskShown,
    /// What the clocks show now.
    pub faces: [Face; 2],
    /// The number of what was shown last.
    pub news: u64,
    /// Whether the game that is due was broken off, and goes on where it stood.
    pub stands_again: bool,
    /// Why what was done last was refused.
    pub refusal: Option<DeskRefusal<'a>>,
}

/// Why what was done last was refused.
pub struct DeskRefusal<'a> {
    /// The reason.
    pub why: &'a Sentence,
    /// The fields of the form, with what was typed in them.
    pub fields: &'a [(String, String)],
}

/// The window as a page.
pub fn desk(reader: &Reader<'_>, view: &DeskView<'_>) -> Html {
    frame::frame(reader, view, &desk_now(reader, view))
}

/// The window alone, which the script puts in place of the one it shows.
pub fn desk_now(reader: &Reader<'_>, view: &DeskView<'_>) -> Html {
    let lang = reader.lang;
    html! {
        lt-desk class="whole" data-version=(view.shown.version) data-news=(view.news) data-address=(view.address) {
            p role="status" { (now::to_do(view).to(lang)) }
            @if let Some(refusal) = &view.refusal { p role="alert" { (refusal.why.to(lang)) } }
            form method="post" action=(view.address) {
                input type="hidden" name="version" value=(view.shown.version);
                input name="typed" aria-label=(now::to_do(view).to(lang));
                button name="do" value="play" { (leitai_core::say!(lang, "Enter", "录入")) }
                button name="do" value="begin" { (leitai_core::say!(lang, "Begin", "开始")) }
            }
        }
    }
}
