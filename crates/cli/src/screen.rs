//! Pages on the terminal, each replacing the one before.

use crate::out;
use leitai_core::{Lang, Scene, say};
use leitai_draw::{Terminal, terminal, width};
use std::io::IsTerminal;

/// Whether a person is at the keyboard.
pub(crate) fn at_a_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Shows pages, one in place of the other.
pub(crate) struct Screen {
    /// Rows taken by the last page; zero if there was none.
    rows: usize,
    /// Rows and columns of the terminal when the last page was shown.
    size: (usize, usize),
    replaces: bool,
}

impl Screen {
    /// A screen on standard output. If `replaces` is false, pages follow each other.
    pub(crate) fn new(replaces: bool) -> Screen {
        Screen { rows: 0, size: size(), replaces }
    }

    /// Whether the terminal size has changed since the last page.
    pub(crate) fn is_resized(&self) -> bool {
        self.replaces && self.size != size()
    }

    /// Shows a page. A page too tall for the terminal would scroll and could not be replaced: it loses its
    /// blank lines first, then its top.
    pub(crate) fn show(&mut self, page: &str) {
        if !self.replaces {
            return out::text(page);
        }
        let size = size();
        // The cursor stands on a row of its own below the page.
        let (page, taken) = fit(page, size.0 - 1, size.1);
        self.put(&page, taken, size);
    }

    /// Shows a page with a footer, and returns the line it was shown from. A page too tall for the terminal first
    /// loses its blank lines; then its first line stays, and the others are shown from line `from` on, as far as
    /// there is room. A page cannot be scrolled beyond its end.
    pub(crate) fn scroll(&mut self, page: &str, from: usize, foot: &str, lang: Lang) -> usize {
        let size = size();
        let Window { text, taken, from } = window(page, from, foot, (size.0 - 1, size.1), lang);
        self.put(&text, taken, size);
        from
    }

    fn put(&mut self, page: &str, taken: usize, size: (usize, usize)) {
        let up = match self.rows {
            // After lines were rewrapped, the start of the last page is unknown.
            1.. if self.size != size => "\x1b[2J\x1b[H".to_owned(),
            0 => String::new(),
            rows => format!("\x1b[{rows}A"),
        };
        // Overwritten without clearing first, so that nothing flickers and no old page enters the scrollback.
        out::text(&format!("{up}{}\x1b[J", page.replace('\n', "\x1b[K\n")));
        (self.rows, self.size) = (taken, size);
    }
}

/// A board with a blank line after it. If the terminal is too short for it and `others` more rows, the board takes as
/// few rows as possible. If nobody watches, there is always room.
pub(crate) fn fitted(scene: &Scene, names: bool, lang: Lang, others: usize) -> String {
    let style = Terminal { color: out::colored(), lang, names, tight: false };
    let usual = terminal(scene, style) + "\n";
    if out::is_watched() && usual.lines().count() + others > size().0 {
        return terminal(scene, Terminal { tight: true, ..style });
    }
    usual
}

/// Rows and columns of the terminal, or the usual ones.
fn size() -> (usize, usize) {
    leitai_sandbox::system::terminal::size()
        .filter(|(rows, columns)| *rows > 1 && *columns > 0)
        .unwrap_or((24, 80))
}

/// The part of a page that fits.
struct Window {
    text: String,
    taken: usize,
    from: usize,
}

fn window(page: &str, from: usize, foot: &str, (rows, columns): (usize, usize), lang: Lang) -> Window {
    let taken = |line: &&str| shown(line).div_ceil(columns).max(1);
    let height = |lines: &[&str]| lines.iter().map(taken).sum::<usize>();
    let foot: Vec<&str> = foot.lines().collect();
    let mut lines: Vec<&str> = page.lines().collect();
    if height(&lines) + height(&foot) > rows {
        lines.retain(|line| !line.trim().is_empty());
    }
    if height(&lines) + height(&foot) <= rows || lines.is_empty() {
        let text = lines.iter().chain(&foot).flat_map(|line| [*line, "\n"]).collect();
        return Window { text, taken: height(&lines) + height(&foot), from: 0 };
    }
    let (head, body) = lines.split_at(1);
    // One line states which part is shown.
    let room = rows.saturating_sub(height(head) + height(&foot) + 1);
    let end = (0..body.len()).find(|from| height(&body[*from..]) <= room).unwrap_or(body.len() - 1);
    let from = from.min(end);
    let count = (1..=body.len() - from).take_while(|count| height(&body[from..from + count]) <= room).last();
    let body_shown = &body[from..from + count.unwrap_or(1)];
    let (first, last, all) = (from + 1, from + body_shown.len(), body.len());
    let part = say!(
        lang,
        "lines {first}-{last} of {all} (Up and Down scroll)",
        "第 {first}-{last} 行，共 {all} 行（上下键滚动）"
    );
    let lines = head.iter().chain(body_shown).copied().chain([part.as_str()]).chain(foot);
    let lines: Vec<&str> = lines.collect();
    Window { text: lines.iter().flat_map(|line| [*line, "\n"]).collect(), taken: height(&lines), from }
}

/// Fits the page into at most `rows` rows of `columns`; returns it with the rows it takes.
fn fit(page: &str, rows: usize, columns: usize) -> (String, usize) {
    let taken = |line: &&str| shown(line).div_ceil(columns).max(1);
    let mut lines: Vec<&str> = page.lines().collect();
    if lines.iter().map(taken).sum::<usize>() > rows {
        lines.retain(|line| !line.trim().is_empty());
    }
    let mut total = lines.iter().map(taken).sum::<usize>();
    let mut dropped = 0;
    while total > rows && dropped < lines.len() {
        total -= taken(&lines[dropped]);
        dropped += 1;
    }
    let text = lines[dropped..].iter().flat_map(|line| [*line, "\n"]).collect();
    (text, total)
}

/// The width of a line in columns, ignoring colours.
fn shown(line: &str) -> usize {
    let mut parts = line.split("\x1b[");
    let plain = parts.next().map_or(0, width);
    let after = |part: &str| part.split_once('m').map_or(0, |(_, text)| width(text));
    plain + parts.map(after).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_fits_is_left_alone() {
        let page = "a\n\n\x1b[1;48;5;179m棋\x1b[0m\n";
        assert_eq!(fit(page, 3, 2), (page.to_owned(), 3));
    }

    #[test]
    fn a_tall_page_loses_blank_lines_and_then_its_top() {
        assert_eq!(fit("a\n\nb\nc\n", 3, 9), ("a\nb\nc\n".to_owned(), 3));
        assert_eq!(fit("a\n\nb\nc\n", 2, 9), ("b\nc\n".to_owned(), 2));
        assert_eq!(fit("abcd\nb\n", 2, 2), ("b\n".to_owned(), 1), "a wide line takes two rows");
    }

    #[test]
    fn a_page_taller_than_the_terminal_is_shown_in_parts() {
        let shown = |from, rows| {
            let Window { text, taken, from } =
                window("head\na\n\nb\nc\nd\n", from, "foot\n", (rows, 80), Lang::En);
            assert!(taken <= rows && taken == text.lines().count(), "{text}");
            (text.lines().map(str::to_owned).collect::<Vec<_>>().join("|"), from)
        };
        assert_eq!(shown(9, 7), ("head|a||b|c|d|foot".to_owned(), 0));
        assert_eq!(shown(0, 6), ("head|a|b|c|d|foot".to_owned(), 0), "blank lines go first");
        let parts = "lines 1-2 of 4 (Up and Down scroll)";
        assert_eq!(shown(0, 5), (format!("head|a|b|{parts}|foot"), 0));
        let parts = "lines 3-4 of 4 (Up and Down scroll)";
        assert_eq!(shown(9, 5), (format!("head|c|d|{parts}|foot"), 2), "not beyond the end");
    }
}
