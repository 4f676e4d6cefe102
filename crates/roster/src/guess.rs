//! What the columns of a table probably are, and whether that is certain.

use crate::column::Column;
use crate::entry::{has_lost_digits, is_score, number};
use crate::layout::Layout;
use crate::row::{LOOKED_AT, Row};
use crate::table::Table;
use leitai_core::{Sentence, sentence};
use std::collections::HashSet;

/// What the columns of a table probably are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guess {
    /// The probable layout.
    pub layout: Layout,
    /// Why somebody has to confirm it; `None` if it is certain.
    pub unsure: Option<Sentence>,
}

impl Guess {
    /// Looks at the first rows of a table.
    pub fn of(table: &Table) -> Guess {
        let first = &table.rows[..table.rows.len().min(LOOKED_AT)];
        if let Some(at) = header(first) {
            return under(&first[at], &first[at + 1..]);
        }
        let width = table.width();
        if is_user_list(first) {
            let columns = vec![Column::Number, Column::Password, Column::Ignored, Column::Name];
            return Guess { layout: Layout { header: 0, columns }, unsure: None };
        }
        let usual = [Column::Number, Column::Name, Column::Class, Column::Team, Column::SeedScore];
        if is_usual(first, width) {
            let columns = usual.into_iter().take(width).collect();
            return Guess { layout: Layout { header: 0, columns }, unsure: None };
        }
        let head = first.first().filter(|head| first.len() > 1 && could_be_header(head));
        let (ignored, open) = (vec![Column::Ignored; width], vec![true; width]);
        let under = head.map(|_| by_contents(ignored.clone(), &open, &first[1..]));
        let (header, columns) = match (head, under) {
            (Some(head), Some(columns)) if has_digits(&first[1..], &columns) => (head.line, columns),
            _ => (0, by_contents(ignored, &open, first)),
        };
        let unsure = Some(sentence!(
            "No line names the columns as is usual (number, name): say what each column is.",
            "没有找到列名（学号、姓名等）：请确认每一列是什么。"
        ));
        Guess { layout: Layout { header, columns }, unsure }
    }
}

/// The row that names the columns by usual words, the number or the name among them.
fn header(rows: &[Row]) -> Option<usize> {
    let names = |row: &Row| {
        let of = row.cells.iter().filter_map(|cell| Column::of(cell));
        of.clone().any(|(column, _)| [Column::Number, Column::Name].contains(&column)).then(|| of.count())
    };
    let best = rows.iter().enumerate().filter_map(|(at, row)| Some((names(row)?, at)));
    let (heads, at) = best.max_by_key(|(heads, at)| (*heads, usize::MAX - at))?;
    (heads >= 2 || could_be_header(&rows[at])).then_some(at)
}

/// The layout of rows under a header.
fn under(head: &Row, rest: &[Row]) -> Guess {
    let named: Vec<_> = head.cells.iter().map(|cell| Column::of(cell)).collect();
    let width = rest.iter().map(|row| row.cells.len()).max().unwrap_or_default().max(named.len());
    let mut columns = vec![Column::Ignored; width];
    for column in Column::ALL {
        let places = named.iter().enumerate();
        let places = places
            .filter_map(|(at, named)| named.filter(|named| named.0 == column).map(|named| (named.1, at)));
        if column == Column::Password {
            places.for_each(|(_, at)| columns[at] = column);
        } else if let Some((_, at)) = places.min() {
            columns[at] = column;
        }
    }
    let missing = [Column::Number, Column::Name].into_iter().find(|column| !columns.contains(column));
    let Some(missing) = missing else {
        return Guess { layout: Layout { header: head.line, columns }, unsure: None };
    };
    let open: Vec<_> = (0..width).map(|at| named.get(at).copied().flatten().is_none()).collect();
    let columns = by_contents(columns, &open, rest);
    let (line, what) = (head.line, missing.words());
    let unsure = sentence!(
        "Line {line} names the columns, but none as the {what}: say which it is.",
        "第 {line} 行是列名，但没有哪一列叫{what}：请确认是哪一列。"; line = line.to_string(), what
    );
    Guess { layout: Layout { header: head.line, columns }, unsure: Some(unsure) }
}

/// Whether nothing in the row can only be of a person.
fn could_be_header(row: &Row) -> bool {
    row.cells.iter().all(|cell| !cell.contains(|c: char| c.is_ascii_digit() || c == '@'))
}

/// Whether the numbers of people have digits, so that a row without any is none.
fn has_digits(rows: &[Row], columns: &[Column]) -> bool {
    let Some(at) = columns.iter().position(|column| *column == Column::Number) else { return false };
    most(rows, at, |cell| cell.contains(|c: char| c.is_ascii_digit()))
}

/// Whether most cells of a column are of that kind, and at least one is.
fn most(rows: &[Row], at: usize, is: impl Fn(&str) -> bool) -> bool {
    let cells: Vec<_> = rows.iter().map(|row| row.cell(at)).filter(|cell| !cell.is_empty()).collect();
    let are = cells.iter().filter(|cell| is(cell)).count();
    are > 0 && are * 10 >= cells.len() * 9
}

/// Whether the cells of a column differ as people's do.
fn differ(rows: &[Row], at: usize) -> bool {
    let cells: Vec<_> = rows.iter().map(|row| row.cell(at)).filter(|cell| !cell.is_empty()).collect();
    let all: HashSet<_> = cells.iter().collect();
    cells.len() < 3 || all.len() * 10 >= cells.len() * 7
}

fn is_number(cell: &str) -> bool {
    cell.len() >= 2
        && (number(cell).is_ok() && cell.contains(|c: char| c.is_ascii_digit()) || has_lost_digits(cell))
}

/// Whether it reads as a person's name, and not as a password or a word.
fn is_name(cell: &str) -> bool {
    let is_of_letters = !cell.contains(|c: char| c.is_ascii_digit() || "@_=/\\!#$%^&*+".contains(c));
    let is_written_as_one =
        cell.contains(|c: char| !c.is_ascii()) || cell.starts_with(|c: char| c.is_ascii_uppercase());
    is_of_letters
        && is_written_as_one
        && !["男", "女", "M", "F"].contains(&cell)
        && cell.chars().count() <= 40
}

/// The user list of an online judge: name to sign in with, password, address, real name.
fn is_user_list(rows: &[Row]) -> bool {
    rows.iter().all(|row| row.cells.len() == 4)
        && most(rows, 2, |cell| cell.contains('@'))
        && most(rows, 3, is_name)
}

/// Whether the rows are number, name, class, team, seed score, and the first of them is a person.
fn is_usual(rows: &[Row], width: usize) -> bool {
    let [first, ..] = rows else { return false };
    let is_score_or_none = |row: &Row| row.cell(4).is_empty() || is_score(row.cell(4));
    let is_class =
        |cell: &str| !["男", "女", "M", "F", "male", "female"].contains(&cell) && !cell.contains('@');
    (2..=5).contains(&width)
        && is_number(first.cell(0))
        && is_name(first.cell(1))
        && most(rows, 1, is_name)
        && differ(rows, 0)
        && differ(rows, 1)
        && rows.iter().all(is_score_or_none)
        && rows.iter().all(|row| is_class(row.cell(2)))
}

/// Fills in what columns are by what is in them; only those that are open.
fn by_contents(mut columns: Vec<Column>, open: &[bool], rows: &[Row]) -> Vec<Column> {
    let mut fill = |column: Column, is: &dyn Fn(usize) -> bool| {
        if !columns.contains(&column)
            && let Some(at) =
                (0..columns.len()).find(|at| open[*at] && columns[*at] == Column::Ignored && is(*at))
        {
            columns[at] = column;
        }
    };
    // Longer numbers first: a column of 1, 2, 3 counts the rows.
    fill(Column::Number, &|at| most(rows, at, |cell| cell.len() >= 4 && is_number(cell)) && differ(rows, at));
    fill(Column::Number, &|at| most(rows, at, is_number) && differ(rows, at));
    fill(Column::Name, &|at| most(rows, at, is_name) && differ(rows, at));
    fill(Column::Class, &|at| most(rows, at, |cell| cell.contains('班') || cell.contains("级")));
    columns
}
