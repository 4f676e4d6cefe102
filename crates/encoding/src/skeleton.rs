//! What a format sees of a text in any encoding: its signs, without the words between them.

/// The parts of a text that must be the same whatever its words are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Skeleton {
    /// The signs that hold the text together, in order.
    pub frame: String,
    /// How many words of the format are known in it: the heads of columns, for example.
    pub known: usize,
}

impl Skeleton {
    /// The skeleton of text that has none: nothing in it depends on its encoding.
    pub fn none(_: &str) -> Option<Skeleton> {
        Some(Skeleton::default())
    }

    /// The brackets, quotes and line ends of a text; `None` if its square brackets do not match, so that it is not
    /// to be read so.
    pub fn of_brackets(text: &str) -> Option<Skeleton> {
        let mut is_open = false;
        for c in text.chars() {
            let turns = match c {
                '[' => !is_open,
                ']' => is_open,
                _ => continue,
            };
            if !turns {
                return None;
            }
            is_open = !is_open;
        }
        let frame = text.chars().filter(|c| "[]{}()\"\n".contains(*c)).collect();
        (!is_open).then_some(Skeleton { frame, known: 0 })
    }

    /// Everything of a tree of Smart Game Format but the texts in it; `None` if its brackets do not match or
    /// something stands between its values.
    pub fn of_sgf(text: &str) -> Option<Skeleton> {
        let mut frame = String::new();
        let (mut depth, mut rest) = (0_u32, text.get(text.find('(')?..)?);
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                '(' => depth += 1,
                ')' => depth = depth.checked_sub(1)?,
                ';' => {}
                '[' => {
                    let end = end_of_value(rest)?;
                    let value = &rest[..end];
                    rest = &rest[end + 1..];
                    frame.push('[');
                    frame.push_str(if value.is_ascii() { value } else { "" });
                    frame.push(']');
                    continue;
                }
                c if c.is_whitespace() => continue,
                // What stands between trees is not read.
                c if depth > 0 && !c.is_ascii_alphabetic() => return None,
                _ => {}
            }
            frame.push(c);
        }
        (depth == 0).then_some(Skeleton { frame, known: 0 })
    }
}

/// Where a value ends: at its first bracket that no backslash precedes.
fn end_of_value(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b']' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })
}
