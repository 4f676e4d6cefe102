//! A team as it sees itself, and as organisers see it.

use super::fields::{FieldTrouble, game_name, press};
use super::objection_form::{ObjectionForm, objection_form};
use super::plan::{against, due};
use super::team_fields::team_fields;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{Frame, facts, frame, messages, token};
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::PlannedContest;
use leitai_tournament::contest::{Contest, Team, TeamForm};

/// A team of a contest.
pub struct TeamView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// The team.
    pub team: &'a Team,
    /// The plan, once it was announced.
    pub planned: Option<&'a PlannedContest>,
    /// Its objections, and how it makes another one.
    pub objections: ObjectionForm<'a>,
    /// Whether the reader organises.
    pub organises: bool,
    /// Why the form cannot be changed now; `None` if it can.
    pub shut: Option<&'a Sentence>,
    /// Why no description can be handed in now; `None` if one can.
    pub undescribed: Option<&'a Sentence>,
    /// The largest description, in bytes.
    pub most: usize,
    /// The token of its forms.
    pub token: &'a str,
    /// The form as typed.
    pub form: &'a TeamForm,
    /// What is wrong with it.
    pub troubles: &'a [FieldTrouble],
    /// Why nothing was changed.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// `/contests/ID/teams/TEAM`.
pub fn team_page(reader: &Reader<'_>, view: &TeamView<'_>) -> Html {
    let (s, team, terms) = (Speech::Only(reader.lang), view.team, view.contest.terms());
    let here = format!("/contests/{}/teams/{}", view.id, team.id);
    let body = html! {
        h1 { (s.name(&team.form.name)) }
        p { a href={ "/contests/" (view.id) } { (s.name(&terms.name)) } }
        (messages(reader, view.trouble, view.done))
        @if let Some(why) = &team.withdrawn {
            p class="trouble" { (s.said(&sentence!("The team has left: {why}", "该队已退出：{why}"))) }
        } @else {
            p {
                a class="do" href={ (here) "/form" } { (s.both("Sign-up form to print and sign", "打印报名表（签字）")) }
            }
            @if let Some(planned) = view.planned { (plan(reader, view, planned)) }
            (description(reader, view, &here))
            (objection_form(reader, (view.id, &format!("{here}/objection"), view.token), &view.objections, view.troubles, view.most))
            h2 { (s.both("Change the form", "修改报名信息")) }
            @if let Some(shut) = view.shut {
                p class="done" role="status" { (s.said(shut)) }
                (shown(reader, &team.form))
            } @else {
                form class="fields" method="post" action=(here) {
                    (token(view.token))
                    (team_fields(reader, terms, view.form, view.troubles))
                    (press("quiet", "change", &s.both("Save", "保存")))
                }
                h2 { (s.both("Leave the contest", "退出比赛")) }
                form class="fields" method="post" action=(here) {
                    (token(view.token))
                    label for="why" { (s.both("Why", "原因")) }
                    input id="why" name="why" maxlength="200" autocomplete="off" required="";
                    (press("quiet", "withdraw", &s.both("Withdraw the team", "退出")))
                }
            }
        }
    };
    frame(reader, &format!("{} · {}", team.form.name, terms.name), Nav::Account, &body)
}

/// What the team plays, where and when; what has moved, and why.
fn plan(reader: &Reader<'_>, view: &TeamView<'_>, planned: &PlannedContest) -> Html {
    let (s, team) = (Speech::Only(reader.lang), view.team.id);
    let own: Vec<_> = planned.plan().of_team(team).collect();
    let moves = planned.moves.iter().filter(|it| it.fixture.sides.teams().contains(&team));
    let moves: Vec<_> = moves.filter(|it| own.iter().any(|own| own.fixture.id == it.fixture.id)).collect();
    html! {
        h2 { (s.both("When and where", "时间与棋桌")) }
        @match planned.plan().next_of(team) {
            Some(next) => p class="done" role="status" { b { (s.said(&due(reader, planned, next, team))) } },
            None => p class="soft" { (s.both("No match of yours is known yet, or all are over.", "暂无已知场次，或已全部结束。")) },
        }
        @if own.len() > 1 {
            ul class="lists" { @for it in &own { li { (s.said(&against(reader, planned, it, team))) } } }
        }
        @for it in moves { p class="warn" { (s.said(&planned.movement_words(reader.zone, it))) } }
        p { a href={ "/contests/" (view.id) "/plan?team=" (team) } { (s.both("in the plan", "在赛程中查看")) } }
    }
}

/// The description of the program, and how it is handed in.
fn description(reader: &Reader<'_>, view: &TeamView<'_>, here: &str) -> Html {
    let (s, megabytes) = (Speech::Only(reader.lang), view.most >> 20);
    let rule = sentence!(
        "One file of at most {megabytes} MB, a PDF or any other. The last one that came before the hall opens counts.",
        "一个文件，至多 {megabytes} MB，PDF 或其他格式；以赛场开放前最后一次提交为准。"
    );
    html! {
        h2 { (s.both("Description of the program", "程序说明文档")) }
        @match &view.team.description {
            Some(hash) => p {
                a href={ (here) "/description" } download="" { (s.both("As it was handed in", "已提交的文档")) }
                " " code { (hash.get(..12).unwrap_or(hash)) }
            },
            None => p class="soft" { (s.both("It has not been handed in.", "尚未提交。")) },
        }
        @if let Some(shut) = view.undescribed {
            p class="soft" { (s.said(shut)) }
        } @else {
            form class="fields" method="post" action={ (here) "/description" } enctype="multipart/form-data" {
                (token(view.token))
                label for="file" { (s.both("File", "文件")) }
                input id="file" name="file" type="file" aria-describedby="file-rule" required="";
                p class="soft" id="file-rule" { (s.said(&rule)) }
                (press("quiet", "describe", &s.both("Hand in", "提交")))
            }
        }
    }
}

/// A form as it is kept, to read.
fn shown(reader: &Reader<'_>, form: &TeamForm) -> Html {
    let lang = reader.lang;
    let games: Vec<_> = form.games.iter().map(|game| game_name(reader, game)).collect();
    let members: Vec<_> = form.members.iter().map(|member| member.name.clone()).collect();
    let all = [
        (Words::new("School", "学校"), form.school.clone()),
        (Words::new("College", "学院"), form.college.clone()),
        (Words::new("Games", "参赛棋种"), games.join(", ")),
        (Words::new("Leader", "领队"), form.leader.clone()),
        (Words::new("Members", "队员"), members.join(", ")),
        (Words::new("Teachers", "指导教师"), form.teachers.join(", ")),
        (Words::new("Contact", "联系方式"), form.contact.clone()),
    ];
    facts(
        all.iter().filter(|(_, text)| !text.is_empty()).map(|(title, text)| (title.to(lang), text.as_str())),
    )
}

/// `/contests/ID/teams/TEAM/form`: the form of attachment 2, to print and sign.
pub fn confirmation(reader: &Reader<'_>, id: &str, contest: &Contest, team: &Team) -> Html {
    let (s, lang, form) = (Speech::Only(reader.lang), reader.lang, &team.form);
    let title = Words::new("Sign-up form", "报名表").to(lang);
    let games: Vec<_> = form.games.iter().map(|game| game_name(reader, game)).collect();
    let line = |title: Html, text: &str| html! { tr { th scope="row" { (title) } td colspan="3" { bdi { (text) } } } };
    let body = html! {
        p class="no-print" { a href={ "/contests/" (id) "/teams/" (team.id) } { (s.name(&form.name)) } }
        h1 { (s.name(&contest.terms().name)) }
        p { b { (title) } " · " (team.id) " · " (reader.zone.at(team.signed_ms).said().to(lang)) }
        table class="paper" {
            tbody {
                (line(s.both("Team", "队名"), &form.name))
                (line(s.both("School, college", "学校、学院"), [form.school.as_str(), form.college.as_str()].join(" ").trim()))
                (line(s.both("Games", "参赛棋种"), &games.join(", ")))
                (line(s.both("Leader", "领队"), &form.leader))
                tr {
                    th scope="col" { (s.both("Members", "队员")) }
                    th scope="col" { (s.both("Number", "学号")) }
                    th scope="col" { (s.both("Class", "班级")) }
                    th scope="col" { (s.both("Signature", "签名")) }
                }
                @for (at, member) in form.members.iter().enumerate() {
                    tr {
                        td { bdi { (member.name) } @if at == 0 { " " (s.both("(captain)", "（队长）")) } }
                        td { bdi { (member.number) } }
                        td { bdi { (member.class) } }
                        td {}
                    }
                }
                (line(s.both("Teachers", "指导教师"), &form.teachers.join(", ")))
                (line(s.both("Contact", "联系方式"), &form.contact))
                (line(s.both("Description of the program (SHA-256)", "程序说明文档（SHA-256）"), team.description.as_deref().unwrap_or("")))
            }
        }
        p {
            (s.both(
                "We have read the rules and take part with a program of our own.",
                "我队已阅读竞赛规程，参赛程序为自主开发。",
            ))
        }
        p class="signed" { (s.both("Captain", "队长签字")) " ____________ " (s.both("Date", "日期")) " ____________" }
        p class="signed" { (s.both("College (seal)", "学院（盖章）")) " ____________" }
    };
    let page = format!("{title} · {} · {}", form.name, contest.terms().name);
    Frame { title: &page, nav: Nav::Account, main: "page", body: &body, head: Html::default() }.html(reader)
}
