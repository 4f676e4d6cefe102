//! The tables of a hall, for who serves there: what goes on at each, and what waits for one.

use super::away::away;
use super::fields::{game_name, press};
use super::tables_view::{TablesView, WaitingMatch, team_name};
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::{Nav, Reader};
use leitai_core::{Words, sentence};
use leitai_tournament::contest::{Contest, TableStands, Timer, TimerKind};

/// What a timer is for.
pub(super) const fn timer_words(kind: TimerKind) -> Words {
    match kind {
        TimerKind::Late => Words::new("nobody there", "队员未到"),
        TimerKind::Equipment => Words::new("equipment", "设备故障"),
    }
}

/// A timer: the moment until which it runs, which a script counts down to.
pub(super) fn timer(reader: &Reader<'_>, timer: Timer, now_ms: i64) -> Html {
    let s = Speech::Only(reader.lang);
    let until = timer.since_ms.saturating_add(leitai_tournament::contest::LATE_MS);
    let at = reader.zone.at(until);
    let said = at.said();
    let left = timer.left_ms(now_ms) / 1000;
    html! {
        @if timer.is_over(now_ms) {
            b class="warn" { (s.said(&sentence!("over since {said}", "已于 {said} 到时"; said))) }
        } @else {
            time data-until=(until) data-left=(left) datetime=(at.stamp()) { (format!("{}:{:02}", left / 60, left % 60)) }
            " " (s.said(&sentence!("until {said}", "至 {said}"; said)))
        }
    }
}

/// What goes on at a table, in a few words.
pub(super) fn stands(reader: &Reader<'_>, contest: &Contest, stands: &TableStands, now_ms: i64) -> Html {
    let s = Speech::Only(reader.lang);
    html! {
        (game_name(reader, &stands.game)) " · "
        b { (s.name(team_name(contest, stands.teams[0]))) " – " (s.name(team_name(contest, stands.teams[1]))) }
        " · " span class="soft" { (s.said(&sentence!("called {at}", "{at} 叫号"; at = reader.zone.at(stands.called_ms).said()))) }
        @if let Some((game, since)) = stands.playing {
            " · " (s.said(&sentence!("game {number} since {at}", "第 {number} 局，{at} 开始"; number = u32::from(game.number) + 1, at = reader.zone.at(since).said())))
        }
        @for (team, running) in &stands.timers {
            br; (s.name(team_name(contest, *team))) ": " (s.words(timer_words(running.kind))) " " (timer(reader, *running, now_ms))
        }
    }
}

/// `/contests/ID/tables`.
pub fn contest_tables(reader: &Reader<'_>, view: &TablesView<'_>) -> Html {
    let (s, contest) = (Speech::Only(reader.lang), view.contest);
    let (title, name) = (Words::new("Tables", "棋桌").to(reader.lang), &contest.terms().name);
    let here = format!("/contests/{}/tables", view.id);
    let free: Vec<u32> = (1..=contest.terms().tables)
        .filter(|table| contest.table(*table).is_none() && !contest.is_out(*table))
        .collect();
    let own: Vec<u32> = free.iter().copied().filter(|table| (view.serves)(*table)).collect();
    let callable = view.waiting.iter().any(|waiting| waiting.due.is_callable());
    let body = html! {
        h1 { (title) }
        p {
            a href={ "/contests/" (view.id) } { (s.name(name)) }
            " · " a href={ "/contests/" (view.id) "/hall" } { (s.both("for the projector", "投影")) }
            " · " a href={ "/contests/" (view.id) "/papers" } { (s.both("a paper for each table", "打印桌签")) }
            " · " a href={ "/contests/" (view.id) "/check-in" } { (s.both("check-in", "检录")) }
            " · " a href={ "/contests/" (view.id) "/plan" } { (s.both("plan", "赛程")) }
        }
        (messages(reader, view.trouble, view.done))
        h2 { (s.both("At the tables", "正在进行")) }
        @if contest.tables().next().is_none() {
            p class="soft" { (s.both("Nothing goes on at any table.", "各桌均空闲。")) }
        }
        ul class="notice-list" {
            @for (number, at) in contest.tables() {
                li class="notice" {
                    a href={ (here) "/" (number) } { (s.said(&sentence!("Table {number}", "{number} 号桌"))) }
                    @if contest.is_out(number) { " · " b { (s.both("taken along", "已取走")) } }
                    " · " (stands(reader, contest, at, view.now_ms))
                }
            }
        }
        h2 { (s.both("What waits for a table", "待上桌的场次")) }
        p class="soft" { (s.said(&sentence!("{} tables are free", "{} 张棋桌空闲", free.len()))) }
        @if !callable {
            p class="soft" { (s.both("No match can be called now.", "目前没有可叫号的场次。")) }
        } @else if own.is_empty() {
            p class="soft" { (s.both("None of your tables is free.", "您所辖的棋桌均在使用。")) }
        }
        ul class="notice-list" {
            @for waiting in view.waiting { (wait(reader, view, waiting, &own)) }
        }
        @if !view.next.is_empty() {
            h2 { (s.both("Next at the free tables by the plan", "空闲棋桌的下一场（按赛程）")) }
            ul class="lists" {
                @for (table, what) in view.next {
                    li { (s.said(&sentence!("Table {table}", "{table} 号桌"))) ": " (s.said(what)) }
                }
            }
        }
        (away(reader, view))
    };
    frame(reader, &format!("{title} · {name}"), Nav::Account, &body)
}

fn wait(reader: &Reader<'_>, view: &TablesView<'_>, waiting: &WaitingMatch<'_>, own: &[u32]) -> Html {
    let (s, contest, due) = (Speech::Only(reader.lang), view.contest, waiting.due);
    html! {
        li class="notice" {
            (game_name(reader, &due.game)) " · " (s.said(waiting.section)) " · "
            b { (s.name(team_name(contest, due.teams[0]))) " – " (s.name(team_name(contest, due.teams[1]))) }
            " · " (s.said(&sentence!("{} games", "{} 局", due.games.len())))
            @if let Some((team, table)) = due.held {
                " · " span class="soft" { (s.said(&sentence!("{name} sits at table {table}", "{name} 正在 {table} 号桌"; name = team_name(contest, team), table))) }
            }
            @if due.is_callable() && !own.is_empty() {
                form method="post" action={ "/contests/" (view.id) "/tables" } {
                    (token(view.token))
                    input type="hidden" name="game" value=(due.game);
                    input type="hidden" name="match" value=(due.of);
                    label {
                        (s.both("Table", "棋桌")) " "
                        select name="table" {
                            @for table in own { option value=(table) { (table) } }
                        }
                    }
                    " " (press("quiet", "call", &s.both("Call it", "叫号")))
                }
            }
        }
    }
}
