//! What people read of events and games, as HTML: data in, pages out, no I/O.
//!
//! Every page is one language, whole without script, and fits the policy `default-src 'none'` with styles, scripts and
//! pictures from the site itself: there is no inline style and no inline script. `ASSETS` is what the pages ask for.
//!
//! Without the feature `site` there is [`event`] alone, which is what files and print are made of.

pub mod event;
#[cfg(feature = "site")]
mod site;

#[cfg(feature = "site")]
pub use site::*;
