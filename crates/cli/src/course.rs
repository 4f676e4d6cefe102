//! The progress of a slow game on stderr: one line that is overwritten, or, off a terminal, a line now and then.

use leitai_check::Progress;
use leitai_core::{Lang, Noun, say};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A game shorter than this is not reported on a terminal; elsewhere, one that ends before the first line is due.
const SOON: Duration = Duration::from_secs(2);
/// Intervals between reports on a terminal, and elsewhere.
const OFTEN: Duration = Duration::from_millis(200);
const SELDOM: Duration = Duration::from_secs(10);

/// Reports the progress of a game.
pub(crate) struct Course {
    is_watched: bool,
    told: Instant,
    /// Whether a line is on the terminal.
    stands: bool,
}

impl Course {
    pub(crate) fn new() -> Course {
        Course { is_watched: io::stderr().is_terminal(), told: Instant::now(), stands: false }
    }

    /// Reports progress, if the game is slow and the last report is old enough. Write errors are ignored: stderr may
    /// be closed.
    pub(crate) fn tell(&mut self, progress: &Progress, lang: Lang) {
        let pause = if self.is_watched { OFTEN } else { SELDOM };
        if progress.took < SOON || self.told.elapsed() < pause {
            return;
        }
        self.told = Instant::now();
        let said = said(progress, lang);
        let mut stderr = io::stderr();
        let _ = if self.is_watched {
            self.stands = true;
            write!(stderr, "\r{said}\x1b[K").and_then(|()| stderr.flush())
        } else {
            writeln!(stderr, "{said}")
        };
    }

    /// Erases the line before something else is printed.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.stands) {
            let mut stderr = io::stderr();
            let _ = write!(stderr, "\r\x1b[K").and_then(|()| stderr.flush());
        }
    }
}

impl Drop for Course {
    fn drop(&mut self) {
        self.clear();
    }
}

fn said(progress: &Progress, lang: Lang) -> String {
    let (plies, took) = (Noun::PLIES.of(progress.plies), minutes(progress.took));
    let left = match (progress.left(), progress.most_left()) {
        (Some(left), _) => say!(lang, ", about {} left", "，约剩 {}", minutes(left)),
        (None, Some(most)) => say!(lang, ", at most {} left", "，至多还需 {}", minutes(most)),
        (None, None) => String::new(),
    };
    say!(
        lang,
        "  {plies} in {took}{left} (Ctrl-C ends it and shows what is known so far)",
        "  {plies} 手，用时 {took}{left}（按 Ctrl-C 结束并显示已知结果）";
        plies,
        took,
        left
    )
}

/// `1:05`, `2:00:00`.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Seat;

    #[test]
    fn the_course_of_a_game_says_what_is_left() {
        let said = |expected, most| {
            let took = Duration::from_secs(65);
            said(&Progress { seat: Seat::First, plies: 10, took, expected, most }, Lang::En)
        };
        assert!(said(None, 1000).starts_with("  10 plies in 1:05, at most 1:47:15 left ("));
        assert!(said(Some(20), 1000).starts_with("  10 plies in 1:05, about 1:05 left ("));
        // Already longer than expected.
        assert!(said(Some(5), 20).starts_with("  10 plies in 1:05, at most 1:05 left ("));
    }
}
