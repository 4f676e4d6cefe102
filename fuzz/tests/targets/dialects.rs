//! Sends arbitrary bytes into conversations, from either side.

use crate::play::verifies;
use leitai_catalog::{ListedGame, Program, Setup};
use leitai_core::{
    Clock, DialectName, Heard, Lang, Lines, Means, Outbox, Seat, SeatInfo, Spoken, Staging, Table,
};
use leitai_fuzz::{Bytes, dice, fuzz, setup, spoken};
use leitai_testkit::{english_in, extent};
use std::time::Duration;

/// The number of lines in one conversation.
const MOST: usize = 150;
/// The longest line that the stage passes on.
const LONGEST: usize = 64 << 10;

/// Conversations per target: at least two for each game in each of its dialects; twice as many in a long run, in
/// addition to the fresh ones.
fn talks() -> u64 {
    extent("LEITAI_FUZZ_TALKS", 120, 240)
}

/// Time that is used up, so that every player answers immediately.
fn late() -> Duration {
    Duration::from_hours(1)
}

/// Two of our programs at a table, and a stranger who speaks in their place.
struct Talk {
    table: Box<dyn Table>,
    programs: [Box<dyn Program>; 2],
    outbox: Outbox,
    /// Lines on their way to the programs (`down`) and to the table (`up`).
    down: [Vec<Vec<u8>>; 2],
    up: [Vec<Vec<u8>>; 2],
    /// Every line said so far.
    said: Vec<Vec<u8>>,
    ready: usize,
    /// The record so far.
    record: Vec<u8>,
}

fn split(lines: &Lines) -> impl Iterator<Item = Vec<u8>> + '_ {
    lines
        .bytes()
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line).to_vec())
}

/// The first options, out of the defaults and the presets, that both dialects can express.
fn speakable(game: ListedGame, dialects: [DialectName; 2]) -> Vec<(String, String)> {
    let presets = game.facts().presets.iter().map(|preset| preset.options);
    let owned = |options: &[(&str, &str)]| {
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>()
    };
    let speaks = |options: &Vec<(String, String)>| {
        let setup = Setup { options: options.clone(), ..Setup::default() };
        let ruled = game.open(&setup).expect("accepted");
        dialects.iter().all(|name| ruled.speaks(*name))
    };
    std::iter::once(&[][..]).chain(presets).map(owned).find(speaks).expect("some game can be spoken of")
}

fn open(game: ListedGame, dialects: [DialectName; 2], bytes: &mut Bytes<'_>) -> Talk {
    // Only the native dialect can express all options; with another, the game gets options that both dialects can
    // express.
    let mut given = setup(game, bytes);
    if dialects.iter().any(|name| *name != DialectName::Native) {
        given.options.retain(|(name, _)| name == "illegal_retries");
        given.options.extend(speakable(game, dialects));
    }
    let bare = Setup {
        options: given.options.iter().filter(|(name, _)| name != "illegal_retries").cloned().collect(),
        ..Setup::default()
    };
    let ruled = game.open(&given).expect("the set-up was accepted");
    let seats = dialects.map(|name| SeatInfo { dialect: Spoken::In(name), ..SeatInfo::default() });
    let mut table = ruled.table(Staging { seats, ..Staging::default() }, Some(dice(bytes)));
    let bare = game.open(&bare).expect("the options are accepted");
    let mut outbox = Outbox::default();
    let levels = game.facts().levels;
    let programs = dialects.map(|name| {
        let level = *bytes.pick(levels);
        let program = bare.program(level, name, &Means::seeded(7));
        let mut program = program.expect("every level speaks every dialect");
        program.stay();
        program
    });
    let mut ready = 0;
    for seat in Seat::BOTH {
        let sat = table.sit(seat, dialects[seat.index()], &Clock::default(), &mut outbox);
        ready += usize::from(sat.expect("it is spoken").says_nothing_first);
    }
    if ready == 2 {
        table.begin([None; 2], &mut outbox);
    }
    let mut up = [Vec::new(), Vec::new()];
    let mut programs = programs;
    for seat in Seat::BOTH {
        let mut out = Lines::default();
        programs[seat.index()].open(&mut out);
        up[seat.index()].extend(split(&out));
    }
    let mut talk = Talk {
        table,
        programs,
        outbox,
        down: [const { Vec::new() }; 2],
        up,
        said: Vec::new(),
        ready,
        record: Vec::new(),
    };
    talk.carry();
    talk
}

impl Talk {
    /// Moves the lines in the outbox to the programs.
    fn carry(&mut self) {
        for seat in Seat::BOTH {
            let lines = &mut self.outbox.lines[seat.index()];
            self.down[seat.index()].extend(split(lines));
            lines.clear();
        }
        self.table.record(&mut self.record);
    }

    /// A line that none of our programs said: similar to one that was said, or noise.
    fn strange(&self, bytes: &mut Bytes<'_>) -> Vec<u8> {
        let mut line = match bytes.below(8) {
            0 => bytes.noise(300),
            1 => vec![bytes.byte(); bytes.below(LONGEST)],
            2 if !self.said.is_empty() => bytes.pick(&self.said).clone(),
            _ if !self.said.is_empty() => {
                let line = bytes.pick(&self.said);
                bytes.mangled(line)
            }
            _ => bytes.noise(30),
        };
        line.retain(|byte| *byte != b'\n');
        line
    }

    /// The table hears a line from a seat.
    fn hear(&mut self, seat: Seat, line: &[u8]) {
        let ended = self.table.end().is_some();
        let before = (self.table.turn(), self.table.position());
        let heard = self.table.hear(seat, line, Duration::ZERO, [None; 2], &mut self.outbox);
        if let Heard::Nothing | Heard::Ready | Heard::Again = heard {
            assert_eq!((self.table.turn(), self.table.position()), before);
        }
        self.ready += usize::from(heard == Heard::Ready);
        if heard == Heard::Ready && self.ready == 2 {
            self.table.begin([None; 2], &mut self.outbox);
        }
        if let Heard::Over(outcome) = heard {
            assert!(!ended, "it was over before");
            assert_eq!(self.table.turn().outcome(), Some(outcome));
            let reason = &self.table.end().expect("an end").reason;
            assert!(!reason.to(Lang::En).is_empty());
            assert_eq!(english_in(reason.to(Lang::Zh)), None, "{reason:?}");
        }
        self.carry();
    }

    /// A program hears a line from the platform.
    fn tell(&mut self, seat: Seat, line: &[u8]) {
        let mut out = Lines::default();
        self.programs[seat.index()].hear(line, &late, &mut out);
        assert!(out.bytes().len() <= LONGEST, "one line was answered {} bytes", out.bytes().len());
        self.up[seat.index()].extend(split(&out));
    }

    /// One line of the conversation; `to_table` and `to_program` are the percentages of lines that come from strangers.
    fn step(&mut self, bytes: &mut Bytes<'_>, to_table: usize, to_program: usize) {
        let seat = *bytes.pick(&Seat::BOTH);
        let at = seat.index();
        if bytes.below(100) < to_program {
            let line = self.strange(bytes);
            return self.tell(seat, &line);
        }
        if bytes.below(100) < to_table {
            let line = self.strange(bytes);
            return self.hear(seat, &line);
        }
        if !self.down[at].is_empty() {
            let line = self.down[at].remove(0);
            self.said.push(line.clone());
            self.tell(seat, &line);
        } else if !self.up[at].is_empty() {
            let line = self.up[at].remove(0);
            self.said.push(line.clone());
            self.hear(seat, &line);
        }
    }
}

/// A conversation of many steps that strangers interrupt to a varying degree.
fn talked(bytes: &mut Bytes<'_>, step: impl Fn(&mut Talk, &mut Bytes<'_>, usize)) -> Talk {
    let (game, first) = spoken(bytes);
    let second = *bytes.pick(game.facts().dialects);
    let strangeness = bytes.below(40);
    let mut talk = open(game, [first, second], bytes);
    for _ in 0..MOST {
        step(&mut talk, bytes, strangeness);
    }
    assert!(strangeness > 0 || talk.ready == 2, "without strangers the game begins");
    talk
}

/// To the platform any line is progress, noise, or a fault that states what was wrong; the memory it takes is bounded.
#[test]
fn the_platform_hears_any_line() {
    fuzz!(talks(), |bytes: &mut Bytes<'_>| {
        let mut talk = talked(bytes, |talk, bytes, strangeness| talk.step(bytes, strangeness, 0));
        // The notes of two seats, and for each line at most its acts and a quotation.
        assert!(
            talk.record.len() < (2 * (64 << 10)) * 6 + MOST * LONGEST,
            "{} bytes of record",
            talk.record.len()
        );
        if talk.table.end().is_some() {
            talk.table.seal();
            talk.carry();
            verifies(std::str::from_utf8(&talk.record).expect("a record is text"));
        }
    });
}

/// Our own programs survive whatever a platform says.
#[test]
fn our_programs_hear_any_line() {
    fuzz!(talks(), |bytes: &mut Bytes<'_>| {
        talked(bytes, |talk, bytes, strangeness| talk.step(bytes, 0, strangeness));
    });
}
