//! `gtp`, the Go Text Protocol version 2, and `htp`, its frame with Hex's words: the platform is the
//! controller. A command is one line; its answer begins with `=` or `?` and ends with an empty line.

mod client;
mod words;

pub use client::GtpClient;
pub use words::{GtpWords, Style, Vertex, color, play, read_color};

use crate::{cut, printable};
use leitai_core::{
    Dialect, DialectName, Garbled, Illegal, Left, Lines, Outcome, Said, Seat, Sentence, Span, SpokenDialect,
    sentence,
};
use std::collections::VecDeque;
use std::marker::PhantomData;
use words::{MoveOf, ReportOf, RulesOf, ViewOf, plain, vertex};

/// How much of a program's name or complaint is told on, in bytes.
const QUOTED: usize = 120;

/// What is made of the answer to a command.
enum Asked {
    /// The program's name; it may have none.
    Name,
    /// Nothing hangs on it: a program may refuse it.
    May,
    /// The game cannot go on without it.
    Must(String),
    /// `genmove` or `reg_genmove`.
    Move(String),
}

/// The controller's side.
pub struct Gtp<W> {
    seat: Seat,
    ready: bool,
    name: Option<String>,
    /// Commands that are not answered yet, in the order they were sent.
    asked: VecDeque<Asked>,
    /// Has an answer begun whose empty line is still to come?
    answering: bool,
    /// Does the program have a stone on its board that was not accepted yet?
    ahead: bool,
    words: PhantomData<fn() -> W>,
}

impl<W: GtpWords> Gtp<W> {
    /// The dialect with a game's words, both ends: `gtp`, or `htp` in the style of Hex.
    pub const SPOKEN: SpokenDialect<W::Position> = SpokenDialect {
        name: match W::STYLE {
            Style::Go => DialectName::Gtp,
            Style::Hex => DialectName::Htp,
        },
        platform: |_| Box::new(Gtp::<W>::default()),
        program: || Box::new(GtpClient::<W>::default()),
    };
}

impl<W> Default for Gtp<W> {
    fn default() -> Self {
        Gtp {
            seat: Seat::First,
            ready: false,
            name: None,
            asked: VecDeque::new(),
            answering: false,
            ahead: false,
            words: PhantomData,
        }
    }
}

impl<W: GtpWords> Gtp<W> {
    fn must(&mut self, command: String, out: &mut Lines) {
        out.line(&command);
        self.asked.push_back(Asked::Must(command));
    }

    fn may(&mut self, command: &str, out: &mut Lines) {
        out.line(command);
        self.asked.push_back(Asked::May);
    }

    /// `= text`, to the command asked first.
    fn succeeded(&mut self, asked: &Asked, text: &str) -> Result<Said<MoveOf<W>>, Garbled> {
        match asked {
            Asked::Name => {
                self.name = (!text.is_empty()).then(|| cut(text, QUOTED).to_owned());
                Ok(Said::Nothing)
            }
            Asked::May | Asked::Must(_) => Ok(Said::Nothing),
            Asked::Move(_) if text.eq_ignore_ascii_case("resign") => Ok(Said::Resign),
            Asked::Move(_) => {
                self.ahead = !W::HIDDEN;
                let span = if W::HIDDEN { Span::Part } else { Span::Turn };
                let m = W::STYLE.read(text).and_then(W::act);
                m.map(|m| Said::Acts(vec![m], span)).ok_or_else(|| expected::<W>())
            }
        }
    }
}

/// What an answer to `genmove` may be, for people.
fn expected<W: GtpWords>() -> Garbled {
    let mut said = match W::STYLE {
        Style::Go => Sentence::new(
            "`= ` and a vertex (D4, without I, rows from the bottom)",
            "“= ”与一个点（D4，不用 I，行自下而上）",
        ),
        Style::Hex => {
            Sentence::new("`= ` and a cell (d4, rows from the top)", "“= ”与一个格（d4，行自上而下）")
        }
    };
    for (vertex, name) in [(Vertex::Pass, "pass"), (Vertex::Swap, "swap-pieces")] {
        if W::act(vertex).is_some() {
            said = said.then(&sentence!(", `{name}`", "、“{name}”"));
        }
    }
    Garbled(said.then(&Sentence::new(" or `resign`", "或“resign”")))
}

/// What follows the number of a command in its answer.
fn without_id(rest: &[u8]) -> &[u8] {
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    &rest[digits..]
}

impl<W: GtpWords> Dialect<W::Position> for Gtp<W> {
    fn open(&mut self, seat: Seat, rules: &RulesOf<W>, out: &mut Lines) {
        self.seat = seat;
        self.may("protocol_version", out);
        out.line("name");
        self.asked.push_back(Asked::Name);
        let (columns, rows) = W::size(rules);
        self.must(
            match W::STYLE {
                Style::Hex => format!("boardsize {columns} {rows}"),
                Style::Go if columns == rows => format!("boardsize {columns}"),
                Style::Go => format!("rectangular_boardsize {columns} {rows}"),
            },
            out,
        );
        let mut settings = Vec::new();
        W::settings(rules, &mut settings);
        for command in &settings {
            self.may(command, out);
        }
        self.must("clear_board".to_owned(), out);
        if W::HIDDEN {
            self.must(format!("leitai-seat {}", color(seat)), out);
        }
    }

    fn begin(&mut self, left: Left, out: &mut Lines) {
        // Hex programs have no word for it: each `time_left` tells them.
        if let (Style::Go, Some(left)) = (W::STYLE, left[self.seat.index()]) {
            self.may(&format!("time_settings {} 0 0", left.as_secs().max(1)), out);
        }
    }

    fn told(&mut self, after: &ViewOf<W>, report: &ReportOf<W>, _: bool, out: &mut Lines) {
        self.ahead = false;
        let mut commands = Vec::new();
        W::tell(self.seat, after, report, &mut commands);
        for command in commands {
            self.must(command, out);
        }
    }

    fn ask(&mut self, _: &ViewOf<W>, left: Left, out: &mut Lines) {
        let color = color(self.seat);
        if let Some(left) = left[self.seat.index()] {
            let stones = if W::STYLE == Style::Go { " 0" } else { "" };
            self.may(&format!("time_left {color} {}{stones}", left.as_secs()), out);
        }
        let command = format!("{} {color}", if W::HIDDEN { "reg_genmove" } else { "genmove" });
        out.line(&command);
        self.asked.push_back(Asked::Move(command));
    }

    fn hear(&mut self, _: &ViewOf<W>, line: &[u8]) -> Result<Said<MoveOf<W>>, Garbled> {
        let line = plain(line);
        let (sign, text) = match line.trim_ascii() {
            [sign @ (b'=' | b'?'), rest @ ..] => (*sign, printable(without_id(rest).trim_ascii())),
            other => {
                self.answering &= !other.is_empty();
                let is_noise = !self.answering && !other.is_empty();
                return Ok(if is_noise { Said::Noise } else { Said::Nothing });
            }
        };
        // An answer is taken at its first line: whoever forgets the empty one is understood as well.
        self.answering = true;
        let Some(asked) = self.asked.pop_front() else {
            return Err(Garbled::expected(
                "no answer: every command has one already",
                "没有回答：每条命令都已得到回答",
            ));
        };
        let said = match asked {
            asked if sign == b'=' => self.succeeded(&asked, &text)?,
            Asked::Name | Asked::May => Said::Noise,
            Asked::Must(command) | Asked::Move(command) => {
                let text = cut(&text, QUOTED);
                return Ok(Said::Fails(sentence!(
                    "it answered `? {text}` to `{command}`",
                    "对“{command}”回答“? {text}”"
                )));
            }
        };
        if !self.ready && self.asked.is_empty() {
            self.ready = true;
            return Ok(Said::Ready(self.name.take()));
        }
        Ok(said)
    }

    fn spell(&self, _: &ViewOf<W>, turn: &[MoveOf<W>], out: &mut Lines) {
        for m in turn {
            out.line(format_args!("= {}", vertex::<W>(m)));
        }
    }

    fn refused(&mut self, _: &Illegal, out: &mut Lines) {
        if std::mem::take(&mut self.ahead) {
            self.must("undo".to_owned(), out);
        }
    }

    fn close(&mut self, _: &Outcome, out: &mut Lines) {
        out.line("quit");
    }

    fn strict(&self) -> bool {
        true
    }

    fn grace_ms(&self) -> u64 {
        1000
    }
}
