//! Splits the output of a program into lines, with bounded memory.

use leitai_sandbox::system::{AsFd, Errno, read_into};
use leitai_sandbox::{Output, Size};
use std::mem::MaybeUninit;

/// Bytes taken from the pipe per read: a buffer of the pipe's usual capacity would only make copies longer.
const GULP: usize = 16 << 10;

/// Incoming lines.
#[derive(Default)]
pub(crate) struct Inbox {
    bytes: Vec<u8>,
    /// Start of the first line not yet taken.
    start: usize,
    /// The position up to which there is no line end.
    seen: usize,
    /// Bytes of the lines taken since the last request, and of the last of them.
    taken: usize,
    last: usize,
    /// Whether the rest of the unfinished line is dropped as it comes.
    drops: bool,
}

/// The result of a read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fill {
    Some,
    Nothing,
    /// The other end is closed.
    Closed,
}

/// More output than allowed: the limit that was exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flood {
    Line(Size),
    Turn(Size),
}

impl Inbox {
    /// Reads once, without blocking.
    pub(crate) fn fill(&mut self, pipe: impl AsFd) -> Fill {
        self.fill_by(|room| read_into(&pipe, room))
    }

    /// Takes what one call of `read` gives; an interrupted one is repeated.
    pub(crate) fn fill_by(
        &mut self,
        read: impl for<'a> Fn(&'a mut [MaybeUninit<u8>]) -> Result<&'a [u8], Errno>,
    ) -> Fill {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.seen -= self.start;
            self.start = 0;
        }
        // Most reads from a thinking program return nothing, so the buffer is not cleared for them.
        let mut gulp = [MaybeUninit::uninit(); GULP];
        let got = loop {
            match read(&mut gulp) {
                Err(Errno::INTR) => {}
                other => break other,
            }
        };
        match got {
            Ok([]) => Fill::Closed,
            Ok(bytes) => {
                let end = bytes.iter().position(|b| *b == b'\n').filter(|_| self.drops);
                self.drops &= end.is_none();
                if !self.drops {
                    self.bytes.extend_from_slice(&bytes[end.unwrap_or(0)..]);
                }
                Fill::Some
            }
            Err(Errno::AGAIN) => Fill::Nothing,
            // A pipe that cannot be read is as good as closed.
            Err(_) => Fill::Closed,
        }
    }

    /// The next whole line without its end (LF or CR LF), if there is one.
    pub(crate) fn line(&mut self) -> Option<&[u8]> {
        let end = self.end()?;
        let line = &self.bytes[self.start..end];
        self.last = line.len() + 1;
        self.taken += self.last;
        self.start = end + 1;
        self.seen = end + 1;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The end of the first line, if it has ended. However long the line is, each byte is examined once.
    fn end(&mut self) -> Option<usize> {
        let at = self.bytes[self.seen..].iter().position(|b| *b == b'\n');
        self.seen = at.map_or(self.bytes.len(), |at| self.seen + at);
        at.map(|_| self.seen)
    }

    /// Called when nothing more will come: whatever has no line end counts as a line too.
    pub(crate) fn finish(&mut self) {
        if self.bytes.len() > self.start {
            self.bytes.push(b'\n');
        }
    }

    /// Skips bytes at the beginning, which must be present.
    pub(crate) fn skip(&mut self, count: usize) {
        self.start += count;
        self.seen = self.seen.max(self.start);
    }

    /// Whether there is a complete line to take.
    pub(crate) fn has_line(&self) -> bool {
        self.bytes[self.seen..].contains(&b'\n')
    }

    /// Whether the next line, complete or not, exceeds what may be printed.
    pub(crate) fn flood(&mut self, output: &Output) -> Option<Flood> {
        let end = self.end();
        let next = end.unwrap_or(self.bytes.len()) - self.start;
        let turn = self.taken + next + usize::from(end.is_some());
        if next as u64 > output.line.0 {
            Some(Flood::Line(output.line))
        } else if turn as u64 > output.turn.0 {
            Some(Flood::Turn(output.turn))
        } else {
            None
        }
    }

    /// Cuts the next line, complete or not, to this length.
    pub(crate) fn cut(&mut self, length: usize) {
        let (end, cut) = (self.end(), self.start + length);
        let until = end.unwrap_or(self.bytes.len());
        if until > cut {
            self.bytes.drain(cut..until);
            self.seen = cut;
            self.drops = end.is_none();
        }
    }

    /// The last line taken does not count towards the limit of a turn.
    pub(crate) fn uncount(&mut self) {
        self.taken -= std::mem::take(&mut self.last);
    }

    /// Begins a new request: the count of a turn's bytes starts over.
    pub(crate) fn asked(&mut self) {
        (self.taken, self.last) = (0, 0);
    }

    /// The beginning of the unfinished line, if any.
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

    /// Writes all bytes, and takes every line up to the first flood; returns the number of lines, and the flood.
    fn pour(inbox: &mut Inbox, bytes: &[u8], output: &Output) -> (usize, Option<Flood>) {
        let (reader, writer) = pipe_with(PipeFlags::NONBLOCK).expect("a pipe");
        let mut lines = 0;
        for chunk in bytes.chunks(GULP) {
            write(&writer, chunk).expect("room");
            // The size of one read depends on how the buffer grows.
            while inbox.fill(&reader) == Fill::Some {
                loop {
                    if let Some(flood) = inbox.flood(output) {
                        return (lines, Some(flood));
                    }
                    if inbox.line().is_none() {
                        break;
                    }
                    lines += 1;
                }
            }
        }
        (lines, None)
    }

    #[test]
    fn a_line_may_be_as_long_as_the_limit_and_no_longer() {
        for limit in [1 << 10, 5000, 64 << 10, 200 << 10] {
            let output = Output { line: Size(limit), ..Output::default() };
            let whole = [b"x".repeat(limit as usize), b"\n".to_vec()].concat();
            assert_eq!(pour(&mut Inbox::default(), &whole, &output), (1, None));
            let longer = [&b"a\nx"[..], &whole].concat();
            let flood = Some(Flood::Line(Size(limit)));
            assert_eq!(pour(&mut Inbox::default(), &longer, &output), (1, flood));
            // Before the end of the line is seen.
            assert_eq!(pour(&mut Inbox::default(), &longer[..longer.len() - 1], &output), (1, flood));
        }
    }

    #[test]
    fn a_line_that_is_cut_leaves_the_next_one_whole() {
        let output = Output { line: Size(1000), turn: Size(3000), ..Output::default() };
        // Complete when it is seen, or not yet; with or without a carriage return at its end.
        for length in [1001, 5000, GULP, 3 * GULP + 7, 1 << 20] {
            for ending in ["\n", "\r\n"] {
                let (reader, writer) = pipe_with(PipeFlags::NONBLOCK).expect("a pipe");
                let (mut inbox, mut lines) = (Inbox::default(), Vec::new());
                let said = format!("{}{ending}next{ending}", "x".repeat(length));
                for chunk in said.as_bytes().chunks(GULP) {
                    write(&writer, chunk).expect("room");
                    while inbox.fill(&reader) == Fill::Some {
                        loop {
                            if let Some(Flood::Line(Size(most))) = inbox.flood(&output) {
                                inbox.cut(most as usize);
                            }
                            assert!(inbox.half().len() <= 1000 + 2 * GULP, "the rest is not kept");
                            let Some(line) = inbox.line() else { break };
                            lines.push(line.to_vec());
                            inbox.uncount();
                        }
                    }
                }
                assert_eq!(lines, [b"x".repeat(1000), b"next".to_vec()], "{length}");
                assert_eq!(inbox.taken, 0);
            }
        }
    }

    #[test]
    fn a_turn_may_have_as_many_bytes_as_the_limit_and_no_more() {
        let line = [b"y".repeat(999), b"\n".to_vec()].concat();
        for limit in [2000, 1 << 20] {
            let output = Output { turn: Size(limit), ..Output::default() };
            let fits = limit as usize / line.len();
            let mut inbox = Inbox::default();
            assert_eq!(pour(&mut inbox, &line.repeat(fits), &output), (fits, None));
            inbox.asked();
            let flood = Some(Flood::Turn(Size(limit)));
            assert_eq!(pour(&mut inbox, &line.repeat(fits + 1), &output), (fits, flood));
            inbox.asked();
            // What was too much in one turn is allowed in the next.
            assert_eq!(inbox.flood(&output), None);
        }
    }
}
