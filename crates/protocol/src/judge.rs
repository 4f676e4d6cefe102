//! `judge`: the conversation of an online judge. `START 1|2` is answered `OK`, `TURN` is answered an act,
//! `PLACE` tells the opponent's act, `END` the result; `DEBUG text` may be said at any time.

use crate::{cut, printable};
use leitai_core::{
    By, Client, Cue, Dialect, Garbled, Illegal, Left, Lines, Open, Outcome, Played, Position, Report, Said,
    Seat, Span, State,
};
use std::marker::PhantomData;

/// How one game's acts are spelt between the keywords. A turn of the game is one act.
pub trait JudgeWords: Send + 'static {
    /// Its law.
    type Position: Open;
    /// What an answer to `TURN` looks like, for people.
    const ANSWER: &'static str;
    /// An answer, without surrounding blanks.
    fn read(answer: &str) -> Option<<Self::Position as State>::Move>;
    /// The answer for an act; `PLACE` carries the same.
    fn write(m: &<Self::Position as State>::Move) -> String;
}

/// Bytes kept of one `DEBUG` line.
const DEBUG_LINE: usize = 16 << 10;
/// Bytes kept of all `DEBUG` lines of one game.
const DEBUG_GAME: usize = 32 << 10;

/// The first word of a line and the rest of it, without blanks around.
fn split(line: &[u8]) -> (&[u8], &[u8]) {
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    (&line[..end], line[end..].trim_ascii())
}

/// The platform's side.
pub struct Judge<W> {
    seat: Seat,
    ready: bool,
    /// Bytes of `DEBUG` still kept.
    debug: usize,
    words: PhantomData<W>,
}

impl<W> Default for Judge<W> {
    fn default() -> Self {
        Judge { seat: Seat::First, ready: false, debug: DEBUG_GAME, words: PhantomData }
    }
}

impl<W> Judge<W> {
    /// Cut to what may be kept; what is over it is no error.
    fn debug<M>(&mut self, text: &str) -> Said<M> {
        let line = cut(text, DEBUG_LINE);
        let kept = cut(line, self.debug);
        self.debug = self.debug.saturating_sub(line.len());
        if kept.is_empty() { Said::Nothing } else { Said::Debug(kept.to_owned()) }
    }
}

impl<W: JudgeWords> Dialect<W::Position> for Judge<W> {
    fn open(&mut self, seat: Seat, _: &<W::Position as Position>::Rules, out: &mut Lines) {
        self.seat = seat;
        out.line(format_args!("START {}", 1 + seat.index()));
    }

    fn told(&mut self, _: &W::Position, report: &Report<W::Position>, _: bool, out: &mut Lines) {
        if report.by != By::Seat(self.seat) {
            out.line(format_args!("PLACE {}", W::write(&report.m)));
        }
    }

    fn ask(&mut self, _: &W::Position, _: Left, out: &mut Lines) {
        out.line("TURN");
    }

    fn hear(&mut self, _: &W::Position, line: &[u8]) -> Result<Said<<W::Position as State>::Move>, Garbled> {
        let line = line.trim_ascii();
        let (word, rest) = split(line);
        if line.is_empty() {
            return Ok(Said::Nothing);
        }
        if word.eq_ignore_ascii_case(b"DEBUG") {
            return Ok(self.debug(&printable(rest)));
        }
        let said = if self.ready {
            std::str::from_utf8(line).ok().and_then(W::read).map(|m| Said::Acts(vec![m], Span::Turn))
        } else {
            line.eq_ignore_ascii_case(b"OK").then_some(Said::Ready(None))
        };
        let expected = if self.ready { W::ANSWER } else { "OK" };
        self.ready |= said.is_some();
        said.ok_or_else(|| Garbled::expected(format!("`{expected}`")))
    }

    /// The judge's text has no word for it: `TURN` is said again.
    fn refused(&mut self, _: &Illegal, _: &mut Lines) {}

    fn close(&mut self, outcome: &Outcome, out: &mut Lines) {
        let result = match outcome.winner {
            None => 0,
            Some(winner) if winner == self.seat => 1,
            Some(_) => 2,
        };
        out.line(format_args!("END {result}"));
    }

    fn strict(&self) -> bool {
        true
    }
}

/// The program's side.
pub struct JudgeClient<W> {
    seat: Seat,
    words: PhantomData<W>,
}

impl<W> Default for JudgeClient<W> {
    fn default() -> Self {
        JudgeClient { seat: Seat::First, words: PhantomData }
    }
}

impl<W: JudgeWords> Client<W::Position> for JudgeClient<W> {
    fn hear(&mut self, view: &W::Position, line: &[u8], cues: &mut Vec<Cue<W::Position>>) {
        let (word, rest) = split(line.trim_ascii());
        match (word, rest) {
            (b"START", side @ (b"1" | b"2")) => {
                self.seat = if side == b"1" { Seat::First } else { Seat::Second };
                cues.push(Cue::Start(self.seat, <W::Position as Position>::Rules::default()));
                cues.push(Cue::Answer("OK".to_owned()));
            }
            (b"PLACE", act) => {
                let by = By::Seat(self.seat.other());
                let act = std::str::from_utf8(act).ok().and_then(W::read);
                // A platform may err too: what the law refuses cannot be learnt.
                let act = act.filter(|m| view.check(by, m).is_ok());
                cues.extend(act.map(|m| Cue::Learn(Played { by, m })));
            }
            (b"TURN", b"") => cues.push(Cue::Think(None)),
            (b"END", _) => cues.extend([Cue::End, Cue::Quit]),
            _ => {}
        }
    }

    fn say(
        &mut self,
        _: &W::Position,
        turn: &[<W::Position as State>::Move],
        out: &mut Lines,
        cues: &mut Vec<Cue<W::Position>>,
    ) {
        let by = By::Seat(self.seat);
        for m in turn {
            out.line(W::write(m));
            // The judge does not echo it.
            cues.push(Cue::Learn(Played { by, m: m.clone() }));
        }
    }
}
