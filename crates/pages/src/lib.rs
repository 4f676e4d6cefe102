//! The pages of events and games as HTML: data in, pages out, no I/O.
//!
//! Every page is in one language, complete without script, and fits the policy `default-src 'none'` with styles,
//! scripts and pictures from the site itself: there is no inline style and no inline script. `ASSETS` lists the
//! files that pages load.
//!
//! Without the feature `site` there is only [`event`], from which files and print are made.

#[macro_use]
mod html;
mod analysis_plot;
pub mod event;
#[cfg(feature = "site")]
mod site;

pub use analysis_plot::analysis_plot;
pub use html::Html;
#[cfg(feature = "site")]
pub use site::*;
