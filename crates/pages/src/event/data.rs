//! Exports of a table: CSV and JSON.

use crate::event::csv::csv;
use crate::event::typed_table::{Cell, Column, Said, Stands, TypedTable};
use leitai_draw::clean;
use leitai_tournament::Lang;

/// A value in no particular language.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Nothing,
    Text(String),
    /// As JSON writes it.
    Number(String),
    Truth(bool),
}

impl Value {
    fn json(&self) -> String {
        match self {
            Value::Nothing => "null".to_owned(),
            Value::Text(text) => quoted(text),
            Value::Number(number) => number.clone(),
            Value::Truth(truth) => truth.to_string(),
        }
    }

    fn text(self) -> String {
        match self {
            Value::Nothing => String::new(),
            Value::Text(text) | Value::Number(text) => text,
            Value::Truth(truth) => truth.to_string(),
        }
    }
}

/// A text as a JSON string, without characters that terminals and browsers obey or hide.
fn quoted(text: &str) -> String {
    serde_json::Value::from(clean(text)).to_string()
}

impl Cell {
    fn value(&self, lang: Lang) -> Value {
        match self {
            Cell::Nothing | Cell::Itself | Cell::Instead(_) => Value::Nothing,
            Cell::Text(text) | Cell::Name(text, _) | Cell::Game(text, _) => Value::Text(text.clone()),
            Cell::Number(number) | Cell::Figure { number, .. } => Value::Number(number.clone()),
            Cell::Change(by) => Value::Number(by.to_string()),
            Cell::Truth(truth) => Value::Truth(*truth),
            Cell::Said(said) | Cell::Led(said, _) | Cell::Noted(said, _) | Cell::TakenBack(said) => {
                Value::Text(said.to(lang).to_owned())
            }
            Cell::Notes(notes) => {
                let both = notes.iter().map(|note| format!("{} {}", note.to(Lang::En), note.to(Lang::Zh)));
                Value::Text(both.collect::<Vec<_>>().join("; "))
            }
            Cell::Results(results) => {
                let figures: Vec<_> = results.iter().map(|result| result.figure.as_str()).collect();
                Value::Text(figures.join(" "))
            }
            Cell::Seated(games) => {
                let figures: Vec<_> = games.iter().map(|game| game.figures).collect();
                Value::Text(figures.join(" "))
            }
            Cell::Moment(at, _) => Value::Text(at.stamp()),
            Cell::File(href, _) => Value::Text(href.clone()),
        }
    }
}

impl Column {
    /// The languages in which its cells have values: one that serves for all, or both.
    fn languages(&self, for_json: bool) -> &'static [Lang] {
        match self.said {
            Said::Never => &[Lang::En],
            Said::InChinese if !for_json => &[Lang::Zh],
            Said::InChinese | Said::InBoth => &[Lang::En, Lang::Zh],
        }
    }

    /// Its headings in CSV.
    fn heads(&self) -> Vec<String> {
        let (id, zh) = (&self.id, self.title.to(Lang::Zh));
        let zh = if *zh == **id || zh.is_empty() { String::new() } else { format!(" {zh}") };
        match self.said {
            Said::InBoth => vec![format!("{id}{zh}（英文）"), format!("{id}_zh{zh}")],
            Said::Never | Said::InChinese => vec![format!("{id}{zh}")],
        }
    }
}

impl TypedTable {
    /// The exported columns, with their indices.
    fn data(&self) -> Vec<(usize, &Column)> {
        let all = self.columns.iter().enumerate();
        all.filter(|(_, column)| column.stands != Stands::InPages).collect()
    }

    /// The table in RFC 4180 format, in UTF-8 with a byte order mark; no cell is a formula. The first word of a
    /// heading is the column's id; a sentence takes two columns, `id` and `id_zh`, though some in the results sheet
    /// are in Chinese only.
    pub fn csv(&self) -> String {
        let data = self.data();
        let head = data.iter().flat_map(|(_, column)| column.heads()).collect();
        let rows = self.rows.iter().map(|row| {
            let cells = data.iter().flat_map(|(at, column)| {
                let languages = column.languages(false).iter();
                languages.map(|lang| row[*at].value(*lang).text())
            });
            cells.collect()
        });
        csv(std::iter::once(head).chain(rows))
    }

    /// One JSON object: `type` is `table`, `table` its name, `columns` the ids with their titles, `rows` one object
    /// per row with a value under each id; a sentence has its English there and its Chinese under `id_zh`.
    pub fn json(&self) -> String {
        let data = self.data();
        let column = |column: &Column| {
            let [en, zh] = [Lang::En, Lang::Zh].map(|lang| quoted(column.title.to(lang)));
            format!("{{\"id\":{},\"en\":{en},\"zh\":{zh}}}", quoted(&column.id))
        };
        let columns: Vec<_> = data.iter().map(|(_, it)| column(it)).collect();
        let row = |row: &Vec<Cell>| {
            let cells = data.iter().flat_map(|(at, column)| {
                column.languages(true).iter().enumerate().map(move |(number, lang)| {
                    let zh = if number == 0 { "" } else { "_zh" };
                    let id = quoted(&format!("{}{zh}", column.id));
                    format!("{id}:{}", row[*at].value(*lang).json())
                })
            });
            format!("\n{{{}}}", cells.collect::<Vec<_>>().join(","))
        };
        let rows: Vec<_> = self.rows.iter().map(row).collect();
        format!(
            "{{\"type\":\"table\",\"table\":{},\"columns\":[{}],\"rows\":[{}]}}\n",
            quoted(self.name),
            columns.join(","),
            rows.join(",")
        )
    }
}
