//! Which row of a table heads it, and what each column is.

use crate::column::Column;
use crate::table::Table;
use leitai_core::{Sentence, Words, sentence};

/// What the columns of a table are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// The line that names the columns: this and all before it are no people. 0 if there is none.
    pub header: u64,
    /// What each column is; those after the last one are ignored.
    pub columns: Vec<Column>,
}

impl Layout {
    /// Where a column is.
    pub(crate) fn place(&self, column: Column) -> Option<usize> {
        self.columns.iter().position(|other| *other == column)
    }

    /// The head of a column in the table; empty if it has none.
    pub fn head<'a>(&self, table: &'a Table, at: usize) -> &'a str {
        table.rows.iter().find(|row| row.line == self.header).map_or("", |row| row.cell(at))
    }

    /// Why nobody can be read with it, if so.
    pub(crate) fn wrong(&self, table: &Table) -> Option<Sentence> {
        for column in [Column::Number, Column::Name] {
            let what = column.words();
            match self.columns.iter().filter(|other| **other == column).count() {
                0 => {
                    return Some(sentence!(
                        "No column is the {what}: every person needs a number and a name.",
                        "没有{what}列：每个人都要有学号和姓名。"; what
                    ));
                }
                1 => {}
                _ => return Some(twice(what)),
            }
        }
        let more = [Column::Class, Column::Team, Column::SeedScore];
        let is_twice = |column: &Column| self.columns.iter().filter(|other| *other == column).count() > 1;
        if let Some(column) = more.into_iter().find(is_twice) {
            return Some(twice(column.words()));
        }
        // What is headed as a password is never anything else.
        let read = self.columns.iter().enumerate().filter(|(_, column)| **column != Column::Ignored);
        for (at, column) in read.filter(|(_, column)| **column != Column::Password) {
            let head = self.head(table, at);
            if let Some((Column::Password, _)) = Column::of(head) {
                let what = column.words();
                return Some(sentence!(
                    "The column {head} holds passwords: it cannot be the {what}.",
                    "“{head}”列是密码，不能作为{what}。"; head, what
                ));
            }
        }
        None
    }

    /// What was read of the table and what was not, in words.
    pub(crate) fn taken(&self, table: &Table) -> Vec<Sentence> {
        let mut taken = Vec::new();
        let line = self.header;
        let above = table.rows.iter().filter(|row| row.line < line).count();
        if line > 0 {
            taken.push(match above {
                0 => sentence!("Line {line} names the columns.", "第 {line} 行是列名。"),
                _ => sentence!(
                    "Line {line} names the columns; what is above it is no person.",
                    "第 {line} 行是列名；其上各行是标题，不作为人员。"
                ),
            });
        }
        let head = |at: usize| match self.head(table, at) {
            "" => (at + 1).to_string(),
            head => leitai_draw::cut(head, 24),
        };
        for column in Column::ALL.into_iter().take(5) {
            let Some(at) = self.place(column) else { continue };
            let (what, head) = (column.words(), head(at));
            taken.push(sentence!("Column {head}: {what}.", "“{head}”列：{what}。"; head, what));
        }
        let of = |column: Column| {
            let columns = (0..table.width())
                .filter(|at| self.columns.get(*at).copied().unwrap_or(Column::Ignored) == column);
            columns.map(head).collect::<Vec<_>>()
        };
        let ignored = of(Column::Ignored);
        if !ignored.is_empty() {
            let said = Sentence::new(ignored.join(", "), ignored.join("、"));
            taken.push(sentence!("Columns not read: {said}.", "未读取的列：{said}。"; said));
        }
        if let Some(head) = of(Column::Password).first() {
            taken.push(sentence!(
                "The passwords in column {head} are not read: the site gives first passwords itself.",
                "“{head}”列的密码不读取：初始密码由本站生成。"
            ));
        }
        let absent: Vec<_> = [Column::Class, Column::Team, Column::SeedScore]
            .into_iter()
            .filter(|column| self.place(*column).is_none())
            .map(Column::words)
            .collect();
        if !absent.is_empty() {
            let joined =
                |of: fn(&Words) -> &'static str, by: &str| absent.iter().map(of).collect::<Vec<_>>().join(by);
            let said = Sentence::new(joined(|words| words.en, ", "), joined(|words| words.zh, "、"));
            taken.push(sentence!(
                "There is no column for {said}: what is there is kept.",
                "名单中没有{said}列：原值保留。"; said
            ));
        }
        taken
    }
}

fn twice(what: Words) -> Sentence {
    sentence!("Two columns are the {what}: choose one.", "有两列都是{what}：请只选一列。"; what)
}
