//! The plan of a contest's tables before it is announced, for its organisers.

use super::fields::press;
use super::plan_table::{PlanRows, plan_table};
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words, sentence};

/// A plan that can be announced.
pub struct PlanToAnnounce<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// The plan as it would be announced now.
    pub rows: PlanRows<'a>,
    /// A mark of it: what was shown is announced.
    pub mark: &'a str,
    /// The moment that it was made for, in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// The token of its form.
    pub token: &'a str,
    /// Why it was not announced.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// `/organise/contests/ID/plan`.
pub fn plan_to_announce(reader: &Reader<'_>, view: &PlanToAnnounce<'_>) -> Html {
    let (s, planned) = (Speech::Only(reader.lang), view.rows.planned);
    let contest = &planned.kept.contest;
    let name = &contest.terms().name;
    let title = Words::new("Announce the plan", "公布赛程").to(reader.lang);
    let table = plan_table(reader, view.id, &view.rows);
    let fits = planned.fit.fits();
    let misfits = planned.fit.misfits.len();
    let words = planned.words(reader.zone);
    let (wrong, helps) =
        if fits { (&words[..0], &words[..]) } else { words.split_at(misfits.min(words.len())) };
    let body = html! {
        h1 { (title) }
        p {
            a href={ "/organise/contests/" (view.id) } { (s.name(name)) }
            " · " a href={ "/organise/contests/" (view.id) "/terms" } { (s.both("change hours, tables, games", "修改时间、桌数、棋种")) }
            " · " a href={ "/contests/" (view.id) "/plan" } { (s.both("as it is announced", "已公布的赛程")) }
        }
        (messages(reader, view.trouble, view.done))
        @match contest.announced() {
            Some(announced) => p { (s.said(&sentence!("Announced {at}. Announcing again replaces it.", "{at} 已公布；再次公布将替换。"; at = reader.zone.at(announced.at_ms).said()))) },
            None => p { (s.both("Not announced yet: nobody else sees these times.", "尚未公布：其他人看不到这些时间。")) },
        }
        @if !wrong.is_empty() {
            div class="trouble" role="alert" {
                p { b { (s.both("This does not fit:", "排不下：")) } }
                (s.list(wrong))
            }
        }
        @if !helps.is_empty() {
            @if !fits { p { b { (s.both("This would help:", "可行的办法：")) } } }
            (s.list(helps))
        }
        @if table.rows.is_empty() {
            p class="soft" { (s.both("There is nothing to plan yet: hours of the hall and two teams in a game make a plan.", "尚无可编排的内容：填写赛场开放时间，且某棋种有两队报名后即可编排。")) }
        } @else {
            form class="fields" method="post" action={ "/organise/contests/" (view.id) "/plan" } {
                (token(view.token))
                input type="hidden" name="shown" value=(view.mark);
                input type="hidden" name="at" value=(view.at_ms);
                p class="soft" { (s.both("From then on everybody sees it: on its page, on the teams' pages, on the papers of the tables and in the hall.", "公布后，所有人可在赛程页、队伍页、桌签和投影上看到。")) }
                (press("do", "announce", &s.both("Announce this plan", "公布此赛程")))
            }
            (table.html(s, "", &sentence!("{} matches", "{} 场", table.rows.len())))
        }
    };
    frame(reader, &format!("{title} · {name}"), Nav::Account, &body)
}
