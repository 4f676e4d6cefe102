//! Setting a contest up.

use super::fields::{FieldTrouble, Line, game_name, invalid, press, wrong};
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::site::time::limit;
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words};
use leitai_hall::ContestDraft;
use leitai_tournament::contest::{ContestPreset, ContestTerms};
use std::time::Duration;

/// A contest as far as it is filled in.
pub struct NewContest<'a> {
    /// The address that it is sent to.
    pub action: &'a str,
    /// The name of a contest whose terms are changed; `None` for a new one.
    pub of: Option<&'a str>,
    /// The token of its form.
    pub token: &'a str,
    /// What was typed.
    pub draft: &'a ContestDraft,
    /// What is wrong with which field.
    pub troubles: &'a [FieldTrouble],
    /// Why nothing was begun.
    pub trouble: Option<&'a Sentence>,
    /// The terms that follow from the fields, if they do.
    pub terms: Option<&'a ContestTerms>,
}

/// `/organise/contests/new`, and the page on which terms are changed.
pub fn new_contest(reader: &Reader<'_>, view: &NewContest<'_>) -> Html {
    let (s, lang, draft) = (Speech::Only(reader.lang), reader.lang, view.draft);
    let title = match view.of {
        None => Words::new("Open a contest", "新建比赛").to(lang).to_owned(),
        Some(name) => format!("{} · {name}", Words::new("Change the terms", "修改比赛条款").to(lang)),
    };
    let line = |name, title, what, typed| {
        Line { name, title, what, typed, is_required: false }.html(lang, view.troubles)
    };
    let moment =
        Words::new("A date and time, such as `2025-10-22 24:00`.", "日期与时间，例如 `2025-10-22 24:00`。");
    let body = html! {
        h1 { (title) }
        (messages(reader, view.trouble, None))
        @if !view.troubles.is_empty() {
            p class="trouble" role="alert" {
                (s.both("Nothing was saved yet: correct what is marked.", "尚未保存：请改正标出的各项。"))
            }
        }
        p class="soft" {
            (s.both(
                "A contest has several games that share teams, tables, days and prizes. The event of a game begins with its draw.",
                "一次比赛包含多个棋种，共用队伍、棋桌、日程与奖项。各棋种的赛事从抽签开始。",
            ))
        }
        form class="fields" method="post" action=(view.action) {
            (token(view.token))
            @if view.of.is_some() {
                input type="hidden" name="name" value=(draft.name);
            } @else {
                (line("name", Words::new("Name", "名称"), Words::new("", ""), &draft.name))
            }
            label for="preset" { (s.both("Rules", "规程")) }
            (wrong(lang, view.troubles, "preset"))
            select id="preset" name="preset" aria-invalid=[invalid(view.troubles, "preset")] {
                @for preset in ContestPreset::ALL {
                    @let text = match preset {
                        ContestPreset::School => s.both("school: 1 to 3 students a team", "校内赛：每队 1 至 3 名学生"),
                        ContestPreset::National => s.both("national: 1 to 5 students, 2 teams a school", "全国赛：每队 1 至 5 名学生，每校 2 队"),
                    };
                    option value=(preset.name()) selected=[(draft.preset == preset.name()).then_some("")] { (text) }
                }
            }
            (line(
                "games",
                Words::new("Games", "棋种"),
                Words::new("Ids divided by commas; left empty: the ten of the school's contest.", "棋种代号，以逗号分隔；留空为校内赛十个棋种。"),
                &draft.games,
            ))
            (line("place", Words::new("Place", "地点"), Words::new("", ""), &draft.place))
            (line("host", Words::new("Held by", "主办单位"), Words::new("Named on its page and its certificates, as the next two.", "显示于比赛页面与奖状，以下两项亦同。"), &draft.hosts.host))
            (line("organiser", Words::new("Run by", "承办单位"), Words::new("", ""), &draft.hosts.organiser))
            (line("co-organiser", Words::new("With the help of", "协办单位"), Words::new("", ""), &draft.hosts.co_organiser))
            (line("opens", Words::new("Sign-up opens", "报名开始"), Words::new("Left empty: at once.", "留空为立即开始。"), &draft.opens))
            (line("closes", Words::new("Sign-up closes", "报名截止"), moment, &draft.closes))
            label for="hours" { (s.both("Hall open", "赛场开放时间")) }
            (wrong(lang, view.troubles, "hours"))
            textarea id="hours" name="hours" rows="3" aria-describedby="hours-what" aria-invalid=[invalid(view.troubles, "hours")] {
                "\n" (draft.hours)
            }
            p class="soft" id="hours-what" {
                (s.both("One opening a line: 2025-11-12 14:00 – 17:30", "每行一段：2025-11-12 14:00 – 17:30"))
            }
            (line("tables", Words::new("Tables", "棋桌数"), Words::new("", ""), &draft.tables))
            @if let Some(terms) = view.terms { (clocks(reader, terms)) }
            (press("quiet", "look", &s.both("Check it", "检查")))
            (press("do", "open", &match view.of {
                None => s.both("Open the contest", "新建比赛"),
                Some(_) => s.both("Save the terms", "保存条款"),
            }))
        }
        p { a href="/docs/contest" { (s.both("How a contest runs", "比赛流程说明")) } }
    };
    frame(reader, &title, Nav::Account, &body)
}

/// The games that the fields name, with the clocks of their presets.
fn clocks(reader: &Reader<'_>, terms: &ContestTerms) -> Html {
    let s = Speech::Only(reader.lang);
    html! {
        table {
            caption { (s.both("Time of a side for a game, by the source", "各棋种每方用时（依规程）")) }
            thead { tr { th scope="col" { (s.both("Game", "棋种")) } th scope="col" { (s.both("Time", "用时")) } } }
            tbody {
                @for game in &terms.games {
                    tr {
                        th scope="row" { (game_name(reader, &game.game)) }
                        td { (limit(Duration::from_millis(game.side_ms), reader.lang)) }
                    }
                }
            }
        }
    }
}
