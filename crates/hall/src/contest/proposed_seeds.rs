//! Seeds that are proposed for a contest by what this store knows of those of earlier years.

use super::kept_contest::KeptContest;
use crate::deed_error::DeedError;
use crate::shared_store::SharedStore;
use crate::zone::Zone;
use leitai_core::GameName;
use leitai_tournament::contest::{PastPlace, ProposedSeed, SEED_YEARS};

impl SharedStore {
    /// The seeds of a game by the results of the contests of this store in the last years, for as many groups as a draw would
    /// make now. They are proposed: an organiser places them.
    pub fn proposed_seeds(
        &self,
        kept: &KeptContest,
        game: &GameName<'static>,
        (zone, now_ms): (&Zone, i64),
    ) -> Result<Vec<ProposedSeed>, DeedError> {
        let groups = kept.foreseen(game, zone).map_or(0, |file| file.plan.groups_of(file.entries.len()));
        if groups < 2 {
            return Ok(Vec::new());
        }
        let (year, mut past) = (kept.year(zone, now_ms), Vec::new());
        for name in self.contests()? {
            let other = self.contest(&name)?;
            let then = other.year(zone, now_ms);
            if (year - SEED_YEARS..year).contains(&then) && other.contest.drawn(game).is_some() {
                past.extend(self.places_of(&name, game, then)?);
            }
        }
        Ok(kept.contest.seeds_by(game, &past, (year, groups)))
    }

    /// The places of a game in an earlier contest, if it was played to its end.
    fn places_of(
        &self,
        name: &str,
        game: &GameName<'static>,
        year: i32,
    ) -> Result<Vec<PastPlace>, DeedError> {
        let awarded = self.awarded(name, year)?;
        let Some(own) = awarded.of(game).filter(|own| own.is_over) else { return Ok(Vec::new()) };
        let place = |placed: &leitai_tournament::awards::Placed| {
            let team = awarded.team(placed.entry)?;
            Some(PastPlace {
                team: team.form.name.clone(),
                school: team.form.school.clone(),
                of_game: game.clone(),
                year,
                contest: name.to_owned(),
                place: placed.rank,
            })
        };
        Ok(own.places.iter().filter_map(place).collect())
    }
}
