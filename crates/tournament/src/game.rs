//! Games and matches between two entries.

use leitai_core::sentence;
use serde::{Deserialize, Serialize};

use crate::{EntryId, GameId, MatchId, Seat, Sentence};

/// How an event counts a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedOutcome {
    /// The program in this seat won.
    Win(Seat),
    /// Drawn.
    Draw,
    /// Neither side scores: both forfeited.
    Nobody,
}

impl CountedOutcome {
    /// As printed in tables, First before Second: `1–0`.
    pub const fn figures(self) -> &'static str {
        match self {
            CountedOutcome::Win(Seat::First) => "1–0",
            CountedOutcome::Win(Seat::Second) => "0–1",
            CountedOutcome::Draw => "½–½",
            CountedOutcome::Nobody => "0–0",
        }
    }
}

impl From<leitai_core::Outcome> for CountedOutcome {
    /// Counts a game as it ended.
    fn from(outcome: leitai_core::Outcome) -> CountedOutcome {
        outcome.winner.map_or(CountedOutcome::Draw, CountedOutcome::Win)
    }
}

/// How an outcome came about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// By the rules of the game.
    Played,
    /// By a fault of the loser: time, memory, a crash, an illegal move.
    Fault,
    /// Not played, or not to its end: the loser forfeits.
    Forfeit,
    /// By an arbiter, who replaced the recorded result.
    Overridden,
    /// By an arbiter, where no result was recorded.
    Ruled,
}

/// The result of a game, as an event keeps it. Small and `Copy`: an event holds hundreds of thousands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct RecordedGame {
    /// Which game of which match.
    pub id: GameId,
    /// Who sat First.
    pub first: EntryId,
    /// Who sat Second.
    pub second: EntryId,
    /// The outcome.
    pub outcome: CountedOutcome,
    /// How the outcome came about.
    pub how: How,
    /// Faults of First and of Second, whether or not they lost by them.
    pub faults: [u16; 2],
}

impl RecordedGame {
    /// Who sat in a seat.
    pub fn at(&self, seat: Seat) -> EntryId {
        match seat {
            Seat::First => self.first,
            Seat::Second => self.second,
        }
    }

    /// The seat of an entry; `None` if it did not play.
    pub fn seat_of(&self, entry: EntryId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| self.at(seat) == entry)
    }

    /// The winner, if any.
    pub fn winner(&self) -> Option<EntryId> {
        match self.outcome {
            CountedOutcome::Win(seat) => Some(self.at(seat)),
            CountedOutcome::Draw | CountedOutcome::Nobody => None,
        }
    }

    /// Whether an entry completed the game properly, won or lost: not if it forfeited it or lost by a fault. `None` if
    /// the game says nothing about it: it did not play, or the other side forfeited.
    pub fn completed(&self, entry: EntryId) -> Option<bool> {
        self.seat_of(entry)?;
        let has_won = self.winner() == Some(entry);
        match self.how {
            How::Played | How::Overridden | How::Ruled => Some(true),
            How::Fault => Some(has_won),
            How::Forfeit => (!has_won).then_some(false),
        }
    }
}

/// The state of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Games are still due.
    Open,
    /// This entry won it.
    Won(EntryId),
    /// Even, and not played further.
    Drawn,
    /// Over without a score for either side.
    Nobody,
}

/// Two entries, the games between them that count, and the resulting score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match<'a> {
    /// Which match.
    pub id: MatchId,
    /// The two entries; the first is the plan's 甲方.
    pub sides: [EntryId; 2],
    /// The games that count, by number.
    pub games: &'a [RecordedGame],
    /// Games won by either side, including those awarded by lot.
    pub won: [u16; 2],
    /// Whether a lot decided the match, or a game of it.
    pub by_lot: bool,
    /// Its state.
    pub verdict: Verdict,
}

impl Match<'_> {
    /// The result in words: "Alpha beat Beta 2–1".
    pub fn words<'n>(&self, name: impl Fn(EntryId) -> &'n str) -> Sentence {
        let [a, b] = self.sides.map(name);
        let [x, y] = self.won;
        let said = match self.verdict {
            Verdict::Won(winner) if winner == self.sides[0] => {
                sentence!("{a} beat {b} {x}–{y}", "{a} {x}比{y} 胜 {b}")
            }
            Verdict::Won(_) => sentence!("{b} beat {a} {y}–{x}", "{b} {y}比{x} 胜 {a}"),
            Verdict::Drawn => {
                sentence!("{a} and {b} drew {x}–{y}", "{a} 与 {b} {x}比{y} 战平")
            }
            Verdict::Nobody => {
                sentence!("neither {a} nor {b} scores", "{a} 与 {b} 均不得分")
            }
            Verdict::Open => {
                sentence!("{a} and {b} stand at {x}–{y}", "{a} 与 {b} 暂为{x}比{y}")
            }
        };
        self.games.iter().fold(said, |said, game| {
            let number = game.id.number + 1;
            let (en, zh) = match game.how {
                How::Played => return said,
                How::Fault => ("was lost by a fault", "违规判负"),
                How::Forfeit => ("was forfeited", "弃权"),
                How::Overridden => ("stands as an arbiter ruled", "按仲裁改判"),
                How::Ruled => ("was decided by a ruling", "由裁判判定"),
            };
            said.and(&sentence!("game {number} {en}", "第{number}局{zh}"))
        })
    }
}

/// A round without an opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bye {
    /// Who rests.
    pub entry: EntryId,
    /// In which round of its section, from 0.
    pub round: u16,
    /// Whether it counts as a match won (Swiss), or only carries the entry on (knock-out, an odd round robin).
    pub scores: bool,
    /// Why this entry rests.
    pub why: Sentence,
}
