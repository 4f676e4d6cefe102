//! What does not fit into the hall's hours, with figures.

use leitai_core::{Noun, sentence};

use super::fixture::{Fixture, FixtureId, TeamId};
use super::naming::{Naming, span};
use crate::Sentence;

/// Something that does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// The hall has no hours left.
    NoHours,
    /// An event has no table that it may use.
    NoTable {
        /// The event, by its place in the contest's list.
        event: u16,
    },
    /// A match is longer than the hall is ever open without a break.
    Match {
        /// The match.
        of: FixtureId,
        /// Its longest time, in milliseconds.
        longest_ms: u64,
        /// The longest opening of the hall, in milliseconds.
        open_ms: u64,
    },
    /// The matches of one team alone need more time than there is, whatever the number of tables.
    Team {
        /// The team.
        team: TeamId,
        /// How many matches it still has to play.
        matches: usize,
        /// What they need with the pauses between them, in milliseconds.
        needs_ms: u64,
        /// How long the hall is still open, in milliseconds.
        open_ms: u64,
    },
    /// The rounds of one event alone need more time than there is, whatever the number of tables.
    Rounds {
        /// The event, by its place in the contest's list.
        event: u16,
        /// What its longest row of rounds needs with the pauses between them, in milliseconds.
        needs_ms: u64,
        /// How long the hall is still open, in milliseconds.
        open_ms: u64,
    },
    /// Matches are left over when the hall closes.
    Overtime {
        /// How many.
        matches: usize,
        /// How many tables there are.
        tables: usize,
        /// When the last one would be over if the hall stayed open.
        ends: i64,
        /// When the hall closes for the last time.
        closes: i64,
    },
}

impl Misfit {
    /// What does not fit, in words. `fixture` finds a match of the plan.
    pub fn words<'f>(
        &self,
        naming: &Naming<'_>,
        fixture: impl Fn(FixtureId) -> Option<&'f Fixture>,
    ) -> Sentence {
        match self {
            Misfit::NoHours => Sentence::new("the hall is not open any more", "场地不再开放"),
            Misfit::NoTable { event } => {
                let event = (naming.event)(*event);
                sentence!("{event}: there is no table that it may use", "{event}：没有可用的棋桌"; event)
            }
            Misfit::Match { of, longest_ms, open_ms } => {
                let of = fixture(*of).map(|it| naming.fixture(it)).unwrap_or_default();
                let (longest, open) = (span(*longest_ms), span(*open_ms));
                sentence!(
                    "{of}: it takes up to {longest}, but the hall is never open for more than {open} at a time",
                    "{of}：一场最长 {longest}，而场地每次至多连续开放 {open}"; of, longest, open
                )
            }
            Misfit::Team { team, matches, needs_ms, open_ms } => {
                let (team, matches) = ((naming.team)(*team), Noun::MATCHES.of(matches));
                let (needs, open) = (span(*needs_ms), span(*open_ms));
                sentence!(
                    "{team} has {matches} to play, which take up to {needs} with the pauses; the hall is open for {open}, \
                     so more tables do not help",
                    "{team} 还须比赛 {matches} 场，连同间歇最长 {needs}，而场地只开放 {open}，增加棋桌无济于事";
                    team, matches, needs, open
                )
            }
            Misfit::Rounds { event, needs_ms, open_ms } => {
                let event = (naming.event)(*event);
                let (needs, open) = (span(*needs_ms), span(*open_ms));
                sentence!(
                    "{event}: its rounds take up to {needs} one after the other, with the pauses; the hall is open for \
                     {open}, so more tables do not help",
                    "{event}：各轮依次进行，连同间歇最长 {needs}，而场地只开放 {open}，增加棋桌无济于事";
                    event, needs, open
                )
            }
            Misfit::Overtime { matches, tables, ends, closes } => {
                let (left, tables) = (Noun::MATCHES.of(matches), Noun::TABLES.of(tables));
                let (ends, closes) = ((naming.moment)(*ends), (naming.moment)(*closes));
                sentence!(
                    "with {tables} it ends at {ends}, but the hall closes at {closes}: {left} would be left over",
                    "{tables} 张棋桌须到 {ends} 才能赛完，而场地 {closes} 关闭：剩 {left} 场没有着落";
                    left, tables, ends, closes
                )
            }
        }
    }
}
