//! The platform's end of `gomocup`: the manager.

use super::spelling::{Stone, UNLIMITED, act, placed, rule, spell, split};
use crate::{Board, Move, Point, Rules};
use leitai_core::{
    Actor, Clock, Dialect, Garbled, Habit, Habits, Illegal, Left, Lifecycle, Lines, Openings, Outcome,
    Report, Said, Search, Seat, Span, sentence,
};
use leitai_protocol::{cut, printable};
use std::fmt::Display;

/// Bytes kept of a single `MESSAGE` or `DEBUG` line.
const DEBUG_LINE: usize = 1 << 10;
/// Bytes kept of all such lines in one game.
const DEBUG_GAME: usize = 32 << 10;
/// How long a brain may take to exit after `END`, as the managers allow.
const GRACE_MS: u64 = 500;

/// The platform's end of the dialect.
pub(super) struct Platform {
    seat: Seat,
    ready: bool,
    clock: Clock,
    rule: u32,
    /// The name that the brain reported.
    name: Option<String>,
    /// Stones in the order they were placed; `None` for an act that placed no stone.
    acts: Vec<Option<Stone>>,
    /// How many of these acts the brain knows.
    known: usize,
    /// Whether the brain believes that a refused stone is on the board.
    misled: bool,
    /// Bytes of debug text that may still be kept.
    debug: usize,
    /// Whether the brain is sent only what no game can do without.
    least: bool,
    /// Settings from the brain's user, each sent behind an `INFO`.
    settings: Vec<String>,
    /// A brain may take the CR, which managers on Windows send before the LF, as part of its last word.
    habits: Habits,
    greeting: Greeting,
    /// What it was asked last, until that is repeated.
    asked: Option<Lines>,
}

/// What a complaint would mean while the brain is not ready.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Greeting {
    /// That it does not know `ABOUT`, which no game needs.
    AboutIsDue,
    /// That it does not understand `START`.
    StartIsDue,
    /// It did not understand `START`, and is to be told both in another form.
    NotUnderstood,
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
            habits: Habits::new(&[Habit::Usual, Habit::OtherEnd, Habit::Bare]),
            greeting: Greeting::StartIsDue,
            asked: None,
        }
    }
}

fn start() -> String {
    format!("START {}", Point::SIDE)
}

impl Platform {
    /// Sends one line, ended as the managers do.
    fn say(&self, out: &mut Lines, text: impl Display) {
        let before_lf = if self.habits.now() == Habit::Usual { "\r" } else { "" };
        out.line(format_args!("{text}{before_lf}"));
    }

    fn greet(&mut self, out: &mut Lines) {
        self.greeting = Greeting::StartIsDue;
        if !self.least && self.habits.now() != Habit::Bare {
            self.greeting = Greeting::AboutIsDue;
            self.say(out, "ABOUT");
        }
        self.say(out, start());
    }

    /// Whether a complaint about the opening words does no harm: it does not know a word that no game needs, or is told
    /// them in another form.
    fn may_complain(&mut self) -> bool {
        match self.greeting {
            Greeting::AboutIsDue => self.greeting = Greeting::StartIsDue,
            Greeting::StartIsDue if self.habits.turn_on() => self.greeting = Greeting::NotUnderstood,
            Greeting::StartIsDue => return false,
            Greeting::NotUnderstood => {}
        }
        true
    }

    /// Truncates debug text to what may be kept. Exceeding the limit is not an error.
    fn debug(&mut self, text: &str) -> Said<Move> {
        let kept = cut(text, DEBUG_LINE.min(self.debug));
        self.debug -= kept.len();
        if kept.is_empty() { Said::Nothing } else { Said::Debug(kept.to_owned()) }
    }

    /// Sends every stone, in order, from the brain's point of view.
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

    /// Sends the limits and the rule.
    fn inform(&self, out: &mut Lines) {
        if self.least {
            // Rule 0 is what a brain plays by default.
            if self.rule != 0 {
                self.say(out, format_args!("INFO rule {}", self.rule));
            }
            return;
        }
        if let Some(turn) = self.clock.turn {
            self.say(out, format_args!("INFO timeout_turn {}", turn.as_millis()));
        }
        let game = self.clock.game.map_or(UNLIMITED.into(), |game| game.as_millis());
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

    fn recall(&mut self, habit: Habit) {
        self.habits.recall(habit);
    }

    fn habit(&self) -> Habit {
        self.habits.now()
    }

    fn open_further(&mut self, out: &mut Lines) {
        if self.greeting == Greeting::NotUnderstood {
            self.greet(out);
        }
    }

    fn say_again(&mut self, out: &mut Lines) {
        if self.habits.turn_on() {
            self.greet(out);
        }
    }

    fn awaits(&self) -> Option<String> {
        (!self.ready).then(start)
    }

    fn begin(&mut self, _: Left, out: &mut Lines) {
        self.inform(out);
        // Sent last, so that the settings of the brain's user prevail.
        for setting in &self.settings {
            self.say(out, format_args!("INFO {setting}"));
        }
        out.only_inform();
    }

    fn report(&mut self, after: &Board, report: &Report<Board>, _: bool, _: &mut Lines) {
        let own = report.by == Actor::Seat(self.seat);
        // The brain knows what it played itself.
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
        let unlimited = (self.clock.game.is_none() && !self.least).then_some(UNLIMITED.into());
        if let Some(left) = left[self.seat.index()].map(|left| left.as_millis()).or(unlimited) {
            self.say(out, format_args!("INFO time_left {left}"));
            // A brain that does not know this line may complain: only its replies to the lines after it are answers.
            out.only_inform();
        }
        let mut asked = Lines::default();
        match &self.acts[self.known..] {
            _ if self.acts.is_empty() => self.say(&mut asked, "BEGIN"),
            [Some(stone)] if stone.of != self.seat && !self.misled => {
                self.say(&mut asked, format_args!("TURN {},{}", stone.x, stone.y));
            }
            _ => self.board(&mut asked),
        }
        self.asked = Some(asked.clone());
        out.append(&mut asked);
        self.known = self.acts.len();
        self.misled = false;
    }

    fn ask_again(&mut self, out: &mut Lines) {
        if let Some(mut asked) = self.asked.take() {
            out.append(&mut asked);
        }
    }

    fn hear(&mut self, _: &Board, line: &[u8]) -> Result<Said<Move>, Garbled> {
        let text = printable(line.trim_ascii());
        let (word, rest) = split(&text);
        match word.as_str() {
            "" => return Ok(Said::Nothing),
            "MESSAGE" | "DEBUG" => return Ok(self.debug(rest)),
            "UNKNOWN" | "ERROR" if !self.ready && self.may_complain() => return Ok(Said::Noise),
            "UNKNOWN" | "SUGGEST" => return Ok(Said::Noise),
            // Its search of the turn before may be winding down.
            "ERROR" if self.ready && self.asked.is_some() => return Ok(Said::Later),
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
        let name = text.split_once("name=\"").and_then(|(_, name)| name.split('"').next());
        let is_about = self.greeting == Greeting::AboutIsDue && text.contains("=\"");
        if is_about {
            self.greeting = Greeting::StartIsDue;
        }
        if is_about || name.is_some() {
            self.name = name.map(str::to_owned).or(self.name.take());
            return Ok(Said::Nothing);
        }
        Ok(Said::Noise)
    }

    fn spell(&self, _: &Board, turn: &[Move], out: &mut Lines) {
        for m in turn {
            spell(m, out);
        }
    }

    /// The dialect has no message for a refusal. The whole board is sent next, since the brain believes that
    /// its stone is there.
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
