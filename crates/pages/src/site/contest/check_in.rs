//! Who has come to the hall, with which machine and program.

use super::fields::{FieldTrouble, Line, game_name, press, wrong};
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::site::qr_code::qr_code;
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words, sentence};
use leitai_tournament::contest::{CheckIn, Contest, Team, TeamId};

/// The check-in of a contest.
pub struct CheckInView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// The token of its forms.
    pub token: &'a str,
    /// The team whose form was refused, with what was typed.
    pub typed: Option<(TeamId, &'a CheckIn)>,
    /// What is wrong with it.
    pub troubles: &'a [FieldTrouble],
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// The teams that have not left, those that have not come first.
fn in_order(contest: &Contest) -> Vec<&Team> {
    let mut teams: Vec<_> = contest.teams().iter().filter(|team| team.withdrawn.is_none()).collect();
    teams.sort_by_key(|team| contest.check_in(team.id).is_some());
    teams
}

/// `/contests/ID/check-in`.
pub fn check_in(reader: &Reader<'_>, view: &CheckInView<'_>) -> Html {
    let (s, contest) = (Speech::Only(reader.lang), view.contest);
    let (title, name) = (Words::new("Check-in", "检录").to(reader.lang), &contest.terms().name);
    let teams = in_order(contest);
    let count = teams.len();
    let missing = teams.iter().filter(|team| contest.check_in(team.id).is_none()).count();
    let body = html! {
        h1 { (title) }
        p {
            a href={ "/contests/" (view.id) } { (s.name(name)) }
            " · " a href={ "/contests/" (view.id) "/slips" } { (s.both("slips to print", "打印检录条")) }
            " · " a href={ "/contests/" (view.id) "/tables" } { (s.both("tables", "棋桌")) }
            " · " a href={ "/contests/" (view.id) "/meeting" } { (s.both("meeting before the contest", "赛前会议")) }
        }
        (messages(reader, None, view.done))
        p { b { (s.said(&sentence!("{missing} of {count} teams are missing", "{count} 队中尚有 {missing} 队未到"))) } }
        @if teams.is_empty() { p class="soft" { (s.both("No team has signed up.", "没有队伍报名。")) } }
        @for team in teams { (one(reader, view, team)) }
    };
    frame(reader, &format!("{title} · {name}"), Nav::Account, &body)
}

fn one(reader: &Reader<'_>, view: &CheckInView<'_>, team: &Team) -> Html {
    let (s, lang) = (Speech::Only(reader.lang), reader.lang);
    let here = format!("/contests/{}/check-in", view.id);
    let there = view.contest.check_in(team.id);
    let typed = view.typed.filter(|(of, _)| *of == team.id).map(|(_, typed)| typed);
    let troubles = if typed.is_some() { view.troubles } else { &[] };
    let kept = typed.or(there.map(|(_, with)| with));
    let field = |name: &str, title, what, text: &str| {
        let id = format!("{}-{name}", team.id);
        let inside = Line { name: &id, title, what, typed: text, is_required: false };
        html! { (wrong(lang, troubles, name)) (inside.html(lang, &[])) }
    };
    let none = Words::new("", "");
    let games: Vec<_> = team.form.games.iter().map(|game| game_name(reader, game)).collect();
    html! {
        details id=(team.id) open=[typed.is_some().then_some("")] {
            summary {
                (s.name(&team.form.name)) " · " (games.join(", ")) " · "
                @match there {
                    Some((at, with)) => {
                        b { (s.both("here", "已到")) } " " (reader.zone.at(*at).said().to(lang)) " · " bdi { (with.machine) }
                    }
                    None => span class="warn" { (s.both("missing", "未到")) },
                }
            }
            form class="fields" method="post" action=(here) {
                (token(view.token))
                input type="hidden" name="team" value=(team.id);
                (field("machine", Words::new("Machine", "参赛机器"), Words::new("Its name or sticker; one program a machine.", "机器名或编号；一台机器只供一个程序。"), kept.map_or("", |it| &it.machine)))
                (field("program", Words::new("Program", "程序版本"), Words::new("Version or hash, as the captain states it: the same for both games of a pairing.", "队长声明的版本或哈希；同一对阵的两局须用同一程序。"), kept.map_or("", |it| &it.program)))
                (field("operator", Words::new("Operator", "操作员"), none, kept.map_or("", |it| &it.operator)))
                (press("quiet", "check-in", &s.both("The team is here", "该队已到")))
            }
        }
    }
}

/// `/contests/ID/slips`: a slip for each team, with the address of the contest. `address` is that of the site.
pub fn team_slips(reader: &Reader<'_>, id: &str, contest: &Contest, address: &str) -> Html {
    let s = Speech::Only(reader.lang);
    let (title, name) = (Words::new("Check-in slips", "检录条").to(reader.lang), &contest.terms().name);
    let page = format!("{address}/contests/{id}");
    let body = html! {
        h1 class="no-print" { (title) }
        p class="no-print" { a href={ "/contests/" (id) "/check-in" } { (s.name(name)) } }
        ul class="slips" {
            @for team in contest.teams().iter().filter(|team| team.withdrawn.is_none()) {
                li {
                    p { bdi { (team.form.name) } }
                    (qr_code(&page))
                    dl {
                        div { dt { (s.both("No.", "编号")) } dd { b { (team.id) } } }
                        div { dt { (s.both("Games", "棋种")) } dd { (team.form.games.iter().map(|game| game_name(reader, game)).collect::<Vec<_>>().join(", ")) } }
                        div { dt { (s.both("Machine", "机器")) } dd { "__________" } }
                        div { dt { (s.both("Version", "版本")) } dd { "__________" } }
                    }
                }
            }
        }
    };
    frame(reader, &format!("{title} · {name}"), Nav::Account, &body)
}
