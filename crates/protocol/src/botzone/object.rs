//! A JSON object that spans several lines.

/// Most bytes of one object: the same as for one line.
const LONGEST: usize = 64 << 10;

/// The lines of an object so far, and whether they end it.
#[derive(Default)]
pub(super) struct OpenObject {
    bytes: Vec<u8>,
    /// Number of open brackets.
    depth: usize,
    in_text: bool,
    escaped: bool,
}

impl OpenObject {
    /// Whether an object has begun and not ended. One that is too long counts as ended.
    pub(super) fn is_open(&self) -> bool {
        (self.depth > 0 || self.in_text) && self.bytes.len() <= LONGEST
    }

    /// Adds another line of the object.
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
        // A string does not continue in the next line.
        (self.in_text, self.escaped) = (false, false);
        self.bytes.push(b' ');
    }

    /// Takes what has arrived of the object; the next one may begin.
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
