//! What waits for a table: the matches of a contest's events that can be played now.

use super::fold::Contest;
use super::table_stands::TableStands;
use super::taking::TakingId;
use super::team::TeamId;
use crate::{Due, Event, MatchId};
use leitai_core::GameName;

/// A match of a drawn game with games that may be played now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueMatch {
    /// The game's id.
    pub game: GameName<'static>,
    /// The match.
    pub of: MatchId,
    /// Who plays it: first whoever sits First in the next game.
    pub teams: [TeamId; 2],
    /// Its games that may be played now, in order.
    pub games: Vec<Due>,
    /// The table that it was called to.
    pub table: Option<u32>,
    /// A team of it that sits at another table, or plays at one that was taken along, and which.
    pub held: Option<(TeamId, u32)>,
    /// What it was taken along with, if a desk has it.
    pub out: Option<TakingId>,
}

impl DueMatch {
    /// Whether it can be called to a free table now.
    pub fn is_callable(&self) -> bool {
        self.table.is_none() && self.held.is_none() && self.out.is_none()
    }
}

impl Contest {
    /// The matches that a game's event has due, in its order; none if the game was not drawn, or the event is another's.
    pub fn due_matches(&self, game: &GameName<'static>, event: &Event) -> Vec<DueMatch> {
        let Some(drawn) = self.drawn(game) else { return Vec::new() };
        let mut all: Vec<DueMatch> = Vec::new();
        for due in event.state().due() {
            if let Some(known) = all.iter_mut().find(|known| known.of == due.id.of) {
                known.games.push(due);
                continue;
            }
            let (Some(first), Some(second)) = (drawn.team(due.first), drawn.team(due.second)) else {
                continue;
            };
            let of = due.id.of;
            let is_it = |(_, stands): &(u32, &TableStands)| stands.game == *game && stands.of == of;
            let table = self.tables().find(is_it).map(|(number, _)| number);
            let sits = |team: TeamId| {
                let mut tables = self.tables().filter(|it| !is_it(it));
                let sits = tables.find(|(_, stands)| stands.teams.contains(&team)).map(|(number, _)| number);
                let plays_away = || {
                    let mut out = self.out().filter(|(_, _, taken)| taken.of != of || taken.game != *game);
                    out.find(|(_, _, taken)| taken.teams.contains(&team)).map(|(_, _, taken)| taken.table)
                };
                sits.or_else(plays_away).map(|number| (team, number))
            };
            let held = sits(first).or_else(|| sits(second));
            all.push(DueMatch {
                game: game.clone(),
                of,
                teams: [first, second],
                games: vec![due],
                table,
                held,
                out: self.out_with(game, of).map(|(taking, _)| taking.clone()),
            });
        }
        all
    }

    /// The lowest table at which nothing goes on, and that no desk has taken along.
    pub fn free_table(&self) -> Option<u32> {
        (1..=self.terms().tables).find(|table| self.table(*table).is_none() && !self.is_out(*table))
    }
}
