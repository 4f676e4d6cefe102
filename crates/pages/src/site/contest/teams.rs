//! The teams of a contest, for its organisers.

use super::fields::{FieldTrouble, game_name, press, wrong};
use super::team_fields::team_fields;
use crate::event::{Cell, Column, Speech, TypedTable};
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words, sentence};
use leitai_tournament::awards::Barred;
use leitai_tournament::contest::{Contest, TeamColumn, TeamForm};

/// The teams of a contest with everything that they wrote.
pub struct ContestTeamsView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// Those who are barred this year and look like a team here.
    pub barred: &'a [Barred],
    /// The token of its forms.
    pub token: &'a str,
    /// The lines to import, as typed.
    pub typed: &'a str,
    /// The form of a team to enter, as typed.
    pub form: &'a TeamForm,
    /// What is wrong with a form: `import` for the lines.
    pub troubles: &'a [FieldTrouble],
    /// Why nothing was done.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// The teams as they are imported and as a registry takes them.
pub fn registry(contest: &Contest) -> TypedTable {
    let columns = TeamColumn::ALL.map(|column| {
        let head = Column::new(column.words().en, column.words());
        if column == TeamColumn::Name { head.names_row() } else { head }
    });
    let teams = contest.teams().iter().filter(|team| team.withdrawn.is_none());
    let cell = |text: String| if text.is_empty() { Cell::Nothing } else { Cell::Name(text, None) };
    let rows = teams.map(|team| TeamColumn::ALL.map(|column| cell(column.text(team))).to_vec());
    TypedTable::new("registry", columns.to_vec(), rows.collect())
}

/// `/organise/contests/ID/teams`.
pub fn contest_teams_page(reader: &Reader<'_>, view: &ContestTeamsView<'_>) -> Html {
    let (s, contest) = (Speech::Only(reader.lang), view.contest);
    let here = format!("/organise/contests/{}/teams", view.id);
    let title = Words::new("Teams", "参赛队伍").to(reader.lang);
    let name = &contest.terms().name;
    let heads: Vec<_> = TeamColumn::ALL.iter().map(|column| column.words().to(reader.lang)).collect();
    let body = html! {
        h1 { (title) }
        p { a href={ "/organise/contests/" (view.id) } { (s.name(name)) } }
        (messages(reader, view.trouble, view.done))
        @for barred in view.barred { p class="warn" role="status" { (s.said(&barred.words())) } }
        @if contest.teams().is_empty() {
            p class="soft" { (s.both("No team has signed up yet.", "还没有队伍报名。")) }
        } @else {
            table {
                caption { (s.said(&sentence!("{} teams, withdrawn ones included", "{} 支队伍（含已退出）", contest.teams().len()))) }
                thead {
                    tr {
                        th scope="col" { (s.both("Team", "队伍")) }
                        th scope="col" { (s.both("Games", "棋种")) }
                        th scope="col" { (s.both("Members", "队员")) }
                        th scope="col" { (s.both("Description", "说明文档")) }
                    }
                }
                tbody {
                    @for team in contest.teams() {
                        tr {
                            th scope="row" {
                                a href={ "/contests/" (view.id) "/teams/" (team.id) } { (s.name(&team.form.name)) }
                                @if let Some(why) = &team.withdrawn { " " span class="warn" { (s.both("left:", "已退出：")) " " bdi { (why) } } }
                            }
                            td { (team.form.games.iter().map(|game| game_name(reader, game)).collect::<Vec<_>>().join(", ")) }
                            td { bdi { (team.form.members.iter().map(|member| member.name.as_str()).collect::<Vec<_>>().join(", ")) } }
                            td { @if team.description.is_some() { (s.both("handed in", "已交")) } @else { (s.both("missing", "未交")) } }
                        }
                    }
                }
            }
            p class="exports" { a href={ (here) "/registry.csv" } { "CSV" } " · " a href={ (here) "/registry.json" } { "JSON" } }
        }
        h2 { (s.both("Import", "导入")) }
        form class="fields" method="post" action=(here) {
            (token(view.token))
            label for="import" { (s.both("One team a line", "每行一队")) }
            (wrong(reader.lang, view.troubles, "import"))
            textarea id="import" name="import" rows="6" aria-describedby="import-what" { "\n" (view.typed) }
            p class="soft" id="import-what" {
                (s.both("The first line names the columns: ", "首行为列名：")) (heads.join(", "))
                (s.both(". Several games, members or teachers are divided by semicolons; a member is `name / number / class`. Nothing is taken while a line is wrong.", "。多个棋种、队员或教师以分号分隔；队员写作“姓名 / 学号 / 班级”。只要有一行有误，就都不导入。"))
            }
            (press("quiet", "import", &s.both("Import", "导入")))
        }
        h2 { (s.both("Enter a team", "录入一队")) }
        form class="fields" method="post" action=(here) {
            (token(view.token))
            (team_fields(reader, contest.terms(), view.form, view.troubles))
            (press("quiet", "enter", &s.both("Enter the team", "录入")))
        }
    };
    frame(reader, &format!("{title} · {name}"), Nav::Account, &body)
}
