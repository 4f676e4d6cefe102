//! A contest as it stands, folded from what was done.

use super::check_in::{CheckIn, Timer, TimerKind};
use super::deed::{ContestDeed, Duty};
use super::on_behalf::OnBehalf;
use super::planned_match::AnnouncedPlan;
use super::table_stands::{PastSitting, TableStands};
use super::taking::{Taking, TakingId};
use super::team::{Team, TeamId};
use super::terms::ContestTerms;
use crate::awards::{Barred, Notice};
use crate::{EntryId, Sentence};
use leitai_core::{GameName, Name, sentence};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whether teams can sign up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignUpStands {
    /// Not yet: from this moment on.
    From(i64),
    /// Now; until this moment, if one is stated.
    Open(Option<i64>),
    /// No more.
    Closed,
}

/// The event of a game of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnGame {
    /// The event's name.
    pub event: String,
    /// The team of each entry, in the order of entries.
    pub teams: Vec<TeamId>,
}

impl DrawnGame {
    /// The team of an entry.
    pub fn team(&self, entry: EntryId) -> Option<TeamId> {
        self.teams.get(entry.index()).copied()
    }

    /// The entry of a team.
    pub fn entry(&self, team: TeamId) -> Option<EntryId> {
        let at = self.teams.iter().position(|own| *own == team)?;
        u32::try_from(at).ok().map(EntryId)
    }
}

/// A contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    pub(super) terms: ContestTerms,
    pub(super) teams: Vec<Team>,
    closed_by_hand: bool,
    drawn: BTreeMap<GameName<'static>, DrawnGame>,
    staff: BTreeMap<String, Duty>,
    placed: BTreeMap<(GameName<'static>, TeamId), u16>,
    check_ins: BTreeMap<TeamId, (i64, CheckIn)>,
    pub(super) met: BTreeMap<TeamId, (i64, String)>,
    tables: BTreeMap<u32, TableStands>,
    pub(super) takings: BTreeMap<TakingId, Taking>,
    past: Vec<PastSitting>,
    plan: Option<Arc<AnnouncedPlan>>,
    published: BTreeMap<Option<GameName<'static>>, (i64, String)>,
    barred: Vec<Barred>,
}

fn refuse<T>(why: Sentence) -> Result<T, Sentence> {
    Err(why)
}

impl Contest {
    /// A contest that nobody has signed up for.
    pub fn new(terms: ContestTerms) -> Result<Contest, Sentence> {
        terms.check().map_err(|flaw| Sentence::of(&flaw))?;
        Ok(Contest {
            terms,
            teams: Vec::new(),
            closed_by_hand: false,
            drawn: BTreeMap::new(),
            staff: BTreeMap::new(),
            placed: BTreeMap::new(),
            check_ins: BTreeMap::new(),
            met: BTreeMap::new(),
            tables: BTreeMap::new(),
            past: Vec::new(),
            plan: None,
            takings: BTreeMap::new(),
            published: BTreeMap::new(),
            barred: Vec::new(),
        })
    }

    /// What is stated of it.
    pub fn terms(&self) -> &ContestTerms {
        &self.terms
    }

    /// Every team that signed up, in order, withdrawn ones included.
    pub fn teams(&self) -> &[Team] {
        &self.teams
    }

    /// A team.
    pub fn team(&self, id: TeamId) -> Option<&Team> {
        self.teams.get(id.0 as usize)
    }

    /// The teams that play a game and have not left, in the order of sign-up.
    pub fn playing<'a>(&'a self, game: &'a GameName<'static>) -> impl Iterator<Item = &'a Team> {
        self.teams.iter().filter(move |team| team.withdrawn.is_none() && team.form.games.contains(game))
    }

    /// The event of a game, once it was drawn.
    pub fn drawn(&self, game: &GameName<'static>) -> Option<&DrawnGame> {
        self.drawn.get(game)
    }

    /// The games whose events have begun, with them.
    pub fn events(&self) -> impl Iterator<Item = (&GameName<'static>, &DrawnGame)> {
        self.drawn.iter()
    }

    /// What somebody is in it.
    pub fn duty(&self, account: &str) -> Option<&Duty> {
        self.staff.get(account)
    }

    /// Everybody who has a duty.
    pub fn staff(&self) -> impl Iterator<Item = (&str, &Duty)> {
        self.staff.iter().map(|(account, duty)| (account.as_str(), duty))
    }

    /// Whether somebody may act at a table: a referee at those of his, the chief referee at all.
    pub fn serves(&self, account: &str, table: u32) -> bool {
        match self.staff.get(account) {
            Some(Duty::Referee(tables)) => tables.is_empty() || tables.contains(&table),
            Some(Duty::ChiefReferee) => true,
            Some(Duty::ArbitrationPanel) | None => false,
        }
    }

    /// When a team came, and with what; `None` if it has not.
    pub fn check_in(&self, team: TeamId) -> Option<&(i64, CheckIn)> {
        self.check_ins.get(&team)
    }

    /// What goes on at a table; `None` if it is free.
    pub fn table(&self, number: u32) -> Option<&TableStands> {
        self.tables.get(&number)
    }

    /// Every table at which something goes on.
    pub fn tables(&self) -> impl Iterator<Item = (u32, &TableStands)> {
        self.tables.iter().map(|(number, stands)| (*number, stands))
    }

    /// The group of a game, from 1, in which a team is placed without a lot.
    pub fn placed(&self, game: &GameName<'static>, team: TeamId) -> Option<u16> {
        self.placed.get(&(game.clone(), team)).copied()
    }

    /// Every match that was at a table until it was cleared, in order.
    pub fn past(&self) -> &[PastSitting] {
        &self.past
    }

    /// The plan of the tables that was announced last.
    pub fn announced(&self) -> Option<&Arc<AnnouncedPlan>> {
        self.plan.as_ref()
    }

    /// The notice of a list of awards, once it was published.
    pub fn notice(&self, game: Option<&GameName<'static>>) -> Option<Notice> {
        let published = self.published.get(&game.cloned())?.0;
        Some(Notice { published, period: self.terms.notice_ms })
    }

    /// The mark of a list of awards as it was published; empty if it has none.
    pub fn published_list(&self, game: Option<&GameName<'static>>) -> Option<&str> {
        self.published.get(&game.cloned()).map(|(_, list)| list.as_str())
    }

    /// Who may not take part in the next year, as it was when a list of awards was published last.
    pub fn barred(&self) -> &[Barred] {
        &self.barred
    }

    /// Whether teams can sign up at a moment.
    pub fn sign_up(&self, now_ms: i64) -> SignUpStands {
        let times = self.terms.sign_up;
        match (times.opens_ms, times.closes_ms) {
            _ if self.closed_by_hand => SignUpStands::Closed,
            (_, Some(closes)) if now_ms >= closes => SignUpStands::Closed,
            (Some(opens), _) if now_ms < opens => SignUpStands::From(opens),
            (_, closes) => SignUpStands::Open(closes),
        }
    }

    /// Does a deed of an organiser, or of a team's account, at a moment; after a refusal nothing has changed.
    pub fn take(&mut self, at_ms: i64, by: OnBehalf<'_>, deed: &ContestDeed) -> Result<(), Sentence> {
        self.check(at_ms, by, deed)?;
        self.take_in(at_ms, deed);
        Ok(())
    }

    /// Whether a deed can be done.
    pub fn check(&self, at_ms: i64, by: OnBehalf<'_>, deed: &ContestDeed) -> Result<(), Sentence> {
        self.check_own(by, deed)?;
        match deed {
            ContestDeed::State { terms } => self.check_terms(terms),
            ContestDeed::SignUp { form, .. } => {
                self.check_open(at_ms, by)?;
                self.check_form(None, form)
            }
            ContestDeed::Change { team, form } => {
                let known = self.there(*team)?;
                self.check_open(at_ms, by)?;
                self.check_drawn(known, form)?;
                self.check_form(Some(*team), form)
            }
            ContestDeed::Withdraw { team, why } => {
                let known = self.there(*team)?;
                if why.trim().is_empty() {
                    return refuse(sentence!("say why the team leaves", "请写明退出的原因"));
                }
                match self.drawn.iter().find(|(_, drawn)| drawn.entry(*team).is_some()) {
                    Some((game, _)) => refuse(sentence!(
                        "{} is in the draw of {game}: it withdraws from that event by a ruling",
                        "{} 已参加 {game} 的抽签：须在该赛事中以裁决退赛",
                        known.form.name
                    )),
                    None => self.check_open(at_ms, by),
                }
            }
            ContestDeed::Describe { team, .. } => self.there(*team).map(|_| ()),
            ContestDeed::Close => Ok(()),
            ContestDeed::Place { game, team, group } => self.check_place(game, *team, *group),
            ContestDeed::Draw { game, teams, .. } => self.check_draw(at_ms, game, teams),
            ContestDeed::Appoint { duty, .. } => self.check_duty(duty),
            ContestDeed::Dismiss { account } => match self.staff.get(account) {
                Some(_) => Ok(()),
                None => refuse(sentence!("{account} has no duty here", "{account} 在此没有职务")),
            },
            ContestDeed::CheckIn { team, with } => {
                Contest::check_operator(self.there(*team)?, with)?;
                self.check_program(*team, with)?;
                self.check_machine(*team, with)
            }
            ContestDeed::Attend { team, who } => self.check_attend(*team, who),
            ContestDeed::Call { table, game, of, teams } => {
                self.check_not_out(*table, game, *of, *teams)?;
                self.check_call(*table, game, *of, *teams)
            }
            ContestDeed::Arrive { table, team }
            | ContestDeed::Wait { table, team, .. }
            | ContestDeed::Resume { table, team, .. } => self.at(*table, *team).map(|_| ()),
            ContestDeed::Start { table, of } => match self.busy(*table)? {
                stands if stands.of != of.of => refuse(sentence!(
                    "{of} is not of the match at table {table}",
                    "{of} 不属于 {table} 号桌的场次"
                )),
                _ => Ok(()),
            },
            ContestDeed::Clear { table } => self.busy(*table).map(|_| ()),
            ContestDeed::Plan { matches } => self.check_plan(matches),
            ContestDeed::Take { taking, with, matches, .. } => self.check_take(taking, with, matches),
            ContestDeed::Extend { taking, until_ms } => self.check_extend(at_ms, taking, *until_ms),
            ContestDeed::Back { taking, matches, .. } => self.check_back(at_ms, taking, matches),
            ContestDeed::Recall { taking, why } => self.check_recall(taking, why),
            ContestDeed::Publish { game, .. } => match game {
                Some(game) if self.drawn(game).is_none() => {
                    refuse(sentence!("{game} has not been drawn", "{game} 尚未抽签"))
                }
                _ => Ok(()),
            },
        }
    }

    /// Takes in a deed that was checked when it was done.
    pub fn take_in(&mut self, at_ms: i64, deed: &ContestDeed) {
        match deed {
            ContestDeed::State { terms } => self.terms = terms.clone(),
            ContestDeed::SignUp { form, account } => self.teams.push(Team {
                id: TeamId(self.teams.len() as u32),
                form: form.clone(),
                account: account.clone(),
                signed_ms: at_ms,
                description: None,
                withdrawn: None,
            }),
            ContestDeed::Change { team, form } => self.with_team(*team, |team| team.form = form.clone()),
            ContestDeed::Withdraw { team, why } => {
                self.with_team(*team, |team| team.withdrawn = Some(why.clone()));
            }
            ContestDeed::Describe { team, hash, .. } => {
                self.with_team(*team, |team| team.description = Some(hash.clone()));
            }
            ContestDeed::Close => self.closed_by_hand = true,
            ContestDeed::Place { game, team, group } => {
                let of = (game.clone(), *team);
                match group {
                    Some(group) => drop(self.placed.insert(of, *group)),
                    None => drop(self.placed.remove(&of)),
                }
            }
            ContestDeed::Draw { game, event, teams } => {
                self.drawn.insert(game.clone(), DrawnGame { event: event.clone(), teams: teams.clone() });
            }
            ContestDeed::Appoint { account, duty } => {
                self.staff.insert(account.clone(), duty.clone());
            }
            ContestDeed::Dismiss { account } => {
                self.staff.remove(account);
            }
            ContestDeed::CheckIn { team, with } => {
                self.check_ins.insert(*team, (at_ms, with.clone()));
            }
            ContestDeed::Attend { team, who } => self.take_attendance(at_ms, *team, who),
            ContestDeed::Call { table, game, of, teams } => {
                self.tables.insert(*table, TableStands::called(at_ms, game, *of, *teams));
            }
            ContestDeed::Arrive { table, team } => self.with_table(*table, |stands| {
                stands.there.insert(*team);
                stands.timers.retain(|(of, timer)| of != team || timer.kind != TimerKind::Late);
            }),
            ContestDeed::Wait { table, team, kind } => self.with_table(*table, |stands| {
                stands.timers.retain(|(of, _)| of != team);
                stands.timers.push((*team, Timer { kind: *kind, since_ms: at_ms }));
            }),
            ContestDeed::Resume { table, team, .. } => {
                self.with_table(*table, |stands| stands.resume(at_ms, *team));
            }
            ContestDeed::Start { table, of } => self.with_table(*table, |stands| {
                (stands.playing, stands.stood_ms) = (Some((*of, at_ms)), 0);
            }),
            ContestDeed::Clear { table } => {
                if let Some(TableStands { game, of, called_ms: from_ms, .. }) = self.tables.remove(table) {
                    self.past.push(PastSitting { game, of, table: *table, from_ms, until_ms: at_ms });
                }
            }
            ContestDeed::Plan { matches } => {
                self.plan = Some(Arc::new(AnnouncedPlan { at_ms, matches: matches.clone() }));
            }
            ContestDeed::Take { taking, with, matches, until_ms } => {
                self.takings.insert(taking.clone(), Taking::new(at_ms, with, matches, *until_ms));
            }
            ContestDeed::Extend { taking, until_ms } => {
                if let Some(taking) = self.takings.get_mut(taking) {
                    taking.until_ms = Some(*until_ms);
                }
            }
            ContestDeed::Back { taking, matches, results, seal } => {
                if let Some(taking) = self.takings.get_mut(taking) {
                    let is_back =
                        |game: &GameName<'_>, of| matches.iter().any(|it| it.0 == *game && it.1 == of);
                    taking.out.retain(|taken| !is_back(&taken.game, taken.of));
                    taking.back = Some((at_ms, *results, seal.clone()));
                    // Where a match sat before it was taken along, the table is free again.
                    self.tables.retain(|_, stands| !is_back(&stands.game, stands.of));
                }
            }
            ContestDeed::Recall { taking, .. } => {
                if let Some(taking) = self.takings.get_mut(taking) {
                    taking.out.clear();
                    taking.recalled_ms = Some(at_ms);
                }
            }
            ContestDeed::Publish { game, list, barred } => {
                self.published.insert(game.clone(), (at_ms, list.clone()));
                self.barred.clone_from(barred);
            }
        }
    }

    fn with_team(&mut self, team: TeamId, change: impl FnOnce(&mut Team)) {
        if let Some(team) = self.teams.get_mut(team.0 as usize) {
            change(team);
        }
    }

    fn with_table(&mut self, table: u32, change: impl FnOnce(&mut TableStands)) {
        if let Some(stands) = self.tables.get_mut(&table) {
            change(stands);
        }
    }
}

/// What names look like.
pub(super) fn key(name: &str) -> String {
    Name::read(name).map_or_else(|_| name.to_owned(), |name| name.key())
}
