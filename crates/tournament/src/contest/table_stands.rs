//! What goes on at a table of the hall.

use super::check_in::{Timer, TimerKind};
use super::team::TeamId;
use crate::{GameId, MatchId};
use leitai_core::GameName;
use std::collections::BTreeSet;

/// A match at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableStands {
    /// When it was called, in milliseconds since 1970-01-01 UTC.
    pub called_ms: i64,
    /// The game's id.
    pub game: GameName<'static>,
    /// The match.
    pub of: MatchId,
    /// Who plays it.
    pub teams: [TeamId; 2],
    /// Who has come to the table.
    pub there: BTreeSet<TeamId>,
    /// What is waited for.
    pub timers: Vec<(TeamId, Timer)>,
    /// The game that is being played, and since when.
    pub playing: Option<(GameId, i64)>,
    /// How long equipment has stopped that game so far, in milliseconds; a timer that runs is not in it.
    pub stood_ms: i64,
}

/// A match that was at a table, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastSitting {
    /// The game's id.
    pub game: GameName<'static>,
    /// The match.
    pub of: MatchId,
    /// The table, from 1.
    pub table: u32,
    /// When it was called there, in milliseconds since 1970-01-01 UTC.
    pub from_ms: i64,
    /// When the table was cleared.
    pub until_ms: i64,
}

impl TableStands {
    pub(super) fn called(
        at_ms: i64,
        game: &GameName<'static>,
        of: MatchId,
        teams: [TeamId; 2],
    ) -> TableStands {
        let late = Timer { kind: TimerKind::Late, since_ms: at_ms };
        let (there, timers, playing) = (BTreeSet::new(), teams.map(|team| (team, late)).to_vec(), None);
        let game = game.clone();
        TableStands { called_ms: at_ms, game, of, teams, there, timers, playing, stood_ms: 0 }
    }

    /// When the match must be over, if its games that have no result take `longest_ms`: counted from the beginning of the
    /// game that is played, and from now while none is; what equipment stops comes on top.
    pub fn over_by(&self, now_ms: i64, longest_ms: u64) -> i64 {
        let since = self.playing.map_or(now_ms, |(_, since)| since);
        let equipment = self.timers.iter().filter(|(_, timer)| timer.kind == TimerKind::Equipment);
        let stands = equipment.map(|(_, timer)| (now_ms - timer.since_ms).max(0)).max().unwrap_or(0);
        let stood = if self.playing.is_some() { self.stood_ms.saturating_add(stands) } else { 0 };
        since.saturating_add_unsigned(longest_ms).saturating_add(stood).max(now_ms)
    }

    /// Stops the timers of a team; what equipment took counts.
    pub(super) fn resume(&mut self, at_ms: i64, team: TeamId) {
        let timers = std::mem::take(&mut self.timers);
        let (own, others): (Vec<_>, Vec<_>) = timers.into_iter().partition(|(of, _)| *of == team);
        self.timers = others;
        let equipment = own.iter().find(|(_, timer)| timer.kind == TimerKind::Equipment);
        let stood = equipment.map_or(0, |(_, timer)| (at_ms - timer.since_ms).max(0));
        self.stood_ms = self.stood_ms.saturating_add(stood);
        self.there.insert(team);
    }
}
