//! Marks as a table: which entry gets which, and the lines that say nothing.

use leitai_core::{Sentence, compared, sentence};
use leitai_hall::{Entrant, is_mark};
use leitai_roster::Table;
use leitai_store::{Person, Role};
use leitai_tournament::{EntryId, Event};
use std::collections::BTreeMap;

/// Words in the heading of a column of marks.
const HEADINGS: [&str; 9] = ["mark", "score", "grade", "points", "成绩", "分数", "得分", "总分", "评分"];

/// The marks that a table gives.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Marks {
    /// The mark of each entry that has one.
    pub(super) of: BTreeMap<EntryId, String>,
    /// The lines that were ignored, and why.
    pub(super) ignored: Vec<Sentence>,
}

/// Who is meant by a number or a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meant {
    /// This entry, or somebody of it.
    Entry(EntryId),
    /// Somebody who takes no part, or one of two.
    Nobody,
}

/// Who is meant by a cell, by numbers and names.
pub(super) struct Known(BTreeMap<String, Meant>);

impl Known {
    /// Everybody of an event who has this people.
    pub(super) fn of(event: &Event, people: &[Person]) -> Known {
        let mut names = BTreeMap::new();
        for person in people.iter().filter(|person| person.role < Role::Organiser) {
            if let Some(entry) = Entrant::of(Some(event), person).entry {
                add(&mut names, &person.line.name, entry.id);
            }
        }
        for entry in event.entries() {
            add(&mut names, &entry.name, entry.id);
            add(&mut names, event.name(entry.id), entry.id);
        }
        // A number is one person's, whatever somebody else is called.
        for person in people.iter().filter(|person| person.role < Role::Organiser) {
            let entry = Entrant::of(Some(event), person).entry;
            let meant = entry.map_or(Meant::Nobody, |entry| Meant::Entry(entry.id));
            names.insert(compared(&person.line.number), meant);
        }
        Known(names)
    }

    fn entry(&self, cell: &str) -> Option<Meant> {
        self.0.get(&compared(cell.trim())).copied()
    }
}

fn add(names: &mut BTreeMap<String, Meant>, name: &str, entry: EntryId) {
    if name.is_empty() {
        return;
    }
    let there = names.entry(compared(name)).or_insert(Meant::Entry(entry));
    if *there != Meant::Entry(entry) {
        *there = Meant::Nobody;
    }
}

/// A mark without what input methods make of it.
fn mark(cell: &str) -> String {
    let narrow = |c| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '−' => '-',
        c => c,
    };
    let mark: String = cell.trim().chars().map(narrow).collect();
    mark.strip_suffix('分').unwrap_or(&mark).trim().to_owned()
}

fn is_some_mark(cell: &str) -> bool {
    let mark = mark(cell);
    !mark.is_empty() && is_mark(&mark)
}

/// The columns of those meant and of their marks. An error says what cannot be told.
fn columns(table: &Table, known: &Known) -> Result<(usize, usize), Sentence> {
    let width = table.rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
    let count = |at: usize, is_one: &dyn Fn(&str) -> bool| {
        table.rows.iter().filter(|row| row.cells.get(at).is_some_and(|cell| is_one(cell))).count()
    };
    let hits = |at: &usize| count(*at, &|cell| known.entry(cell).is_some());
    // Of equals, the first.
    let who = (0..width).rev().max_by_key(hits).filter(|at| hits(at) > 0);
    let Some(who) = who else {
        return Err(sentence!(
            "No line begins with the number or the name of somebody who takes part.",
            "没有一行写有参赛者的学号或名称。"
        ));
    };
    let is_heading = |cell: &str| HEADINGS.iter().any(|word| cell.to_lowercase().contains(word));
    let headed =
        |at: usize| table.rows.first().and_then(|row| row.cells.get(at)).is_some_and(|it| is_heading(it));
    let others = || (0..width).filter(|at| *at != who);
    let named: Vec<_> = others().filter(|at| headed(*at)).collect();
    let filled: Vec<_> = others().filter(|at| count(*at, &is_some_mark) > 0).collect();
    match (named.as_slice(), filled.as_slice()) {
        ([one], _) | ([], [one]) => Ok((who, *one)),
        ([], []) => Err(sentence!("No line has a mark.", "没有一行写有分数。")),
        _ => Err(sentence!(
            "More than one column could be the marks: keep that of the numbers and the one to enter.",
            "不止一列可能是分数：请只保留学号与要录入的一列。"
        )),
    }
}

/// Reads marks from a table: a line for each entry, with a number or name and its mark.
pub(super) fn read(table: &Table, known: &Known) -> Result<Marks, Sentence> {
    let (who, which) = columns(table, known)?;
    let mut marks = Marks::default();
    for row in &table.rows {
        let cell = |at: usize| row.cells.get(at).map_or("", |cell| cell.trim());
        let (line, name, mark) = (row.line, leitai_draw::cut(cell(who), 24), mark(cell(which)));
        let ignored = match known.entry(cell(who)) {
            _ if name.is_empty() => sentence!("line {line}: no number", "第 {line} 行：没有学号"),
            None => sentence!("line {line}: {name} is nobody known here", "第 {line} 行：没有“{name}”"),
            Some(Meant::Nobody) => {
                sentence!(
                    "line {line}: {name} takes no part, or two do",
                    "第 {line} 行：“{name}”未参赛或不唯一"
                )
            }
            Some(Meant::Entry(_)) if mark.is_empty() => {
                sentence!("line {line}: {name} has no mark", "第 {line} 行：“{name}”没有分数")
            }
            Some(Meant::Entry(_)) if !is_mark(&mark) => {
                let mark = leitai_draw::cut(&mark, 24);
                sentence!("line {line}: {mark} is not a number", "第 {line} 行：“{mark}”不是数值")
            }
            Some(Meant::Entry(entry)) => match marks.of.get(&entry) {
                Some(other) if *other != mark => sentence!(
                    "line {line}: {name} has {other} already, not {mark}",
                    "第 {line} 行：“{name}”前面已是 {other}，不取 {mark}"
                ),
                _ => {
                    marks.of.insert(entry, mark);
                    continue;
                }
            },
        };
        marks.ignored.push(ignored);
    }
    Ok(marks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    fn marks(text: &str) -> Result<Vec<(u32, String)>, String> {
        let known = [("2501", Some(0)), ("2502", Some(1)), ("飞鹰", Some(2)), ("2509", None)];
        let meant = |entry: Option<u32>| entry.map_or(Meant::Nobody, |entry| Meant::Entry(EntryId(entry)));
        let known = known.map(|(name, entry)| (name.to_owned(), meant(entry)));
        let table = Table::read(text.as_bytes()).expect("a table");
        let read = read(&table, &Known(known.into())).map_err(|why| why.to(Lang::En).to_owned())?;
        assert_eq!(read.of.len() + read.ignored.len(), table.rows.len(), "{:?}", read.ignored);
        Ok(read.of.into_iter().map(|(entry, mark)| (entry.0, mark)).collect())
    }

    #[test]
    fn marks_are_found_however_the_table_is_made() {
        let two = vec![(0, "4.5".to_owned()), (1, "-10%".to_owned())];
        for text in [
            "2501\t4.5\n2502\t-10%\n",
            "序号,姓名,学号,得分\n1,王小明,2501,4.5\n2,李雷,2502,－10％\n",
            "number;name;mark\n2501;Wang;4.5\n2502;Li;-10%\n2599;Zhao;3\n2509;Sun;5\n;;\n",
            "2501,4.5分\n2502,-10%\n2501,9\n2502,\n2502,good\n",
        ] {
            assert_eq!(marks(text), Ok(two.clone()), "{text}");
        }
        assert_eq!(marks("飞鹰\t90\n"), Ok(vec![(2, "90".to_owned())]));
        for (text, why) in [
            ("王小明\t4.5\n李雷\t3\n", "the number or the name"),
            ("2501\tgood\n2502\tbad\n", "No line has a mark"),
            ("2501\t4\t5\n2502\t3\t2\n", "More than one column"),
        ] {
            assert!(marks(text).is_err_and(|told| told.contains(why)), "{text}");
        }
    }
}
