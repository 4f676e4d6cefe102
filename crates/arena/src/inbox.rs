//! Bytes from a program, cut into lines within bounds.

use rustix::fd::AsFd;
use rustix::io::{Errno, read};

/// Longest line a program may print, its end included.
pub(crate) const LONGEST_LINE: usize = 64 << 10;
/// Most bytes a program may print between two requests.
pub(crate) const MOST_A_TURN: usize = 1 << 20;
/// Bytes taken from the pipe at once: its usual capacity would only make copies longer.
const GULP: usize = 16 << 10;

/// Lines on their way in.
#[derive(Default)]
pub(crate) struct Inbox {
    bytes: Vec<u8>,
    /// Where the first line not yet taken begins.
    start: usize,
    /// Up to where there is no line end.
    seen: usize,
    /// Bytes read since the last request.
    taken: usize,
}

/// What a read brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fill {
    Some,
    Nothing,
    /// The other end is closed.
    Closed,
}

/// More output than allowed: what was exceeded, with the figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flood {
    Line,
    Turn,
}

impl Inbox {
    /// One read, without waiting.
    pub(crate) fn fill(&mut self, pipe: impl AsFd) -> Fill {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.seen -= self.start;
            self.start = 0;
        }
        self.bytes.reserve(GULP.min(4 << 10));
        let room = self.bytes.capacity().min(self.bytes.len() + GULP);
        let old = self.bytes.len();
        self.bytes.resize(room, 0);
        let got = loop {
            match read(&pipe, &mut self.bytes[old..]) {
                Err(Errno::INTR) => {}
                other => break other,
            }
        };
        let count = got.unwrap_or(0);
        self.bytes.truncate(old + count);
        self.taken += count;
        match got {
            Ok(0) => Fill::Closed,
            Ok(_) => Fill::Some,
            Err(Errno::AGAIN) => Fill::Nothing,
            // A pipe that cannot be read is as good as closed.
            Err(_) => Fill::Closed,
        }
    }

    /// The next whole line without its end (LF or CR LF), if there is one.
    pub(crate) fn line(&mut self) -> Option<&[u8]> {
        let Some(at) = self.bytes[self.seen..].iter().position(|b| *b == b'\n') else {
            self.seen = self.bytes.len();
            return None;
        };
        let end = self.seen + at;
        let line = &self.bytes[self.start..end];
        self.start = end + 1;
        self.seen = end + 1;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// Nothing more will come: what has no line end is a line all the same.
    pub(crate) fn finish(&mut self) {
        if self.bytes.len() > self.start {
            self.bytes.push(b'\n');
        }
    }

    /// Leaves out bytes at the beginning that are there.
    pub(crate) fn skip(&mut self, count: usize) {
        self.start += count;
        self.seen = self.seen.max(self.start);
    }

    /// Is there a whole line to take?
    pub(crate) fn has_line(&self) -> bool {
        self.bytes[self.start..].contains(&b'\n')
    }

    /// Has it printed more than it may?
    pub(crate) fn flood(&self) -> Option<Flood> {
        if self.bytes.len() - self.start > LONGEST_LINE {
            Some(Flood::Line)
        } else if self.taken > MOST_A_TURN {
            Some(Flood::Turn)
        } else {
            None
        }
    }

    /// A new request: the count of a turn's bytes starts again.
    pub(crate) fn asked(&mut self) {
        self.taken = 0;
    }

    /// The beginning of the line that has not ended, if any.
    pub(crate) fn half(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::io::write;
    use rustix::pipe::{PipeFlags, pipe_with};

    #[test]
    fn lines_come_whole_however_the_bytes_come() {
        let (reader, writer) = pipe_with(PipeFlags::NONBLOCK).expect("a pipe");
        let mut inbox = Inbox::default();
        assert_eq!(inbox.fill(&reader), Fill::Nothing);
        let mut lines = Vec::new();
        for part in ["ab", "c\r\nd", "\n\n", "half"] {
            write(&writer, part.as_bytes()).expect("room");
            assert_eq!(inbox.fill(&reader), Fill::Some);
            while let Some(line) = inbox.line() {
                lines.push(String::from_utf8_lossy(line).into_owned());
            }
        }
        assert_eq!(lines, ["abc", "d", ""]);
        assert_eq!(inbox.half(), b"half");
        drop(writer);
        assert_eq!(inbox.fill(&reader), Fill::Closed);
    }

    #[test]
    fn a_long_line_and_a_long_turn_are_floods() {
        let (reader, writer) = pipe_with(PipeFlags::NONBLOCK).expect("a pipe");
        let mut inbox = Inbox::default();
        for _ in 0..5 {
            write(&writer, &[b'x'; GULP]).expect("room");
            // How much one read takes is the buffer's growth to say.
            while inbox.fill(&reader) == Fill::Some {
                assert!(inbox.line().is_none());
            }
        }
        assert_eq!(inbox.flood(), Some(Flood::Line));
        let mut inbox = Inbox::default();
        let line = [b"y".repeat(999), b"\n".to_vec()].concat();
        for _ in 0..=MOST_A_TURN / 1000 {
            write(&writer, &line).expect("room");
            while inbox.fill(&reader) == Fill::Some {
                while inbox.line().is_some() {}
            }
        }
        assert_eq!(inbox.flood(), Some(Flood::Turn));
        inbox.asked();
        assert_eq!(inbox.flood(), None);
    }
}
