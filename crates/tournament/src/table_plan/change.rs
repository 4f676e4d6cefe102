//! What would make a contest fit into its hall.

use leitai_core::{Noun, sentence};

use super::naming::Naming;
use crate::Sentence;

/// A change of a contest's plan.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// So many tables in all.
    pub tables: Option<usize>,
    /// So many further days, each with the hours of the last one.
    pub days: Option<u16>,
    /// Groups of at most so many, in these events.
    pub groups: Option<(u16, Vec<u16>)>,
    /// The last day ends then.
    pub closes: Option<i64>,
    /// No match takes longer than this share of its longest time, in percent: shorter clocks, or games that end early.
    pub percent: Option<u8>,
}

/// A change that was planned anew with this result: everything fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remedy {
    /// What is changed.
    pub change: Change,
    /// When the last match is then over, at the latest.
    pub ends: i64,
}

impl Remedy {
    /// The change in words, and when everything is over with it.
    pub fn words(&self, naming: &Naming<'_>) -> Sentence {
        let Change { tables, days, groups, closes, percent } = &self.change;
        let mut parts = Vec::new();
        if let Some((of, events)) = groups {
            let names: Vec<Sentence> = events.iter().map(|event| (naming.event)(*event)).collect();
            let list = |lang, gap: &str| names.iter().map(|name| name.to(lang)).collect::<Vec<_>>().join(gap);
            let names = Sentence::new(list(crate::Lang::En, ", "), list(crate::Lang::Zh, "、"));
            parts.push(sentence!(
                "with groups of at most {of} in {names}", "{names}改为每组至多 {of} 队"; of, names
            ));
        }
        if let Some(days) = days {
            let days = Noun::DAYS.of(days);
            parts.push(sentence!("with {days} more", "再加 {days} 天"; days));
        }
        if let Some(tables) = tables {
            let tables = Noun::TABLES.of(tables);
            parts.push(sentence!("with {tables} in all", "棋桌增至 {tables} 张"; tables));
        }
        if let Some(closes) = closes {
            let closes = (naming.moment)(*closes);
            parts.push(sentence!("if the hall closes at {closes}", "场地延至 {closes} 关闭"; closes));
        }
        if let Some(percent) = percent {
            parts.push(sentence!(
                "if no match takes more than {percent} % of its longest time",
                "每场用时不超过最长用时的 {percent}%"
            ));
        }
        let both = |one: Sentence, two| sentence!("{one} and {two}", "{one}，{two}"; one, two);
        let change = parts.into_iter().reduce(both).unwrap_or_default();
        let ends = (naming.moment)(self.ends);
        sentence!("{change}, it ends at {ends}", "{change}，则 {ends} 赛完"; change, ends)
    }
}
