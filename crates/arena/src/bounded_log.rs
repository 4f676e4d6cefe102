//! A log of bounded size: its beginning and its end are kept.

use leitai_sandbox::Size;

/// The beginning and the end of what was written.
pub(crate) struct BoundedLog {
    /// Bytes kept of the beginning, and likewise of the end.
    room: usize,
    beginning: Vec<u8>,
    end: Vec<u8>,
    dropped: u64,
}

impl BoundedLog {
    /// Keeps that many bytes in total.
    pub(crate) fn new(kept: Size) -> BoundedLog {
        BoundedLog { room: kept.0 as usize / 2, beginning: Vec::new(), end: Vec::new(), dropped: 0 }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let (first, rest) = bytes.split_at(bytes.len().min(self.room - self.beginning.len()));
        self.beginning.extend_from_slice(first);
        self.end.extend_from_slice(rest);
        // Cut only when twice the size is reached, so that each byte is moved once on average.
        if self.end.len() > 2 * self.room {
            let extra = self.end.len() - self.room;
            self.end.drain(..extra);
            self.dropped += extra as u64;
        }
    }

    /// The text that was kept: the beginning and, if that is not everything, the end, with a line of its own that
    /// states the gap.
    pub(crate) fn text(&self) -> Vec<u8> {
        let extra = self.end.len().saturating_sub(self.room);
        let dropped = self.dropped + extra as u64;
        let mut text = self.beginning.clone();
        if dropped > 0 {
            if text.last().is_some_and(|byte| *byte != b'\n') {
                text.push(b'\n');
            }
            text.extend_from_slice(format!("… {dropped} bytes are not kept …\n").as_bytes());
        }
        text.extend_from_slice(&self.end[extra..]);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        for kept in [32 << 10, 5 << 10, 1, 0] {
            let mut log = BoundedLog::new(Size(kept));
            log.push(b"begin");
            for _ in 0..10_000 {
                log.push(&[b'x'; 1000]);
            }
            log.push(b"end");
            let (text, room) = (log.text(), kept as usize / 2);
            let gap = format!("… {} bytes are not kept …\n", 10_000_008 - 2 * room);
            let beginning = &b"beginxxx"[..room.min(8)];
            assert!(text.starts_with(beginning) && (text.ends_with(b"xend") || room == 0));
            assert!(String::from_utf8_lossy(&text).contains(&gap), "{kept}");
            assert!(text.len() <= kept as usize + gap.len() + 1 && log.end.capacity() <= 8 * room.max(1000));
        }
    }

    #[test]
    fn what_has_room_is_kept_whole() {
        let mut log = BoundedLog::new(Size(8));
        log.push(b"abc");
        log.push(b"defgh");
        assert_eq!(log.text(), b"abcdefgh");
        log.push(b"i");
        assert_eq!(String::from_utf8_lossy(&log.text()), "abcd\n… 1 bytes are not kept …\nfghi");
    }
}
