//! Seeds by the results of the last three years (the national rules: first to third, the same school, game and team name). They
//! are proposed; the organiser places them, or others.

use super::fold::Contest;
use super::team::TeamId;
use crate::Sentence;
use leitai_core::{GameName, compared, sentence};

/// So many years count, before that of the contest.
pub const SEED_YEARS: i32 = 3;
/// First to third are seeds.
const SEED_PLACES: u32 = 3;

/// The place of a team in a game of an earlier contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastPlace {
    /// The team's name.
    pub team: String,
    /// Its school; empty if it stated none.
    pub school: String,
    /// The game's id.
    pub of_game: GameName<'static>,
    /// The year.
    pub year: i32,
    /// The contest.
    pub contest: String,
    /// Its place, from 1.
    pub place: u32,
}

impl PastPlace {
    fn words(&self) -> Sentence {
        let PastPlace { year, contest, place, .. } = self;
        sentence!("place {place} in {contest}, {year}", "{year} 年“{contest}”第 {place} 名")
    }
}

/// A team that is a seed by earlier results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProposedSeed {
    /// Which team.
    pub team: TeamId,
    /// Where it would be placed, from 1: seeds are spread over the groups, back and forth.
    pub group: u16,
    /// Its places, the latest first.
    pub by: Vec<PastPlace>,
}

impl ProposedSeed {
    /// Its places in words.
    pub fn words(&self) -> Sentence {
        let all = self.by.iter().map(PastPlace::words);
        all.reduce(|all, one| sentence!("{all}; {one}", "{all}；{one}"; all, one)).unwrap_or_default()
    }
}

impl Contest {
    /// The seeds among the teams of a game by what is known of earlier contests, the best place first, for so many groups.
    /// `year` is that of this contest. None where there is one group: nobody is placed there.
    pub fn seeds_by(
        &self,
        game: &GameName<'static>,
        past: &[PastPlace],
        (year, groups): (i32, u16),
    ) -> Vec<ProposedSeed> {
        if groups < 2 {
            return Vec::new();
        }
        let counts = |one: &&PastPlace| {
            (1..=SEED_PLACES).contains(&one.place)
                && (year - SEED_YEARS..year).contains(&one.year)
                && one.of_game == *game
        };
        let mut seeds: Vec<ProposedSeed> = Vec::new();
        for team in self.playing(game) {
            let same = |a: &str, b: &str| compared(a) == compared(b);
            let form = &team.form;
            let is_its = |one: &&PastPlace| same(&one.team, &form.name) && same(&one.school, &form.school);
            let mut by: Vec<PastPlace> = past.iter().filter(counts).filter(is_its).cloned().collect();
            by.sort_by_key(|one| (-one.year, one.place));
            if !by.is_empty() {
                seeds.push(ProposedSeed { team: team.id, group: 0, by });
            }
        }
        let rank = |seed: &ProposedSeed| {
            let best = seed.by.iter().map(|one| one.place).min().unwrap_or(u32::MAX);
            let latest = seed.by.iter().filter(|one| one.place == best).map(|one| one.year).max();
            (best, latest.map_or(0, |year| -year), usize::MAX - seed.by.len(), seed.team)
        };
        seeds.sort_by_key(rank);
        for (at, seed) in seeds.iter_mut().enumerate() {
            let (turn, at) = (at / usize::from(groups), (at % usize::from(groups)) as u16);
            seed.group = if turn % 2 == 0 { at + 1 } else { groups - at };
        }
        seeds
    }
}
