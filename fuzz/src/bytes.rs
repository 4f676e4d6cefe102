//! Reads an input as a sequence of choices.

use leitai_core::Rng;

/// Oddities that strangers put into texts.
const STRANGE: &[&str] = &[
    "",
    " ",
    "\t",
    "\r",
    "\0",
    "0",
    "9",
    "-1",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "1e9",
    "A",
    "Z",
    "a",
    "z",
    ",",
    ";",
    "/",
    "-",
    ":",
    "=",
    "@",
    "#",
    "\"",
    "\\",
    "\\u0000",
    "[",
    "]",
    "{",
    "}",
    "null",
    "，",
    "９",
    "Ａ",
    "一",
    "\u{feff}",
    "\u{202e}",
    "\u{1b}[2J",
    "😀",
];

/// An input as a sequence of choices. Beyond its end the choices continue, derived from the whole input, so that a
/// short input drives a whole game.
pub struct Bytes<'a> {
    given: &'a [u8],
    beyond: Rng,
}

impl<'a> Bytes<'a> {
    /// A sequence of the choices that `input` makes.
    pub fn new(input: &'a [u8]) -> Self {
        // FNV-1a: any mixture of all bytes would do.
        let seed = input.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Bytes { given: input, beyond: Rng::new(seed) }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.given.split_first() {
            Some((first, rest)) => {
                self.given = rest;
                *first
            }
            None => self.beyond.next() as u8,
        }
    }

    /// A number in `0..n`, from as few bytes as can hold it. Requires `n > 0`.
    pub fn below(&mut self, n: usize) -> usize {
        let mut number = 0;
        let mut most = n - 1;
        loop {
            number = number << 8 | usize::from(self.byte());
            most >>= 8;
            if most == 0 {
                return number % n;
            }
        }
    }

    /// True about once in `n` times; never for zero bytes.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// One of several items. Requires that there is one.
    pub fn pick<'s, T>(&mut self, from: &'s [T]) -> &'s T {
        &from[self.below(from.len())]
    }

    /// At most `most` arbitrary bytes.
    pub fn noise(&mut self, most: usize) -> Vec<u8> {
        (0..self.below(most + 1)).map(|_| self.byte()).collect()
    }

    /// `text` with one to four changes.
    pub fn mangled(&mut self, text: &[u8]) -> Vec<u8> {
        let mut text = text.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(text.len() + 1);
            let end = (at + self.below(8)).min(text.len());
            match self.below(7) {
                // Cut out, truncated, doubled, replaced, inserted; one bit, one byte.
                0 => drop(text.drain(at..end)),
                1 => text.truncate(at),
                2 => text.extend_from_within(at..end),
                3 => drop(text.splice(at..end, self.pick(STRANGE).bytes())),
                4 => drop(text.splice(at..at, self.pick(STRANGE).bytes())),
                5 if at < end => text[at] ^= 1 << self.below(8),
                _ if at < end => text[at] = self.byte(),
                _ => text.push(self.byte()),
            }
        }
        text
    }

    /// A text near `like`, or occasionally noise.
    pub fn text(&mut self, like: &str) -> String {
        let bytes = if self.one_in(8) { self.noise(64) } else { self.mangled(like.as_bytes()) };
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
