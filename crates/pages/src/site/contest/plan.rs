//! The plan of a contest's tables, for everybody.

use super::fields::game_name;
use super::plan_table::{PlanChoice, PlanRows, phase_words, plan_table};
use super::tables_view::team_name;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::frame;
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::PlannedContest;
use leitai_tournament::contest::{Contest, TeamId};
use leitai_tournament::table_plan::Booking;

/// The plan for everybody.
pub struct PlanView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// The plan, once it was announced.
    pub rows: Option<PlanRows<'a>>,
}

/// `/contests/ID/plan`: who plays where, when, against whom; of one team, one table or one game if the query says so.
pub fn contest_plan(reader: &Reader<'_>, view: &PlanView<'_>) -> Html {
    let (s, name) = (Speech::Only(reader.lang), &view.contest.terms().name);
    let title = Words::new("Plan of the tables", "赛程安排").to(reader.lang);
    let body = html! {
        h1 { (title) }
        p {
            a href={ "/contests/" (view.id) } { (s.name(name)) }
            " · " a href={ "/contests/" (view.id) "/hall" } { (s.both("for the projector", "投影")) }
        }
        @match &view.rows {
            None => p class="soft" {
                (s.both("The plan has not been announced yet: it says who plays where and when.", "赛程尚未公布：公布后可查看各队的时间与棋桌。"))
            },
            Some(rows) => (announced(reader, view, rows)),
        }
    };
    frame(reader, &format!("{title} · {name}"), Nav::Events, &body)
}

fn announced(reader: &Reader<'_>, view: &PlanView<'_>, rows: &PlanRows<'_>) -> Html {
    let s = Speech::Only(reader.lang);
    let (planned, table) = (rows.planned, plan_table(reader, view.id, rows));
    let here = format!("/contests/{}/plan", view.id);
    let hides = planned.fixtures.iter().any(|it| (rows.is_hidden)(it));
    html! {
        @if let Some(ms) = planned.announced_ms {
            p class="soft" { (s.said(&sentence!("Announced {at}; it follows what goes on in the hall.", "{at} 公布；随赛场实际进度更新。"; at = reader.zone.at(ms).said()))) }
        }
        // Words of what does not fit may name a match.
        @if !hides { (s.list(&planned.words(reader.zone))) }
        (choose(reader, view, rows.only))
        @if let Some(team) = rows.only.team {
            (next_of(reader, rows, team))
        }
        (moved(reader, rows))
        @if table.rows.is_empty() {
            p class="soft" { (s.both("No match of the plan is like that.", "没有符合条件的场次。")) }
        } @else {
            (table.html(s, "", &sentence!("{} matches", "{} 场", table.rows.len())))
            p class="exports" { a href={ (here) ".csv" } { "CSV" } " · " a href={ (here) ".json" } { "JSON" } }
        }
    }
}

/// The choice of a team, a table, a game.
fn choose(reader: &Reader<'_>, view: &PlanView<'_>, only: &PlanChoice) -> Html {
    let (s, contest) = (Speech::Only(reader.lang), view.contest);
    let there = contest.teams().iter().filter(|team| team.withdrawn.is_none());
    let is_set = *only != PlanChoice::default();
    html! {
        form class="fields no-print" method="get" action={ "/contests/" (view.id) "/plan" } {
            label for="team" { (s.both("Team", "队伍")) }
            select id="team" name="team" {
                option value="" { (s.both("all teams", "全部队伍")) }
                @for team in there {
                    option value=(team.id) selected=[(only.team == Some(team.id)).then_some("")] { (team.form.name) }
                }
            }
            label for="table" { (s.both("Table", "棋桌")) }
            select id="table" name="table" {
                option value="" { (s.both("all tables", "全部棋桌")) }
                @for table in 1..=contest.terms().tables {
                    option value=(table) selected=[(only.table == Some(table)).then_some("")] { (table) }
                }
            }
            label for="game" { (s.both("Game", "棋种")) }
            select id="game" name="game" {
                option value="" { (s.both("all games", "全部棋种")) }
                @for own in &contest.terms().games {
                    option value=(own.game) selected=[(only.game.as_ref() == Some(&own.game)).then_some("")] { (game_name(reader, &own.game)) }
                }
            }
            button class="quiet" { (s.both("Show", "查看")) }
            @if is_set { " " a href={ "/contests/" (view.id) "/plan" } { (s.both("all of it", "显示全部")) } }
        }
    }
}

/// What a team plays next, in a sentence.
fn next_of(reader: &Reader<'_>, rows: &PlanRows<'_>, team: TeamId) -> Html {
    let s = Speech::Only(reader.lang);
    let contest = &rows.planned.kept.contest;
    let next = rows.planned.plan().next_of(team).filter(|it| rows.sides(&it.fixture).is_some());
    html! {
        p role="status" class="done" {
            b { (s.name(team_name(contest, team))) } " · "
            @match next {
                Some(next) => (s.said(&due(reader, rows.planned, next, team))),
                None => (s.both("no match is known yet, or all are over", "暂无已知场次，或已全部结束")),
            }
        }
    }
}

/// A match of a team in words: when, where, against whom, and how far it is.
pub(super) fn due(reader: &Reader<'_>, planned: &PlannedContest, it: &Booking, team: TeamId) -> Sentence {
    let what = against(reader, planned, it, team);
    match phase_words(it.fixture.phase) {
        Some(stands) => sentence!("{what}: {stands}", "{what}：{stands}"; what, stands),
        None => sentence!("next: {what}", "下一场：{what}"; what),
    }
}

/// A match of a team in words: when, where, against whom.
pub(super) fn against(reader: &Reader<'_>, planned: &PlannedContest, it: &Booking, team: TeamId) -> Sentence {
    let contest = &planned.kept.contest;
    let (at, number) = (reader.zone.at(it.sitting.from).said(), u32::from(it.sitting.table) + 1);
    let game = planned.game(it.fixture.id.event).map(|game| game_name(reader, &game)).unwrap_or_default();
    let other = it.fixture.opponent(team).map_or("", |other| team_name(contest, other)).to_owned();
    sentence!(
        "{at}, table {number}, {game}, against {other}",
        "{at}，{number} 号桌，{game}，对手 {other}"; at, number, game, other
    )
}

/// The matches that are not where they were announced, with why; of those that are shown.
pub(super) fn moved(reader: &Reader<'_>, rows: &PlanRows<'_>) -> Html {
    let s = Speech::Only(reader.lang);
    let is_shown = |id| rows.bookings().any(|it| it.fixture.id == id);
    let is_all = *rows.only == PlanChoice::default();
    let moves = rows.planned.moves.iter();
    let moves = moves.filter(|it| !(rows.is_hidden)(&it.fixture) && (is_all || is_shown(it.fixture.id)));
    let moves: Vec<Sentence> = moves.map(|it| rows.planned.movement_words(reader.zone, it)).collect();
    html! {
        @if !moves.is_empty() {
            details class="warn" open[moves.len() <= 5] {
                summary { (s.said(&sentence!("{} matches have moved", "{} 场有变动", moves.len()))) }
                (s.list(&moves))
            }
        }
    }
}
