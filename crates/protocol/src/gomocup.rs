//! `gomocup`: the conversation of the Gomocup managers with their brains. `START n` is answered `OK`; `BEGIN`,
//! `TURN x,y` and `BOARD` … `DONE` are answered a stone `x,y`. The manager's lines end in CR LF.

mod brain;

pub use brain::GomocupClient;

use crate::{cut, printable};
use leitai_core::{
    Actor, Clock, Dialect, DialectName, Garbled, Illegal, Left, Lines, Open, Outcome, Played, Position,
    Report, Said, Seat, Span, SpokenDialect, State, sentence,
};
use std::fmt::Display;
use std::marker::PhantomData;

/// A stone: column from the left, row from the top, both from 0, and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
    /// Column from the left.
    pub x: u8,
    /// Row from the top.
    pub y: u8,
    /// The seat that has its colour.
    pub of: Seat,
}

/// A game as far as it went: its rules and its acts.
pub type Begun<P> = (<P as Position>::Rules, Vec<Played<<P as State>::Move>>);

/// How one game of stones is spelt.
pub trait GomocupWords: Send + 'static {
    /// Its law.
    type Position: Open;
    /// Points on a side of its board.
    const SIDE: u8;
    /// The number of these rules in `INFO rule`; none where a game of them cannot be said.
    fn rule(rules: &<Self::Position as Position>::Rules) -> Option<u32>;
    /// The game, under a rule's number, in which these stones were placed in turn, First's first; none if
    /// there is no such game that goes on.
    fn begun(rule: u32, stones: &[(u8, u8)]) -> Option<Begun<Self::Position>>;
    /// The stone that an act placed; none if it placed none.
    fn stone(after: &Self::Position, m: &<Self::Position as State>::Move) -> Option<Stone>;
    /// The stones that lie there.
    fn stones(position: &Self::Position) -> Vec<Stone>;
    /// The act that places a stone; none off the board.
    fn place(x: u8, y: u8) -> Option<<Self::Position as State>::Move>;
    /// The act that places none. Brains have no word for it: `-1,-1` is ours.
    fn pass() -> <Self::Position as State>::Move;
}

/// Bytes kept of one line of `MESSAGE` or `DEBUG`.
const DEBUG_LINE: usize = 1 << 10;
/// Bytes kept of all of them in one game.
const DEBUG_GAME: usize = 32 << 10;
/// How long a brain may take to leave after `END`, as the managers let it.
const GRACE_MS: u64 = 500;

/// The keyword of a line and the rest of it, without blanks around.
fn split(line: &str) -> (String, &str) {
    let (word, rest) = line.trim().split_once(|c: char| c.is_whitespace()).unwrap_or((line.trim(), ""));
    (word.to_ascii_uppercase(), rest.trim())
}

/// Whole numbers between commas.
fn numbers<const N: usize>(text: &str) -> Option<[i32; N]> {
    let numbers: Vec<i32> = text.split(',').map(|n| n.trim().parse()).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

/// The act of `x,y`.
fn act<W: GomocupWords>(text: &str) -> Option<<W::Position as State>::Move> {
    match numbers(text)? {
        [-1, -1] => Some(W::pass()),
        [x, y] => W::place(x.try_into().ok()?, y.try_into().ok()?),
    }
}

/// The manager's side.
pub struct Gomocup<W> {
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
    words: PhantomData<W>,
}

impl<W: GomocupWords> Gomocup<W> {
    /// The dialect with a game's words, both ends.
    pub const SPOKEN: SpokenDialect<W::Position> = SpokenDialect {
        name: DialectName::Gomocup,
        platform: |_| Box::new(Gomocup::<W>::default()),
        program: || Box::new(GomocupClient::<W>::default()),
    };
}

impl<W> Default for Gomocup<W> {
    fn default() -> Self {
        Gomocup {
            seat: Seat::First,
            ready: false,
            clock: Clock::default(),
            rule: 0,
            name: None,
            acts: Vec::new(),
            known: 0,
            misled: false,
            debug: DEBUG_GAME,
            words: PhantomData,
        }
    }
}

/// One line as the managers end it.
fn say(out: &mut Lines, text: impl Display) {
    out.line(format_args!("{text}\r"));
}

impl<W> Gomocup<W> {
    /// Cut to what may be kept; what is over it is no error.
    fn debug<M>(&mut self, text: &str) -> Said<M> {
        let kept = cut(text, DEBUG_LINE.min(self.debug));
        self.debug -= kept.len();
        if kept.is_empty() { Said::Nothing } else { Said::Debug(kept.to_owned()) }
    }

    /// Every stone, in order, from the brain's point of view.
    fn board(&self, out: &mut Lines) {
        say(out, "BOARD");
        for stone in self.acts.iter().flatten() {
            say(out, format_args!("{},{},{}", stone.x, stone.y, if stone.of == self.seat { 1 } else { 2 }));
        }
        say(out, "DONE");
    }
}

impl<W: GomocupWords> Dialect<W::Position> for Gomocup<W> {
    fn speaks(&self, rules: &<W::Position as Position>::Rules) -> bool {
        W::rule(rules).is_some()
    }

    fn limits(&mut self, clock: &Clock) {
        self.clock = *clock;
    }

    fn open(&mut self, seat: Seat, rules: &<W::Position as Position>::Rules, out: &mut Lines) {
        self.seat = seat;
        self.rule = W::rule(rules).unwrap_or_default();
        say(out, "ABOUT");
        say(out, format_args!("START {}", W::SIDE));
    }

    fn begin(&mut self, _: Left, out: &mut Lines) {
        if let Some(turn) = self.clock.turn {
            say(out, format_args!("INFO timeout_turn {}", turn.as_millis()));
        }
        // Zero is no limit here; of a turn it would be no time.
        let game = self.clock.game.map_or(0, |game| game.as_millis());
        say(out, format_args!("INFO timeout_match {game}"));
        say(out, "INFO max_memory 0");
        say(out, "INFO game_type 1");
        say(out, format_args!("INFO rule {}", self.rule));
    }

    fn told(&mut self, after: &W::Position, report: &Report<W::Position>, _: bool, _: &mut Lines) {
        let own = report.by == Actor::Seat(self.seat);
        // What it said itself it knows.
        self.known += usize::from(own && self.known == self.acts.len());
        self.acts.push(W::stone(after, &report.m));
    }

    fn ask(&mut self, _: &W::Position, left: Left, out: &mut Lines) {
        if let Some(left) = left[self.seat.index()] {
            say(out, format_args!("INFO time_left {}", left.as_millis()));
        }
        match &self.acts[self.known..] {
            _ if self.acts.is_empty() => say(out, "BEGIN"),
            [Some(stone)] if stone.of != self.seat && !self.misled => {
                say(out, format_args!("TURN {},{}", stone.x, stone.y));
            }
            _ => self.board(out),
        }
        self.known = self.acts.len();
        self.misled = false;
    }

    fn hear(&mut self, _: &W::Position, line: &[u8]) -> Result<Said<<W::Position as State>::Move>, Garbled> {
        let text = printable(line.trim_ascii());
        let (word, rest) = split(&text);
        match word.as_str() {
            "" => return Ok(Said::Nothing),
            "MESSAGE" | "DEBUG" => return Ok(self.debug(rest)),
            "UNKNOWN" | "SUGGEST" => return Ok(Said::Noise),
            _ => {}
        }
        if self.ready {
            return match act::<W>(&text) {
                Some(m) => Ok(Said::Acts(vec![m], Span::Turn)),
                None if word == "OK" => Ok(Said::Noise),
                None => {
                    let last = W::SIDE - 1;
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

    /// There is no word for it: the brain is told the board, since it thinks its own stone there.
    fn refused(&mut self, _: &Illegal, _: &mut Lines) {
        self.misled = true;
    }

    fn close(&mut self, _: &Outcome, out: &mut Lines) {
        say(out, "END");
    }

    fn strict(&self) -> bool {
        false
    }

    fn grace_ms(&self) -> u64 {
        GRACE_MS
    }
}
