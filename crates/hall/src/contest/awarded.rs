//! What the teams of a contest receive, from its events as they are.

use super::awarded_contest::{AwardedContest, AwardedGame};
use super::kept_contest::KeptContest;
use crate::deed_error::DeedError;
use crate::error::HallError;
use crate::history::History;
use crate::shared_store::SharedStore;
use leitai_core::{GameName, sentence};
use leitai_store::Actor;
use leitai_tournament::EntryId;
use leitai_tournament::awards::{Awards, Barred, Placed, Prize, Teacher, Trophies, teachers};
use leitai_tournament::contest::{Contest, ContestDeed, ContestPreset, DrawnGame, TeamId};
use std::sync::Arc;

/// First to third receive a trophy.
const TROPHIES: u32 = 3;

impl SharedStore {
    /// What is awarded in a contest by what was played so far. `year` is the year in which it takes place.
    pub fn awarded(&self, name: &str, year: i32) -> Result<Arc<AwardedContest>, DeedError> {
        let kept = self.contest(name)?;
        let basis = self.basis(&kept, year.into())?;
        self.awards.of(name, basis, || self.award_anew(kept, name, year))
    }

    /// Publishes the list of awards of a game, or over the contest, as it was shown: its notice period begins. Who is barred
    /// next year is kept with it. Refused while games are to be played; [`DeedError::Meanwhile`] if the list is not the one of
    /// that mark any more.
    pub fn publish_awards(
        &self,
        by: Actor<'_>,
        name: &str,
        (game, year): (Option<&GameName<'static>>, i32),
        mark: &str,
    ) -> Result<(), DeedError> {
        let awarded = self.awarded(name, year)?;
        if !awarded.is_ready(game) {
            return Err(DeedError::Refused(sentence!("Games are still to be played.", "尚有对局未赛。")));
        }
        if awarded.mark(game) != mark {
            return Err(HallError::NotAsShown.into());
        }
        let (list, barred) = (mark.to_owned(), awarded.barred.clone());
        let deed = ContestDeed::Publish { game: game.cloned(), list, barred };
        self.do_in_contest(by, name, &deed, None)
    }

    /// Those whom the contests of this store have barred from this year. [`Barred::meets`] says which teams look like them.
    pub fn barred_in(&self, year: i32) -> Result<Vec<Barred>, DeedError> {
        let mut all: Vec<Barred> = Vec::new();
        for name in self.contests()? {
            let kept = self.contest(&name)?;
            for barred in kept.contest.barred().iter().filter(|barred| barred.year == year) {
                if !all.contains(barred) {
                    all.push(barred.clone());
                }
            }
        }
        Ok(all)
    }

    fn award_anew(&self, kept: Arc<KeptContest>, name: &str, year: i32) -> Result<AwardedContest, DeedError> {
        let contest = &kept.contest;
        let (mut games, mut barred) = (Vec::new(), Vec::new());
        for own in &contest.terms().games {
            let Some(drawn) = contest.drawn(&own.game) else { continue };
            let look = |history: &History| {
                let gone = Barred::of_event(&history.event, name, year, |entry| {
                    let team = drawn.team(entry).and_then(|team| contest.team(team))?;
                    Some(team.form.school.as_str()).filter(|school| !school.is_empty())
                });
                (of_game(contest, (&own.game, drawn), history), gone)
            };
            match self.of_event(&drawn.event, look) {
                Ok((game, gone)) => {
                    games.push(game);
                    barred.extend(gone);
                }
                // Nobody has begun it yet.
                Err(HallError::NoEvent { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let terms = contest.terms();
        let all: Vec<Placed> = games.iter().flat_map(|own| own.places.iter().copied()).collect();
        let field = contest.teams().iter().filter(|team| team.withdrawn.is_none()).count() as u32;
        let over_all = (!terms.prizes_per_game).then(|| Awards::new(&all, field, terms.shares));
        let mut honoured: Vec<Teacher> = Vec::new();
        for awards in games.iter().filter_map(|own| own.awards.as_ref()).chain(&over_all) {
            let of = |entry: EntryId| {
                let team = contest.team(TeamId(entry.0));
                team.map_or_else(Vec::new, |team| team.form.teachers.iter().map(String::as_str).collect())
            };
            for teacher in teachers(awards, Prize::First, of) {
                match honoured.iter_mut().find(|known| known.name == teacher.name) {
                    Some(known) => known.teams.extend(teacher.teams),
                    None => honoured.push(teacher),
                }
            }
        }
        let notice = contest.notice(None);
        Ok(AwardedContest { kept, games, awards: over_all, teachers: honoured, barred, notice })
    }
}

fn of_game(
    contest: &Contest,
    (game, drawn): (&GameName<'static>, &DrawnGame),
    history: &History,
) -> AwardedGame {
    let (state, terms) = (history.event.state(), contest.terms());
    let numbered = |entry: EntryId| drawn.team(entry).map(|team| EntryId(team.0));
    let ranking = state.ranking();
    let field = history.event.entries().len() as u32;
    let ranked = ranking.iter().filter_map(|row| Some((row.place?, numbered(row.entry)?)));
    let places: Vec<Placed> = ranked.map(|(rank, entry)| Placed { entry, rank, field }).collect();
    let is_over = state.is_over();
    let awards = (is_over && terms.prizes_per_game).then(|| Awards::new(&places, field, terms.shares));
    let named = |entry: EntryId| contest.team(TeamId(entry.0)).map_or("", |team| team.form.name.as_str());
    let school = |entry: EntryId| {
        let school = contest.team(TeamId(entry.0)).map(|team| team.form.school.as_str());
        school.filter(|school| !school.is_empty())
    };
    let has_trophies = is_over && terms.preset == ContestPreset::National;
    let trophies = has_trophies.then(|| Trophies::new(&places, TROPHIES, named, school));
    AwardedGame {
        game: game.clone(),
        event: drawn.event.clone(),
        is_over,
        places,
        awards,
        trophies,
        notice: contest.notice(Some(game)),
        objections: state.open_objections().len(),
    }
}
