//! The people of a table.

use crate::column::Column;
use crate::entry::{entry, has_lost_digits, number};
use crate::layout::Layout;
use crate::row::Row;
use crate::table::Table;
use leitai_core::{Name, Sentence, sentence};
use leitai_store::RosterEntry;
use std::collections::HashMap;

/// How the lines begin that schools put below the people.
const BELOW: [&str; 12] =
    ["合计", "总计", "共计", "小计", "总人数", "人数", "合計", "總計", "total", "sum", "制表", "打印"];

/// A line that cannot be imported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine {
    /// Its line number in the table's text, from 1; 0 for the whole roster.
    pub line: u64,
    /// What is wrong with it, and what to do.
    pub why: Sentence,
}

/// What a roster says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roster {
    /// Its people, each number once.
    pub entries: Vec<RosterEntry>,
    /// How it was read, and what of it was not.
    pub taken: Vec<Sentence>,
}

impl Roster {
    /// The people of a table with this layout. If anything is wrong, all errors are returned and nothing else.
    pub fn read(table: &Table, layout: &Layout) -> Result<Roster, Vec<BadLine>> {
        let whole = |why| vec![BadLine { line: 0, why }];
        if let Some(why) = layout.wrong(table) {
            return Err(whole(why));
        }
        let mut taken = [table.taken.clone(), layout.taken(table)].concat();
        let header = table.rows.iter().find(|row| row.line == layout.header);
        let mut rows: Vec<_> = table.rows.iter().filter(|row| row.line > layout.header).collect();
        let below =
            rows.len() - rows.iter().rposition(|row| !is_below(row, layout)).map_or(0, |last| last + 1);
        let below = rows.split_off(rows.len() - below);
        let mut left_out: Vec<&Row> = below;
        // Some print the header on each page, and a total below each class.
        let is_person =
            |row: &&Row| Some(&row.cells) != header.map(|row| &row.cells) && !is_total(row, layout);
        let (rows, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_person);
        left_out.extend(others);
        left_out.sort_by_key(|row| row.line);
        if let Some(first) = left_out.first() {
            let lines: Vec<_> = left_out.iter().map(|row| row.line.to_string()).collect();
            let said = Sentence::new(lines.join(", "), lines.join("、"));
            let text = leitai_draw::cut(&first.cells.join(" "), 40);
            taken.push(sentence!(
                "Not people, so left out: line {said} ({text}).",
                "不是人员，未读取：第 {said} 行（{text}）。"; said, text
            ));
        }
        let (mut entries, mut bad) = (Vec::new(), Vec::new());
        let (mut first_seen, mut teams) = (HashMap::new(), HashMap::new());
        for row in rows {
            let line = row.line;
            match of_row(row, layout) {
                Err(why) => bad.push(BadLine { line, why }),
                Ok(entry) => match first_seen.insert(entry.number.to_lowercase(), line) {
                    Some(first) => {
                        let number = &entry.number;
                        let why = sentence!(
                            "The number {number} is already in line {first}.",
                            "学号 {number} 在第 {first} 行已出现。"
                        );
                        bad.push(BadLine { line, why });
                    }
                    None => match other_team(&mut teams, entry.team.as_deref().unwrap_or_default(), line) {
                        Some(why) => bad.push(BadLine { line, why }),
                        None => entries.push(entry),
                    },
                },
            }
        }
        if let Some(why) = lost(table, layout) {
            return Err(vec![why]);
        }
        match (bad.is_empty(), entries.is_empty()) {
            (true, true) => Err(whole(sentence!("The roster is empty.", "名单中没有人。"))),
            (true, false) => Ok(Roster { entries, taken }),
            (false, _) => Err(bad),
        }
    }
}

/// The first line whose number a spreadsheet program has cut: one sentence for all of them.
fn lost(table: &Table, layout: &Layout) -> Option<BadLine> {
    let at = layout.place(Column::Number)?;
    let row = table.rows.iter().find(|row| row.line > layout.header && has_lost_digits(row.cell(at)))?;
    let said = row.cell(at);
    let why = sentence!(
        "The numbers have lost their last digits: a spreadsheet program wrote {said}. Format that column as text or as a number without decimals, and export it again; or give the .xlsx file itself.",
        "学号的末几位已丢失：表格软件把它存成了“{said}”。请把该列设为文本（或无小数的数值）后重新导出，或直接上传 .xlsx 文件。"
    );
    Some(BadLine { line: row.line, why })
}

fn cell<'a>(row: &'a Row, layout: &Layout, column: Column) -> Option<&'a str> {
    layout.place(column).map(|at| row.cell(at))
}

fn of_row(row: &Row, layout: &Layout) -> Result<RosterEntry, Sentence> {
    let cell = |column| cell(row, layout, column);
    let rest = [Column::Class, Column::Team, Column::SeedScore].map(cell);
    entry(cell(Column::Number).unwrap_or_default(), cell(Column::Name).unwrap_or_default(), rest)
}

/// Whether a row has neither a number nor a name: under the last person that is a remark, a total, a signature.
fn is_below(row: &Row, layout: &Layout) -> bool {
    let of = |column| cell(row, layout, column).unwrap_or_default();
    number(of(Column::Number)).is_err() && of(Column::Name).is_empty() || is_total(row, layout)
}

/// Whether a row sums up, and is no person.
fn is_total(row: &Row, layout: &Layout) -> bool {
    let of = |column| cell(row, layout, column).unwrap_or_default();
    let first =
        row.cells.iter().find(|cell| !cell.is_empty()).map(|cell| cell.to_lowercase()).unwrap_or_default();
    BELOW.iter().any(|word| first.starts_with(word))
        && (number(of(Column::Number)).is_err() || of(Column::Name).is_empty())
}

/// Why a team's name cannot be told from that of an earlier line, if it is another.
fn other_team(teams: &mut HashMap<String, (String, u64)>, team: &str, line: u64) -> Option<Sentence> {
    let key = Name::read(team).ok()?.key();
    let (known, first) = teams.entry(key).or_insert_with(|| (team.to_owned(), line)).clone();
    (known != team).then(|| {
        sentence!(
            "The team {team} looks like {known} in line {first}: write both in the same way.",
            "队名“{team}”与第 {first} 行的“{known}”看起来相同：请写成一样。"
        )
    })
}
