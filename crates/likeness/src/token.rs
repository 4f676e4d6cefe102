//! Splits a source into tokens.

use crate::syntax::{Syntax, Word};

/// A token, and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// Equal for tokens that count as equal.
    pub(crate) code: u32,
    /// The first byte.
    pub(crate) start: u32,
    /// The byte after the last one.
    pub(crate) end: u32,
}

const NAME: u32 = 1;
const NUMBER: u32 = 2;
const TEXT: u32 = 3;
const TYPE: u32 = 4;

/// The tokens of a source, which may consist of any bytes; it is cut after 4 GB.
pub(crate) fn tokens(source: &[u8], syntax: Syntax) -> Vec<Token> {
    let source = &source[..source.len().min(u32::MAX as usize)];
    let mut reader = Reader { source, at: 0, syntax };
    let mut tokens: Vec<Token> = Vec::with_capacity(source.len() / 4);
    while let Some((code, start)) = reader.next() {
        // A sequence of type names, or a long string in several parts, counts as one token.
        let repeats = [TYPE, TEXT].contains(&code) && tokens.last().is_some_and(|last| last.code == code);
        if !repeats {
            tokens.push(Token { code, start: start as u32, end: reader.at as u32 });
        }
    }
    tokens
}

struct Reader<'a> {
    source: &'a [u8],
    at: usize,
    syntax: Syntax,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.source.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &[u8] {
        &self.source[self.at..]
    }

    /// Advances past the first occurrence of these bytes, or to the end.
    fn past(&mut self, mark: &[u8]) {
        let found = self.rest().windows(mark.len()).position(|window| window == mark);
        self.at = found.map_or(self.source.len(), |found| self.at + found + mark.len());
    }

    fn line(&mut self) {
        let found = self.rest().iter().position(|byte| *byte == b'\n');
        self.at = found.map_or(self.source.len(), |found| self.at + found);
    }

    /// The code and the first byte of the next token.
    fn next(&mut self) -> Option<(u32, usize)> {
        loop {
            let start = self.at;
            let byte = *self.source.get(start)?;
            match byte {
                _ if byte.is_ascii_whitespace() || byte == b';' || byte == 0 => self.at += 1,
                b'#' if self.syntax == Syntax::Hash => self.line(),
                b'#' if self.brings_in() => self.line(),
                b'/' if self.syntax != Syntax::Hash && self.peek(1) == b'/' => self.line(),
                b'/' if self.syntax != Syntax::Hash && self.peek(1) == b'*' => {
                    self.at += 2;
                    self.past(b"*/");
                }
                b'"' | b'\'' | b'`' => {
                    if let Some(code) = self.quoted(byte) {
                        return Some((code, start));
                    }
                }
                b'0'..=b'9' => {
                    while self.peek(0).is_ascii_alphanumeric() || b"._".contains(&self.peek(0)) {
                        self.at += 1;
                    }
                    return Some((NUMBER, start));
                }
                _ if is_of_name(byte) => {
                    while is_of_name(self.peek(0)) || self.peek(0).is_ascii_digit() {
                        self.at += 1;
                    }
                    let word = str::from_utf8(&self.source[start..self.at]).unwrap_or("x");
                    if self.is_import(word, start) {
                        continue;
                    }
                    match Word::of(word) {
                        Word::Idle => {}
                        Word::Name => return Some((NAME, start)),
                        Word::Type => return Some((TYPE, start)),
                        Word::Kept => return Some((code_of(word.as_bytes()), start)),
                    }
                }
                // Some languages mark blocks by indentation, and in others braces are moved about.
                b'{' | b'}' | b'\\' => self.at += 1,
                _ => {
                    self.at += 1;
                    return Some((code_of(&[byte]), start));
                }
            }
        }
    }

    /// Whether a line that includes other code (`#include`, `#pragma`) begins here.
    fn brings_in(&self) -> bool {
        let rest = self.rest()[1..].trim_ascii_start();
        [&b"include"[..], b"pragma", b"import", b"!"].iter().any(|word| rest.starts_with(word))
    }

    /// Skips a line that begins with this word and imports other code.
    fn is_import(&mut self, word: &str, start: usize) -> bool {
        let known: &[&[u8]] = match (word, self.syntax) {
            ("use", Syntax::Slash) => &[b";"],
            ("import" | "package" | "using", _) | ("from", Syntax::Hash) => &[b"\n", b";"],
            _ => return false,
        };
        let before = self.source[..start].iter().rev().find(|byte| !b" \t".contains(byte));
        if before.is_some_and(|byte| *byte != b'\n') {
            return false;
        }
        let ends = self.rest().windows(1).position(|byte| known.contains(&byte));
        self.at = ends.map_or(self.source.len(), |end| self.at + end);
        true
    }

    /// Skips a string literal. `None` for the mark of a lifetime, which is not a token.
    fn quoted(&mut self, mark: u8) -> Option<u32> {
        let threes = [mark; 3];
        if self.syntax == Syntax::Hash && self.rest().starts_with(&threes) {
            self.at += 3;
            self.past(&threes);
            // A string that forms a statement is a comment: either way it counts as at most one token.
            return Some(TEXT);
        }
        if mark == b'\'' && self.syntax == Syntax::Slash {
            let length = match self.peek(1) {
                b'\\' => {
                    self.rest()[2..].iter().skip(1).position(|byte| *byte == b'\'').map(|found| found + 4)
                }
                // A character of up to four bytes.
                _ => (2..=5).find(|end| self.peek(*end) == b'\'').map(|end| end + 1),
            };
            let is_one = |length: &usize| *length <= 12 && !self.rest()[..*length].contains(&b'\n');
            self.at += length.filter(is_one).unwrap_or(1);
            return length.filter(|length| *length <= 12).map(|_| TEXT);
        }
        self.at += 1;
        while let Some(byte) = self.source.get(self.at).copied() {
            match byte {
                b'\\' => self.at += 2,
                b'\n' if mark != b'`' => break,
                _ if byte == mark => {
                    self.at += 1;
                    break;
                }
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(self.source.len());
        Some(TEXT)
    }
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// FNV-1a, kept above the codes that have names.
fn code_of(word: &[u8]) -> u32 {
    word.iter().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
        | 0x100
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn codes(text: &str, name: &str) -> Vec<u32> {
        tokens(text.as_bytes(), Syntax::of(name)).into_iter().map(|token| token.code).collect()
    }

    #[test]
    fn names_comments_and_layout_do_not_matter() {
        for (one, other, name) in [
            ("int a = b + 1; // sum", "long  total=\n/* c */ part +99", "x.c"),
            ("const int a = 'x';", "char b = '\\n';", "x.cpp"),
            ("if (a) { b(); }", "if (q) r();", "x.java"),
            ("fn a<'a>(x: &'a str) {}", "fn b<'q>(y: &'q str) {}", "x.rs"),
            ("let s = 'one' + `two ${x}\n`;", "var t = \"a\" + 'b'", "x.js"),
            ("a = 1  # one\nb = 'x'", "c = 22\nd = \"\"\"y\nz\"\"\"", "x.py"),
            ("#include <stdio.h>\nint a;", "#include \"b.h\"\n#pragma once\nint b;", "x.c"),
            ("unsigned long long x;", "uint64_t y;", "x.c"),
            ("盘 = 1", "board = 2", "x.py"),
        ] {
            assert_eq!(codes(one, name), codes(other, name), "{one} and {other}");
        }
        for (imports, name) in [
            ("use std::{\n    fs,\n};\n", "x.rs"),
            ("import java.util.*;\n", "x.java"),
            ("from a import b\nimport c\n", "x.py"),
            ("using System;\n", "x.cs"),
        ] {
            assert_eq!(codes(&format!("{imports}a = b"), name), codes("a = b", name), "{imports}");
        }
        assert_ne!(codes("a + b", "x.c"), codes("a - b", "x.c"));
        assert_ne!(codes("if (a) b", "x.c"), codes("while (a) b", "x.c"));
        assert_ne!(codes("#define A 1", "x.c"), codes("", "x.c"));
        assert_eq!(codes("a # b", "x.py").len(), 1);
        assert_eq!(codes("a // b", "x.py").len(), 4, "a division");
    }

    #[test]
    fn a_token_stands_where_it_was() {
        let text = "int abc = f(\"x y\");";
        let all = tokens(text.as_bytes(), Syntax::Slash);
        let texts: Vec<_> = all.iter().map(|token| &text[token.start as usize..token.end as usize]).collect();
        assert_eq!(texts, ["int", "abc", "=", "f", "(", "\"x y\"", ")"]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..300), ending in 0..3_usize) {
            let syntax = Syntax::of(["a.c", "a.py", "a.js"][ending]);
            let all = tokens(&bytes, syntax);
            for pair in all.windows(2) {
                prop_assert!(pair[0].start < pair[0].end && pair[0].end <= pair[1].start);
            }
            prop_assert!(all.last().is_none_or(|last| last.end as usize <= bytes.len()));
        }

        #[test]
        fn marks_of_texts_and_comments_end_somewhere(text in "['\"`/*#\\\\\na]{0,40}", ending in 0..3_usize) {
            let syntax = Syntax::of(["a.c", "a.py", "a.js"][ending]);
            let all = tokens(text.as_bytes(), syntax);
            prop_assert!(all.len() <= text.len());
        }
    }
}
