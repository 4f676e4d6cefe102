//! A JSON object that is laid out over several lines.

/// Most bytes of one object: as many as of one line.
const LONGEST: usize = 64 << 10;

/// The lines of an object so far, and whether they end it.
#[derive(Default)]
pub(super) struct OpenObject {
    bytes: Vec<u8>,
    /// Brackets that are open.
    depth: usize,
    in_text: bool,
    escaped: bool,
}

impl OpenObject {
    /// Has an object begun that has not ended? One that is too long has.
    pub(super) fn is_open(&self) -> bool {
        (self.depth > 0 || self.in_text) && self.bytes.len() <= LONGEST
    }

    /// One more line of it.
    pub(super) fn push(&mut self, line: &[u8]) {
        for byte in line {
            match (self.in_text, *byte) {
                (true, _) if self.escaped => self.escaped = false,
                (true, b'\\') => self.escaped = true,
                (_, b'"') => self.in_text = !self.in_text,
                (false, b'{' | b'[') => self.depth += 1,
                (false, b'}' | b']') => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        self.bytes.extend_from_slice(line);
        // A text does not go on in the next line.
        (self.in_text, self.escaped) = (false, false);
        self.bytes.push(b' ');
    }

    /// What there is of it; the next one may begin.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(self).bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_texts_open_nothing() {
        for (line, is_open) in
            [(r#"{"a":"}"#, true), (r#"{"a":"{["}"#, false), (r#"{"a":"\"{"}"#, false), (r#"{"a":[{}"#, true)]
        {
            let mut object = OpenObject::default();
            object.push(line.as_bytes());
            assert_eq!(object.is_open(), is_open, "{line}");
        }
    }

    #[test]
    fn what_is_too_long_ends() {
        let mut object = OpenObject::default();
        object.push(b"{");
        assert!(object.is_open());
        object.push(&vec![b' '; LONGEST]);
        assert!(!object.is_open());
        assert_eq!(object.take().len(), LONGEST + 3);
        assert!(!object.is_open() && object.take().is_empty());
    }
}
