//! The teams of an event, for their teacher: who has submitted what, who has not, and the results.

use super::form::{item, speech};
use crate::event::{Cell, Column, Said, TypedTable};
use crate::html::Html;
use crate::site::frame::frame;
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::LocalTime;

/// A member of a team.
pub struct MemberRow {
    /// The number.
    pub number: String,
    /// The name.
    pub name: String,
    /// Whether this member submits for the team.
    pub is_captain: bool,
    /// The member's share of the work in percent, as stated by the team.
    pub share: Option<u8>,
}

/// A team, or a person who takes part alone.
pub struct TeamRow {
    /// The registered name.
    pub name: String,
    /// The class; may be empty.
    pub class: String,
    /// Its members.
    pub members: Vec<MemberRow>,
    /// Whether nobody may submit for it.
    pub lacks_captain: bool,
    /// The state of its newest program, with the address of its page.
    pub program: Option<(Sentence, String)>,
    /// Whether a program of it is in force.
    pub is_in_force: bool,
    /// When its report was received, its size in bytes, and its address.
    pub report: Option<(LocalTime, u64, String)>,
    /// Its place in its class.
    pub place: Option<Sentence>,
    /// Whether it completed its games properly, won or lost.
    pub completed: Option<bool>,
    /// What is wrong with its names.
    pub names: Vec<Sentence>,
}

impl TeamRow {
    /// Whether it still has something to submit.
    pub fn is_missing(&self) -> bool {
        !self.is_in_force || self.report.is_none()
    }
}

/// The teams of an event.
pub struct TeamsView<'a> {
    /// The event's address.
    pub id: &'a str,
    /// Its name.
    pub event: &'a str,
    /// When submissions close, if they do.
    pub closes: Option<&'a Sentence>,
    /// The teams.
    pub rows: &'a [TeamRow],
    /// Whether only the teams that still have something to submit are shown.
    pub only_missing: bool,
}

fn name(text: &str) -> Cell {
    if text.is_empty() { Cell::Nothing } else { Cell::Name(text.to_owned(), None) }
}

/// The teams as a table.
pub fn teams_table<'r>(rows: impl Iterator<Item = &'r TeamRow>) -> TypedTable {
    let columns = vec![
        Column::new("class", Words::new("Class", "班级")),
        Column::new("team", Words::new("Team", "队伍")).names_row(),
        Column::new("captain", Words::new("Captain", "队长")),
        Column::new("members", Words::new("Members", "成员")),
        Column::new("program", Words::new("Program", "程序")).said(Said::InBoth),
        Column::new("in_force", Words::new("Current program", "当前版本")),
        Column::new("report", Words::new("Report", "报告")),
        Column::new("report_bytes", Words::new("Bytes", "字节")),
        Column::new("report_file", Words::new("File", "文件")),
        Column::new("place", Words::new("Place in its class", "班内名次")).said(Said::InBoth),
        Column::new("completed", Words::new("Completed", "完成")),
        Column::new("names", Words::new("Needs attention", "注意")).said(Said::InBoth),
    ];
    let cells = |row: &TeamRow| {
        let joined = |of: &dyn Fn(&MemberRow) -> bool| {
            let names = row.members.iter().filter(|member| of(member)).map(|member| member.name.as_str());
            names.collect::<Vec<_>>().join("; ")
        };
        let notes = row
            .names
            .iter()
            .cloned()
            .chain(row.lacks_captain.then(|| Sentence::new("no captain", "没有队长")));
        let notes = notes.reduce(|all, one| sentence!("{all}; {one}", "{all}；{one}"; all, one));
        let report = row.report.as_ref();
        vec![
            name(&row.class),
            name(&row.name),
            name(&joined(&|member| member.is_captain)),
            name(&joined(&|_| true)),
            Cell::some(row.program.as_ref(), |(said, href)| Cell::Led(said.clone(), href.clone())),
            Cell::Truth(row.is_in_force),
            Cell::some(report, |(at, ..)| Cell::Moment(at.clone(), None)),
            Cell::some(report, |(_, bytes, _)| Cell::number(bytes)),
            Cell::some(report, |(.., href)| Cell::File(href.clone(), Sentence::new("report", "报告"))),
            Cell::some(row.place.clone(), Cell::Said),
            Cell::some(row.completed, Cell::Truth),
            Cell::some(notes, Cell::Said),
        ]
    };
    TypedTable::new("teams", columns, rows.map(cells).collect())
}

/// All members of the teams, with the team's place and the member's share of the work.
pub fn members_table(rows: &[TeamRow]) -> TypedTable {
    let columns = vec![
        Column::new("number", Words::new("Number", "学号")),
        Column::new("name", Words::new("Name", "姓名")).names_row(),
        Column::new("class", Words::new("Class", "班级")),
        Column::new("team", Words::new("Team", "队伍")),
        Column::new("captain", Words::new("Captain", "队长")),
        Column::new("place", Words::new("Place in its class", "班内名次")).said(Said::InBoth),
        Column::new("completed", Words::new("Completed", "完成")),
        Column::new("share", Words::new("Share, %", "贡献（%）")),
        Column::new("program", Words::new("Program", "程序")),
        Column::new("report", Words::new("Report", "报告")),
    ];
    let cells = rows.iter().flat_map(|row| {
        row.members.iter().map(move |member| {
            vec![
                name(&member.number),
                name(&member.name),
                name(&row.class),
                name(&row.name),
                Cell::Truth(member.is_captain),
                Cell::some(row.place.clone(), Cell::Said),
                Cell::some(row.completed, Cell::Truth),
                Cell::some(member.share, Cell::number),
                Cell::Truth(row.is_in_force),
                Cell::Truth(row.report.is_some()),
            ]
        })
    });
    TypedTable::new("members", columns, cells.collect())
}

/// `/organise/ID/teams`.
pub fn teams(reader: &Reader<'_>, view: &TeamsView<'_>) -> Html {
    let (s, lang) = (speech(reader), reader.lang);
    let here = format!("/organise/{}/teams", view.id);
    let title = Words::new("Teams", "队伍").to(lang);
    let (all, missing) = (view.rows.len(), view.rows.iter().filter(|row| row.is_missing()).count());
    let [program, report] = [
        view.rows.iter().filter(|row| !row.is_in_force).count(),
        view.rows.iter().filter(|row| row.report.is_none()).count(),
    ];
    let counts = sentence!(
        "{missing} of {all} have still to hand in: {program} a program, {report} a report.",
        "共 {all} 队，{missing} 队尚未交齐：缺程序 {program} 队，缺报告 {report} 队。"
    );
    let files = [
        ("teams.csv", s.both("Teams, CSV", "队伍 CSV")),
        ("members.csv", s.both("Members with their shares, CSV", "成员与贡献 CSV")),
        ("teams.json", s.both("Teams, JSON", "队伍 JSON")),
        ("members.json", s.both("Members, JSON", "成员 JSON")),
        ("reports.zip", s.both("All reports, ZIP", "全部报告 ZIP")),
    ];
    let other = if view.only_missing {
        item(&here, &s.both("All teams", "全部队伍"))
    } else {
        item(&format!("{here}?show=missing"), &s.both("Who has not handed in", "只看未交齐的队伍"))
    };
    let shown = view.rows.iter().filter(|row| !view.only_missing || row.is_missing());
    let body = html! {
        h1 { (title) }
        p { a href={ "/organise/" (view.id) } { (s.name(view.event)) } }
        @if let Some(closes) = view.closes {
            p { (s.said(&sentence!("Handing in ends: {closes}.", "截止提交：{closes}。"))) }
        }
        p { (counts.to(lang)) }
        ul class="lists" {
            (other)
            @for (file, text) in files { (item(&format!("{here}/{file}"), &text)) }
        }
        @if view.rows.is_empty() {
            p class="soft" { (s.both("Nobody takes part yet.", "还没有参赛者。")) }
        } @else {
            (teams_table(shown).html(s, "", &sentence!("Teams", "队伍")))
            @if !view.only_missing { (members_table(view.rows).html(s, "", &sentence!("Members", "成员"))) }
        }
    };
    frame(reader, &format!("{title} · {}", view.event), Nav::Account, &body)
}
