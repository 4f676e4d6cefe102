//! The platform's side of `gomocup`: the manager.

use super::spelling::{Stone, act, placed, rule, spell, split};
use crate::{Board, Move, Point, Rules};
use leitai_core::{
    Actor, Clock, Dialect, Garbled, Illegal, Left, Lifecycle, Lines, Openings, Outcome, Report, Said, Search,
    Seat, Span, sentence,
};
use leitai_protocol::{cut, printable};
use std::fmt::Display;

/// Bytes kept of one line of `MESSAGE` or `DEBUG`.
const DEBUG_LINE: usize = 1 << 10;
/// Bytes kept of all of them in one game.
const DEBUG_GAME: usize = 32 << 10;
/// How long a brain may take to leave after `END`, as the managers let it.
const GRACE_MS: u64 = 500;

/// The platform's side.
pub(super) struct Platform {
    seat: Seat,
    ready: bool,
    clock: Clock,
    rule: u32,
    /// The name that the brain gave.
    name: Option<String>,
    /// Stones in the order in which they were placed; none for an act that placed none.
    acts: Vec<Option<Stone>>,
    /// How many of them the brain knows.
    known: usize,
    /// Does the brain see a stone that was refused?
    misled: bool,
    /// Bytes of debug text still kept.
    debug: usize,
    /// Is it told only what no game can do without?
    least: bool,
    /// What its user wants it to be told, each behind an `INFO`.
    settings: Vec<String>,
    /// What stands before the LF of each line: a CR, as the managers for Windows send it, or nothing for a brain that
    /// takes it for a part of its last word.
    before_lf: &'static str,
}

impl Default for Platform {
    fn default() -> Self {
        Platform {
            seat: Seat::First,
            ready: false,
            clock: Clock::default(),
            rule: 0,
            name: None,
            acts: Vec::new(),
            known: 0,
            misled: false,
            debug: DEBUG_GAME,
            least: false,
            settings: Vec::new(),
            before_lf: "\r",
        }
    }
}

fn start() -> String {
    format!("START {}", Point::SIDE)
}

impl Platform {
    /// One line as the managers end it.
    fn say(&self, out: &mut Lines, text: impl Display) {
        out.line(format_args!("{text}{}", self.before_lf));
    }

    fn greet(&self, out: &mut Lines) {
        if !self.least {
            self.say(out, "ABOUT");
        }
        self.say(out, start());
    }

    /// Cut to what may be kept; what is over it is no error.
    fn debug(&mut self, text: &str) -> Said<Move> {
        let kept = cut(text, DEBUG_LINE.min(self.debug));
        self.debug -= kept.len();
        if kept.is_empty() { Said::Nothing } else { Said::Debug(kept.to_owned()) }
    }

    /// Every stone, in order, from the brain's point of view.
    fn board(&self, out: &mut Lines) {
        self.say(out, "BOARD");
        for stone in self.acts.iter().flatten() {
            self.say(
                out,
                format_args!("{},{},{}", stone.x, stone.y, if stone.of == self.seat { 1 } else { 2 }),
            );
        }
        self.say(out, "DONE");
    }

    /// The limits and the rule.
    fn inform(&self, out: &mut Lines) {
        if self.least {
            // Rule 0 is what a brain plays that is told nothing.
            if self.rule != 0 {
                self.say(out, format_args!("INFO rule {}", self.rule));
            }
            return;
        }
        if let Some(turn) = self.clock.turn {
            self.say(out, format_args!("INFO timeout_turn {}", turn.as_millis()));
        }
        // Zero is no limit here; of a turn it would be no time.
        let game = self.clock.game.map_or(0, |game| game.as_millis());
        self.say(out, format_args!("INFO timeout_match {game}"));
        self.say(out, "INFO max_memory 0");
        self.say(out, "INFO game_type 1");
        self.say(out, format_args!("INFO rule {}", self.rule));
    }
}

impl Dialect<Board> for Platform {
    fn speaks(&self, rules: &Rules) -> bool {
        rule(rules).is_some()
    }

    fn lifecycle(&self) -> Lifecycle {
        Lifecycle { search: Search::MayEndLater, ..Lifecycle::default() }
    }

    fn limits(&mut self, clock: &Clock) {
        self.clock = *clock;
    }

    fn say_least(&mut self) {
        self.least = true;
    }

    fn open(&mut self, seat: Seat, rules: &Rules, out: &mut Lines) {
        self.seat = seat;
        self.rule = rule(rules).unwrap_or_default();
        self.greet(out);
    }

    fn say_again(&mut self, out: &mut Lines) {
        self.before_lf = "";
        self.greet(out);
    }

    fn awaits(&self) -> Option<String> {
        (!self.ready).then(start)
    }

    fn begin(&mut self, _: Left, out: &mut Lines) {
        self.inform(out);
        // Last, so that what its user says holds.
        for setting in &self.settings {
            self.say(out, format_args!("INFO {setting}"));
        }
        out.only_inform();
    }

    fn told(&mut self, after: &Board, report: &Report<Board>, _: bool, _: &mut Lines) {
        let own = report.by == Actor::Seat(self.seat);
        // What it said itself it knows.
        self.known += usize::from(own && self.known == self.acts.len());
        self.acts.push(placed(after, &report.m));
    }

    fn has_thoughts(&self) -> bool {
        true
    }

    fn has_settings(&self) -> bool {
        true
    }

    fn set(&mut self, name: &str, value: &str) {
        self.settings.push(format!("{name} {value}").trim_end().to_owned());
    }

    fn openings(&self) -> Openings {
        Openings::Acts
    }

    fn given(&mut self, after: &Board, report: &Report<Board>, _: bool, _: &mut Lines) {
        self.acts.push(placed(after, &report.m));
    }

    fn ask(&mut self, _: &Board, left: Left, out: &mut Lines) {
        if let Some(left) = left[self.seat.index()] {
            self.say(out, format_args!("INFO time_left {}", left.as_millis()));
            // A brain that does not know it may say so: only what it says to the rest is an answer.
            out.only_inform();
        }
        match &self.acts[self.known..] {
            _ if self.acts.is_empty() => self.say(out, "BEGIN"),
            [Some(stone)] if stone.of != self.seat && !self.misled => {
                self.say(out, format_args!("TURN {},{}", stone.x, stone.y));
            }
            _ => self.board(out),
        }
        self.known = self.acts.len();
        self.misled = false;
    }

    fn hear(&mut self, _: &Board, line: &[u8]) -> Result<Said<Move>, Garbled> {
        let text = printable(line.trim_ascii());
        let (word, rest) = split(&text);
        match word.as_str() {
            "" => return Ok(Said::Nothing),
            "MESSAGE" | "DEBUG" => return Ok(self.debug(rest)),
            "UNKNOWN" | "SUGGEST" => return Ok(Said::Noise),
            _ => {}
        }
        if self.ready {
            return match act(&text) {
                Some(m) => Ok(Said::Acts(vec![m], Span::Turn)),
                None if word == "OK" => Ok(Said::Noise),
                None => {
                    let last = Point::SIDE - 1;
                    Err(Garbled(sentence!("a stone `x,y` (0 to {last})", "一枚棋子“x,y”（0 到 {last}）")))
                }
            };
        }
        if word == "OK" {
            self.ready = true;
            return Ok(Said::Ready(self.name.take()));
        }
        if word == "ERROR" {
            return Err(Garbled::expected("`OK` to START", "对“START”的应答“OK”"));
        }
        if let Some((_, name)) = text.split_once("name=\"") {
            self.name = name.split('"').next().map(str::to_owned);
            return Ok(Said::Nothing);
        }
        Ok(Said::Noise)
    }

    fn spell(&self, _: &Board, turn: &[Move], out: &mut Lines) {
        for m in turn {
            spell(m, out);
        }
    }

    /// There is no word for it: the brain is told the board, since it thinks its own stone there.
    fn refused(&mut self, _: &Illegal, _: &mut Lines) {
        self.misled = true;
    }

    fn close(&mut self, _: &Outcome, _: &mut Lines) {}

    fn may_stay(&self) -> bool {
        true
    }

    fn dismiss(&self, out: &mut Lines) {
        self.say(out, "END");
    }

    fn strict(&self) -> bool {
        false
    }

    fn grace_ms(&self) -> u64 {
        GRACE_MS
    }
}
