//! Keys, read as they are pressed.

use crate::failure::Failure;
use leitai_core::Words;
use leitai_sandbox::system::terminal::Raw;
use leitai_sandbox::system::{PollFd, PollFlags, Timespec, keyboard, poll, read};
use std::collections::VecDeque;
use std::time::Duration;

/// What a key means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    Left,
    Right,
    First,
    Last,
    Space,
    Faster,
    Slower,
    Digit(char),
    Enter,
    Rub,
    NextGame,
    PreviousGame,
    Eye,
    NextFault,
    PreviousFault,
    Up,
    Down,
    Help,
    Quit,
    /// A key without a meaning here.
    Other,
}

/// The bytes that keys send; a longer sequence comes before its own prefix.
const SENT: [(&[u8], Key); 38] = [
    (b"\x1b[1~", Key::First),
    (b"\x1b[4~", Key::Last),
    (b"\x1b[5~", Key::PreviousGame),
    (b"\x1b[6~", Key::NextGame),
    (b"\x1b[A", Key::Up),
    (b"\x1bOA", Key::Up),
    (b"\x1b[B", Key::Down),
    (b"\x1bOB", Key::Down),
    (b"\x1b[C", Key::Right),
    (b"\x1bOC", Key::Right),
    (b"\x1b[D", Key::Left),
    (b"\x1bOD", Key::Left),
    (b"\x1b[H", Key::First),
    (b"\x1bOH", Key::First),
    (b"\x1b[F", Key::Last),
    (b"\x1bOF", Key::Last),
    (b"\r", Key::Enter),
    (b"\n", Key::Enter),
    (b" ", Key::Space),
    (b"l", Key::Right),
    (b"h", Key::Left),
    (b"b", Key::Left),
    (b"k", Key::Up),
    (b"j", Key::Down),
    (b"g", Key::First),
    (b"G", Key::Last),
    (b"+", Key::Faster),
    (b"=", Key::Faster),
    (b"-", Key::Slower),
    (b"\x7f", Key::Rub),
    (b"\x08", Key::Rub),
    (b"n", Key::NextGame),
    (b"p", Key::PreviousGame),
    (b"e", Key::Eye),
    (b"f", Key::NextFault),
    (b"F", Key::PreviousFault),
    (b"?", Key::Help),
    (b"q", Key::Quit),
];

/// The first key in what was sent, and its length in bytes.
fn first(sent: &[u8]) -> Option<(Key, usize)> {
    let known = SENT.iter().find(|(bytes, _)| sent.starts_with(bytes));
    if let Some((bytes, key)) = known {
        return Some((*key, bytes.len()));
    }
    Some(match sent {
        [] => return None,
        // Ctrl-C and Ctrl-D arrive as bytes while signals are off.
        [3 | 4, ..] => (Key::Quit, 1),
        [digit @ b'0'..=b'9', ..] => (Key::Digit(char::from(*digit)), 1),
        // An unknown escape sequence is skipped whole, so that its last letter is not taken for a key.
        [0x1b, b'[' | b'O', rest @ ..] => {
            let end = rest.iter().position(|byte| (0x40..0x7f).contains(byte));
            (Key::Other, 2 + end.map_or(rest.len(), |end| end + 1))
        }
        _ => (Key::Other, 1),
    })
}

/// The terminal without line buffering, echo and signals. Dropping this restores the terminal, however a command
/// ends.
pub(crate) struct Keys {
    _raw: Raw,
    waiting: VecDeque<Key>,
}

impl Keys {
    pub(crate) fn open() -> Result<Keys, Failure> {
        let raw = Raw::keys().map_err(|error| Failure::system(&Words::new("terminal", "终端"), &error))?;
        Ok(Keys { _raw: raw, waiting: VecDeque::new() })
    }

    /// Returns the next key, or `None` if none is pressed within that time. A keyboard that is gone counts as `Quit`.
    pub(crate) fn next(&mut self, within: Duration) -> Option<Key> {
        if self.waiting.is_empty() {
            let stdin = std::io::stdin();
            let mut fds = [PollFd::from_borrowed_fd(keyboard(&stdin), PollFlags::IN)];
            let within = Timespec::try_from(within).ok();
            // A signal that interrupts the wait is handled elsewhere: no key was pressed.
            if poll(&mut fds, within.as_ref()).map_or(0, |ready| ready) == 0 {
                return None;
            }
            let mut bytes = [0; 64];
            let count = read(keyboard(&stdin), &mut bytes).unwrap_or(0);
            let mut sent = &bytes[..count];
            if sent.is_empty() {
                return Some(Key::Quit);
            }
            while let Some((key, taken)) = first(sent) {
                self.waiting.push_back(key);
                sent = &sent[taken..];
            }
        }
        self.waiting.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(mut sent: &[u8]) -> Vec<Key> {
        let mut keys = Vec::new();
        while let Some((key, taken)) = first(sent) {
            keys.push(key);
            sent = &sent[taken..];
        }
        keys
    }

    #[test]
    fn keys_that_come_together_are_told_apart() {
        assert_eq!(
            keys(b"\x1b[C\x1bOD12\r"),
            [Key::Right, Key::Left, Key::Digit('1'), Key::Digit('2'), Key::Enter]
        );
        // Ctrl and an arrow, F5, and Alt and a letter: none of their letters is taken for a key.
        assert_eq!(keys(b"\x1b[1;5Cq"), [Key::Other, Key::Quit]);
        assert_eq!(keys(b"\x1b[15~\x03"), [Key::Other, Key::Quit]);
        assert_eq!(keys(b"\x1b["), [Key::Other]);
    }

    #[test]
    fn no_key_hides_behind_another() {
        for (at, (bytes, _)) in SENT.iter().enumerate() {
            assert_eq!(SENT.iter().position(|(other, _)| bytes.starts_with(other)), Some(at), "{bytes:?}");
        }
    }
}
