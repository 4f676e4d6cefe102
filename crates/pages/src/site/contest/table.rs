//! One table of the hall, for its referee.

use super::fields::{FieldTrouble, game_name, press, wrong};
use super::tables::{stands, timer, timer_words};
use super::tables_view::team_name;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::{Nav, Reader};
use leitai_core::{Fault, Sentence, VerdictName, Words, sentence};
use leitai_tournament::Due;
use leitai_tournament::contest::{Contest, TableStands, TeamId, TimerKind};

/// How a game at a table ended, where its sheet says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HowEnded {
    /// Its name in a form.
    pub name: &'static str,
    /// As records have it.
    pub verdict: VerdictName,
    words: Words,
}

impl HowEnded {
    /// All of them.
    pub const ALL: [HowEnded; 6] = [
        HowEnded {
            name: "rules",
            verdict: VerdictName::Law,
            words: Words::new("by the rules", "按规则终局"),
        },
        HowEnded {
            name: "resigned", verdict: VerdictName::Resigned, words: Words::new("resigned", "认输")
        },
        HowEnded {
            name: "agreed", verdict: VerdictName::Agreed, words: Words::new("agreed", "双方同意")
        },
        HowEnded {
            name: "time",
            verdict: VerdictName::Fault(Fault::TimeLimit),
            words: Words::new("out of time", "超时"),
        },
        HowEnded {
            name: "crash",
            verdict: VerdictName::Fault(Fault::Crash),
            words: Words::new("the program failed", "程序异常"),
        },
        HowEnded {
            name: "ruled",
            verdict: VerdictName::Ruled,
            words: Words::new("the referee ruled", "裁判判定"),
        },
    ];
}

/// A table.
pub struct TableView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// The table.
    pub number: u32,
    /// What goes on there.
    pub stands: Option<&'a TableStands>,
    /// The games of its match that may be played now.
    pub games: &'a [Due],
    /// The address of the event, and the name of each team's entry there.
    pub event: Option<(&'a str, &'a dyn Fn(TeamId) -> String)>,
    /// The team of an entry that is to play.
    pub team_of: &'a dyn Fn(&Due) -> [TeamId; 2],
    /// Whether the reader may act here.
    pub may: bool,
    /// The token of its forms.
    pub token: &'a str,
    /// What is wrong with a result.
    pub troubles: &'a [FieldTrouble],
    /// The text typed into a field; empty if none was.
    pub typed: &'a dyn Fn(&str) -> String,
    /// Why nothing was done.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
    /// Now, in milliseconds since 1970-01-01 UTC.
    pub now_ms: i64,
}

/// `/contests/ID/tables/NUMBER`.
pub fn contest_table(reader: &Reader<'_>, view: &TableView<'_>) -> Html {
    let (s, contest, number) = (Speech::Only(reader.lang), view.contest, view.number);
    let title = sentence!("Table {number}", "{number} 号桌").to(reader.lang).to_owned();
    let name = &contest.terms().name;
    let body = html! {
        h1 { (title) }
        p {
            a href={ "/contests/" (view.id) "/tables" } { (s.both("All tables", "全部棋桌")) }
            " · " a href={ "/contests/" (view.id) } { (s.name(name)) }
        }
        (messages(reader, view.trouble, view.done))
        @match view.stands {
            None => p class="soft" { (s.both("This table is free.", "此桌空闲。")) },
            Some(at) => {
                p { (stands(reader, contest, at, view.now_ms)) }
                @if view.may {
                    @for team in at.teams { (side(reader, view, at, team)) }
                    (play(reader, view, at))
                    (bring(reader, view, at))
                    (rulings(reader, view, at))
                    (clear(reader, view))
                } @else {
                    p class="soft" { (s.both("You have no duty at this table.", "您在此桌没有职务。")) }
                }
            }
        }
    };
    frame(reader, &format!("{title} · {name}"), Nav::Account, &body)
}

fn deed(view: &TableView<'_>, inside: &Html) -> Html {
    html! {
        form method="post" action={ "/contests/" (view.id) "/tables/" (view.number) } { (token(view.token)) (inside) }
    }
}

/// A team at the table: there or not, waited for or not.
fn side(reader: &Reader<'_>, view: &TableView<'_>, at: &TableStands, team: TeamId) -> Html {
    let s = Speech::Only(reader.lang);
    let runs = at.timers.iter().find(|(of, _)| *of == team).map(|(_, timer)| *timer);
    let hidden = html! { input type="hidden" name="team" value=(team); };
    let with = view.contest.check_in(team);
    html! {
        section {
            h2 { (s.name(team_name(view.contest, team))) }
            p class="soft" {
                @match with {
                    Some((_, with)) => {
                        (s.both("Machine", "机器")) ": " bdi { (with.machine) }
                        @if !with.program.is_empty() { " · " (s.both("program", "程序")) ": " bdi { (with.program) } }
                        @if !with.operator.is_empty() { " · " (s.both("operator", "操作员")) ": " bdi { (with.operator) } }
                    }
                    None => (s.both("has not checked in", "尚未检录")),
                }
            }
            @match runs {
                None => {
                    p { @if at.there.contains(&team) { (s.both("at the table", "已就位")) } }
                    (deed(view, &html! { (hidden) (press("quiet", "equipment", &s.both("Equipment stops play: 10 minutes", "设备故障：计时 10 分钟"))) }))
                }
                Some(running) => {
                    p { (s.words(timer_words(running.kind))) ": " (timer(reader, running, view.now_ms)) }
                    @if running.kind == TimerKind::Late {
                        (deed(view, &html! { (hidden) (press("do", "arrive", &s.both("The team is there", "队员已到"))) }))
                    } @else {
                        (deed(view, &html! { (hidden) (press("do", "resume", &s.both("It works again", "恢复正常"))) }))
                    }
                    @if running.is_over(view.now_ms) { (over(reader, view, team, running.kind, &hidden)) }
                }
            }
        }
    }
}

/// The time is over: an excuse with its reason, or the ruling.
fn over(reader: &Reader<'_>, view: &TableView<'_>, team: TeamId, kind: TimerKind, hidden: &Html) -> Html {
    let s = Speech::Only(reader.lang);
    let field = format!("excuse-{team}");
    let ruling = view.event.map(|(_, entry)| {
        let here = format!("/contests/{}/rule", view.id);
        let game = view.stands.map(|at| at.game.to_string()).unwrap_or_default();
        match (kind, view.games.first()) {
            (TimerKind::Late, _) | (_, None) => {
                format!("{here}/{game}?kind=late&entry={}", entry(team))
            }
            (TimerKind::Equipment, Some(due)) => {
                let side = if (view.team_of)(due)[0] == team { "first" } else { "second" };
                format!("{here}/{game}?kind=equipment&game={}&side={side}", due.id)
            }
        }
    });
    html! {
        (deed(view, &html! {
            (hidden)
            label for=(field) { (s.both("Excuse it, because", "裁判准予，理由")) }
            " " input id=(field) name="excuse" maxlength="200" autocomplete="off" required="";
            " " (press("quiet", "excuse", &s.both("Excuse", "准予")))
        }))
        @if let Some(href) = ruling { p { a href=(href) { (s.both("Make the ruling", "作出裁决")) } } }
    }
}

/// A game begins.
fn play(reader: &Reader<'_>, view: &TableView<'_>, at: &TableStands) -> Html {
    let s = Speech::Only(reader.lang);
    let next = view.games.iter().find(|due| at.playing.is_none_or(|(game, _)| game != due.id));
    html! {
        h2 { (game_name(reader, &at.game)) }
        @match next.filter(|_| at.playing.is_none() || view.games.len() == 1) {
            Some(due) => {
                p { (sides(s, view, due)) }
                (deed(view, &html! {
                    input type="hidden" name="of" value=(due.id);
                    (press("do", "start", &s.both("The game begins", "开始对局")))
                }))
            }
            None if view.games.is_empty() => p class="done" role="status" {
                (s.both("No game of this match is due: clear the table.", "本场已无待赛对局：请清桌。"))
            },
            None => {}
        }
    }
}

/// Who sits where in a game.
fn sides(s: Speech, view: &TableView<'_>, due: &Due) -> Html {
    let [first, second] = (view.team_of)(due).map(|team| team_name(view.contest, team).to_owned());
    s.said(&sentence!("{first} moves first, {second} second", "{first} 先手，{second} 后手"))
}

/// The result of a game: its record, or its sheet.
fn bring(reader: &Reader<'_>, view: &TableView<'_>, at: &TableStands) -> Html {
    let (s, lang) = (Speech::Only(reader.lang), reader.lang);
    let action = format!("/contests/{}/tables/{}/result", view.id, view.number);
    let playing = at.playing.map(|(game, _)| game.to_string());
    let chosen = Some((view.typed)("of")).filter(|typed| !typed.is_empty()).or(playing);
    let (winner, how) = ((view.typed)("winner"), (view.typed)("how"));
    html! {
        @if !view.games.is_empty() {
            h2 { (s.both("Bring the result", "提交成绩")) }
            form class="fields" method="post" action=(action) enctype="multipart/form-data" {
                (token(view.token))
                label for="of" { (s.both("Game", "对局")) }
                (wrong(lang, view.troubles, "of"))
                select id="of" name="of" {
                    @for due in view.games {
                        @let id = due.id.to_string();
                        option value=(id) selected=[(chosen.as_deref() == Some(&id)).then_some("")] { (sides(s, view, due)) }
                    }
                }
                label for="record" { (s.both("Record of the desk", "对局记录文件")) }
                (wrong(lang, view.troubles, "record"))
                input id="record" name="record" type="file" aria-describedby="record-what";
                p class="soft" id="record-what" {
                    (s.both("The file that a desk kept. Without one, the signed sheet below.", "棋桌程序保存的记录；没有时填写下面的成绩单。"))
                }
                label for="other" { (s.both("Record of the other desk, at a relayed table", "对方的记录文件（代录的棋桌）")) }
                (wrong(lang, view.troubles, "other"))
                input id="other" name="other" type="file" aria-describedby="other-what";
                p class="soft" id="other-what" {
                    (s.both("The two are compared ply by ply. Where they differ, the ply is named and nothing counts. Without a file, type what the other desk shows at the end:", "两份记录逐手核对，如有不同会指出第几手，成绩不计入。没有文件时，请填写对方终局时显示的："))
                }
                label for="code" { (s.both("Position code", "局面码")) }
                input id="code" name="code" value=(Html::typed(&(view.typed)("code"))) maxlength="8" autocomplete="off";
                label for="plies" { (s.both("Plies", "手数")) }
                (wrong(lang, view.troubles, "plies"))
                input id="plies" name="plies" value=(Html::typed(&(view.typed)("plies"))) inputmode="numeric" maxlength="5" autocomplete="off";
                label for="winner" { (s.both("By the signed sheet", "以签字成绩单为准")) }
                (wrong(lang, view.troubles, "winner"))
                select id="winner" name="winner" {
                    option value="" { "–" }
                    @for team in at.teams {
                        @let value = team.to_string();
                        option value=(value) selected=[(winner == value).then_some("")] { (s.said(&sentence!("{} won", "{} 胜", team_name(view.contest, team)))) }
                    }
                    option value="draw" selected=[(winner == "draw").then_some("")] { (s.both("drawn", "和棋")) }
                    option value="nobody" selected=[(winner == "nobody").then_some("")] { (s.both("lost by both", "双方均负")) }
                }
                label for="how" { (s.both("How it ended", "终局方式")) }
                (wrong(lang, view.troubles, "how"))
                select id="how" name="how" {
                    @for ended in HowEnded::ALL {
                        option value=(ended.name) selected=[(how == ended.name).then_some("")] { (s.words(ended.words)) }
                    }
                }
                label for="said" { (s.both("The referee's words (if you like)", "裁判说明（可不填）")) }
                input id="said" name="said" value=(Html::typed(&(view.typed)("said"))) maxlength="400" autocomplete="off";
                (press("do", "bring", &s.both("Bring the result", "提交成绩")))
            }
        }
    }
}

/// The way to the rulings about what is at the table.
fn rulings(reader: &Reader<'_>, view: &TableView<'_>, at: &TableStands) -> Html {
    let s = Speech::Only(reader.lang);
    let here = format!("/contests/{}/rule/{}", view.id, at.game);
    html! {
        @if view.event.is_some() {
            h2 { (s.both("Rulings", "裁决")) }
            ul class="lists" {
                @for due in view.games {
                    li { a href={ (here) "?game=" (due.id) } { (s.both("about this game:", "就此局裁决：")) " " (sides(s, view, due)) } }
                }
                li { a href=(here) { (s.both("another ruling about this match", "其他裁决")) } }
            }
        }
    }
}

fn clear(reader: &Reader<'_>, view: &TableView<'_>) -> Html {
    let s = Speech::Only(reader.lang);
    let class = if view.games.is_empty() { "do" } else { "quiet" };
    html! {
        h2 { (s.both("Clear the table", "清桌")) }
        (deed(view, &press(class, "clear", &s.both("The table is free", "此桌空出"))))
    }
}
