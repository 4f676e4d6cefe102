//! A text read from left to right, with the current line number.

use leitai_core::{Sentence, SheetError};

/// A place in a text.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        Cursor { rest: text, line: 1 }
    }

    /// The current line, from 1.
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The unread text.
    pub const fn rest(&self) -> &'a str {
        self.rest
    }

    /// Whether everything has been read.
    pub const fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// An error at the current line.
    pub fn error(&self, what: Sentence) -> SheetError {
        SheetError::new(self.line, what)
    }

    /// The next character, without taking it.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes a character.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.take(c.len_utf8());
        Some(c)
    }

    /// Takes the text before the first character for which `ends` holds.
    pub fn until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest.find(ends).unwrap_or(self.rest.len()))
    }

    /// Takes blanks, line ends and the characters in `also`.
    pub fn skip(&mut self, also: &[char]) {
        self.until(|c| !c.is_whitespace() && !also.contains(&c));
    }

    /// Takes this character if it is next.
    pub fn accept(&mut self, c: char) -> bool {
        let is_next = self.rest.starts_with(c);
        if is_next {
            self.take(c.len_utf8());
        }
        is_next
    }

    /// Takes a bracket if it is next and returns the text up to the first closing one; `None` if there is no such
    /// bracket, or it is never closed.
    pub fn bracketed(&mut self, open: char, close: char) -> Option<&'a str> {
        let inside = self.rest.strip_prefix(open)?;
        let end = inside.find(close)?;
        self.take(open.len_utf8() + end + close.len_utf8());
        Some(&inside[..end])
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }
}
