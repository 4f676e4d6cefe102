//! What desks without a network have taken along, and the forms with which tables go and come back.

use super::fields::{game_name, press};
use super::tables_view::{TablesView, team_name};
use crate::Reader;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::token;
use leitai_core::sentence;
use leitai_tournament::contest::{Taking, TakingId};

/// What is out, with whom, and since when; then how tables are taken along and brought back.
pub(super) fn away(reader: &Reader<'_>, view: &TablesView<'_>) -> Html {
    let s = Speech::Only(reader.lang);
    let out: Vec<_> = view.contest.takings().filter(|(_, taking)| !taking.out.is_empty()).collect();
    html! {
        h2 { (s.both("Taken along by a desk without a network", "由无网络的一处取走")) }
        @if out.is_empty() {
            p class="soft" { (s.both("No table is out.", "没有取走的棋桌。")) }
        }
        ul class="notice-list" {
            @for (id, taking) in out { (one(reader, view, id, taking)) }
        }
        (take(reader, view))
        (bring_back(reader, view))
    }
}

/// One taking that is out.
fn one(reader: &Reader<'_>, view: &TablesView<'_>, id: &TakingId, taking: &Taking) -> Html {
    let (s, contest) = (Speech::Only(reader.lang), view.contest);
    let here = format!("/contests/{}/away/{id}", view.id);
    let serves = taking.tables().into_iter().all(|table| (view.serves)(table));
    let since = reader.zone.at(taking.taken_ms).said();
    let field = format!("why-{id}");
    html! {
        li class="notice" {
            b { (s.name(&taking.with)) }
            " · " (s.said(&sentence!("since {since}", "{since} 起"; since)))
            " · " (s.said(&sentence!("{} of {} matches are out", "{} / {} 场未带回", taking.out.len(), taking.all.len())))
            @if let Some(until) = taking.until_ms {
                @let until = reader.zone.at(until).said();
                @if taking.has_expired(view.now_ms) {
                    " · " strong class="warn" { (s.said(&sentence!("results were expected until {until}: extend it, or call it off", "带回期限 {until} 已过：请延期或收回"; until))) }
                } @else {
                    " · " (s.said(&sentence!("results are expected until {until}", "带回期限：{until}"; until)))
                }
            }
            @if let Some((at, results, _)) = &taking.back {
                @let at = reader.zone.at(*at).said();
                " · " (s.said(&sentence!("{results} results came at {at}", "{at} 带回 {results} 份成绩"; results = *results, at)))
            }
            ul {
                @for taken in &taking.out {
                    li {
                        (s.said(&sentence!("Table {}", "{} 号桌", taken.table))) " · " (game_name(reader, &taken.game)) " · "
                        (s.name(team_name(contest, taken.teams[0]))) " – " (s.name(team_name(contest, taken.teams[1])))
                    }
                }
            }
            @if serves {
                p { a href=(here) { (s.both("The desk's file once more", "再次下载该文件")) } }
                form method="post" action=(here) {
                    (token(view.token))
                    label for=(field) { (s.both("Call it off, because", "收回，理由")) }
                    " " input id=(field) name="why" maxlength="200" autocomplete="off" required="";
                    " " (press("quiet", "recall", &s.both("Call it off", "收回")))
                }
            }
            @if view.organises && taking.until_ms.is_some() {
                form method="post" action=(here) {
                    (token(view.token))
                    (press("quiet", "extend", &s.both("Expect its results for a day longer", "延期一天")))
                }
            }
        }
    }
}

fn take(reader: &Reader<'_>, view: &TablesView<'_>) -> Html {
    let s = Speech::Only(reader.lang);
    html! {
        details {
            summary { (s.both("Let a desk take tables along", "取走棋桌")) }
            form class="fields" method="post" action={ "/contests/" (view.id) "/away" } {
                (token(view.token))
                label for="tables" { (s.both("Tables", "棋桌号")) }
                input id="tables" name="tables" placeholder="3, 4" maxlength="400" autocomplete="off" required="" aria-describedby="tables-what";
                p class="soft" id="tables-what" {
                    (s.both("What sits there goes along. Each table that is free takes the next match that can be called, or, with a round, all of that round dealt over them.", "桌上的场次随文件取走；空桌取下一场可叫号的场次，填写轮次时则把该轮全部可叫号的场次分到空桌。"))
                }
                label for="round" { (s.both("Round (if you like)", "轮次（可不填）")) }
                input id="round" name="round" inputmode="numeric" maxlength="3" autocomplete="off";
                label for="with" { (s.both("With whom", "由谁取走")) }
                input id="with" name="with" maxlength="60" autocomplete="off" required="";
                (press("do", "take", &s.both("Take them along", "取走")))
            }
        }
    }
}

fn bring_back(reader: &Reader<'_>, view: &TablesView<'_>) -> Html {
    let s = Speech::Only(reader.lang);
    html! {
        form class="fields" method="post" action={ "/contests/" (view.id) "/back" } enctype="multipart/form-data" {
            (token(view.token))
            label for="back" { (s.both("What a desk brings back", "带回的文件")) }
            input id="back" name="back" type="file" required="" aria-describedby="back-what";
            p class="soft" id="back-what" {
                (s.both("The sealed file. Each game counts once, whichever way it came before; a file that was changed or cut is refused.", "封存的成绩文件。每局只计一次，无论此前以何种方式提交；被改动或截断的文件不予接受。"))
            }
            (press("do", "back", &s.both("Bring it back", "带回")))
        }
    }
}
