//! A log kept within bounds: its beginning and its end.

/// Bytes kept of the beginning, and of the end.
const ROOM: usize = 16 << 10;

/// The first and the last 16 KB of what was written.
#[derive(Default)]
pub(crate) struct Tail {
    beginning: Vec<u8>,
    end: Vec<u8>,
    dropped: u64,
}

impl Tail {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let (first, rest) = bytes.split_at(bytes.len().min(ROOM - self.beginning.len()));
        self.beginning.extend_from_slice(first);
        self.end.extend_from_slice(rest);
        // Twice the room before it is cut: a byte is moved once on average.
        if self.end.len() > 2 * ROOM {
            let extra = self.end.len() - ROOM;
            self.end.drain(..extra);
            self.dropped += extra as u64;
        }
    }

    /// What was kept: the beginning and, if that is not all, the end, with the gap named.
    pub(crate) fn parts(&self) -> Vec<Vec<u8>> {
        let extra = self.end.len().saturating_sub(ROOM);
        let dropped = self.dropped + extra as u64;
        let mut parts = vec![self.beginning.clone(), Vec::new()];
        if dropped > 0 {
            parts[1].extend_from_slice(format!("… {dropped} bytes are not kept …\n").as_bytes());
        }
        parts[1].extend_from_slice(&self.end[extra..]);
        parts.retain(|part| !part.is_empty());
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let mut log = Tail::default();
        log.push(b"begin");
        for _ in 0..10_000 {
            log.push(&[b'x'; 1000]);
        }
        log.push(b"end");
        let text = log.parts().concat();
        assert!(text.starts_with(b"beginx") && text.ends_with(b"xend"));
        assert!(text.len() < 2 * ROOM + 100 && log.end.capacity() < 8 * ROOM);
        assert!(String::from_utf8_lossy(&text).contains(" 9967240 bytes are not kept "));
    }
}
