//! What the teams of a contest receive.

use super::kept_contest::KeptContest;
use super::planned::game_name;
use crate::deed_error::DeedError;
use crate::error::HallError;
use crate::history::History;
use crate::shared_store::SharedStore;
use leitai_core::{ContentHash, GameName, Sentence, sentence};
use leitai_store::Actor;
use leitai_tournament::EntryId;
use leitai_tournament::awards::{
    Awards, Barred, Notice, Placed, Prize, RegistryRow, Teacher, Trophies, teachers,
};
use leitai_tournament::contest::{Contest, ContestDeed, ContestPreset, DrawnGame, Team, TeamId};
use std::sync::Arc;

/// First to third receive a trophy.
const TROPHIES: u32 = 3;

/// What is awarded in one game. Its teams are entries by their numbers in the contest: `EntryId(3)` is team `t3`.
pub struct AwardedGame {
    /// The game's id.
    pub game: GameName<'static>,
    /// The name of its event.
    pub event: String,
    /// Whether every game is played.
    pub is_over: bool,
    /// The places.
    pub places: Vec<Placed>,
    /// The prizes, where they are given for each game.
    pub awards: Option<Awards>,
    /// The trophies, where a school receives at most one.
    pub trophies: Option<Trophies>,
    /// The notice of its list, once it was published.
    pub notice: Option<Notice>,
    /// Objections that wait for an answer of the panel.
    pub objections: usize,
}

/// How a list of awards stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Published {
    /// Games are still to be played.
    NotYet,
    /// It can be published.
    Ready,
    /// It is published: provisional, and then final.
    As(Notice),
    /// It was published, and rulings have changed it since: it has to be published anew.
    Changed(Notice),
}

/// What is awarded in a contest.
pub struct AwardedContest {
    /// The contest.
    pub kept: Arc<KeptContest>,
    /// Game by game, those that were drawn.
    pub games: Vec<AwardedGame>,
    /// The prizes over the contest, where they are not given for each game.
    pub awards: Option<Awards>,
    /// Excellent teachers (优秀指导教师): of teams with a first prize.
    pub teachers: Vec<Teacher>,
    /// Who may not take part next year.
    pub barred: Vec<Barred>,
    /// The notice of the list over the contest, once it was published.
    pub notice: Option<Notice>,
}

impl AwardedContest {
    /// The team that an entry here stands for.
    pub fn team(&self, entry: EntryId) -> Option<&Team> {
        self.kept.contest.team(TeamId(entry.0))
    }

    /// What is awarded in a game.
    pub fn of(&self, game: &GameName<'static>) -> Option<&AwardedGame> {
        self.games.iter().find(|own| own.game == *game)
    }

    /// The prizes of a game, or over the contest if none is named.
    pub fn prizes(&self, game: Option<&GameName<'static>>) -> Option<&Awards> {
        match game {
            Some(game) => self.of(game)?.awards.as_ref(),
            None => self.awards.as_ref(),
        }
    }

    /// Whether the list of a game, or that over the contest, can be published: everything is played that it depends on.
    pub fn is_ready(&self, game: Option<&GameName<'static>>) -> bool {
        match game {
            Some(game) => self.of(game).is_some_and(|own| own.is_over),
            None => self.awards.is_some() && self.is_all_over(),
        }
    }

    /// Whether nothing is to be played or drawn any more.
    fn is_all_over(&self) -> bool {
        let contest = &self.kept.contest;
        let is_left =
            |game: &GameName<'static>| contest.drawn(game).is_none() && contest.playing(game).count() > 1;
        !contest.terms().games.iter().any(|own| is_left(&own.game))
            && self.games.len() == contest.events().count()
            && self.games.iter().all(|own| own.is_over)
    }

    /// A mark of a list: what was shown is published, or nothing is.
    pub fn mark(&self, game: Option<&GameName<'static>>) -> String {
        let trophies = game.and_then(|game| self.of(game)?.trophies.as_ref());
        let list = format!("{:?} {trophies:?}", self.prizes(game));
        ContentHash::of(list.as_bytes()).to_string()
    }

    /// How a list stands.
    pub fn stands(&self, game: Option<&GameName<'static>>) -> Published {
        let contest = &self.kept.contest;
        match (contest.notice(game), contest.published_list(game)) {
            (Some(notice), Some(list)) if list.is_empty() || list == self.mark(game) => Published::As(notice),
            (Some(notice), _) => Published::Changed(notice),
            (None, _) if self.is_ready(game) => Published::Ready,
            (None, _) => Published::NotYet,
        }
    }

    /// A row of the registry for each team in each game that was drawn, in the order in which they are reported.
    pub fn registry(&self) -> Vec<RegistryRow> {
        let mut rows = Vec::new();
        for own in &self.games {
            let awards = own.awards.as_ref().or(self.awards.as_ref());
            for place in &own.places {
                let Some(team) = self.team(place.entry) else { continue };
                let known = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
                let award = awards.and_then(|all| all.list.iter().find(|award| award.entry == place.entry));
                rows.push(RegistryRow {
                    team: team.form.name.clone(),
                    school: known(&team.form.school),
                    college: known(&team.form.college),
                    game: game_name(&own.game),
                    place: Some(place.rank),
                    prize: award.map(|award| award.prize),
                    members: team.form.members.iter().map(|member| member.name.clone()).collect(),
                    teachers: team.form.teachers.clone(),
                });
            }
        }
        let games: Vec<Sentence> =
            self.kept.contest.terms().games.iter().map(|own| game_name(&own.game)).collect();
        RegistryRow::sort(&mut rows, &games);
        rows
    }
}

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
