//! A page on the terminal that the next one replaces.

use crate::out;
use leitai_draw::width;
use rustix::termios::tcgetwinsize;

/// Where pages are shown, one in place of the other.
pub(crate) struct Screen {
    /// Rows that the last page took; none are replaced where nobody watches.
    rows: usize,
    replaces: bool,
}

impl Screen {
    /// A screen on standard output. Where it does not replace, pages follow each other.
    pub(crate) fn new(replaces: bool) -> Screen {
        Screen { rows: 0, replaces }
    }

    /// Shows a page. A page too tall for the terminal would scroll and could not be replaced: it loses its
    /// blank lines first, then its top.
    pub(crate) fn show(&mut self, page: &str) {
        if !self.replaces {
            return out::text(page);
        }
        let (rows, columns) = tcgetwinsize(std::io::stdout())
            .map(|size| (usize::from(size.ws_row), usize::from(size.ws_col)))
            .ok()
            .filter(|(rows, columns)| *rows > 0 && *columns > 0)
            .unwrap_or((24, 80));
        // The cursor stands on a row of its own below the page.
        let (page, taken) = fit(page, rows - 1, columns);
        let up = if self.rows > 0 { format!("\x1b[{}A", self.rows) } else { String::new() };
        // Written over, not cleared first: nothing flickers, and no old page is kept for scrolling back.
        out::text(&format!("{up}{}\x1b[J", page.replace('\n', "\x1b[K\n")));
        self.rows = taken;
    }
}

/// The page in at most `rows` rows of `columns`, and how many it takes.
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

/// Columns a line takes, colours aside.
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
}
