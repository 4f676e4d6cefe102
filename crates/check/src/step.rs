//! The steps of an examination, and what each found.

use crate::examination::Examination;
use crate::finding::{Finding, Mark};
use leitai_core::{DialectName, Lang, Noun, Seat, say};
use leitai_draw::width;

/// A spoken name wider than this gets no score in the course championship.
const WIDEST_NAME: usize = 12;

/// A step of an examination.
pub enum Step<'a> {
    /// The game in this seat begins.
    Begins(Seat),
    /// A game was played.
    Examined(&'a Examination<'a>),
    /// It did not get ready, and answers in another dialect.
    Answers(DialectName),
    /// The name that it said.
    Name(&'a str),
}

impl Step<'_> {
    /// What was found, in the order in which a game shows it; nothing where something only begins.
    pub fn findings(&self, lang: Lang) -> Vec<Finding> {
        match self {
            Step::Begins(_) => Vec::new(),
            Step::Examined(examination) => examination.findings(lang),
            Step::Answers(dialect) => vec![answers(*dialect, lang)],
            Step::Name(name) => vec![its_name(name, lang)],
        }
    }
}

fn answers(dialect: DialectName, lang: Lang) -> Finding {
    Finding {
        mark: Mark::Remark,
        seat: None,
        step: "dialect".into(),
        what: say!(lang, "another dialect", "其他协议"),
        found: say!(lang, "it answers {dialect}", "它能应答 {dialect} 协议"),
        shown: Vec::new(),
        advice: Some(say!(lang, "check it with --dialect {dialect}", "请用 --dialect {dialect} 检查")),
    }
}

fn its_name(name: &str, lang: Lang) -> Finding {
    let columns = width(name);
    let is_wide = columns > WIDEST_NAME;
    let advice = say!(
        lang,
        "the course championship gives no score to a name wider than {WIDEST_NAME} columns",
        "课程锦标赛中，名字宽于 {WIDEST_NAME} 列者无成绩"
    );
    Finding {
        mark: if is_wide { Mark::Remark } else { Mark::Good },
        seat: None,
        step: "name".into(),
        what: say!(lang, "its name", "队名"),
        found: say!(
            lang, "`{name}`, {columns} wide", "“{name}”，宽 {columns} 列"; columns = Noun::COLUMNS.of(columns)
        ),
        shown: Vec::new(),
        advice: is_wide.then_some(advice),
    }
}
