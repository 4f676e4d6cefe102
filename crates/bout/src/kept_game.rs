//! Games read back from their records, as far as statistics need them.

use crate::record_file::{RecordFileError, read_record, record_text};
use leitai_arena::{Ended, SeriesGame};
use leitai_catalog::Replay;
use leitai_core::{
    Actor, Fault, GIVEN_BACK, GameName, Lang, Line, Outcome, Period, QUESTION, Record, Seat, StageFault,
    VerdictName, Why, Words,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A finished game from its record.
#[derive(Clone, Debug)]
pub struct KeptGame {
    /// The file that it is in.
    pub file: PathBuf,
    /// The game.
    pub game: GameName<'static>,
    /// Every option with its value.
    pub options: BTreeMap<String, String>,
    /// Who sat where, First before Second.
    pub names: [String; 2],
    /// What their programs announced.
    pub announced: [Option<String>; 2],
    /// The given opening acts, or the position; `None` if the game began at its normal start.
    pub start: Option<String>,
    /// How it ended.
    pub ended: Ended,
    /// How many times it was replayed because the machine disturbed it.
    pub replays: u32,
}

/// What a file contains.
#[derive(Debug)]
pub enum Kept {
    /// A finished game.
    Game(Box<KeptGame>),
    /// A game without an end.
    Unfinished,
    /// Not a record: another file of JSON lines.
    Other,
}

/// Stands for any ending by the rules: details beyond the verdict are not read from the record.
static BY_RULES: Words = Words::new("by the rules", "按规则");

impl KeptGame {
    /// Reads a record file. Errors if it cannot be read, or was changed after it was sealed.
    pub fn read(file: &Path) -> Result<Kept, RecordFileError> {
        let text = record_text(file)?;
        // The first line decides: an event keeps its journal next to its records.
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let kind = serde_json::from_str::<serde_json::Value>(first).ok();
        if kind.is_some_and(|line| line["type"] != "game") {
            return Ok(Kept::Other);
        }
        let record = Record::read(&text)?;
        if record.end.as_ref().is_some_and(|end| end.seal.is_some()) && !record.is_sealed() {
            return Err(RecordFileError::Changed);
        }
        Ok(KeptGame::of(&record, file).map_or(Kept::Unfinished, |kept| Kept::Game(Box::new(kept))))
    }

    /// The game of a record that was found in `file`; `None` if the record has no end.
    pub fn of(record: &Record, file: &Path) -> Option<KeptGame> {
        let end = record.end.as_ref()?;
        let why = end.verdict.laid().unwrap_or(Why::Law(&BY_RULES));
        let about = &record.about;
        let owned = |(name, value): (&_, &_)| (str::to_owned(name), str::to_owned(value));
        let ended = Ended {
            outcome: Outcome { winner: end.winner, why },
            reason: end.reason.clone(),
            plies: end.plies,
            used: used(record),
            cpu: Seat::BOTH.map(|seat| cpu(record, seat)),
            digest: end.digest.to_string(),
            played: played(record),
            late: None,
            given_back: given_back(record),
            disturbed: disturbed(record),
        };
        Some(KeptGame {
            file: file.to_owned(),
            game: about.game.clone(),
            options: about.options.iter().map(|(name, value)| owned((&**name, &**value))).collect(),
            names: about.seats.each_ref().map(|seat| seat.name.to_string()),
            announced: Seat::BOTH.map(|seat| record.announced(seat).map(str::to_owned)),
            start: start(record),
            ended,
            replays: about.stage.get("replays").and_then(|times| times.parse().ok()).unwrap_or(0),
        })
    }

    /// Adds the reason in both languages: if a rule ended the game, only the rule itself has the Chinese text.
    pub fn in_full(mut self) -> Result<KeptGame, RecordFileError> {
        if self.ended.outcome.why.verdict() == VerdictName::Law {
            let mut replay = Replay::open(read_record(&self.file)?)?;
            while replay.step()?.is_some() {}
            self.ended.reason = replay.reason().unwrap_or_default();
        }
        Ok(self)
    }

    /// Converts it to game `index` of a series.
    pub fn game_of(self, index: u32, a_first: bool, opening: Option<usize>) -> SeriesGame {
        let KeptGame { file, ended, announced, replays, .. } = self;
        let text = ended.outcome.faulty().and_then(|_| fs::read(&file).ok());
        SeriesGame { index, a_first, opening, ended, announced, record: Some(file), replays, text }
    }
}

/// How the game began: the position, or the given acts.
fn start(record: &Record) -> Option<String> {
    let position = record.about.position.as_ref().map(ToString::to_string);
    position.or_else(|| {
        let given = record.lines.iter().filter_map(|(_, line)| match line {
            Line::Play { acts, given: true, .. } => Some(acts.join(" ")),
            _ => None,
        });
        Some(given.collect::<Vec<_>>().join(" ")).filter(|acts| !acts.is_empty())
    })
}

/// For each seat, the time in all and in its longest turn; consecutive acts of one seat are one turn.
fn used(record: &Record) -> [(Duration, Duration); 2] {
    let (mut used, mut turn) = ([(Duration::ZERO, Duration::ZERO); 2], (None, Duration::ZERO));
    let mut tried = [Duration::ZERO; 2];
    for (_, line) in &record.lines {
        match line {
            Line::Play { by: Actor::Seat(seat), us, given: false, .. } => {
                let took = Duration::from_micros(*us);
                turn = (Some(*seat), if turn.0 == Some(*seat) { turn.1 + took } else { took });
                let used = &mut used[seat.index()];
                *used = (used.0 + took, used.1.max(turn.1));
                tried[seat.index()] = Duration::ZERO;
            }
            // A retry is timed from the same request.
            Line::Attempt { by: Actor::Seat(seat), us, .. } | Line::Garbled { seat, us, .. } => {
                tried[seat.index()] = Duration::from_micros(*us);
            }
            _ => {}
        }
    }
    let end = record.end.as_ref();
    let late = end.filter(|end| end.verdict == VerdictName::Fault(Fault::TimeLimit));
    let late = late.and_then(|end| StageFault::of_time(end.reason.to(Lang::En)));
    for seat in Seat::BOTH {
        let lost = end.and_then(|end| end.winner).map(Seat::other) == Some(seat);
        let (all, longest) = &mut used[seat.index()];
        let last = match late {
            Some(StageFault::Late { used, of: Period::Turn, .. }) if lost => used,
            Some(StageFault::Late { used, of: Period::Game, .. }) if lost => used.saturating_sub(*all),
            _ => tried[seat.index()],
        };
        *all += last;
        *longest = (*longest).max(last);
    }
    used
}

/// The processor time of a seat's program, to a hundredth of a second; zero if it was not measured.
fn cpu(record: &Record, of: Seat) -> Duration {
    let usage = record.lines.iter().rev().find_map(|(_, line)| match line {
        Line::Note { seat, what, text } if *seat == of && what == "usage" => text.split(" s ").next(),
        _ => None,
    });
    let seconds = usage.and_then(|seconds| seconds.parse().ok());
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or_default()
}

/// From the first request to the last answer, as far as the lines show.
fn played(record: &Record) -> Duration {
    let took = record.lines.iter().map(|(_, line)| match line {
        Line::Play { us, given: false, .. } => *us,
        _ => 0,
    });
    Duration::from_micros(took.sum())
}

/// What was given back to the turns of each seat.
fn given_back(record: &Record) -> [Duration; 2] {
    let mut given = [Duration::ZERO; 2];
    for (_, line) in &record.lines {
        if let Line::Note { seat, what, text } = line
            && what == GIVEN_BACK
        {
            given[seat.index()] += milliseconds(text);
        }
    }
    given
}

/// Reads `37 ms`.
fn milliseconds(text: &str) -> Duration {
    let ms = text.split_whitespace().next().and_then(|ms| ms.parse().ok());
    Duration::from_millis(ms.unwrap_or(0))
}

/// For how long the stage could not act, if that puts the result in question.
fn disturbed(record: &Record) -> Option<Duration> {
    let said = record.lines.iter().rev().find_map(|(_, line)| match line {
        Line::Note { what, text, .. } if what == QUESTION => Some(text),
        _ => None,
    })?;
    Some(milliseconds(said))
}
