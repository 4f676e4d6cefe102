//! The record of a game: JSON lines, complete and versioned. Replaying one reproduces every position.
//!
//! Acts are written canonically, so a record can be replayed from its lines alone, without any dialect.

use crate::seat_info::SeatInfo;
use crate::shown_name::{announced_beside, shown_name};
use crate::{Actor, Clock, ClockChange, GameName, Lang, Seal, Seat, Sentence, VerdictName, errors, sentence};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The newest version. It is written of games in which people sit: only their acts can be taken back, and only they can be
/// broken off and stand again, and only their clocks are corrected.
pub const VERSION: u32 = 3;
/// The version that is written of games of programs alone: nothing of a later one can be in them.
const OF_PROGRAMS: u32 = 2;
/// The oldest version that can be read: its records have no [`Seal`], and do not state for every fault which line
/// caused it.
const OLDEST: u32 = 1;
/// The note with the Chinese reason of a fault, or of a game that a referee ended by agreed rules.
pub const REASON_ZH: &str = "reason_zh";
/// The note that puts the result in question: for how long the stage could not act, as in `412 ms`, or `0 ms` where
/// something else ended the loser's program.
pub const QUESTION: &str = "question";
/// The note behind a turn of which the machine had taken more than a millisecond: how much was given back to its deadline,
/// as in `37 ms`. The time of the turn does not include it.
pub const GIVEN_BACK: &str = "given back";
/// The note with the line by which a seat lost because it had not been asked for one.
pub const UNASKED: &str = "unasked";
/// The note with the words by which a program lost, stating that it cannot go on.
pub const FAILS: &str = "fails";
/// The note with the line by which a seat lost, as its program sent it, where a rule refused the acts it states.
pub const SENT: &str = "sent";
/// The note with the beginning of the output by which a seat lost because there was too much of it.
pub const FLOOD: &str = "flood";

/// One line of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Line<'a> {
    /// The first line.
    Game(About<'a>),
    /// A seat's program is ready, with the name it gave.
    Ready {
        /// Whose program.
        seat: Seat,
        /// The name it gave, made printable.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Cow<'a, str>>,
        /// Microseconds from its start.
        us: u64,
    },
    /// Acts that were played.
    Play {
        /// The hand.
        by: Actor,
        /// Canonical texts, in order.
        acts: Vec<Cow<'a, str>>,
        /// Microseconds from the request to the answer.
        us: u64,
        /// Whether the acts belong to an opening that both seats were given. No program said them, and no clock
        /// ran.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        given: bool,
    },
    /// Acts that were refused; the board did not change.
    Attempt {
        /// The hand.
        by: Actor,
        /// Canonical texts, in order; empty if the broken rule is about how the line was written (see `said`).
        acts: Vec<Cow<'a, str>>,
        /// The line, made printable, if the broken rule is about how it was written: the rules of the game played
        /// no part.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<Cow<'a, str>>,
        /// The broken rule.
        rule: Cow<'a, str>,
        /// Which act of the batch broke it, from 0.
        at: usize,
        /// Whether the line claimed to be a whole turn.
        whole: bool,
        /// Microseconds from the request to the answer.
        us: u64,
    },
    /// A line that could not be read, from a seat that owed an act or its opening words.
    Garbled {
        /// Whose program.
        seat: Seat,
        /// The line, made printable.
        text: Cow<'a, str>,
        /// What was expected instead.
        expected: Cow<'a, str>,
        /// Microseconds from the request to the answer.
        us: u64,
    },
    /// Something said by or about a seat's program: `debug`, `noise`, `stderr`, `exit`, `usage`, [`UNASKED`],
    /// [`FAILS`], [`SENT`], [`FLOOD`], [`GIVEN_BACK`], [`QUESTION`], [`REASON_ZH`], [`SCORE`](crate::SCORE).
    Note {
        /// Whose program.
        seat: Seat,
        /// The kind of text.
        what: Cow<'a, str>,
        /// The text, made printable and cut.
        text: Cow<'a, str>,
    },
    /// Acts were taken back, from version 3 on: what was played since then counts no longer, and stays readable above.
    /// Programs are started anew and told the game as far as it counts. Dice are not thrown back: what was drawn is spent.
    Back {
        /// Who asked for it.
        by: Seat,
        /// So many plies count.
        to: u32,
        /// So many acts count, of all hands, from the beginning of the game.
        acts: usize,
    },
    /// The game had been broken off, and stands again as it stood then, from version 3 on. Programs are started anew and told
    /// the game; no clock ran in between.
    Again {
        /// When: milliseconds since 1970-01-01 UTC.
        at: i64,
    },
    /// The clocks were stopped, started or corrected by hand, from version 3 on.
    Clock {
        /// What was done.
        change: ClockChange,
        /// Why.
        reason: Cow<'a, str>,
    },
    /// The last line of a finished game.
    End(End<'a>),
}

/// Everything that is fixed from the start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About<'a> {
    /// The record's version.
    pub leitai: u32,
    /// The game.
    pub game: GameName<'a>,
    /// Every option with its value.
    pub options: BTreeMap<Cow<'a, str>, Cow<'a, str>>,
    /// The starting position, if not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Cow<'a, str>>,
    /// [`Dice::commitment`](crate::Dice::commitment) of a game with dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Cow<'a, str>>,
    /// The limits.
    pub clock: Clock,
    /// Who sits in each seat, First before Second.
    pub seats: [SeatInfo<'a>; 2],
    /// When it started: milliseconds since 1970-01-01 UTC.
    pub started: i64,
    /// What it ran on: stage version, system, sandbox.
    pub stage: BTreeMap<Cow<'a, str>, Cow<'a, str>>,
}

/// What [`About`] states of a game besides its rules and its start: known to whatever seats the players.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Staging<'a> {
    /// The limits.
    pub clock: Clock,
    /// Who sits in each seat, First before Second.
    pub seats: [SeatInfo<'a>; 2],
    /// When it started: milliseconds since 1970-01-01 UTC.
    pub started: i64,
    /// What it ran on.
    pub stage: BTreeMap<Cow<'a, str>, Cow<'a, str>>,
}

impl Staging<'_> {
    /// The version in which its record is written: a game with a person, or with a program [elsewhere](ELSEWHERE), may be broken
    /// off and go on.
    pub fn version(&self) -> u32 {
        let has_person = self.seats.iter().any(|seat| seat.dialect.is_by_hand());
        if has_person || self.stage.contains_key(ELSEWHERE) { VERSION } else { OF_PROGRAMS }
    }
}

/// The key in `stage` under which programs are sent [no more than they must be](TELL_LEAST).
pub const TELL: &str = "tell";
/// The value of [`TELL`] for what no game can do without.
pub const TELL_LEAST: &str = "least";

/// The key in `stage` for who typed what a relayed seat played.
pub const OPERATOR: &str = "operator";

/// The key in `stage` for the referee who entered what both seats played.
pub const REFEREE: &str = "referee";

/// The key in `stage` for the seats, `first`, `second` or `both`, whose programs ran on other machines.
pub const ELSEWHERE: &str = "elsewhere";

/// The key in `stage` for the time by which an answer could miss its limit and still count.
pub const MARGIN: &str = "margin";

impl<'a> About<'a> {
    /// The limits of each seat, First before Second.
    pub fn clocks(&self) -> [Clock; 2] {
        self.seats.each_ref().map(|seat| seat.clock.as_deref().copied().unwrap_or(self.clock))
    }

    /// How the game was staged.
    pub fn staging(&self) -> Staging<'a> {
        let About { clock, seats, started, stage, .. } = self;
        Staging { clock: *clock, seats: seats.clone(), started: *started, stage: stage.clone() }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End<'a> {
    /// The seat that won; null is a draw.
    pub winner: Option<Seat>,
    /// The verdict.
    pub verdict: VerdictName,
    /// The reason as shown to people, with figures where there are any. The line contains it in English; read from
    /// the line alone, it is in English only.
    #[serde(serialize_with = "english", deserialize_with = "quoted")]
    pub reason: Sentence,
    /// Plies completed.
    pub plies: u32,
    /// [`Digest`](crate::Digest) of the whole game.
    pub digest: Cow<'a, str>,
    /// The seed of the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Cow<'a, str>>,
    /// The [`Seal`] over everything before this member; `None` in version 1, and until it is written. Must stay the
    /// last member.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Cow<'a, str>>,
}

/// A record read back.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The first line.
    pub about: About<'static>,
    /// The lines between the first and the end, each with its line number in the file (from 1).
    pub lines: Vec<(usize, Line<'static>)>,
    /// The end; `None` if the record breaks off.
    pub end: Option<End<'static>>,
    /// The seal over the lines so far.
    seal: Seal,
    /// Whether the text is the one that was sealed. False before its end, and if the end has no seal.
    sealed: bool,
}

errors! {
    /// Where a record is broken, and why.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct RecordError {
        /// The line, from 1.
        pub line: usize,
        /// What is wrong with it.
        pub what: Sentence,
    } => "line {line}: {what}", "第 {line} 行：{what}";
}

fn english<S: Serializer>(reason: &Sentence, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(reason.to(Lang::En))
}

fn quoted<'de, D: Deserializer<'de>>(from: D) -> Result<Sentence, D::Error> {
    String::deserialize(from).map(Sentence::quoted)
}

impl Line<'_> {
    /// Appends this line and its LF to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        // A line holds only strings, numbers and lists of them, and a Vec takes every byte: no way to fail.
        let _ = serde_json::to_writer(&mut *out, self);
        out.push(b'\n');
    }
}

impl Seal {
    /// Appends the last line, sealed.
    pub fn write(self, end: End<'_>, out: &mut Vec<u8>) {
        let mut line = Vec::new();
        let end = End { seal: None, ..end };
        Line::End(end.clone()).write(&mut line);
        let seal = self.of_end(line.strip_suffix(b"}\n").unwrap_or(&line));
        Line::End(End { seal: Some(seal.into()), ..end }).write(out);
    }
}

/// The part of a first line that shows the version it was written in.
#[derive(Deserialize)]
struct Version {
    leitai: u32,
}

fn unknown_version(version: u32) -> Sentence {
    sentence!(
        "version {version} is unknown; this program reads versions {OLDEST} to {VERSION}",
        "不认识版本 {version}；本程序读取版本 {OLDEST} 至 {VERSION}"
    )
}

impl Record {
    /// Reads a whole record. Accepts CR LF and blank lines; nothing may follow the end.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        let mut lines = text.lines().enumerate().map(|(i, text)| (i + 1, text.trim()));
        let first = lines.find(|(_, text)| !text.is_empty());
        let (at, first) = first
            .ok_or_else(|| RecordError {
                line: 1, what: Sentence::new("the record is empty", "记录为空")
            })?;
        let mut record = Record::begin(at, first)?;
        lines.try_for_each(|(at, text)| record.push(at, text))?;
        Ok(record)
    }

    /// The name that the program of a seat announced; `None` if it has not, or no program plays.
    pub fn announced(&self, seat: Seat) -> Option<&str> {
        self.lines.iter().find_map(|(_, line)| match line {
            Line::Ready { seat: of, name, .. } if *of == seat => name.as_deref(),
            _ => None,
        })
    }

    /// What to add to the name of a seat for people: the name that its program announced, unless that says the same.
    /// Of a built-in player, `Leitai easy`, the level is enough.
    pub fn announced_beside(&self, seat: Seat) -> Option<&str> {
        announced_beside(&self.about.seats[seat.index()].name, self.announced(seat))
    }

    /// The names of First and Second for people: what each program announced, and the name under which it plays where
    /// that is another ([`shown_name`]).
    pub fn names(&self) -> [String; 2] {
        Seat::BOTH.map(|seat| shown_name(&self.about.seats[seat.index()].name, self.announced(seat)))
    }

    /// The record without what was taken back: the acts that count, as if nothing else had been played.
    #[must_use]
    pub fn counted(mut self) -> Record {
        let mut counted: Vec<(usize, Line<'static>)> = Vec::with_capacity(self.lines.len());
        for (at, line) in self.lines {
            let Line::Back { acts, .. } = line else {
                counted.push((at, line));
                continue;
            };
            let mut left = acts;
            counted.retain(|(_, line)| match line {
                Line::Play { acts, .. } => {
                    let counts = left > 0;
                    left = left.saturating_sub(acts.len());
                    counts
                }
                // Said of a position that is gone.
                Line::Attempt { .. } | Line::Garbled { .. } => left > 0,
                _ => true,
            });
        }
        self.lines = counted;
        self
    }

    /// Begins a record from its first line alone, at line `at` of its file. [`Record::push`] takes the lines that
    /// follow as they arrive.
    pub fn begin(at: usize, text: &str) -> Result<Record, RecordError> {
        let fail = |what: Sentence| RecordError { line: at, what };
        // The first line of another version may have members that this version does not know.
        let other = || {
            serde_json::from_str::<Version>(text)
                .ok()
                .filter(|first| !(OLDEST..=VERSION).contains(&first.leitai))
        };
        let line = read_line(text)
            .map_err(|what| fail(other().map_or(what, |first| unknown_version(first.leitai))))?;
        match line {
            Line::Game(about) if (OLDEST..=VERSION).contains(&about.leitai) => {
                let mut seal = Seal::default();
                seal.line(text);
                Ok(Record { about, lines: Vec::new(), end: None, seal, sealed: false })
            }
            Line::Game(about) => Err(fail(unknown_version(about.leitai))),
            _ => Err(fail(Sentence::new("the first line must be of type `game`", "第一行的类型应为“game”"))),
        }
    }

    /// Takes the next line, at line `at` of its file. Blank lines are skipped.
    pub fn push(&mut self, at: usize, text: &str) -> Result<(), RecordError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        let fail = |what: Sentence| RecordError { line: at, what };
        if self.end.is_some() {
            return Err(fail(Sentence::new("something follows the end of the game", "终局之后还有内容")));
        }
        match read_line(text).map_err(fail)? {
            Line::Game(_) => return Err(fail(Sentence::new("a second game begins", "又开始了一局"))),
            Line::Back { .. } | Line::Again { .. } | Line::Clock { .. } if self.about.leitai < VERSION => {
                return Err(fail(sentence!(
                    "records before version {VERSION} have no such line",
                    "第 {VERSION} 版之前的记录没有这样的行"
                )));
            }
            Line::End(mut end) => {
                let zh = self.lines.iter().rev().find_map(|(_, line)| match line {
                    Line::Note { what, text, .. } if what == REASON_ZH => Some(text),
                    _ => None,
                });
                let en = end.reason.to(Lang::En);
                end.reason = match zh {
                    Some(zh) => Sentence::new(en, &**zh),
                    None => end.verdict.of_record(en),
                };
                let sealed = end.seal.as_ref().zip(text.rsplit_once(",\"seal\":"));
                self.sealed = sealed
                    .is_some_and(|(seal, (before, _))| self.seal.clone().of_end(before.as_bytes()) == *seal);
                self.end = Some(end);
            }
            line => self.lines.push((at, line)),
        }
        self.seal.line(text);
        Ok(())
    }

    /// Whether this is the text that was sealed when the game was over. If so, it is unchanged, unless it was
    /// sealed again.
    pub fn is_sealed(&self) -> bool {
        self.sealed
    }

    /// The record as text, which [`Record::read`] reads back. It is sealed anew if it was sealed before.
    pub fn text(self) -> String {
        let mut text = Vec::new();
        Line::Game(self.about).write(&mut text);
        for (_, line) in &self.lines {
            line.write(&mut text);
        }
        if let Some(end) = self.end {
            let mut seal = Seal::default();
            seal.lines(&text);
            if self.sealed {
                seal.write(end, &mut text);
            } else {
                Line::End(end).write(&mut text);
            }
        }
        // JSON is text.
        String::from_utf8(text).unwrap_or_default()
    }
}

fn read_line(text: &str) -> Result<Line<'static>, Sentence> {
    serde_json::from_str(text).map_err(|e| sentence!("not a line of a record ({e})", "不是记录中的行（{e}）"))
}

/// What the programs of First and Second announced, from the text of a record as far as it is written.
pub fn announced_in(record: &[u8]) -> [Option<String>; 2] {
    let mut announced = [None, None];
    for line in record.split(|byte| *byte == b'\n') {
        match serde_json::from_slice::<Line<'_>>(line) {
            Ok(Line::Ready { seat, name, .. }) => announced[seat.index()] = name.map(Cow::into_owned),
            Ok(Line::Play { given: false, .. }) => break,
            _ => {}
        }
    }
    announced
}
