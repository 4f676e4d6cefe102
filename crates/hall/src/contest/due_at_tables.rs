//! What waits for a table of a contest, from the journals of its events as they are now.

use super::kept_contest::KeptContest;
use crate::error::HallError;
use crate::shared_store::SharedStore;
use leitai_core::Sentence;
use leitai_tournament::contest::DueMatch;

impl SharedStore {
    /// The matches of a contest with games that may be played now, each with the name of its section; games by their order
    /// in the contest. An event that has not begun yet has none.
    pub fn due_at_tables(&self, kept: &KeptContest) -> Result<Vec<(DueMatch, Sentence)>, HallError> {
        let mut all = Vec::new();
        for game in &kept.contest.terms().games {
            let Some(drawn) = kept.contest.drawn(&game.game) else { continue };
            let due = self.of_event(&drawn.event, |history| {
                let state = history.event.state();
                let named = |due: DueMatch| {
                    let section = state.section(due.of.stage, due.of.section);
                    let name = section.map(|section| section.name.clone()).unwrap_or_default();
                    (due, name)
                };
                let due = kept.contest.due_matches(&game.game, &history.event);
                due.into_iter().map(named).collect::<Vec<_>>()
            });
            match due {
                Ok(due) => all.extend(due),
                Err(HallError::NoEvent { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(all)
    }
}
