//! Who takes part in an event or may, for their teacher: who has submitted what, who has not, and the results.

use super::form::{item, speech};
use crate::event::{Cell, Column, Said, TypedTable};
use crate::html::Html;
use crate::site::frame::frame;
use crate::{Nav, Reader};
use leitai_core::{Lang, Sentence, Words, sentence};
use leitai_hall::LocalTime;
use std::collections::BTreeMap;

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
    /// The registered name; empty if the person has not entered yet.
    pub name: String,
    /// Whether it is a team, rather than a person alone.
    pub is_team: bool,
    /// The class; may be empty.
    pub class: String,
    /// Its members.
    pub members: Vec<MemberRow>,
    /// Whether nobody may submit for it.
    pub lacks_captain: bool,
    /// When one of its members last signed in.
    pub signed_in: Option<LocalTime>,
    /// When its newest program was received.
    pub submitted: Option<LocalTime>,
    /// The state of its newest program, with the address of its page; why there is none.
    pub program: (Sentence, Option<String>),
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
    /// Whether it still has something to submit, in an event that takes reports or takes none.
    pub fn is_missing(&self, takes_reports: bool) -> bool {
        !self.is_in_force || takes_reports && self.report.is_none()
    }

    /// How a class knows it: a team with its members, or a person.
    fn called(&self, lang: Lang) -> String {
        let (between, [open, shut]) = marks(lang);
        let members: Vec<_> = self.members.iter().map(|member| member.name.as_str()).collect();
        let members = members.join(between);
        match (self.is_team, members.is_empty()) {
            (_, true) => self.name.clone(),
            (true, false) => format!("{}{open}{members}{shut}", self.name),
            (false, false) => members,
        }
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
    /// Whether a report is asked for along with the program.
    pub takes_reports: bool,
    /// Whether only the teams that still have something to submit are shown.
    pub only_missing: bool,
}

/// The columns that belong to reports.
const OF_REPORTS: [&str; 4] = ["report", "report_bytes", "report_file", "share"];

/// What stands between names, and around those of a team.
const fn marks(lang: Lang) -> (&'static str, [&'static str; 2]) {
    match lang {
        Lang::En => (", ", [" (", ")"]),
        Lang::Zh => ("、", ["（", "）"]),
    }
}

/// A table, with what belongs to reports only where they are taken.
fn table(
    name: &'static str,
    mut columns: Vec<Column>,
    rows: impl Iterator<Item = Vec<Cell>>,
    takes_reports: bool,
) -> TypedTable {
    let keeps: Vec<_> =
        columns.iter().map(|column| takes_reports || !OF_REPORTS.contains(&&*column.id)).collect();
    let kept = |cells: Vec<Cell>| {
        let kept = cells.into_iter().zip(&keeps).filter(|(_, keeps)| **keeps);
        kept.map(|(cell, _)| cell).collect()
    };
    let rows = rows.map(kept).collect();
    let mut keeps = keeps.iter();
    columns.retain(|_| keeps.next() == Some(&true));
    TypedTable::new(name, columns, rows)
}

fn time(at: Option<&LocalTime>) -> Cell {
    Cell::some(at, |at| Cell::Moment(at.clone(), None))
}

fn name(text: &str) -> Cell {
    if text.is_empty() { Cell::Nothing } else { Cell::Name(text.to_owned(), None) }
}

/// The teams as a table.
pub fn teams_table<'r>(rows: impl Iterator<Item = &'r TeamRow>, takes_reports: bool) -> TypedTable {
    let team =
        if takes_reports { Words::new("Team", "队伍") } else { Words::new("Takes part as", "参赛名") };
    let columns = vec![
        Column::new("class", Words::new("Class", "班级")),
        Column::new("team", team).names_row().blank("–"),
        Column::new("captain", Words::new("Captain", "队长")),
        Column::new("members", Words::new("Members", "成员")),
        Column::new("signed_in", Words::new("Last signed in", "最近登录")),
        Column::new("submitted", Words::new("Last submission", "最近提交")),
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
        let (report, program) = (row.report.as_ref(), row.program.clone());
        vec![
            name(&row.class),
            name(&row.name),
            name(&joined(&|member| member.is_captain)),
            name(&joined(&|_| true)),
            time(row.signed_in.as_ref()),
            time(row.submitted.as_ref()),
            program.1.map_or(Cell::Said(program.0.clone()), |href| Cell::Led(program.0, href)),
            Cell::Truth(row.is_in_force),
            time(report.map(|(at, ..)| at)),
            Cell::some(report, |(_, bytes, _)| Cell::number(bytes)),
            Cell::some(report, |(.., href)| Cell::File(href.clone(), Sentence::new("report", "报告"))),
            Cell::some(row.place.clone(), Cell::Said),
            Cell::some(row.completed, Cell::Truth),
            Cell::some(notes, Cell::Said),
        ]
    };
    table("teams", columns, rows.map(cells), takes_reports)
}

/// All members of the teams, with the team's place and the member's share of the work.
pub fn members_table(rows: &[TeamRow], takes_reports: bool) -> TypedTable {
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
    table("members", columns, cells, takes_reports)
}

/// Who has still to submit something, a line for each class, as it is sent to them.
fn missing(view: &TeamsView<'_>, lang: Lang) -> String {
    let mut classes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in view.rows.iter().filter(|row| row.is_missing(view.takes_reports)) {
        classes.entry(&row.class).or_default().push(row.called(lang));
    }
    let line = |(class, names): (&str, Vec<String>)| {
        let names = names.join(marks(lang).0);
        let head = if lang == Lang::Zh { "：" } else { ": " };
        if class.is_empty() { names } else { format!("{class}{head}{names}") }
    };
    classes.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// How many have still to submit something.
fn counts(view: &TeamsView<'_>) -> Sentence {
    let count = |is_one: &dyn Fn(&TeamRow) -> bool| view.rows.iter().filter(|row| is_one(row)).count();
    let (all, program) = (view.rows.len(), count(&|row| !row.is_in_force));
    if !view.takes_reports {
        return sentence!(
            "{program} of {all} have no current program.",
            "共 {all} 个参赛者，{program} 个还没有当前版本。"
        );
    }
    let (missing, report) = (count(&|row| row.is_missing(true)), count(&|row| row.report.is_none()));
    sentence!(
        "{missing} of {all} have still to hand in: {program} a program, {report} a report.",
        "共 {all} 队，{missing} 队尚未交齐：缺程序 {program} 队，缺报告 {report} 队。"
    )
}

/// `/organise/ID/teams`.
pub fn teams(reader: &Reader<'_>, view: &TeamsView<'_>) -> Html {
    let (s, lang) = (speech(reader), reader.lang);
    let here = format!("/organise/{}/teams", view.id);
    let title = if view.takes_reports {
        Words::new("Teams", "队伍")
    } else {
        Words::new("Who takes part", "参赛情况")
    };
    let title = title.to(lang);
    let files = [
        ("teams.csv", s.both("As CSV", "CSV")),
        ("members.csv", s.both("Members, CSV", "成员 CSV")),
        ("teams.json", s.both("As JSON", "JSON")),
        ("members.json", s.both("Members, JSON", "成员 JSON")),
        ("reports.zip", s.both("All reports, ZIP", "全部报告 ZIP")),
    ];
    let files = if view.takes_reports { &files[..] } else { &files[..4] };
    let other = if view.only_missing {
        item(&here, &s.both("Everybody", "全部"))
    } else {
        item(&format!("{here}?show=missing"), &s.both("Who has not handed in", "只看未交齐的"))
    };
    let shown = view.rows.iter().filter(|row| !view.only_missing || row.is_missing(view.takes_reports));
    let names = missing(view, lang);
    let copied = [s.both("Copy the names", "复制名单"), s.both("Copied", "已复制")].map(Html::into_string);
    let body = html! {
        h1 { (title) }
        p { a href={ "/organise/" (view.id) } { (s.name(view.event)) } }
        @if let Some(closes) = view.closes {
            p { (s.said(&sentence!("Submissions close: {closes}.", "截止提交：{closes}。"; closes))) }
        }
        p { (s.said(&counts(view))) }
        ul class="lists" {
            (other)
            @for (file, text) in files { (item(&format!("{here}/{file}"), text)) }
        }
        @if !names.is_empty() {
            details open=[view.only_missing.then_some("")] {
                summary { (s.both("Their names, for the chat of the class", "未交名单（发到班级群）")) }
                pre class="file" tabindex="0" data-copies=(copied[0]) data-copied=(copied[1]) { "\n" (names) }
            }
        }
        @if view.rows.is_empty() {
            p class="soft" { (s.both("Nobody takes part yet.", "还没有参赛者。")) }
        } @else {
            (teams_table(shown, view.takes_reports).html(s, "", &sentence!("Teams", "参赛者")))
            @if !view.only_missing {
                (members_table(view.rows, view.takes_reports).html(s, "", &sentence!("Members", "成员")))
            }
        }
    };
    frame(reader, &format!("{title} · {}", view.event), Nav::Account, &body)
}
