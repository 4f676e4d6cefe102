//! What is awarded in a contest, and how each list of it stands.

use super::kept_contest::KeptContest;
use super::planned_contest::game_name;
use leitai_core::{ContentHash, GameName, Sentence};
use leitai_tournament::EntryId;
use leitai_tournament::awards::{Awards, Barred, Notice, Placed, RegistryRow, Teacher, Trophies};
use leitai_tournament::contest::{Team, TeamId};
use std::sync::Arc;

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
pub enum AwardsStand {
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
    pub fn stands(&self, game: Option<&GameName<'static>>) -> AwardsStand {
        let contest = &self.kept.contest;
        match (contest.notice(game), contest.published_list(game)) {
            (Some(notice), Some(list)) if list.is_empty() || list == self.mark(game) => {
                AwardsStand::As(notice)
            }
            (Some(notice), _) => AwardsStand::Changed(notice),
            (None, _) if self.is_ready(game) => AwardsStand::Ready,
            (None, _) => AwardsStand::NotYet,
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
