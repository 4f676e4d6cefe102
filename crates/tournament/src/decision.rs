//! Decisions made by people, and the form in which they are kept.

mod words;

use serde::{Deserialize, Serialize};

use crate::{Decimal, EntryId, GameId, SubmittedProgram};

/// The role in which something is decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// 领队: may object to the schedule and to results.
    Leader,
    /// 队长
    Captain,
    /// 裁判
    Referee,
    /// 裁判长
    ChiefReferee,
    /// 仲裁组: its decision and reason are kept with the result.
    ArbitrationPanel,
    /// 组委会, or the stage on its behalf: submissions, closing times, disturbances that the stage measured itself.
    Organiser,
}

/// The role in which something is decided, and the account it is decided from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DecidedBy {
    /// The role.
    pub role: Role,
    /// The account that was signed in; `None` where nobody signs in, as at a command line.
    pub account: Option<String>,
}

impl From<Role> for DecidedBy {
    fn from(role: Role) -> DecidedBy {
        DecidedBy { role, account: None }
    }
}

/// The outcome a ruling assigns to a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// This entry won.
    Won(EntryId),
    /// Drawn.
    Drawn,
    /// Lost by both.
    Nobody,
}

/// One decision. Recorded results are never changed: decisions are kept alongside them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// An entry leaves the event; its games not yet played are forfeited. Without the chief referee's leave the
    /// entry is barred next year.
    Withdraw {
        /// Who.
        entry: EntryId,
        /// With the chief referee's leave.
        leave: bool,
    },
    /// These entries are out of the event and not ranked. For copying, this applies to the copier and the copied
    /// alike.
    Disqualify {
        /// Who.
        entries: Vec<EntryId>,
    },
    /// The team did not appear in time, and is out of the event.
    Absent {
        /// Who.
        entry: EntryId,
    },
    /// The referee excuses a delay; the entry loses nothing by it.
    Excuse {
        /// Who.
        entry: EntryId,
    },
    /// A game is forfeited, whether or not it had begun.
    Forfeit {
        /// Which.
        game: GameId,
        /// By whom; both if neither came.
        by: Vec<EntryId>,
    },
    /// The program was changed, or its run interfered with: the first time the game is lost, the second time the
    /// entry is out.
    Meddling {
        /// In which game.
        game: GameId,
        /// Who.
        by: EntryId,
    },
    /// A recorded result is replaced; the original is kept with it.
    Override {
        /// Which.
        game: GameId,
        /// The outcome.
        finding: Finding,
    },
    /// A recorded game is in doubt (disturbed, or a leader objects): it waits for `Replay` or `Uphold`.
    Question {
        /// Which.
        game: GameId,
    },
    /// A recorded game is played again; the original is kept.
    Replay {
        /// Which.
        game: GameId,
        /// Who consented.
        consent: String,
    },
    /// A game in doubt counts as recorded.
    Uphold {
        /// Which.
        game: GameId,
    },
    /// One side confirms a result.
    Confirm {
        /// Which.
        game: GameId,
        /// Who.
        by: EntryId,
    },
    /// A newcomer enters a running ladder: the next entry of the list, as if it had been there from the start. This
    /// cannot be revoked: an entry leaves by withdrawing.
    Enter {
        /// The registered name, unlike all others.
        name: String,
        /// See [`seed_score`](crate::Entry::seed_score).
        #[serde(default, rename = "seed-score", skip_serializing_if = "Option::is_none")]
        seed_score: Option<Decimal>,
        /// See [`class`](crate::Entry::class).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class: Option<String>,
    },
    /// An entry submitted a program. Only a program that compiled and passed its validation games replaces the one
    /// in force and voids that one's matches; every submission is listed.
    Submit {
        /// Who.
        entry: EntryId,
        /// Whether it compiled and passed its validation games.
        accepted: bool,
        /// The program; `None` in journals that do not state it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        program: Option<SubmittedProgram>,
    },
    /// Submissions are closed: the ranking is final once the last due match is played.
    Close,
    /// An earlier ruling is revoked.
    Revoke {
        /// Its place in the history, from 0.
        ruling: u32,
    },
}

/// A decision as kept by the event.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ruling {
    /// The decision.
    pub decision: Decision,
    /// The role in which it was decided.
    pub by: Role,
    /// The account it was decided from, if somebody was signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// The reason, in the words of the person who decided.
    pub reason: String,
    /// How far the event had been drawn at that time.
    pub after: Drawn,
}

/// How far an event has been drawn. A draw is final: a later ruling changes standings, never an earlier draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// The stage being played, from 0.
    pub stage: u16,
    /// Rounds drawn by a Swiss system in the section that the decision concerns; otherwise 0.
    pub rounds: u16,
}

impl Drawn {
    /// Later than any draw.
    pub(crate) const ALL: Drawn = Drawn { stage: u16::MAX, rounds: u16::MAX };

    /// After the draw of a stage and before the draw of the next.
    pub(crate) fn during(stage: u16) -> Drawn {
        Drawn { stage, rounds: u16::MAX }
    }
}

impl Decision {
    /// Whether somebody handed something in or joined by that, rather than that somebody ruled.
    pub fn is_of_submission(&self) -> bool {
        matches!(self, Decision::Submit { .. } | Decision::Enter { .. })
    }

    /// The game that the decision is about.
    pub fn game(&self) -> Option<GameId> {
        match self {
            Decision::Forfeit { game, .. }
            | Decision::Meddling { game, .. }
            | Decision::Override { game, .. }
            | Decision::Question { game }
            | Decision::Replay { game, .. }
            | Decision::Uphold { game }
            | Decision::Confirm { game, .. } => Some(*game),
            _ => None,
        }
    }

    /// The entries that the decision names.
    pub fn entries(&self) -> &[EntryId] {
        match self {
            Decision::Withdraw { entry: one, .. }
            | Decision::Absent { entry: one }
            | Decision::Excuse { entry: one }
            | Decision::Submit { entry: one, .. }
            | Decision::Meddling { by: one, .. }
            | Decision::Confirm { by: one, .. }
            | Decision::Override { finding: Finding::Won(one), .. } => std::slice::from_ref(one),
            Decision::Disqualify { entries: some } | Decision::Forfeit { by: some, .. } => some,
            _ => &[],
        }
    }
}
