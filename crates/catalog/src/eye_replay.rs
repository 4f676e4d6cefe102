//! A record as one eye may see it: what that eye was told, and nothing else.

use crate::Replay;
use leitai_core::{
    Clock, Eye, Lang, Line as Recorded, Outcome, Record, RecordError, Scene, Seat, SeatInfo, VerdictName,
    Viewer, Why, sentence,
};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A record replayed step by step as one eye saw it. Two games that the eye cannot tell apart give the same steps,
/// scenes and lines: times, attempts, the digest of the true position, and steps about which the eye was told nothing
/// are left out.
pub(crate) struct EyeReplay {
    replay: Replay,
    eye: Eye,
}

/// One line of what the eye saw.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Game {
        leitai: u32,
        game: &'a str,
        eye: String,
        options: &'a BTreeMap<Cow<'a, str>, Cow<'a, str>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        position: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        dice: Option<&'a str>,
        clock: Clock,
        seats: &'a [SeatInfo<'a>; 2],
        started: i64,
    },
    Told {
        report: &'a str,
    },
    End {
        winner: Option<Seat>,
        verdict: VerdictName,
        reason: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        seed: Option<&'a str>,
    },
    #[serde(untagged)]
    Said(&'a Recorded<'static>),
}

impl EyeReplay {
    /// Sets up the recorded game at its start.
    pub(crate) fn open(record: Record, eye: Eye) -> Result<EyeReplay, RecordError> {
        Ok(EyeReplay { replay: Replay::watched(record, Some(eye))?, eye })
    }

    /// Takes the next line of a growing record.
    pub(crate) fn push(&mut self, at: usize, text: &str) -> Result<(), RecordError> {
        self.replay.push(at, text)
    }

    /// The underlying replay.
    pub(crate) fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Advances to the next thing that the eye was told and returns its reports, as the game writes them; `None` when
    /// there is no more.
    pub(crate) fn step(&mut self) -> Result<Option<Vec<String>>, RecordError> {
        loop {
            let told = self.replay.take_reports();
            if !told.is_empty() {
                return Ok(Some(told));
            }
            if self.replay.step()?.is_none() {
                return Ok(None);
            }
        }
    }

    /// What the eye sees now.
    pub(crate) fn scene(&self) -> Scene {
        self.replay.table().scene(match self.eye {
            Eye::Seat(seat) => Viewer::Seat(seat),
            Eye::Public => Viewer::Spectator,
        })
    }

    /// What one program said besides its acts, from the record's line with index `since` on.
    fn said_by(&self, author: Option<Seat>, since: usize) -> impl Iterator<Item = &Recorded<'static>> {
        let lines = self.replay.record().lines.get(since..self.replay.passed()).unwrap_or_default();
        lines.iter().map(|(_, line)| line).filter(move |line| match line {
            Recorded::Ready { seat, .. } | Recorded::Garbled { seat, .. } | Recorded::Note { seat, .. } => {
                Some(*seat) == author
            }
            _ => false,
        })
    }

    /// How the game ended, once every step is done; `None` where the record breaks off. The reason is in the words of
    /// the rules or of the fault, because a record's own reason may quote a program.
    pub(crate) fn outcome(&self) -> Result<Option<Outcome>, RecordError> {
        let record = self.replay.record();
        let Some(end) = &record.end else { return Ok(None) };
        let laid = end.verdict.laid().map(|why| Outcome { winner: end.winner, why });
        let by_rules =
            || self.replay.table().turn().outcome().filter(|outcome| matches!(outcome.why, Why::Law(_)));
        laid.or_else(by_rules).map(Some).ok_or_else(|| RecordError {
            line: record.lines.last().map_or(1, |(at, _)| *at) + 1,
            what: sentence!("verdict `{}` does not match how it ended", "判决“{}”与终局不符", end.verdict),
        })
    }

    /// Everything from here to the end as JSON lines: `game`, a `told` for each report, `end`. In between, what the
    /// program of `author`, the seat of this eye, said besides its acts.
    pub(crate) fn lines(mut self, author: Option<Seat>) -> Result<String, RecordError> {
        let mut out = String::new();
        // Only strings, numbers and lists of them: serialising cannot fail.
        let mut write = |line: &Line<'_>| {
            out += &serde_json::to_string(line).unwrap_or_default();
            out.push('\n');
        };
        let about = &self.replay.record().about;
        write(&Line::Game {
            leitai: about.leitai,
            game: &about.game,
            eye: self.eye.to_string(),
            options: &about.options,
            // A position's text is the whole truth.
            position: about.position.as_deref().filter(|_| !self.replay.table().facts().hidden),
            dice: about.dice.as_deref(),
            clock: about.clock,
            seats: &about.seats,
            started: about.started,
        });
        let mut said = 0;
        loop {
            let told = self.step()?;
            for line in self.said_by(author, said) {
                write(&Line::Said(line));
            }
            said = self.replay.passed();
            let Some(told) = told else { break };
            for report in &told {
                write(&Line::Told { report });
            }
        }
        if let Some(outcome) = self.outcome()? {
            let end = self.replay.record().end.as_ref();
            write(&Line::End {
                winner: outcome.winner,
                verdict: outcome.why.verdict(),
                reason: outcome.why.text(Lang::En),
                seed: end.and_then(|end| end.seed.as_deref()),
            });
        }
        Ok(out)
    }
}
