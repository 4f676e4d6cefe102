//! Plays back a game for an audience: step by step, as it was played or as one eye was told it.

use crate::Replay;
use crate::eye_replay::EyeReplay;
use leitai_core::{
    Actor, Eye, Facts, GIVEN_BACK, Line, QUESTION, REASON_ZH, Record, RecordError, Scene, Seat, SeatInfo,
    Sentence, Viewer,
};
use std::ops::Range;

/// The notes that the stage makes of a seat, which its program did not say.
const OF_THE_STAGE: [&str; 3] = [QUESTION, REASON_ZH, GIVEN_BACK];

/// The playback of a [`Cut`](crate::Cut) record.
pub struct Playback(Source);

enum Source {
    Truth(Replay),
    Eye(EyeReplay),
}

/// What led from one scene to the next.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Who acted; `None` if `said` holds reports.
    pub by: Option<Actor>,
    /// The acts that were played, or the reports that an eye was given, as the game writes them.
    pub said: Vec<String>,
    /// Microseconds from the request to the answer, if they may be known.
    pub us: Option<u64>,
}

/// How the game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// The seat that won; `None` is a draw.
    pub winner: Option<Seat>,
    /// The reason. For an eye it is in the words of the rules or of the fault, because the record's own reason may
    /// quote a program.
    pub reason: Sentence,
    /// What puts the result in question ([`QUESTION`]), if it may be known.
    pub question: Option<String>,
}

impl Playback {
    /// Sets up the recorded game at its start.
    pub(crate) fn of(record: Record, eye: Option<Eye>) -> Result<Playback, RecordError> {
        Ok(Playback(match eye {
            None => Source::Truth(Replay::open(record)?),
            Some(eye) => Source::Eye(EyeReplay::open(record, eye)?),
        }))
    }

    fn replay(&self) -> &Replay {
        match &self.0 {
            Source::Truth(replay) => replay,
            Source::Eye(replay) => replay.replay(),
        }
    }

    /// Takes the next line of a growing record, at line `at` of its file; [`Playback::step`] then advances to it.
    pub fn push(&mut self, at: usize, text: &str) -> Result<(), RecordError> {
        match &mut self.0 {
            Source::Truth(replay) => replay.push(at, text),
            Source::Eye(replay) => replay.push(at, text),
        }
    }

    /// How many of the record's lines, not counting the first and the last, have been passed: the same place in the
    /// game for every audience.
    pub fn passed(&self) -> usize {
        self.replay().passed()
    }

    /// What the program of a seat said besides its acts in these lines of the record, numbered as
    /// [`passed`](Playback::passed) counts them: the kind of each note, and its text. Intended for that program's
    /// author alone, from a [`Cut`](crate::Cut) made for him.
    pub fn said_by(&self, seat: Seat, lines: Range<usize>) -> impl Iterator<Item = (&str, &str)> {
        let all = &self.replay().record().lines;
        let within = all.get(lines.start.min(all.len())..lines.end.min(all.len()));
        within.into_iter().flatten().filter_map(move |(_, line)| match line {
            Line::Note { seat: of, what, text } if *of == seat && !OF_THE_STAGE.contains(&&**what) => {
                Some((&**what, &**text))
            }
            Line::Garbled { seat: of, text, .. } if *of == seat => Some(("garbled", &**text)),
            _ => None,
        })
    }

    /// The game's facts.
    pub fn facts(&self) -> &'static Facts {
        self.replay().table().facts()
    }

    /// Who sat where.
    pub fn seats(&self) -> &[SeatInfo<'static>; 2] {
        &self.replay().record().about.seats
    }

    /// Their names for people, as [`Record::names`].
    pub fn names(&self) -> [String; 2] {
        self.replay().record().names()
    }

    /// Advances to the next scene; `None` when there is no more.
    pub fn step(&mut self) -> Result<Option<Step>, RecordError> {
        let replay = match &mut self.0 {
            Source::Truth(replay) => replay,
            Source::Eye(replay) => {
                return Ok(replay.step()?.map(|said| Step { by: None, said, us: None }));
            }
        };
        // A replay only stops at acts that were played.
        let Some(Line::Play { by, acts, us, given }) = replay.step()? else { return Ok(None) };
        let said = acts.iter().map(ToString::to_string).collect();
        Ok(Some(Step { by: Some(*by), said, us: (!given).then_some(*us) }))
    }

    /// Whether the true position [keeps secrets](leitai_core::Position::keeps_secrets) now.
    pub fn keeps_secrets(&self) -> bool {
        self.replay().table().keeps_secrets()
    }

    /// The board now.
    pub fn scene(&self) -> Scene {
        match &self.0 {
            Source::Truth(replay) => replay.table().scene(Viewer::Arbiter),
            Source::Eye(replay) => replay.scene(),
        }
    }

    /// How the game ended, once every step is done; `None` where the record breaks off.
    pub fn ending(&self) -> Result<Option<Ending>, RecordError> {
        let replay = match &self.0 {
            Source::Truth(replay) => replay,
            Source::Eye(replay) => {
                let outcome = replay.outcome()?;
                return Ok(outcome.map(|outcome| Ending {
                    winner: outcome.winner,
                    reason: Sentence::from(outcome.why.words()),
                    question: None,
                }));
            }
        };
        let question = replay.record().lines.iter().find_map(|(_, line)| match line {
            Line::Note { what, text, .. } if what == QUESTION => Some(text.to_string()),
            _ => None,
        });
        let winner = replay.record().end.as_ref().and_then(|end| end.winner);
        Ok(replay.reason().map(|reason| Ending { winner, reason, question }))
    }
}
