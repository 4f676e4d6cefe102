//! What waits for somebody at a contest: for a team, a referee, the chief referee, the panel, an organiser.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked};
use crate::contest::found::organises;
use crate::contest::objected::{TeamObjections, all_objections, game_words};
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_contests::SiteContest;
use axum::extract::Path;
use leitai_arena::now_ms;
use leitai_core::{GameName, Sentence, Words, sentence};
use leitai_hall::{AwardsStand, PlannedContest};
use leitai_pages::{ContestMine, RoleTasks, WaitingTask};
use leitai_tournament::contest::{Contest, DueMatch, Duty, SignUpStands, Team, TimerKind};

pub(super) fn routes() -> Vec<Address> {
    vec![at("/contests/{id}/mine").read(By::People, page)]
}

/// A contest as it is looked through for somebody.
struct Look<'a> {
    site: &'a Site,
    found: &'a SiteContest,
    planned: Option<&'a PlannedContest>,
    /// What waits for a table, where somebody serves.
    due: &'a [(DueMatch, Sentence)],
    now: i64,
}

fn task(what: Sentence, href: String) -> WaitingTask {
    WaitingTask { what, href }
}

impl Look<'_> {
    fn contest(&self) -> &Contest {
        &self.found.kept.contest
    }

    fn below(&self, place: &str) -> String {
        format!("/contests/{}/{place}", self.found.id)
    }

    fn organised(&self, place: &str) -> String {
        format!("/organise/contests/{}/{place}", self.found.id)
    }

    /// What a team is waited for at, when it plays next, what was answered, what it has to hand in.
    fn of_team(&self, team: &Team) -> Vec<WaitingTask> {
        let own = self.below(&format!("teams/{}", team.id));
        let mut tasks = Vec::new();
        for (table, stands) in self.contest().tables().filter(|(_, stands)| stands.teams.contains(&team.id)) {
            let game = game_words(&stands.game);
            let runs = stands.timers.iter().find(|(of, _)| *of == team.id).map(|(_, timer)| *timer);
            let what = match runs {
                Some(timer) => {
                    let until = self.site.zone.at(self.now + timer.left_ms(self.now)).clock();
                    match timer.kind {
                        TimerKind::Late => sentence!(
                            "Come to table {table} now: {game}. You are waited for until {until}.",
                            "请即到 {table} 号桌：{game}。等候至 {until}。"; table, game, until
                        ),
                        TimerKind::Equipment => sentence!(
                            "Table {table}: your equipment must work again by {until}.",
                            "{table} 号桌：设备须在 {until} 前恢复。"; table, until
                        ),
                    }
                }
                None => {
                    sentence!("You are at table {table}: {game}.", "您在 {table} 号桌：{game}。"; table, game)
                }
            };
            tasks.push(task(what, own.clone()));
        }
        let next = self.planned.and_then(|planned| planned.plan().next_of(team.id));
        if let Some(next) = next.filter(|next| next.fixture.is_waiting()) {
            let at = self.site.zone.at(next.sitting.from).said();
            let table = u32::from(next.sitting.table) + 1;
            tasks.push(task(
                sentence!("Your next match: {at}, table {table}", "下一场：{at}，{table} 号桌"; at, table),
                self.below(&format!("plan?team={}", team.id)),
            ));
        }
        let opens = self.contest().terms().hours.first().map(|hours| hours.from);
        if team.description.is_none() && opens.is_none_or(|opens| self.now < opens) {
            let what = sentence!("Hand in the description of your program.", "请提交程序说明文档。");
            tasks.push(task(what, own.clone()));
        }
        for row in TeamObjections::of(self.site, self.found, team, self.now).rows {
            let game = game_words(&row.game);
            let what = match row.answer {
                None => sentence!("{game}: the panel has your objection.", "{game}：异议已交仲裁组。"; game),
                Some((_, true)) => {
                    sentence!("{game}: your objection was upheld.", "{game}：异议成立。"; game)
                }
                Some((_, false)) => {
                    sentence!("{game}: your objection was not upheld.", "{game}：异议不成立。"; game)
                }
            };
            tasks.push(task(what, own.clone()));
        }
        tasks
    }

    /// Timers that are over, matches that can be called, tables with nothing to play.
    fn of_tables(&self, serves: impl Fn(u32) -> bool) -> Vec<WaitingTask> {
        let mut tasks = Vec::new();
        for (table, stands) in self.contest().tables().filter(|(table, _)| serves(*table)) {
            let there = self.below(&format!("tables/{table}"));
            if stands.timers.iter().any(|(_, timer)| timer.is_over(self.now)) {
                let what = sentence!(
                    "Table {table}: ten minutes are over; decide.",
                    "{table} 号桌：十分钟已到，请裁定。"
                );
                tasks.push(task(what, there));
            } else if !self.due.iter().any(|(due, _)| due.table == Some(table)) {
                let what = sentence!(
                    "Table {table}: nothing is due; clear it.",
                    "{table} 号桌：已无待赛对局，请清桌。"
                );
                tasks.push(task(what, there));
            }
        }
        let callable = self.due.iter().filter(|(due, _)| due.is_callable()).count();
        let free = (1..=self.contest().terms().tables)
            .filter(|table| serves(*table) && self.contest().table(*table).is_none());
        let free = free.count();
        if callable > 0 && free > 0 {
            let what = sentence!(
                "{callable} matches wait, {free} of your tables are free.",
                "{callable} 场待上桌，所辖 {free} 张棋桌空闲。"
            );
            tasks.push(task(what, self.below("tables")));
        }
        tasks
    }

    /// Results in doubt, which the chief referee confirms or changes.
    fn of_doubts(&self) -> Vec<WaitingTask> {
        let mut tasks = Vec::new();
        for (game, drawn) in self.contest().events() {
            let Some(event) = self.site.events.named(&drawn.event) else { continue };
            let known = event.known();
            let Some(known) = known.as_ref() else { continue };
            for id in known.history.event.state().in_doubt() {
                let name = game_words(game);
                let what = sentence!(
                    "{name}, {id}: its result is in doubt; uphold it, change it, or have it played again.",
                    "{name} {id}：成绩存疑，请维持、改判或重赛。"; name, id
                );
                tasks.push(task(what, self.below(&format!("rule/{game}?game={id}"))));
            }
        }
        tasks
    }

    /// What referees ruled at their tables: it counts, and the chief referee confirms it or takes it back.
    fn of_rulings(&self) -> Vec<WaitingTask> {
        let mut tasks = Vec::new();
        for (game, drawn) in self.contest().events() {
            let Some(event) = self.site.events.named(&drawn.event) else { continue };
            let known = event.known();
            let Some(known) = known.as_ref() else { continue };
            let ruled = &known.history.event;
            for number in ruled.unendorsed() {
                let Some(ruling) = ruled.rulings().get(number as usize) else { continue };
                let (name, said) = (game_words(game), ruled.words(&ruling.decision));
                let what = sentence!(
                    "{name}: confirm ruling {number} of a referee, or take it back: {said}",
                    "{name}：请确认或撤销裁判所作的第{number}号裁决：{said}"; name, number, said
                );
                tasks.push(task(what, self.below(&format!("rule/{game}?kind=endorse&ruling={number}"))));
            }
        }
        tasks
    }

    fn of_panel(&self) -> Vec<WaitingTask> {
        let open = all_objections(self.site, self.contest());
        let open = open.into_iter().filter(|row| row.answer.is_none());
        let answer = |row: leitai_pages::ObjectionRow| {
            let (game, what) = (game_words(&row.game), &row.what);
            let what = sentence!("{game}: {what}", "{game}：{what}"; game, what);
            task(what, self.below(&format!("rule/{}?kind=answer-objection&ruling={}", row.game, row.number)))
        };
        open.map(answer).collect()
    }

    /// Draws, the plan, lists of awards.
    fn of_organiser(&self) -> Vec<WaitingTask> {
        let (contest, mut tasks) = (self.contest(), Vec::new());
        let is_closed = matches!(contest.sign_up(self.now), SignUpStands::Closed);
        let undrawn =
            |game: &GameName<'static>| contest.drawn(game).is_none() && contest.playing(game).count() > 1;
        for own in contest.terms().games.iter().filter(|own| is_closed && undrawn(&own.game)) {
            let game = game_words(&own.game);
            let what =
                sentence!("{game}: sign-up is closed; draw the lots.", "{game}：报名已截止，请抽签。"; game);
            tasks.push(task(what, self.organised("draw")));
        }
        if contest.events().next().is_some() && contest.announced().is_none() {
            let what = sentence!("The plan of the tables has not been announced.", "赛程尚未公布。");
            tasks.push(task(what, self.organised("plan")));
        }
        if self.planned.is_some_and(|planned| !planned.fit.fits()) {
            let what = sentence!("The plan of the tables does not fit any more.", "赛程已排不下。");
            tasks.push(task(what, self.organised("plan")));
        }
        let year = self.found.kept.year(&self.site.zone, self.now);
        let Ok(awarded) = self.site.events.shared().awarded(&self.found.name, year) else { return tasks };
        let games = awarded.games.iter().map(|own| Some(&own.game));
        let lists = games.filter(|_| contest.terms().prizes_per_game).chain([None]);
        for game in lists {
            let name =
                game.map_or_else(|| Words::new("the contest", "整场比赛").into(), |game| game_words(game));
            let what = match awarded.stands(game) {
                AwardsStand::Ready => {
                    sentence!("{name}: publish the list of awards.", "{name}：请公示获奖名单。"; name)
                }
                AwardsStand::Changed(_) => sentence!(
                    "{name}: a ruling has changed the list of awards; publish it anew.",
                    "{name}：获奖名单因裁决有变，请重新公示。"; name
                ),
                AwardsStand::NotYet | AwardsStand::As(_) => continue,
            };
            tasks.push(task(what, self.organised("awards")));
        }
        tasks
    }

    /// Everything that waits for somebody, by his roles.
    fn of(&self, me: &SignedIn) -> Vec<RoleTasks> {
        let (contest, number) = (self.contest(), me.person.line.number.as_str());
        let mut roles = Vec::new();
        let is_own = |team: &&Team| team.account.as_deref() == Some(number) && team.withdrawn.is_none();
        for team in contest.teams().iter().filter(is_own) {
            roles.push(RoleTasks { role: Sentence::quoted(&*team.form.name), tasks: self.of_team(team) });
        }
        if let Some(duty) = contest.duty(number) {
            let tasks = match duty {
                Duty::Referee(_) => self.of_tables(|table| contest.serves(number, table)),
                Duty::ChiefReferee => {
                    [self.of_doubts(), self.of_rulings(), self.of_tables(|_| true)].concat()
                }
                Duty::ArbitrationPanel => self.of_panel(),
            };
            roles.push(RoleTasks { role: duty.words().into(), tasks });
        }
        if organises(me) {
            roles.push(RoleTasks {
                role: Words::new("organiser", "组委会").into(),
                tasks: self.of_organiser(),
            });
        }
        roles
    }
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let done = query(&asked.uri, "done").map(|_| sentence!("The ruling is made.", "裁决已作出。"));
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let contest = &found.kept.contest;
        let planned = site.announced_plan(&found)?;
        let due = match contest.duty(&me.person.line.number) {
            Some(_) => site.events.shared().due_at_tables(&found.kept),
            None => Ok(Vec::new()),
        };
        let due = due.map_err(|error| Refused::halted(&error))?;
        let look = Look { site, found: &found, planned: planned.as_deref(), due: &due, now: now_ms() };
        let view = ContestMine { id: &id, contest, roles: &look.of(&me), done: done.as_ref() };
        Ok(Content::html(leitai_pages::contest_mine(&asking.reader(), &view)))
    });
    Ok(asked.answer(&content.await?))
}
