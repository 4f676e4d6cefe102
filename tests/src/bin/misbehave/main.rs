//! A program that plays like a built-in player and misbehaves once, all the time, or not at all.
//!
//! `misbehave DEED GAME DIALECT TAG`: `DEED` is a name from [`deeds`], [`habits`] or [`manner`], optionally with
//! `=VALUE`; `kept-DEED` stays between turns where the dialect would start it for each. `TAG` appears on the command
//! line of every process it leaves behind, so that a test can find them.

mod children;
mod deeds;
mod habits;
mod manner;
mod script;

use leitai_catalog::Setup;
use leitai_core::{DialectName, Level, Lines, Means};
use manner::Manner;
use std::io::{BufRead, Read, Write};
use std::time::Duration;

/// The number of the answer that goes wrong: by then the game is under way.
const AT: u32 = 2;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize| args.get(i).map_or("", String::as_str);
    let (deed, kept) = word(0).strip_prefix("kept-").map_or((word(0), false), |deed| (deed, true));
    let (deed, value) = deed.split_once('=').unwrap_or((deed, ""));
    let tag = word(3);
    if children::is(deed) {
        return children::be(deed, value, tag);
    }
    if let "script" | "blind" = deed {
        return script::play(value, deed == "blind");
    }
    deeds::at_start(deed, value, tag);
    let dialect = word(2).parse().unwrap_or(DialectName::Native);
    let Some(mut program) = leitai_catalog::find(word(1)).and_then(|game| {
        game.open(&Setup::default()).ok()?.program(Level::Random, dialect, &Means::seeded(7))
    }) else {
        leave_with("no such game or dialect");
    };
    if kept {
        program.stay();
    }
    Player { program, manner: Manner::of(deed), deed, value, tag, answers: None, last: Vec::new() }.play();
    deeds::at_end(deed);
}

fn leave_with(text: &str) -> ! {
    // A test that seats it wrongly must see the reason.
    let _ = writeln!(std::io::stderr(), "{text}");
    std::process::exit(99);
}

/// A player in its conversation.
pub(crate) struct Player<'a> {
    program: Box<dyn leitai_catalog::Program>,
    manner: Manner,
    deed: &'a str,
    value: &'a str,
    tag: &'a str,
    /// The number of answers given; `None` before the opening words.
    answers: Option<u32>,
    /// The last answer.
    last: Vec<u8>,
}

impl Player<'_> {
    fn play(&mut self) {
        let _ = std::io::stderr().write_all(b"at the table\n");
        let mut out = Lines::default();
        self.program.open(&mut out);
        self.speak(&out);
        while let Some(line) = hear() {
            if habits::deal_with(self, &line) {
                continue;
            }
            if !self.take(&line) {
                return;
            }
        }
    }

    /// Hears a line properly and answers it; returns false if the program is to leave.
    fn take(&mut self, line: &[u8]) -> bool {
        let mut out = Lines::default();
        let stays = self.program.hear(line, &|| Duration::ZERO, &mut out);
        self.speak(&out);
        stays
    }

    fn speak(&mut self, out: &Lines) {
        if out.is_empty() {
            return;
        }
        self.answers = Some(self.answers.map_or(0, |count| count + 1));
        match self.answers {
            Some(0) => deeds::opening(self, out.bytes()),
            Some(AT) => deeds::answer(self, out.bytes()),
            _ => self.say(out.bytes()),
        }
        habits::answered(self, out.bytes());
        self.last = out.bytes().to_vec();
    }

    fn say(&mut self, bytes: &[u8]) {
        self.manner.write(bytes);
    }
}

/// Reads one line without its line end; `None` at the end of the input.
fn hear() -> Option<Vec<u8>> {
    let mut line = Vec::new();
    std::io::stdin().lock().read_until(b'\n', &mut line).ok().filter(|count| *count > 0)?;
    // Blanks may be squares: only the line end is removed.
    line.truncate(line.strip_suffix(b"\n").unwrap_or(&line).len());
    Some(line)
}

/// Reads the input to its end and returns it.
fn hear_out() -> Vec<u8> {
    let mut rest = Vec::new();
    let _ = std::io::stdin().lock().read_to_end(&mut rest);
    rest
}
