//! The tables of a hall, for everybody and for a projector.

use super::fields::game_name;
use super::plan_table::PlanRows;
use super::tables_view::team_name;
use super::time_left::time_left;
use crate::Reader;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{head, mark, tag};
use crate::site::qr_code::qr_code;
use crate::site::texts::Texts;
use leitai_core::{say, sentence};
use leitai_tournament::contest::{Contest, TableStands};

/// How many matches are shown that come next: the screen has room for no more.
const NEXT: usize = 8;

/// A table at which something goes on.
pub struct HallTable<'a> {
    /// Its number.
    pub number: u32,
    /// What goes on.
    pub stands: &'a TableStands,
}

/// The tables of a hall.
pub struct HallView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// The tables that everybody may see.
    pub tables: &'a [HallTable<'a>],
    /// The plan, once it was announced.
    pub plan: Option<PlanRows<'a>>,
    /// The address of the contest's page, as others type it.
    pub address: &'a str,
    /// Now, in milliseconds since 1970-01-01 UTC.
    pub now_ms: i64,
}

/// `/contests/ID/hall`: who plays whom, where, since when.
pub fn contest_hall(reader: &Reader<'_>, view: &HallView<'_>) -> Html {
    let (s, contest) = (Speech::Only(reader.lang), view.contest);
    let name = &contest.terms().name;
    let title = say!(reader.lang, "In the hall · {name}", "赛场 · {name}", name = name);
    Html::document(html! {
        html lang=(tag(reader.lang)) data-theme="dark" {
            (head(&title, Texts(reader.lang), &Html::default()))
            body class="ceremony" data-refreshed="10" {
                header class="top" {
                    a class="mark" href={ "/contests/" (view.id) } { (mark()) }
                    h1 { (s.name(name)) }
                }
                main id="main" {
                    @if view.tables.is_empty() {
                        p { (s.both("No match is at a table now.", "目前没有场次上桌。")) }
                    } @else {
                        table {
                            thead {
                                tr {
                                    th scope="col" class="n" { (s.both("Table", "棋桌")) }
                                    th scope="col" { (s.both("Game", "棋种")) }
                                    th scope="col" { (s.both("Teams", "对阵")) }
                                    th scope="col" { (s.both("Since", "已进行")) }
                                }
                            }
                            tbody { @for table in view.tables { (row(reader, view, table)) } }
                        }
                    }
                    @if let Some(plan) = &view.plan { (next(reader, plan)) }
                }
                footer class="next" {
                    span {
                        (s.said(&sentence!("{} of {} tables are taken", "{} / {} 张棋桌在用", view.tables.len(), contest.terms().tables)))
                    }
                    span class="end" { span { (view.address) } (qr_code(view.address)) }
                }
            }
        }
    })
}

fn row(reader: &Reader<'_>, view: &HallView<'_>, table: &HallTable<'_>) -> Html {
    let (s, stands) = (Speech::Only(reader.lang), table.stands);
    let [one, other] = stands.teams.map(|team| team_name(view.contest, team));
    let since = |ms: i64| s.said(&time_left(view.now_ms - ms));
    html! {
        tr {
            th scope="row" class="n" { (table.number) }
            td { (game_name(reader, &stands.game)) }
            td { b { (s.name(one)) } " – " b { (s.name(other)) } }
            td {
                @match stands.playing {
                    Some((_, at)) => (since(at)),
                    None => { (s.both("called", "已叫号")) " · " (since(stands.called_ms)) }
                }
            }
        }
    }
}

/// The matches that come next by the plan; a match that is not where it was announced says so.
fn next(reader: &Reader<'_>, plan: &PlanRows<'_>) -> Html {
    let s = Speech::Only(reader.lang);
    let waiting: Vec<_> = plan.bookings().filter(|it| it.fixture.is_waiting()).take(NEXT).collect();
    let clock = |ms: i64| reader.zone.at(ms).clock();
    html! {
        @if !waiting.is_empty() {
            h2 { (s.both("Next", "接下来")) }
            table {
                thead {
                    tr {
                        th scope="col" { (s.both("From", "开始")) }
                        th scope="col" class="n" { (s.both("Table", "棋桌")) }
                        th scope="col" { (s.both("Match", "场次")) }
                    }
                }
                tbody {
                    @for it in waiting {
                        tr {
                            th scope="row" {
                                (clock(it.sitting.from))
                                @if let Some(moved) = plan.planned.moved(it.fixture.id) {
                                    " " span class="warn" { (s.said(&sentence!("(was {at}, table {number})", "（原 {at} {number} 号桌）"; at = clock(moved.from.from), number = u32::from(moved.from.table) + 1))) }
                                }
                            }
                            td class="n" { (u32::from(it.sitting.table) + 1) }
                            td { (s.said(&plan.what(reader, &it.fixture))) }
                        }
                    }
                }
            }
        }
    }
}
