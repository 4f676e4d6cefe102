//! A contest as everybody sees it.

use super::fields::game_name;
use super::list::sign_up_stands;
use super::time_left::time_left;
use crate::event::{Cell, Column, Speech, TypedTable};
use crate::html::Html;
use crate::site::frame::{facts, frame};
use crate::site::time::limit;
use crate::{Nav, NoticeView, Reader, notices_of};
use leitai_core::{Words, sentence};
use leitai_tournament::contest::Contest;
use std::collections::BTreeMap;
use std::time::Duration;

/// A contest for everybody.
pub struct ContestFace<'a> {
    /// Its address.
    pub id: &'a str,
    /// It as it stands.
    pub contest: &'a Contest,
    /// The SHA-256 of the seed of all its lots.
    pub commitment: &'a str,
    /// The seed, once all its events are over.
    pub seed: Option<&'a str>,
    /// The addresses of the events of drawn games, by game.
    pub events: &'a BTreeMap<String, String>,
    /// Notices about it.
    pub notices: &'a [NoticeView],
    /// Now, in milliseconds since 1970-01-01 UTC.
    pub now_ms: i64,
}

/// Its teams without what is theirs alone: no members, no contact.
pub fn contest_teams(reader: &Reader<'_>, contest: &Contest) -> TypedTable {
    let columns = vec![
        Column::new("team", Words::new("Team", "队伍")).names_row(),
        Column::new("school", Words::new("School", "学校")),
        Column::new("college", Words::new("College", "学院")),
        Column::new("games", Words::new("Games", "棋种")),
    ];
    let text = |text: &str| if text.is_empty() { Cell::Nothing } else { Cell::Name(text.to_owned(), None) };
    let rows = contest.teams().iter().filter(|team| team.withdrawn.is_none()).map(|team| {
        let games: Vec<_> = team.form.games.iter().map(|game| game_name(reader, game)).collect();
        vec![
            text(&team.form.name),
            text(&team.form.school),
            text(&team.form.college),
            Cell::Text(games.join(", ")),
        ]
    });
    TypedTable::new("teams", columns, rows.collect())
}

/// `/contests/ID`.
pub fn contest_page(reader: &Reader<'_>, view: &ContestFace<'_>) -> Html {
    let (s, contest, here) = (Speech::Only(reader.lang), view.contest, format!("/contests/{}", view.id));
    let terms = contest.terms();
    let teams = contest_teams(reader, contest);
    let body = html! {
        h1 { (s.name(&terms.name)) }
        p { b { (s.said(&sign_up_stands(reader, contest.sign_up(view.now_ms), view.now_ms))) } }
        p {
            a class="do" href={ (here) "/sign-up" } { (s.both("Sign up, your teams, your duties", "报名、我的队伍与职务")) }
        }
        (about(reader, view))
        p {
            a href={ (here) "/plan" } { (s.both("Plan of the tables", "赛程安排")) }
            " · " a href={ (here) "/hall" } { (s.both("Who plays at which table", "各棋桌对阵")) }
            " · " a href={ (here) "/awards" } { (s.both("Awards", "获奖名单")) }
            " · " a href={ (here) "/mine" } { (s.both("What waits for you", "我的待办")) }
        }
        h2 { (s.both("Games", "棋种")) }
        (games(reader, view))
        h2 { (s.both("Teams", "参赛队伍")) }
        @if teams.rows.is_empty() {
            p class="soft" { (s.both("No team has signed up yet.", "还没有队伍报名。")) }
        } @else {
            (teams.html(s, "", &sentence!("{} teams", "{} 支队伍", teams.rows.len())))
            p class="exports" { a href={ (here) "/list.csv" } { "CSV" } " · " a href={ (here) "/list.json" } { "JSON" } }
        }
        (notices_of(reader, view.notices))
        (lots(reader, view))
    };
    frame(reader, &terms.name, Nav::Events, &body)
}

/// When, where, how large teams are.
fn about(reader: &Reader<'_>, view: &ContestFace<'_>) -> Html {
    let (lang, terms) = (reader.lang, view.contest.terms());
    let mut all: Vec<(&str, String)> = Vec::new();
    let mut fact = |title: Words, said: String| all.push((title.to(lang), said));
    for hours in &terms.hours {
        let (from, until) = (reader.zone.at(hours.from).said(), reader.zone.at(hours.until).said());
        let said = sentence!("{from} – {until}", "{from} – {until}"; from, until);
        fact(Words::new("Hall open", "赛场开放"), said.to(lang).to_owned());
    }
    if let Some(first) = terms.hours.first().filter(|hours| hours.from > view.now_ms) {
        let left = time_left(first.from - view.now_ms);
        fact(Words::new("Begins in", "距开赛"), left.to(lang).to_owned());
    }
    if !terms.place.is_empty() {
        fact(Words::new("Place", "地点"), terms.place.clone());
    }
    for (what, who) in terms.hosts.named() {
        fact(what, who.to_owned());
    }
    let (members, teachers) = (terms.team.members, terms.team.teachers);
    let size = match terms.team.least_teachers {
        0 => sentence!(
            "1 to {members} students, at most {teachers} teachers",
            "1 至 {members} 名学生，指导教师至多 {teachers} 名"
        ),
        least => sentence!(
            "1 to {members} students, {least} to {teachers} teachers",
            "1 至 {members} 名学生，指导教师 {least} 至 {teachers} 名"
        ),
    };
    fact(Words::new("A team", "队伍组成"), size.to(lang).to_owned());
    if let Some(most) = terms.team.of_school {
        let said = sentence!("at most {most} teams in a game", "每个棋种至多 {most} 队");
        fact(Words::new("A school", "每校"), said.to(lang).to_owned());
    }
    let shares = terms.shares;
    let [first, second, third] = [shares.first, shares.second, shares.third];
    let scope = if terms.prizes_per_game {
        Words::new("for each game", "按棋种评定")
    } else {
        Words::new("over the whole contest", "全赛统一评定")
    };
    let prizes = sentence!(
        "first, second and third prizes for at most {first} %, {second} % and {third} % of the teams, {scope}",
        "一、二、三等奖分别不超过参赛队数的 {first}%、{second}%、{third}%，{scope}";
        first, second, third, scope
    );
    fact(Words::new("Prizes", "奖项"), prizes.to(lang).to_owned());
    facts(all.iter().map(|(title, said)| (*title, said.as_str())))
}

/// Each game with its clock, how many teams play it, and its event.
fn games(reader: &Reader<'_>, view: &ContestFace<'_>) -> Html {
    let (s, contest) = (Speech::Only(reader.lang), view.contest);
    html! {
        table {
            thead {
                tr {
                    th scope="col" { (s.both("Game", "棋种")) }
                    th scope="col" { (s.both("Time of a side", "每方用时")) }
                    th scope="col" class="n" { (s.both("Teams", "队数")) }
                    th scope="col" { (s.both("Draw and results", "抽签与成绩")) }
                }
            }
            tbody {
                @for game in &contest.terms().games {
                    @let name = game_name(reader, &game.game);
                    tr {
                        th scope="row" { (name) }
                        td { (limit(Duration::from_millis(game.side_ms), reader.lang)) }
                        td class="n" { (contest.playing(&game.game).count()) }
                        td {
                            @match (contest.drawn(&game.game), view.events.get(&*game.game)) {
                                (Some(_), Some(event)) => {
                                    a href={ "/contests/" (view.id) "/draw/" (game.game) } { (s.both("draw", "抽签")) }
                                    " · "
                                    a href={ "/events/" (event) } { (s.both("results", "成绩")) }
                                }
                                (Some(_), None) => (s.both("drawn", "已抽签")),
                                (None, _) => span class="soft" { (s.both("not drawn yet", "尚未抽签")) },
                            }
                        }
                    }
                }
            }
        }
    }
}

/// How anybody draws the lots again.
fn lots(reader: &Reader<'_>, view: &ContestFace<'_>) -> Html {
    let s = Speech::Only(reader.lang);
    html! {
        h2 { (s.both("Lots", "抽签公证")) }
        p {
            (s.both(
                "All lots follow from one secret seed, whose SHA-256 has been here since the contest was opened:",
                "全部签号由一个保密的种子算出；自比赛建立起，其 SHA-256 即公布于此：",
            ))
        }
        pre class="file" tabindex="0" { (view.commitment) }
        @match view.seed {
            Some(seed) => {
                p { (s.both("All events are over; this is the seed:", "全部赛事已结束，种子为：")) }
                pre class="file" tabindex="0" { "printf %s '" (seed) "' | sha256sum" }
                p {
                    (s.both(
                        "The seed of a game's event is the SHA-256 of the seed, a blank and the game's id:",
                        "各棋种赛事的种子，是“种子 + 空格 + 棋种代号”的 SHA-256：",
                    ))
                }
                pre class="file" tabindex="0" {
                    @for game in &view.contest.terms().games { "printf %s '" (seed) " " (game.game) "' | sha256sum\n" }
                }
            }
            None => p class="soft" {
                (s.both("The seed is shown here when all events are over.", "全部赛事结束后，种子公布于此。"))
            },
        }
    }
}
