//! Decisions made by people, and the form in which they are kept.

mod of_the_day;
mod words;

use serde::{Deserialize, Serialize};

use crate::{Decimal, EntryId, GameId, HandLot, SubmittedProgram};
use leitai_core::ContentHash;

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
    /// A team has checked in.
    Present {
        /// Who.
        entry: EntryId,
    },
    /// A side consents to what it is asked for.
    Consent {
        /// In which game.
        game: GameId,
        /// Who.
        by: EntryId,
        /// To what.
        to: String,
    },
    /// An operator's slip. It is restored once a game; the second one of a side in a game, or one that cannot be
    /// restored, loses it.
    Slip {
        /// In which game.
        game: GameId,
        /// Whose.
        by: EntryId,
        /// Whether the position was restored in time.
        restored: bool,
    },
    /// The referee's own slip: the game goes on if both sides restore the position; if one alone can, the other one
    /// loses; if neither can, the game is played again from its beginning.
    RefereeSlip {
        /// In which game, which has no result yet.
        game: GameId,
        /// Who can restore the position.
        #[serde(rename = "restored-by")]
        restored_by: Vec<EntryId>,
    },
    /// The equipment of a side stopped play for too long: it forfeits the game.
    Equipment {
        /// Which.
        game: GameId,
        /// Whose.
        by: EntryId,
    },
    /// A side moved stones or scattered the board: it loses the game.
    Scattered {
        /// Which.
        game: GameId,
        /// Who.
        by: EntryId,
    },
    /// Both sides agree how a game without a result ends.
    Agreed {
        /// Which.
        game: GameId,
        /// The outcome.
        finding: Finding,
    },
    /// The referee proposed to stop play, where neither side can change anything any more. If both accepted, he counts
    /// and rules the result; otherwise play goes on.
    ProposeStop {
        /// Which.
        game: GameId,
        /// Whether both sides accepted.
        accepted: bool,
    },
    /// A game that has no recorded result gets one.
    Result {
        /// Which.
        game: GameId,
        /// The outcome.
        finding: Finding,
    },
    /// Lots were drawn by hand: the draw of the first stage follows them.
    Lots {
        /// What each entry drew.
        lots: Vec<HandLot>,
        /// Who witnessed it.
        witness: String,
    },
    /// A leader objects to a result, or to the schedule.
    Object {
        /// The entry whose leader objects.
        by: EntryId,
        /// To the result of which game; `None` for the schedule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
        /// The hash of the document that was handed in with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        document: Option<ContentHash>,
    },
    /// The panel answers an objection. What follows from one that is upheld is a ruling of its own.
    Answer {
        /// The place of the objection in the history, from 0.
        objection: u32,
        /// Whether it is upheld.
        upheld: bool,
    },
    /// A hearing about programs that are too much alike. Copied: the copier and the copied are out alike.
    Hearing {
        /// Whose.
        entries: Vec<EntryId>,
        /// Whether they were found to be copied.
        copied: bool,
    },
    /// The chief referee confirms what a referee ruled at a table.
    Endorse {
        /// Its place in the history, from 0.
        ruling: u32,
    },
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
            | Decision::Confirm { game, .. }
            | Decision::Consent { game, .. }
            | Decision::Slip { game, .. }
            | Decision::RefereeSlip { game, .. }
            | Decision::Equipment { game, .. }
            | Decision::Scattered { game, .. }
            | Decision::Agreed { game, .. }
            | Decision::ProposeStop { game, .. }
            | Decision::Result { game, .. } => Some(*game),
            Decision::Object { game, .. } => *game,
            _ => None,
        }
    }

    /// The entries that the decision names, but for those of lots drawn by hand, which name all.
    pub fn entries(&self) -> &[EntryId] {
        match self {
            Decision::Withdraw { entry: one, .. }
            | Decision::Absent { entry: one }
            | Decision::Excuse { entry: one }
            | Decision::Submit { entry: one, .. }
            | Decision::Present { entry: one }
            | Decision::Meddling { by: one, .. }
            | Decision::Confirm { by: one, .. }
            | Decision::Consent { by: one, .. }
            | Decision::Slip { by: one, .. }
            | Decision::Equipment { by: one, .. }
            | Decision::Scattered { by: one, .. }
            | Decision::Object { by: one, .. }
            | Decision::Override { finding: Finding::Won(one), .. }
            | Decision::Agreed { finding: Finding::Won(one), .. }
            | Decision::Result { finding: Finding::Won(one), .. } => std::slice::from_ref(one),
            Decision::Disqualify { entries: some }
            | Decision::Hearing { entries: some, .. }
            | Decision::RefereeSlip { restored_by: some, .. }
            | Decision::Forfeit { by: some, .. } => some,
            _ => &[],
        }
    }

    /// Every entry that the decision names, also those of lots drawn by hand.
    pub fn named(&self) -> Vec<EntryId> {
        match self {
            Decision::Lots { lots, .. } => lots.iter().map(|lot| lot.entry).collect(),
            _ => self.entries().to_vec(),
        }
    }

    /// Whether it is kept and shown alone: no result, and nothing that is due, changes by it.
    pub fn is_note(&self) -> bool {
        match self {
            Decision::Present { .. }
            | Decision::Consent { .. }
            | Decision::Confirm { .. }
            | Decision::Excuse { .. }
            | Decision::ProposeStop { .. }
            | Decision::Object { .. }
            | Decision::Answer { .. }
            | Decision::Endorse { .. }
            | Decision::Hearing { copied: false, .. } => true,
            Decision::RefereeSlip { restored_by, .. } => restored_by.len() != 1,
            _ => false,
        }
    }
}
