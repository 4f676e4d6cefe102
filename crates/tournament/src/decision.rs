//! What people decide, and what is kept of it.

mod words;

use serde::{Deserialize, Serialize};

use crate::{Decimal, EntryId, GameId, SubmittedProgram};

/// In whose name something is decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// 领队: may object to schedule and result.
    Leader,
    /// 队长
    Captain,
    /// 裁判
    Referee,
    /// 裁判长
    ChiefReferee,
    /// 仲裁组: its decision and reason are kept with the result.
    ArbitrationPanel,
    /// 组委会, or the stage in its name: submissions, closing times, disturbances it measured itself.
    Organiser,
}

/// In whose name something is decided, and from which account.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DecidedBy {
    /// In whose name.
    pub role: Role,
    /// Who was signed in; none where nobody signs in, as at a command line.
    pub account: Option<String>,
}

impl From<Role> for DecidedBy {
    fn from(role: Role) -> DecidedBy {
        DecidedBy { role, account: None }
    }
}

/// What a game is found to have come to.
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

/// One decision. Results are never changed: decisions are kept beside them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// An entry leaves the event; its games not yet played are forfeited. Without the chief referee's leave it is
    /// barred next year.
    Withdraw {
        /// Who.
        entry: EntryId,
        /// With the chief referee's leave.
        leave: bool,
    },
    /// These are out of the event and not ranked; for copying, copier and copied alike.
    Disqualify {
        /// Who.
        entries: Vec<EntryId>,
    },
    /// The team did not appear in time: it is out of the event.
    Absent {
        /// Who.
        entry: EntryId,
    },
    /// The referee excuses a delay; nothing is lost by it.
    Excuse {
        /// Who.
        entry: EntryId,
    },
    /// A game is forfeited, before or after it was begun.
    Forfeit {
        /// Which.
        game: GameId,
        /// By whom; both where neither came.
        by: Vec<EntryId>,
    },
    /// The program was changed, or its run meddled with: the first time the game is lost, the second time the
    /// entry is out.
    Meddling {
        /// In which game.
        game: GameId,
        /// Who.
        by: EntryId,
    },
    /// A recorded result is replaced; the original is kept beside it.
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
    /// Somebody enters a ladder that runs: the next entry of the list, as if it had been there from the start. Not
    /// taken back: an entry leaves by withdrawing.
    Enter {
        /// The registered name, unlike all others.
        name: String,
        /// As [`seed_score`](crate::Entry::seed_score).
        #[serde(default, rename = "seed-score", skip_serializing_if = "Option::is_none")]
        seed_score: Option<Decimal>,
        /// As [`class`](crate::Entry::class).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class: Option<String>,
    },
    /// An entry submitted a program. Only one that compiled and passed its validation games replaces the one in
    /// force, and voids its matches; any is listed.
    Submit {
        /// Who.
        entry: EntryId,
        /// Compiled, and passed its validation games.
        accepted: bool,
        /// What; none in journals that did not say so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        program: Option<SubmittedProgram>,
    },
    /// Submissions are closed: the rank counts once the last due match is played.
    Close,
    /// An earlier ruling is taken back.
    Revoke {
        /// Its place in the history, from 0.
        ruling: u32,
    },
}

/// A decision as the event keeps it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ruling {
    /// What.
    pub decision: Decision,
    /// Who decided.
    pub by: Role,
    /// From which account, where somebody was signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// The reason, in the words of the person who decided.
    pub reason: String,
    /// How far the event was drawn then.
    pub after: Drawn,
}

/// How far an event is drawn. What is drawn stands: a later ruling changes standings, never an earlier draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// The stage being played, from 0.
    pub stage: u16,
    /// Rounds drawn by a Swiss system in the section that the decision concerns; else 0.
    pub rounds: u16,
}

impl Drawn {
    /// After everything.
    pub(crate) const ALL: Drawn = Drawn { stage: u16::MAX, rounds: u16::MAX };

    /// After the draw of a stage and before that of the next.
    pub(crate) fn during(stage: u16) -> Drawn {
        Drawn { stage, rounds: u16::MAX }
    }
}

impl Decision {
    /// The game it is about.
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

    /// The entries that it names.
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
