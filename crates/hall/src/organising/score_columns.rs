//! Columns that an organiser adds to the score board of an event, fills in and publishes.

use crate::deed_error::DeedError;
use crate::error::HallError;
use crate::shared_store::SharedStore;
use leitai_core::sentence;
use leitai_store::{Actor, Filled, ScoreColumn, ScoreColumns, patiently};
use std::collections::BTreeMap;

/// The maximum number of columns of an event.
const MOST: usize = 12;
/// The maximum length of a title in characters.
const WIDEST: usize = 40;

/// Cells of a column as somebody filled them in, by the entry's registered name.
pub struct FilledColumn<'a> {
    /// The column's number.
    pub column: i64,
    /// The contents when they were shown.
    pub was: &'a BTreeMap<String, String>,
    /// The contents now.
    pub cells: &'a BTreeMap<String, String>,
}

impl SharedStore {
    /// Adds a column with a title in English and Chinese, one of which may be empty. Only organisers see it until it is
    /// published.
    pub fn add_column(&self, by: Actor<'_>, event: &str, [en, zh]: [&str; 2]) -> Result<(), DeedError> {
        let refused = |why| Err(DeedError::Refused(why));
        let titles = match (en.is_empty(), zh.is_empty()) {
            (true, true) => return refused(sentence!("The column has no name yet.", "请填写列名。")),
            (false, true) => [en, en],
            (true, false) => [zh, zh],
            (false, false) => [en, zh],
        };
        if titles.iter().any(|title| title.chars().count() > WIDEST) {
            return refused(sentence!(
                "A name has at most {WIDEST} characters.",
                "列名至多 {WIDEST} 个字符。"
            ));
        }
        match self.runtime.wait(self.all_columns().add(by, event, titles, MOST))? {
            Some(_) => Ok(()),
            None => refused(sentence!("There are {MOST} columns already.", "已有 {MOST} 列。")),
        }
    }

    /// Fills in cells of a column. `name` is the name under which an entry is shown.
    pub fn fill_column(
        &self,
        by: Actor<'_>,
        event: &str,
        filled: &FilledColumn<'_>,
        name: impl Fn(&str) -> String,
    ) -> Result<(), DeedError> {
        let FilledColumn { column, was, cells } = *filled;
        let wrong = cells.iter().filter(|(_, value)| !is_mark(value));
        let wrong: Vec<_> = wrong.map(|(entry, value)| format!("{} (`{value}`)", name(entry))).collect();
        if !wrong.is_empty() {
            return Err(DeedError::Refused(sentence!(
                "not a number: {wrong}; write e.g. 4.5 or -10%",
                "不是数值：{wrong}；请写作例如 4.5 或 -10%"; wrong
            )));
        }
        match self.runtime.wait(self.all_columns().fill(by, event, column, was, cells))? {
            Filled::Done => Ok(()),
            Filled::NoColumn => Err(DeedError::Nothing),
            Filled::Meanwhile => Err(DeedError::Meanwhile(sentence!(
                "Somebody else has filled in one of these cells in the meantime, so nothing was saved. The board shows what is there: check, and send this again.",
                "期间已有人填写了其中某一格，您的填写尚未保存。上方的榜单是现有内容：请核对后重新提交。"
            ))),
        }
    }

    /// Shows a column to everybody, or only to organisers again; returns false if it was so before, or there is none.
    pub fn publish_column(
        &self,
        by: Actor<'_>,
        event: &str,
        column: i64,
        on: bool,
    ) -> Result<bool, HallError> {
        Ok(self.runtime.wait(self.all_columns().publish(by, event, column, on))?)
    }

    /// The columns that organisers added to the score board of an event.
    pub fn score_columns(&self, event: &str) -> Result<Vec<ScoreColumn>, HallError> {
        let all = self.all_columns();
        Ok(self.runtime.wait(patiently(self.terms, async || all.of(event).await))?)
    }

    fn all_columns(&self) -> ScoreColumns {
        ScoreColumns::new(self.database.clone())
    }
}

/// Whether a text can stand in a column: it is empty or a number with at most three decimals, possibly a percentage.
pub fn is_mark(text: &str) -> bool {
    let number = text.strip_suffix('%').unwrap_or(text);
    let number = number.strip_prefix(['-', '+']).unwrap_or(number);
    let (whole, rest) = number.split_once('.').unwrap_or((number, "0"));
    let is_digits = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    text.is_empty() || is_digits(whole, 6) && is_digits(rest, 3)
}

#[cfg(test)]
mod tests {
    use super::is_mark;

    #[test]
    fn a_cell_holds_a_figure_and_nothing_that_a_spreadsheet_obeys() {
        for text in ["", "4", "4.5", "-30%", "+1.125", "100%", "0"] {
            assert!(is_mark(text), "{text}");
        }
        for text in ["=1+1", "4,5", "A", "%", "-", "4.", ".5", "1.1234", "1234567", "--1", "4 %", "１"] {
            assert!(!is_mark(text), "{text}");
        }
    }
}
