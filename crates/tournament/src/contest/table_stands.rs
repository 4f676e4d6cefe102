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
        TableStands { called_ms: at_ms, game, of, teams, there, timers, playing }
    }
}
