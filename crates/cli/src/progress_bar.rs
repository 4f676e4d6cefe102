//! A progress bar on stderr.

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use leitai_arena::is_waiting;
use leitai_core::{Lang, say};
use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::time::Duration;

/// A bar of this template, with the time that is left, for so many steps, if their number is known yet; hidden if
/// `is_quiet`, or if stderr is not a terminal.
pub(crate) fn progress_bar(most: Option<u64>, template: &str, is_quiet: bool, lang: Lang) -> ProgressBar {
    let is_hidden = is_quiet || !stderr().is_terminal();
    let target = if is_hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(most, target);
    let left = say!(lang, "left", "剩余");
    if let Ok(style) = ProgressStyle::with_template(&format!("{template}  {left} {{rest}}")) {
        // Unknown before the first step, and while others keep the cores.
        let rest = |state: &ProgressState, out: &mut dyn Write| {
            let is_unknown = state.pos() == 0 || is_waiting();
            let _ =
                if is_unknown { write!(out, "?") } else { write!(out, "{:#}", HumanDuration(state.eta())) };
        };
        bar.set_style(style.with_key("rest", rest));
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
