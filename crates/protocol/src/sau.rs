//! `sau`: the desktop platform of the national contest. Anything a program prints other than `name …` and `move …`
//! is noise.
//!
//! This frame covers the greeting, `new`, noise, the length of a message, `error`, `end` and `quit`. What is said
//! between `new` and `end` is a [`SauTalk`]: whole turns for games without hidden information ([`SauWords`]),
//! reports for games that the platform does not know ([`SauReports`]), or a game's own.

mod reports;
mod talk;
mod turns;

pub use reports::SauReports;
pub use talk::SauTalk;
pub use turns::{Misspelt, SauWords};

use crate::{cut, printable};
use leitai_core::{
    Client, Cue, Dialect, DialectName, Garbled, Habit, Habits, Illegal, Left, Lines, Openings, Outcome,
    Position, Report, Said, Seat, SpokenDialect, sentence,
};
use talk::{Move, View};

/// Longest message including its line end, in bytes.
const LIMIT: usize = 256;

/// Asks a program for its name, and whether it is ready.
const NAME: &str = "name?";

type Rules<T> = <<T as SauTalk>::Position as Position>::Rules;

/// The platform's side.
pub struct Sau<T: SauTalk> {
    seat: Seat,
    named: bool,
    mind: T::Platform,
    /// Whether the program wants its lines to end in CR LF.
    habits: Habits,
    /// Whether it complained when it was asked its name, so that it is to be asked in another form.
    complained: bool,
}

impl<T: SauTalk> Sau<T> {
    /// Sends these lines, ended as the program wants them.
    fn say(&mut self, out: &mut Lines, lines: impl FnOnce(&mut Self, &mut Lines)) {
        if self.habits.now() == Habit::Usual {
            return lines(self, out);
        }
        let mut plain = Lines::default();
        lines(self, &mut plain);
        for line in String::from_utf8_lossy(plain.bytes()).lines() {
            out.line(format_args!("{line}\r"));
        }
    }
}

impl<T: SauTalk> Sau<T> {
    /// The dialect with a game's words, both ends.
    pub const SPOKEN: SpokenDialect<T::Position> = SpokenDialect {
        name: DialectName::Sau,
        platform: |_| Box::new(Sau::<T>::default()),
        program: || Box::new(SauClient::<T>::default()),
    };
}

impl<T: SauTalk> Default for Sau<T> {
    fn default() -> Self {
        Sau {
            seat: Seat::First,
            named: false,
            mind: T::Platform::default(),
            habits: Habits::new(&[Habit::Usual, Habit::OtherEnd]),
            complained: false,
        }
    }
}

impl<T: SauTalk> Dialect<T::Position> for Sau<T> {
    fn open(&mut self, seat: Seat, _: &Rules<T>, out: &mut Lines) {
        self.seat = seat;
        self.say(out, |_, out| out.line(NAME));
    }

    fn recall(&mut self, habit: Habit) {
        self.habits.recall(habit);
    }

    fn habit(&self) -> Habit {
        self.habits.now()
    }

    fn open_further(&mut self, out: &mut Lines) {
        if std::mem::take(&mut self.complained) {
            self.say_again(out);
        }
    }

    fn say_again(&mut self, out: &mut Lines) {
        if self.habits.turn_on() {
            self.say(out, |_, out| out.line(NAME));
        }
    }

    fn awaits(&self) -> Option<String> {
        (!self.named).then(|| NAME.to_owned())
    }

    fn begin(&mut self, _: Left, out: &mut Lines) {
        self.say(out, |own, out| out.line(if own.seat == Seat::First { "new black" } else { "new white" }));
    }

    fn openings(&self) -> Openings {
        T::OPENINGS
    }

    fn report(&mut self, after: &View<T>, report: &Report<T::Position>, goes_on: bool, out: &mut Lines) {
        self.say(out, |own, out| T::report(&mut own.mind, own.seat, after, report, goes_on, out));
    }

    fn ask(&mut self, _: &View<T>, _: Left, out: &mut Lines) {
        self.say(out, |own, out| T::ask(&mut own.mind, out));
    }

    fn hear(&mut self, view: &View<T>, line: &[u8]) -> Result<Said<Move<T>>, Garbled> {
        if line.trim_ascii().is_empty() {
            return Ok(Said::Nothing);
        }
        if !self.named {
            let Some(text) = after_first(b"name", line) else {
                self.complained = is_complaint(line);
                return Ok(Said::Noise);
            };
            self.named = true;
            let name = printable(text.trim_ascii());
            return Ok(Said::Ready((!name.is_empty()).then(|| cut(&name, LIMIT).to_owned())));
        }
        let Some(text) = after_last(b"move", line) else { return Ok(Said::Noise) };
        if line.len() >= LIMIT {
            return Err(Garbled(sentence!(
                "a message has at most {LIMIT} bytes with its line end",
                "一条消息连同换行不超过 {LIMIT} 字节"
            )));
        }
        let text = std::str::from_utf8(text.trim_ascii())
            .map_err(|_| Garbled::expected("capital letters after `move `", "“move ”之后的大写字母"))?;
        T::read(&mut self.mind, self.seat, view, text)
    }

    fn spell(&self, view: &View<T>, turn: &[Move<T>], out: &mut Lines) {
        T::say(&mut T::Program::default(), view, turn, out);
    }

    fn refused(&mut self, _: &Illegal, out: &mut Lines) {
        self.say(out, |_, out| out.line("error"));
    }

    fn close(&mut self, _: &Outcome, out: &mut Lines) {
        self.say(out, |_, out| out.line("end"));
    }

    fn may_stay(&self) -> bool {
        true
    }

    fn dismiss(&self, out: &mut Lines) {
        let before_lf = if self.habits.now() == Habit::Usual { "" } else { "\r" };
        out.line(format_args!("quit{before_lf}"));
    }

    fn strict(&self) -> bool {
        false
    }

    fn grace_ms(&self) -> u64 {
        1000
    }
}

/// The program's side. Several games may follow each other in one conversation.
pub struct SauClient<T: SauTalk> {
    /// The program's seat, while a game is on.
    seat: Option<Seat>,
    mind: T::Program,
}

impl<T: SauTalk> Default for SauClient<T> {
    fn default() -> Self {
        SauClient { seat: None, mind: T::Program::default() }
    }
}

impl<T: SauTalk> Client<T::Position> for SauClient<T> {
    fn hear(&mut self, view: &View<T>, line: &[u8], cues: &mut Vec<Cue<T::Position>>) {
        let Ok(text) = std::str::from_utf8(line) else { return };
        let (word, rest) = text.trim().split_once([' ', '\t']).unwrap_or((text.trim(), ""));
        match (word, self.seat) {
            (NAME, _) => cues.push(Cue::Answer("name {name}".to_owned())),
            ("new", _) => self.start(rest.trim(), cues),
            // `end black` and `end white` as well: they name the winner.
            ("end", _) => {
                self.seat = None;
                cues.push(Cue::End);
            }
            ("quit", _) => cues.push(Cue::Quit),
            (_, Some(me)) => T::hear(&mut self.mind, me, view, (word, rest.trim()), cues),
            (_, None) => {}
        }
    }

    fn say(&mut self, view: &View<T>, turn: &[Move<T>], out: &mut Lines, _: &mut Vec<Cue<T::Position>>) {
        if self.seat.is_some() && !turn.is_empty() {
            T::say(&mut self.mind, view, turn, out);
        }
    }
}

impl<T: SauTalk> SauClient<T> {
    fn start(&mut self, side: &str, cues: &mut Vec<Cue<T::Position>>) {
        let seat = match side.to_ascii_lowercase().as_str() {
            "black" => Seat::First,
            "white" => Seat::Second,
            _ => return,
        };
        *self = SauClient { seat: Some(seat), mind: T::Program::default() };
        cues.push(Cue::Start(seat, Rules::<T>::default()));
        if seat == Seat::First && !T::ASKS {
            cues.push(Cue::Think(None));
        }
    }
}

/// Whether a program says that it does not understand what it was sent.
fn is_complaint(line: &[u8]) -> bool {
    let word = line.split(|byte| !byte.is_ascii_alphabetic()).next().unwrap_or_default();
    line.starts_with(b"?") || [&b"error"[..], b"unknown"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// What follows the first `word` that is at the line's start or after a blank or tab, and is followed by one.
fn after_first<'a>(word: &[u8], line: &'a [u8]) -> Option<&'a [u8]> {
    (0..line.len()).find_map(|at| after(word, line, at))
}

/// As `after_first`, for the last occurrence: programs think aloud before they move ("best move found: move JJKK").
fn after_last<'a>(word: &[u8], line: &'a [u8]) -> Option<&'a [u8]> {
    (0..line.len()).rev().find_map(|at| after(word, line, at))
}

fn after<'a>(word: &[u8], line: &'a [u8], at: usize) -> Option<&'a [u8]> {
    let is_blank = |byte: u8| byte == b' ' || byte == b'\t';
    if at > 0 && !is_blank(line[at - 1]) {
        return None;
    }
    let rest = line[at..].strip_prefix(word)?;
    rest.first().copied().is_some_and(is_blank).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_counts_at_line_start_or_after_a_blank_or_tab() {
        for line in ["move AABB", "  move AABB", "foo move AABB", "foo\tmove AABB", "move move AABB"] {
            assert_eq!(after_last(b"move", line.as_bytes()), Some(&b" AABB"[..]), "{line}");
        }
        for line in ["", "mov", "move", "my move", "remove AABB", "moved AABB", "MOVE AABB", ":move AABB"] {
            assert_eq!(after_last(b"move", line.as_bytes()), None, "{line}");
        }
        assert_eq!(after_first(b"name", b"name a name b"), Some(&b" a name b"[..]));
    }
}
