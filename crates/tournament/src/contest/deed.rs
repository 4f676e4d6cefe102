//! What is done in a contest, as it is kept.

use super::check_in::{CheckIn, TimerKind};
use super::planned_match::PlannedMatch;
use super::taking::{TakenMatch, TakingId};
use super::team::{TeamForm, TeamId};
use super::terms::ContestTerms;
use crate::awards::Barred;
use crate::{GameId, MatchId};
use leitai_core::{GameName, Words};
use serde::{Deserialize, Serialize};

/// What somebody is in a contest besides the account.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// 裁判: of these tables, from 1; of all if none is named.
    Referee(Vec<u32>),
    /// 裁判长
    ChiefReferee,
    /// 仲裁组
    ArbitrationPanel,
}

impl Duty {
    /// Its name for people.
    pub fn words(&self) -> Words {
        match self {
            Duty::Referee(_) => Words::new("referee", "裁判"),
            Duty::ChiefReferee => Words::new("chief referee", "裁判长"),
            Duty::ArbitrationPanel => Words::new("arbitration panel", "仲裁组"),
        }
    }
}

/// One thing that is done. When, and by whom, stands beside it in the journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "kebab-case")]
pub enum ContestDeed {
    /// The contest begins, or its terms are changed.
    State {
        /// What is stated from now on.
        terms: ContestTerms,
    },
    /// A team signs up.
    SignUp {
        /// Its form.
        form: TeamForm,
        /// The account that may change it; `None` if an organiser entered it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        account: Option<String>,
    },
    /// A team's form is changed.
    Change {
        /// Which team.
        team: TeamId,
        /// The form from now on.
        form: TeamForm,
    },
    /// A team leaves the contest.
    Withdraw {
        /// Which team.
        team: TeamId,
        /// Why.
        why: String,
    },
    /// The description of a team's program (程序说明文档) was handed in.
    Describe {
        /// Which team.
        team: TeamId,
        /// The hash of the document.
        hash: String,
        /// The name of its file.
        name: String,
    },
    /// Sign-up is closed by hand.
    Close,
    /// A seeded team is placed in a group of its game without a lot (种子队分组), or no more.
    Place {
        /// The game.
        game: GameName<'static>,
        /// Which team.
        team: TeamId,
        /// The group, from 1; `None`: by lot, as others.
        group: Option<u16>,
    },
    /// The event of a game begins with the teams that play it.
    Draw {
        /// The game.
        game: GameName<'static>,
        /// The name of its event.
        event: String,
        /// Its entries, in their order there.
        teams: Vec<TeamId>,
    },
    /// Somebody gets a duty.
    Appoint {
        /// The account.
        account: String,
        /// What for.
        duty: Duty,
    },
    /// Somebody has no duty any more.
    Dismiss {
        /// The account.
        account: String,
    },
    /// A team has come.
    CheckIn {
        /// Which team.
        team: TeamId,
        /// What it brought.
        with: CheckIn,
    },
    /// Somebody of a team has come to the meeting before the contest (赛前会议).
    Attend {
        /// Which team.
        team: TeamId,
        /// Who came; empty: nobody after all, it was entered wrong.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        who: String,
    },
    /// A match is called to a table.
    Call {
        /// The table, from 1.
        table: u32,
        /// The game's id.
        game: GameName<'static>,
        /// The match.
        of: MatchId,
        /// Who plays it.
        teams: [TeamId; 2],
    },
    /// A team sits at its table.
    Arrive {
        /// The table.
        table: u32,
        /// Who.
        team: TeamId,
    },
    /// A team at a table is waited for from now on.
    Wait {
        /// The table.
        table: u32,
        /// Who.
        team: TeamId,
        /// What for.
        kind: TimerKind,
    },
    /// A team at a table is not waited for any more: it is there, excused, or a ruling was made.
    Resume {
        /// The table.
        table: u32,
        /// Who.
        team: TeamId,
        /// The referee's words: empty if what was waited for came in time.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        excuse: String,
    },
    /// A game of the match at a table begins.
    Start {
        /// The table.
        table: u32,
        /// Which game.
        of: GameId,
    },
    /// The table is free again.
    Clear {
        /// The table.
        table: u32,
    },
    /// The plan of the tables is announced, in place of any before.
    Plan {
        /// Its matches.
        matches: Vec<PlannedMatch>,
    },
    /// A desk without a network takes matches along: they are called nowhere else until they are back.
    Take {
        /// What the taking is called.
        taking: TakingId,
        /// What the desk, or whoever has it, is called.
        with: String,
        /// The matches, each with its table.
        matches: Vec<TakenMatch>,
        /// From this moment on its results count only once it was extended, in milliseconds since 1970-01-01 UTC; journals of
        /// earlier contests do not have it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until_ms: Option<i64>,
    },
    /// Results of a taking are expected for longer.
    Extend {
        /// Which taking.
        taking: TakingId,
        /// Until then, in milliseconds since 1970-01-01 UTC.
        until_ms: i64,
    },
    /// Results of a taking have come back.
    Back {
        /// Which taking.
        taking: TakingId,
        /// The matches of which no game is due any more.
        matches: Vec<(GameName<'static>, MatchId)>,
        /// How many results the file has.
        results: u32,
        /// The file's seal.
        seal: String,
    },
    /// A taking is called off: what is not back is called elsewhere, and results of it count no longer.
    Recall {
        /// Which taking.
        taking: TakingId,
        /// Why.
        why: String,
    },
    /// The list of awards of a game, or of the contest if no game is named, is published: its notice period begins.
    Publish {
        /// The game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameName<'static>>,
        /// A mark of the list as it was published; empty in journals that do not have one.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        list: String,
        /// Who is barred next year by what was ruled so far.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        barred: Vec<Barred>,
    },
}
