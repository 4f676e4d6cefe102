//! A match that is moved to another time or table, and why.

use leitai_core::sentence;

use super::fixture::{Fixture, FixtureId, Sitting, TeamId};
use super::naming::{Naming, span};
use crate::Sentence;

/// Why a match moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveReason {
    /// Its table is in use, or closed, until then.
    Table {
        /// The table that it had.
        table: u16,
        /// Until when.
        until: i64,
        /// By which match; `None` if the table is closed.
        by: Option<FixtureId>,
    },
    /// A team plays until then, and has its pause after that.
    Team {
        /// The team.
        team: TeamId,
        /// Until when it plays.
        until: i64,
        /// Its pause, in milliseconds.
        pause_ms: u64,
    },
    /// The matches that come before it are over then.
    Rounds {
        /// When the last of them is over.
        until: i64,
    },
    /// The hall is shut until then.
    Hall {
        /// When it opens.
        opens: i64,
    },
    /// Its time has passed, and it was not begun.
    NotBegun,
    /// It can begin earlier.
    Earlier,
    /// Everything that had not begun was planned anew, since otherwise matches would be left over at closing time.
    Anew,
    /// There is no place for it within the hall's hours.
    NoPlace,
}

/// A match that moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Movement {
    /// The match.
    pub fixture: Fixture,
    /// Where and when it was planned.
    pub from: Sitting,
    /// Where and when it is planned now; `None` if it has no place any more.
    pub to: Option<Sitting>,
    /// Why.
    pub why: MoveReason,
}

impl Movement {
    /// Which match moves, from when and where, to when and where, and why. `fixture` finds a match of the plan.
    pub fn words<'f>(
        &self,
        naming: &Naming<'_>,
        fixture: impl Fn(FixtureId) -> Option<&'f Fixture>,
    ) -> Sentence {
        let (of, from) = (naming.fixture(&self.fixture), naming.sitting(self.from));
        let why = self.why.words(naming, fixture);
        match self.to {
            Some(to) => {
                let to = naming.sitting(to);
                sentence!("{of}: {from} → {to}, as {why}", "{of}：{from} → {to}，因为{why}"; of, from, to, why)
            }
            None => {
                sentence!("{of}: {from} is given up, as {why}", "{of}：取消 {from}，因为{why}"; of, from, why)
            }
        }
    }
}

impl MoveReason {
    fn words<'f>(&self, naming: &Naming<'_>, fixture: impl Fn(FixtureId) -> Option<&'f Fixture>) -> Sentence {
        match self {
            MoveReason::Table { table, until, by } => {
                let (table, until) = (naming.table(*table), (naming.moment)(*until));
                match by.and_then(fixture).map(|it| naming.fixture(it)) {
                    Some(by) => sentence!(
                        "{by} may need {table} until {until}", "{by} 至迟 {until} 才用完 {table}"; table, until, by
                    ),
                    None => {
                        sentence!("{table} is closed until {until}", "{table} 关闭至 {until}"; table, until)
                    }
                }
            }
            MoveReason::Team { team, until, pause_ms } => {
                let (team, until, pause) = ((naming.team)(*team), (naming.moment)(*until), span(*pause_ms));
                sentence!(
                    "{team} may play until {until} and then has a break of {pause}",
                    "{team} 至迟 {until} 才赛完上一场，其后间歇 {pause}"; team, until, pause
                )
            }
            MoveReason::Rounds { until } => {
                let until = (naming.moment)(*until);
                sentence!(
                    "the matches before it may last until {until}", "此前各场至迟 {until} 才结束"; until
                )
            }
            MoveReason::Hall { opens } => {
                let opens = (naming.moment)(*opens);
                sentence!("there is no play before {opens}", "{opens} 之前不比赛"; opens)
            }
            MoveReason::NotBegun => Sentence::new("it was not begun in time", "到时尚未开始"),
            MoveReason::Earlier => Sentence::new("it can begin earlier", "可以提前开始"),
            MoveReason::Anew => Sentence::new(
                "otherwise matches would be left over at closing time, and the rest was planned anew",
                "否则闭馆时赛不完，其余各场已重新编排",
            ),
            MoveReason::NoPlace => {
                Sentence::new("it does not fit into the hall's hours any more", "场地开放时间内已排不下")
            }
        }
    }
}
