//! What a record reveals to each audience: the public, a seat, an author, the referee.

use crate::ListedGame;
use crate::eye_replay::EyeReplay;
use crate::playback::Playback;
use leitai_core::{
    Eye, FAILS, FLOOD, Fault, Line, QUESTION, REASON_ZH, Record, RecordError, SCORE, Seat, Sentence, UNASKED,
    VerdictName, errors, read_time, write_time,
};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The audience for whom a record is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Anybody.
    Public,
    /// The player in that seat: what the seat was told, and nothing else, even when the game is over.
    Seat(Seat),
    /// The author of the program in that seat: everything that program said, plus what the public may have or, until
    /// the public may have the truth, what the seat was told.
    Author(Seat),
    /// The referee: everything.
    Referee,
}

/// When the public sees what a game with secrets hides from it. Written `after`, `public` or `delayed 10m`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Secrets {
    /// Nothing while it has secrets, which is until the end at the latest, then the truth.
    #[default]
    After,
    /// What the game reports to the public, while it runs and afterwards; never more.
    Public,
    /// The truth, after this delay.
    Delayed(Duration),
}

errors! {
    /// A text that is not a [`Secrets`].
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct BadSecrets {
        /// The text.
        pub text: String,
    } =>
        "`{text}` is not understood; write `after`, `public` or, with a time, `delayed 10m` (at most 100 hours)",
        "看不懂“{text}”；请写作 `after`、`public`，或带时长的 `delayed 10m`（至多 100 小时）";
}

impl Secrets {
    /// Whether the truth of a game that still has secrets is open to the public. `is_over`: the game has ended; `age`: how long
    /// ago the state to be shown came about.
    pub fn open(self, is_over: bool, age: Duration) -> bool {
        match self {
            Secrets::After => is_over,
            Secrets::Public => false,
            Secrets::Delayed(by) => age >= by,
        }
    }
}

impl FromStr for Secrets {
    type Err = BadSecrets;
    fn from_str(text: &str) -> Result<Secrets, BadSecrets> {
        match text {
            "after" => Ok(Secrets::After),
            "public" => Ok(Secrets::Public),
            _ => {
                let delay = text.strip_prefix("delayed ").and_then(|time| read_time(time.trim()));
                delay.map(Secrets::Delayed).ok_or_else(|| BadSecrets { text: text.to_owned() })
            }
        }
    }
}

impl fmt::Display for Secrets {
    /// Writes the form that [`Secrets::from_str`] reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Secrets::After => f.write_str("after"),
            Secrets::Public => f.write_str("public"),
            Secrets::Delayed(by) => write!(f, "delayed {}", write_time(*by)),
        }
    }
}

/// A record cut for one audience. Everything that is sent to that audience, as text, board or film, is made from the
/// cut and from nothing else.
pub struct Cut {
    record: Record,
    /// `None`: the game as it was played.
    eye: Option<Eye>,
    /// The seat whose program's own words are included.
    author: Option<Seat>,
}

impl Cut {
    /// Cuts a record, possibly one that is still growing, that reached its present state `age` ago. `None` where this
    /// audience may not have anything yet. Errors if the record is of no listed game.
    ///
    /// Of a game without secrets, of one that [has none any more](leitai_core::Position::keeps_secrets), and of one
    /// whose truth is [open](Secrets::open), the public gets acts, attempts,
    /// times and the verdict, never what programs wrote to their logs or otherwise said. A running game that is shown
    /// with a delay has to be cut from the record as it was then.
    pub fn of(
        record: Record,
        audience: Audience,
        secrets: Secrets,
        age: Duration,
    ) -> Result<Option<Cut>, RecordError> {
        let game = record.about.game.parse::<ListedGame>();
        let game = game.map_err(|error| RecordError { line: 1, what: Sentence::of(&error) })?;
        let is_open = !game.facts().hidden
            || secrets.open(record.end.is_some(), age)
            || secrets == Secrets::After && has_told_all(record.clone()).unwrap_or(false);
        let played = |author| Cut::played(record.clone(), author);
        Ok(match audience {
            Audience::Referee => Some(Cut::whole(record)),
            Audience::Seat(seat) => Some(Cut::seen_by(record, Eye::Seat(seat))),
            Audience::Author(seat) if is_open => Some(played(Some(seat))),
            Audience::Author(seat) => {
                Some(Cut { author: Some(seat), ..Cut::seen_by(record, Eye::Seat(seat)) })
            }
            Audience::Public if is_open => Some(played(None)),
            Audience::Public => (secrets == Secrets::Public).then(|| Cut::seen_by(record, Eye::Public)),
        })
    }

    /// What the public may follow of a running game, from the first line of its record: [`Playback::push`] takes the
    /// lines that follow, after the delay in the case of [`Secrets::Delayed`]. `None` where nothing may be seen while
    /// the game has secrets.
    pub fn live(head: &str, secrets: Secrets) -> Result<Option<Playback>, RecordError> {
        let cut = Cut::of(Record::begin(1, head)?, Audience::Public, secrets, Duration::MAX)?;
        cut.map(Cut::playback).transpose()
    }

    /// The referee's cut: everything.
    pub fn whole(record: Record) -> Cut {
        Cut { record, eye: None, author: None }
    }

    /// What one eye was told. Two games that the eye cannot tell apart are cut to the same bytes.
    pub fn seen_by(record: Record, eye: Eye) -> Cut {
        Cut { record, eye: Some(eye), author: None }
    }

    /// The game as it was played, with the words of at most one program, plus the words by which the game was lost: the
    /// reason quotes them, and the remaining record must prove it.
    fn played(mut record: Record, author: Option<Seat>) -> Cut {
        let loser = record.end.as_ref().and_then(|end| match end.verdict {
            VerdictName::Fault(Fault::Protocol | Fault::NotReady | Fault::OutputLimit) => {
                end.winner.map(Seat::other)
            }
            _ => None,
        });
        let loses = |line: &Line<'_>| match line {
            Line::Garbled { seat, .. } => Some(*seat) == loser,
            Line::Note { seat, what, .. } => {
                Some(*seat) == loser && [UNASKED, FAILS, FLOOD].contains(&&**what)
            }
            _ => false,
        };
        let lost_by = record.lines.iter().rposition(|(_, line)| loses(line));
        let mut at = 0..;
        record.lines.retain_mut(|(_, line)| {
            let lost_by = at.next() == lost_by;
            match line {
                Line::Note { what, .. } if what == QUESTION || what == REASON_ZH || what == SCORE => true,
                Line::Note { seat, what, text } if lost_by && what == FLOOD => {
                    // No reason quotes a flood.
                    if Some(*seat) != author {
                        *text = "".into();
                    }
                    true
                }
                Line::Note { seat, .. } | Line::Garbled { seat, .. } => lost_by || Some(*seat) == author,
                _ => true,
            }
        });
        Cut { record, eye: None, author }
    }

    /// Whether the cut holds the game as it was played, rather than what an eye was told.
    pub fn is_truth(&self) -> bool {
        self.eye.is_none()
    }

    /// The cut as JSON lines: a record, or what an eye was told, with the author's words at the places where his
    /// program said them.
    pub fn text(&self) -> Result<String, RecordError> {
        match self.eye {
            None => Ok(self.record.clone().text()),
            Some(eye) => EyeReplay::open(self.record.clone(), eye)?.lines(self.author),
        }
    }

    /// The game, ready for playback.
    pub fn playback(self) -> Result<Playback, RecordError> {
        Playback::of(self.record, self.eye)
    }
}

/// Whether the game of a record keeps no secrets any more. One that cannot be followed keeps them.
fn has_told_all(record: Record) -> Result<bool, RecordError> {
    let mut playback = Cut::whole(record).playback()?;
    while playback.step()?.is_some() {}
    Ok(!playback.keeps_secrets())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_from_the_public_reads_back_as_written() {
        for text in ["after", "public", "delayed 10m", "delayed 90s"] {
            assert_eq!(text.parse::<Secrets>().map(|secrets| secrets.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "never", "delayed", "delayed 0s", "delayed -1m", "delayed 10 minutes", "After"] {
            assert!(text.parse::<Secrets>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_truth_opens_at_the_end_late_or_never() {
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        let late = Secrets::Delayed(minutes(10));
        for (secrets, is_over, age, opens) in [
            (Secrets::After, false, 99, false),
            (Secrets::After, true, 0, true),
            (Secrets::Public, true, 99, false),
            (late, true, 9, false),
            (late, true, 10, true),
            (late, false, 10, true),
        ] {
            assert_eq!(secrets.open(is_over, minutes(age)), opens, "{secrets} {is_over} {age}");
        }
    }
}
