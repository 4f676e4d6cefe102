//! What cannot be done in a contest, and why.

use super::check_in::CheckIn;
use super::deed::Duty;
use super::fold::{Contest, SignUpStands, key};
use super::on_behalf::OnBehalf;
use super::planned_match::PlannedMatch;
use super::table_stands::TableStands;
use super::team::{Team, TeamForm, TeamId};
use super::terms::ContestTerms;
use crate::{MatchId, Sentence, Spot};
use leitai_core::{GameName, sentence};

impl Contest {
    /// A team that has not left.
    pub(super) fn there(&self, team: TeamId) -> Result<&Team, Sentence> {
        match self.team(team) {
            Some(known) if known.withdrawn.is_none() => Ok(known),
            Some(known) => Err(sentence!("{} has left the contest", "{} 已退出比赛", known.form.name)),
            None => Err(sentence!("there is no team {team}", "没有 {team} 号队伍")),
        }
    }

    /// Teams change nothing once sign-up is closed; organisers may until the draw.
    pub(super) fn check_open(&self, at_ms: i64, by: OnBehalf<'_>) -> Result<(), Sentence> {
        match (by, self.sign_up(at_ms)) {
            (OnBehalf::Staff, _) | (_, SignUpStands::Open(_)) => Ok(()),
            (_, SignUpStands::From(_)) => Err(sentence!("sign-up has not opened yet", "报名尚未开始")),
            (_, SignUpStands::Closed) => Err(sentence!(
                "sign-up is closed; the organiser can still mend what is wrong",
                "报名已截止；如有错误请联系组织者更正"
            )),
        }
    }

    pub(super) fn check_terms(&self, terms: &ContestTerms) -> Result<(), Sentence> {
        terms.check().map_err(|flaw| Sentence::of(&flaw))?;
        if terms.name != self.terms().name {
            return Err(sentence!("the name of a contest stays", "比赛名称不能更改"));
        }
        for (game, _) in self.events() {
            let of = |terms: &ContestTerms| terms.games.iter().find(|own| own.game == *game).cloned();
            if of(terms) != of(self.terms()) {
                return Err(sentence!("{game} has been drawn: it stays as it is", "{game} 已抽签，不能更改"));
            }
        }
        let most = terms.tables;
        if let Some((table, _)) = self.tables().find(|(table, _)| *table > most) {
            return Err(sentence!(
                "table {table} is in use: clear it before there are only {most}",
                "{table} 号桌正在使用：须先清桌，才能减为 {most} 张"
            ));
        }
        let beyond = |duty: &Duty| matches!(duty, Duty::Referee(own) if own.iter().any(|own| *own > most));
        if let Some((account, _)) = self.staff().find(|(_, duty)| beyond(duty)) {
            return Err(sentence!(
                "a table of the referee {account} would be gone: give him others first",
                "裁判 {account} 所辖棋桌将不存在：请先另行分配"
            ));
        }
        let removed =
            |team: &&Team| team.withdrawn.is_none() && team.form.games.iter().any(|game| !terms.has(game));
        match self.teams().iter().find(removed) {
            Some(team) => Err(sentence!(
                "{} has signed up for a game that would be gone",
                "{} 已报名的棋种将被删去",
                team.form.name
            )),
            None => Ok(()),
        }
    }

    /// A game that was drawn is neither left nor joined by a change of the form.
    pub(super) fn check_drawn(&self, team: &Team, form: &TeamForm) -> Result<(), Sentence> {
        for (game, drawn) in self.events() {
            let (was, is) = (drawn.entry(team.id).is_some(), form.games.contains(game));
            if was != is || was && form.name != team.form.name {
                return Err(sentence!(
                    "{game} has been drawn: who plays it, and under which name, stays",
                    "{game} 已抽签：参赛队伍及其名称不能更改"
                ));
            }
        }
        Ok(())
    }

    /// A form beside all other teams.
    pub(super) fn check_form(&self, own: Option<TeamId>, form: &TeamForm) -> Result<(), Sentence> {
        let read = form.clone().read(self.terms());
        match read {
            Err(troubles) => {
                let first = troubles.into_iter().next().map(|trouble| trouble.what);
                return Err(first.unwrap_or_default());
            }
            Ok(read) if read != *form => {
                return Err(sentence!("the form is not as it is kept", "表单未按保存的形式填写"));
            }
            Ok(_) => {}
        }
        if let Some(game) = form
            .games
            .iter()
            .find(|game| self.drawn(game).is_some_and(|drawn| own.and_then(|own| drawn.entry(own)).is_none()))
        {
            return Err(sentence!(
                "{game} has been drawn: nobody joins it any more",
                "{game} 已抽签，不能再加入"
            ));
        }
        let others = || self.teams().iter().filter(|team| team.withdrawn.is_none() && Some(team.id) != own);
        if let Some(other) = others().find(|team| key(&team.form.name) == key(&form.name)) {
            return Err(sentence!(
                "{} has signed up already under a name that looks the same: choose another",
                "已有同名或看起来相同的队伍“{}”：请换一个名称",
                other.form.name
            ));
        }
        for other in others().filter(|team| !team.form.games.is_disjoint(&form.games)) {
            if let Some(name) = form.shares_with(&other.form) {
                return Err(sentence!(
                    "{name} is in {} already, which plays one of the same games",
                    "{name} 已在“{}”中，该队参加同一棋种",
                    other.form.name
                ));
            }
        }
        let Some(most) = self.terms().team.of_school.filter(|_| !form.school.is_empty()) else {
            return Ok(());
        };
        for game in &form.games {
            let is_same =
                |team: &&Team| key(&team.form.school) == key(&form.school) && team.form.games.contains(game);
            if others().filter(is_same).count() >= usize::from(most) {
                let school = &form.school;
                return Err(sentence!(
                    "{school} has {most} teams in {game} already, which is the most that a school sends",
                    "{school} 在 {game} 中已有 {most} 队，达到每校上限"
                ));
            }
        }
        Ok(())
    }

    /// Seeds are placed before the draw, among the teams that play.
    pub(super) fn check_place(
        &self,
        game: &GameName<'static>,
        team: TeamId,
        group: Option<u16>,
    ) -> Result<(), Sentence> {
        if self.drawn(game).is_some() {
            return Err(sentence!("{game} has been drawn already", "{game} 已经抽签"));
        }
        if !self.playing(game).any(|playing| playing.id == team) {
            return Err(sentence!("{team} does not play {game}", "{team} 不参加 {game}"));
        }
        match group {
            Some(0) => Err(sentence!("groups are counted from 1", "小组从 1 起编号")),
            None if self.placed(game, team).is_none() => {
                Err(sentence!("{team} is placed in no group of {game}", "{team} 未指定 {game} 的小组"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn check_draw(
        &self,
        at_ms: i64,
        game: &GameName<'static>,
        teams: &[TeamId],
    ) -> Result<(), Sentence> {
        if !self.terms().has(game) {
            return Err(sentence!("this contest has no {game}", "本次比赛没有 {game}"));
        }
        if self.drawn(game).is_some() {
            return Err(sentence!("{game} has been drawn already", "{game} 已经抽签"));
        }
        if !matches!(self.sign_up(at_ms), SignUpStands::Closed) {
            return Err(sentence!(
                "sign-up is not closed: nothing is drawn before",
                "报名尚未截止，不能抽签"
            ));
        }
        let playing: Vec<TeamId> = self.playing(game).map(|team| team.id).collect();
        if playing.len() < 2 {
            let count = playing.len();
            return Err(sentence!(
                "{count} of the teams play {game}: a draw needs two",
                "{game} 只有 {count} 队，至少两队才能抽签"
            ));
        }
        if playing != teams {
            return Err(sentence!(
                "the teams of {game} have changed since this was shown",
                "{game} 的队伍与刚才显示的不同"
            ));
        }
        Ok(())
    }

    pub(super) fn check_duty(&self, duty: &Duty) -> Result<(), Sentence> {
        let most = self.terms().tables;
        match duty {
            Duty::Referee(tables) => match tables.iter().find(|table| !(1..=most).contains(*table)) {
                Some(table) => Err(sentence!(
                    "there is no table {table} of {most}",
                    "共 {most} 张棋桌，没有 {table} 号桌"
                )),
                None => Ok(()),
            },
            Duty::ChiefReferee | Duty::ArbitrationPanel => Ok(()),
        }
    }

    /// 每方仅允许一名队员执行裁判员允许的操作.
    pub(super) fn check_operator(team: &Team, with: &CheckIn) -> Result<(), Sentence> {
        let operator = with.operator.trim();
        if operator.is_empty() || team.form.members.iter().any(|member| key(&member.name) == key(operator)) {
            return Ok(());
        }
        let name = &team.form.name;
        Err(sentence!(
            "{operator} is no member of {name}: one of its members operates",
            "{operator} 不是“{name}”的队员：须由一名队员操作"
        ))
    }

    /// 同场博弈的双方，先、后手要使用同一个程序比赛.
    pub(super) fn check_program(&self, team: TeamId, with: &CheckIn) -> Result<(), Sentence> {
        let is_same = |(_, known): &(i64, CheckIn)| known.program.trim() == with.program.trim();
        let plays =
            |(_, stands): &(u32, &TableStands)| stands.teams.contains(&team) && stands.playing.is_some();
        match self.tables().find(plays) {
            Some((table, _)) if !self.check_in(team).is_none_or(is_same) => Err(sentence!(
                "its match at table {table} has begun: both games of it are played with the same program",
                "{table} 号桌的场次已开始：两局须使用同一程序"
            )),
            _ => Ok(()),
        }
    }

    /// 原则上不允许多个程序使用同一台机器参加比赛.
    pub(super) fn check_machine(&self, team: TeamId, with: &CheckIn) -> Result<(), Sentence> {
        let machine = with.machine.trim();
        if machine.is_empty() {
            return Err(sentence!("say which machine the team brings", "请填写参赛机器"));
        }
        let is_other = |other: &&Team| {
            let is_there = other.id != team && other.withdrawn.is_none();
            is_there && self.check_in(other.id).is_some_and(|(_, own)| key(&own.machine) == key(machine))
        };
        match self.teams().iter().find(is_other) {
            Some(other) => Err(sentence!(
                "{} plays with this machine: one program a machine",
                "“{}”已使用这台机器：一台机器只供一个程序",
                other.form.name
            )),
            None => Ok(()),
        }
    }

    pub(super) fn check_call(
        &self,
        table: u32,
        game: &GameName<'static>,
        of: MatchId,
        teams: [TeamId; 2],
    ) -> Result<(), Sentence> {
        let most = self.terms().tables;
        if !(1..=most).contains(&table) {
            return Err(sentence!(
                "there is no table {table} of {most}",
                "共 {most} 张棋桌，没有 {table} 号桌"
            ));
        }
        if self.table(table).is_some() {
            return Err(sentence!("table {table} is taken", "{table} 号桌正在使用"));
        }
        let Some(drawn) = self.drawn(game) else {
            return Err(sentence!("{game} has not been drawn", "{game} 尚未抽签"));
        };
        for team in teams {
            let known = self.there(team)?;
            if drawn.entry(team).is_none() {
                return Err(sentence!("{} does not play {game}", "{} 不参加 {game}", known.form.name));
            }
            if let Some((other, _)) = self.tables().find(|(_, stands)| stands.teams.contains(&team)) {
                return Err(sentence!("{} sits at table {other}", "{} 正在 {other} 号桌", known.form.name));
            }
        }
        let [one, other] = teams;
        if one == other {
            return Err(sentence!("a match is between two teams", "一场须有两支队伍"));
        }
        let sides = match of.spot {
            Spot::Pair(a, b) => Some([a.entry, b.entry]),
            Spot::PlayOff(a, b) => Some([a, b]),
            // Who meets there follows from results.
            Spot::Table { .. } => None,
        };
        let of_match =
            |team| drawn.entry(team).is_some_and(|entry| sides.is_none_or(|all| all.contains(&entry)));
        if !teams.into_iter().all(of_match) {
            return Err(sentence!("{of} is between other teams", "{of} 是其他队伍的场次"));
        }
        match self.tables().find(|(_, stands)| stands.game == *game && stands.of == of) {
            Some((other, _)) => Err(sentence!("{of} was called to table {other}", "{of} 已在 {other} 号桌")),
            None => Ok(()),
        }
    }

    /// A plan names games and tables that there are; it is no good without a match.
    pub(super) fn check_plan(&self, matches: &[PlannedMatch]) -> Result<(), Sentence> {
        let most = self.terms().tables;
        if matches.is_empty() {
            return Err(sentence!("there is no match to plan", "没有可编排的场次"));
        }
        for planned in matches {
            let (game, table) = (&planned.game, planned.table);
            if !self.terms().has(game) {
                return Err(sentence!("this contest has no {game}", "本次比赛没有 {game}"));
            }
            if !(1..=most).contains(&table) {
                return Err(sentence!(
                    "there is no table {table} of {most}",
                    "共 {most} 张棋桌，没有 {table} 号桌"
                ));
            }
            if planned.until_ms <= planned.from_ms {
                return Err(sentence!("a match of {game} takes no time", "{game} 有一场用时为零"));
            }
        }
        Ok(())
    }

    pub(super) fn busy(&self, table: u32) -> Result<&TableStands, Sentence> {
        self.table(table)
            .ok_or_else(|| sentence!("nothing was called to table {table}", "{table} 号桌没有场次"))
    }

    pub(super) fn at(&self, table: u32, team: TeamId) -> Result<&TableStands, Sentence> {
        let stands = self.busy(table)?;
        if stands.teams.contains(&team) {
            return Ok(stands);
        }
        let name = self.team(team).map_or_else(|| team.to_string(), |team| team.form.name.clone());
        Err(sentence!("{name} does not play at table {table}", "{name} 不在 {table} 号桌"))
    }
}
