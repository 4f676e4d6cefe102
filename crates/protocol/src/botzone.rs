//! `botzone`: a program is started for each turn, is sent the whole history, answers and exits. Its answer is
//! complete when it has exited, or has stated that it keeps running: in that case it is next sent only the newest
//! request.
//!
//! Both forms of the platform: one JSON line, or bare numbers, one line per act (simplified interaction). The name
//! of the dialect determines which of them is sent; both are read.

mod client;
mod numbers;
mod object;

pub use client::BotzoneClient;
pub use numbers::BotzoneWords;

use crate::{cut, printable};
use leitai_core::{
    Actor, Clock, Dialect, DialectName, Garbled, Illegal, Left, Lifecycle, Lines, Openings, Outcome,
    Position, Report, Said, Seat, Span, SpokenDialect, State, sentence,
};
use numbers::{Form, KEEP_RUNNING, Numbers, answer, nothing, numbers_of, written};
use object::OpenObject;
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::time::Duration;

/// The platform's limit: one second per turn, including the start of the program.
pub const BOTZONE_CLOCK: Clock =
    Clock { start: Some(Duration::from_secs(5)), turn: Some(Duration::from_secs(1)), ..Clock::NONE };

/// How much of an unfinished answer is quoted, in bytes.
const QUOTED: usize = 120;
/// Bytes kept of the debug text of one answer.
const DEBUG_TURN: usize = 1 << 10;
/// Bytes kept of all debug texts of one game.
const DEBUG_GAME: usize = 32 << 10;

/// The platform's side.
pub struct Botzone<W: BotzoneWords> {
    form: Form,
    seat: Seat,
    turn_limit: Option<Duration>,
    /// What the program was asked: the opponent's acts. One more than the responses while it owes an answer.
    requests: Vec<Numbers>,
    responses: Vec<Numbers>,
    /// Data that the program wants to get back at its next turn.
    data: Option<Value>,
    /// The same, but longer-lived; on the platform it outlives the game, here it does not.
    globaldata: Option<Value>,
    /// Whether the program has been asked and has not answered in full.
    asked: bool,
    /// The program's answer, until it is complete.
    answer: Option<Answered<W>>,
    /// An object that has begun and continues in the next line.
    object: OpenObject,
    keeps_running: bool,
    /// Bytes of debug text that may still be kept.
    debug: usize,
}

/// An answer that is not complete yet.
struct Answered<W: BotzoneWords> {
    m: <W::Position as State>::Move,
    form: Form,
    /// Number of lines heard of it.
    lines: usize,
}

/// An answer in JSON.
#[derive(Deserialize)]
struct Answer {
    response: Value,
    debug: Option<Value>,
    data: Option<Value>,
    globaldata: Option<Value>,
}

impl<W: BotzoneWords> Botzone<W> {
    /// `botzone` with a game's words, both ends: one JSON line per turn.
    pub const JSON: SpokenDialect<W::Position> = SpokenDialect {
        name: DialectName::Botzone,
        platform: |_| Box::new(Botzone::<W>::json()),
        program: || Box::new(BotzoneClient::<W>::default()),
    };

    /// `botzone-simple`: the same content in bare numbers, one line per act.
    pub const SIMPLE: SpokenDialect<W::Position> = SpokenDialect {
        name: DialectName::BotzoneSimple,
        platform: |_| Box::new(Botzone::<W> { form: Form::Simple, ..Self::json() }),
        ..Self::JSON
    };

    fn json() -> Self {
        Botzone {
            form: Form::Json,
            seat: Seat::First,
            turn_limit: None,
            requests: Vec::new(),
            responses: Vec::new(),
            data: None,
            globaldata: None,
            asked: false,
            answer: None,
            object: OpenObject::default(),
            keeps_running: false,
            debug: DEBUG_GAME,
        }
    }

    fn whole_json(&self) -> String {
        let list = |acts: &[Numbers]| -> String {
            acts.iter().map(|act| written::<W>(act, Form::Json)).collect::<Vec<_>>().join(",")
        };
        let (requests, responses) = (list(&self.requests), list(&self.responses));
        let mut text = format!("{{\"requests\":[{requests}],\"responses\":[{responses}]");
        for (name, value) in [("data", &self.data), ("globaldata", &self.globaldata)] {
            if let Some(value) = value {
                let _ = write!(text, ",\"{name}\":{value}");
            }
        }
        if let Some(limit) = self.turn_limit {
            let _ = write!(text, ",\"time_limit\":{}", limit.as_secs_f64());
        }
        text.push('}');
        text
    }

    fn whole_simple(&self, out: &mut Lines) {
        out.line(self.requests.len());
        for (i, request) in self.requests.iter().enumerate() {
            out.line(written::<W>(request, Form::Simple));
            if let Some(response) = self.responses.get(i) {
                out.line(written::<W>(response, Form::Simple));
            }
        }
        let text = |value: &Option<Value>| match value {
            Some(Value::String(text)) => text.replace(['\r', '\n'], " "),
            Some(value) => value.to_string(),
            None => String::new(),
        };
        // The second line is recognised only by its position.
        if self.data.is_some() || self.globaldata.is_some() {
            out.line(text(&self.data));
        }
        if self.globaldata.is_some() {
            out.line(text(&self.globaldata));
        }
    }

    /// Reads an answer in either form, as far as it has arrived: an object may span several lines.
    fn begun(&mut self, line: &[u8]) -> Result<Said<<W::Position as State>::Move>, Garbled> {
        let goes_on = self.object.is_open() && line != KEEP_RUNNING;
        if !goes_on && !line.starts_with(b"{") {
            self.object.take();
            return self.first_line(line);
        }
        self.object.push(line);
        if self.object.is_open() {
            return Ok(Said::Nothing);
        }
        let object = self.object.take();
        self.first_line(&object)
    }

    /// The first line of an answer, or a whole object.
    fn first_line(&mut self, line: &[u8]) -> Result<Said<<W::Position as State>::Move>, Garbled> {
        let expected = || {
            let numbers = W::KEYS.join(" ");
            let object = W::KEYS.iter().map(|key| format!("\"{key}\":…")).collect::<Vec<_>>().join(",");
            Garbled(sentence!(
                "`{{\"response\":{{{object}}}}}` or `{numbers}` in numbers",
                "“{{\"response\":{{{object}}}}}”，或以数字写出的“{numbers}”"
            ))
        };
        let json = line.starts_with(b"{");
        let answer = if json {
            serde_json::from_slice(line).map_err(|_| expected())?
        } else {
            let text = String::from_utf8_lossy(line).into_owned();
            Answer { response: Value::String(text), debug: None, data: None, globaldata: None }
        };
        let numbers = numbers_of::<W>(&answer.response);
        let m = numbers.and_then(|numbers| W::read(&numbers)).ok_or_else(expected)?;
        let form = if json { Form::Json } else { Form::Simple };
        self.answer = Some(Answered { m, form, lines: 1 });
        let is_said = |value: &Value| !value.is_null();
        self.data = answer.data.filter(is_said);
        self.globaldata = answer.globaldata.filter(is_said).or(self.globaldata.take());
        let debug = answer.debug.filter(is_said);
        let debug = debug.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        Ok(debug.map_or(Said::Nothing, |text| self.debug(text.as_bytes())))
    }

    /// Reads a line after the first: in a simplified answer the second line is debug text, the third data, and the
    /// fourth data that is kept longer.
    fn next_line(&mut self, line: &[u8]) -> Said<<W::Position as State>::Move> {
        let place = self.answer.as_mut().filter(|answer| answer.form == Form::Simple).map(|answer| {
            answer.lines += 1;
            answer.lines
        });
        let text = || Some(Value::String(String::from_utf8_lossy(line).into_owned()));
        match place {
            _ if line.is_empty() => Said::Nothing,
            Some(2) => self.debug(line),
            Some(3) => {
                self.data = text();
                Said::Nothing
            }
            Some(4) => {
                self.globaldata = text();
                Said::Nothing
            }
            _ => Said::Noise,
        }
    }

    /// Cuts debug text to what may be kept; an excess is not an error.
    fn debug(&mut self, text: &[u8]) -> Said<<W::Position as State>::Move> {
        let text = printable(text);
        let kept = cut(&text, DEBUG_TURN.min(self.debug));
        self.debug -= kept.len();
        if kept.is_empty() { Said::Nothing } else { Said::Debug(kept.to_owned()) }
    }

    /// Completes the answer.
    fn complete(&mut self, keeps_running: bool) -> Option<Said<<W::Position as State>::Move>> {
        let answer = self.answer.take()?;
        self.asked = false;
        self.keeps_running = keeps_running;
        Some(Said::Acts(vec![answer.m], Span::Turn))
    }
}

impl<W: BotzoneWords> Dialect<W::Position> for Botzone<W> {
    fn has_thoughts(&self) -> bool {
        true
    }

    fn speaks(&self, rules: &<W::Position as Position>::Rules) -> bool {
        W::speaks(rules)
    }

    fn lifecycle(&self) -> Lifecycle {
        Lifecycle { says_nothing_first: true, may_leave: true, ..Lifecycle::default() }
    }

    fn limits(&mut self, clock: &Clock) {
        self.turn_limit = clock.turn;
    }

    fn openings(&self) -> Openings {
        Openings::Acts
    }

    fn open(&mut self, seat: Seat, _: &<W::Position as Position>::Rules, _: &mut Lines) {
        self.seat = seat;
        if seat == Seat::First {
            self.requests.push(nothing::<W>());
        }
    }

    fn report(&mut self, _: &W::Position, report: &Report<W::Position>, _: bool, _: &mut Lines) {
        let numbers = W::write(&report.m);
        if report.by == Actor::Seat(self.seat) {
            self.responses.push(numbers);
        } else {
            self.requests.push(numbers);
        }
    }

    fn ask(&mut self, _: &W::Position, _: Left, out: &mut Lines) {
        if self.requests.len() == self.responses.len() {
            self.requests.push(nothing::<W>());
        }
        self.asked = true;
        self.answer = None;
        self.object = OpenObject::default();
        match (self.form, self.requests.last().filter(|_| self.keeps_running)) {
            (form, Some(newest)) => out.line(written::<W>(newest, form)),
            (Form::Json, None) => out.line(self.whole_json()),
            (Form::Simple, None) => self.whole_simple(out),
        }
    }

    fn hear(&mut self, _: &W::Position, line: &[u8]) -> Result<Said<<W::Position as State>::Move>, Garbled> {
        let line = line.trim_ascii();
        match (self.asked, self.answer.is_some()) {
            (false, _) => Ok(if line.is_empty() { Said::Nothing } else { Said::Noise }),
            (true, true) if line == KEEP_RUNNING => Ok(self.complete(true).unwrap_or(Said::Nothing)),
            (true, true) => Ok(self.next_line(line)),
            (true, false) if line.is_empty() => Ok(Said::Nothing),
            (true, false) => self.begun(line),
        }
    }

    fn spell(&self, _: &W::Position, turn: &[<W::Position as State>::Move], out: &mut Lines) {
        answer::<W>(turn, self.form, out);
    }

    fn left(&mut self) -> Option<Said<<W::Position as State>::Move>> {
        if self.object.is_open() {
            let text = printable(&self.object.take());
            let text = cut(text.trim_end(), QUOTED);
            return Some(Said::Fails(sentence!(
                "it left in the middle of its answer: `{text}`",
                "答到一半便退出：“{text}”"
            )));
        }
        self.complete(false)
    }

    /// The platform has no word for a refusal: the same request is sent again.
    fn refused(&mut self, _: &Illegal, _: &mut Lines) {}

    /// The result is not sent.
    fn close(&mut self, _: &Outcome, _: &mut Lines) {}

    fn strict(&self) -> bool {
        false
    }
}
