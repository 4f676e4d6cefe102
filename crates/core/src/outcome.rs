//! How games end, and how acts are refused.

use crate::seat::Seat;
use leitai_lang::{Lang, Sentence, Words};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a game ended: made once, by the rules, or imposed by a fault, a resignation or a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The seat that won; `None` for a draw.
    pub winner: Option<Seat>,
    /// The reason.
    pub why: Why,
}

impl Outcome {
    /// `winner` wins by the named rule of the game.
    pub const fn won(winner: Seat, rule: &'static Words) -> Self {
        Outcome { winner: Some(winner), why: Why::Law(rule) }
    }

    /// Nobody wins, by the named rule of the game.
    pub const fn drawn(rule: &'static Words) -> Self {
        Outcome { winner: None, why: Why::Law(rule) }
    }

    /// `loser` loses by a fault.
    pub const fn fault(loser: Seat, fault: Fault) -> Self {
        Outcome { winner: Some(loser.other()), why: Why::Fault(fault) }
    }

    /// The seat that lost by a fault, if the game ended so.
    pub fn faulty(self) -> Option<Seat> {
        match self.why {
            Why::Fault(_) => self.winner.map(Seat::other),
            _ => None,
        }
    }
}

/// Why a game ended. A closed set: the game's own endings by name, then agreements, rulings and faults, which no
/// rule of a game ever produces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A rule of the game.
    Law(&'static Words),
    /// The loser gave up.
    Resigned,
    /// Both agreed on a draw.
    Agreed,
    /// A referee decided.
    Ruled,
    /// The referee ended the game by a rule agreed beforehand: both programs expected the same result, or the game
    /// was too long.
    Adjudicated,
    /// The loser's program broke the stage's conditions.
    Fault(Fault),
}

/// The name of an ending in records, journals and JSON: a [`Why`] without the words of the rule. Serialised as its
/// name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum VerdictName {
    /// A rule of the game.
    Law,
    /// The loser gave up.
    Resigned,
    /// Both agreed on a draw.
    Agreed,
    /// A referee decided.
    Ruled,
    /// The referee ended the game by a rule agreed beforehand.
    Adjudicated,
    /// The loser's program broke the stage's conditions.
    #[serde(untagged)]
    Fault(Fault),
}

impl VerdictName {
    /// The stable name: `Law`, `Resigned`, `Agreed`, `Ruled`, `Adjudicated` or a fault's name.
    pub const fn name(self) -> &'static str {
        match self {
            VerdictName::Law => "Law",
            VerdictName::Resigned => "Resigned",
            VerdictName::Agreed => "Agreed",
            VerdictName::Ruled => "Ruled",
            VerdictName::Adjudicated => "Adjudicated",
            VerdictName::Fault(fault) => fault.name(),
        }
    }

    /// The corresponding [`Why`], if it needs no words of the game's rules.
    pub const fn laid(self) -> Option<Why> {
        match self {
            VerdictName::Law => None,
            VerdictName::Resigned => Some(Why::Resigned),
            VerdictName::Agreed => Some(Why::Agreed),
            VerdictName::Ruled => Some(Why::Ruled),
            VerdictName::Adjudicated => Some(Why::Adjudicated),
            VerdictName::Fault(fault) => Some(Why::Fault(fault)),
        }
    }

    /// The reason of an ending whose record has no Chinese text: for a resignation or an agreement it follows from
    /// the verdict, any other reason is quoted.
    pub(crate) fn of_record(self, reason: &str) -> Sentence {
        match self {
            VerdictName::Resigned => Sentence::new(reason, Why::Resigned.words().zh),
            VerdictName::Agreed => Sentence::new(reason, Why::Agreed.words().zh),
            VerdictName::Law | VerdictName::Ruled | VerdictName::Adjudicated | VerdictName::Fault(_) => {
                Sentence::quoted(reason)
            }
        }
    }
}

impl fmt::Display for VerdictName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Why {
    /// Its name.
    pub const fn verdict(self) -> VerdictName {
        match self {
            Why::Law(_) => VerdictName::Law,
            Why::Resigned => VerdictName::Resigned,
            Why::Agreed => VerdictName::Agreed,
            Why::Ruled => VerdictName::Ruled,
            Why::Adjudicated => VerdictName::Adjudicated,
            Why::Fault(fault) => VerdictName::Fault(fault),
        }
    }

    /// The reason as shown to people.
    pub const fn words(self) -> Words {
        match self {
            Why::Law(words) => *words,
            Why::Resigned => Words::new("resigned", "认输"),
            Why::Agreed => Words::new("draw agreed", "双方议和"),
            Why::Ruled => Words::new("decided by the referee", "裁判判定"),
            Why::Adjudicated => Words::new("adjudicated", "裁定终局"),
            Why::Fault(fault) => fault.words(),
        }
    }

    /// The reason in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        self.words().to(lang)
    }
}

/// How a program loses other than by the rules of its game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Fault {
    /// An act that breaks the rules.
    Illegal,
    /// A line that its protocol does not allow, or a line when none was asked for.
    Protocol,
    /// No answer within the limit.
    TimeLimit,
    /// More memory than allowed.
    MemoryLimit,
    /// It worked while the opponent was to move, where that is forbidden, and continued after it was stopped.
    StolenTime,
    /// More output than allowed.
    OutputLimit,
    /// It ended, or closed its output, before the game did.
    Crash,
    /// It did not start, or did not complete its opening words in time.
    NotReady,
    /// Nobody sits there.
    Absent,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 9] = [
        Fault::Illegal,
        Fault::Protocol,
        Fault::TimeLimit,
        Fault::MemoryLimit,
        Fault::StolenTime,
        Fault::OutputLimit,
        Fault::Crash,
        Fault::NotReady,
        Fault::Absent,
    ];

    /// The stable name in records and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Illegal => "Illegal",
            Fault::Protocol => "Protocol",
            Fault::TimeLimit => "TimeLimit",
            Fault::MemoryLimit => "MemoryLimit",
            Fault::StolenTime => "StolenTime",
            Fault::OutputLimit => "OutputLimit",
            Fault::Crash => "Crash",
            Fault::NotReady => "NotReady",
            Fault::Absent => "Absent",
        }
    }

    /// The text shown to people.
    pub const fn words(self) -> Words {
        match self {
            Fault::Illegal => Words::new("illegal move", "违规着法"),
            Fault::Protocol => Words::new("broke the protocol", "违反通信协议"),
            Fault::TimeLimit => Words::new("out of time", "超时"),
            Fault::MemoryLimit => Words::new("over the memory limit", "内存超限"),
            Fault::StolenTime => Words::new("worked in the opponent's time", "占用对方时间"),
            Fault::OutputLimit => Words::new("too much output", "输出超限"),
            Fault::Crash => Words::new("left the game", "程序中途退出"),
            Fault::NotReady => Words::new("not ready to start", "未能就绪"),
            Fault::Absent => Words::new("absent", "缺席"),
        }
    }

    /// The fault's text, followed by what happened, with its figures.
    pub fn because(self, what: &Sentence) -> Sentence {
        let (words, en, zh) = (self.words(), what.to(Lang::En), what.to(Lang::Zh));
        Sentence::new(format!("{}: {en}", words.en), format!("{}：{zh}", words.zh))
    }
}

/// A refused act: the broken rule, and which small act of a batch broke it (from 0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// The rule, as shown to people.
    pub rule: &'static Words,
    /// Index of the act in its batch.
    pub at: usize,
    /// Whether the act costs only time: the seat neither loses nor uses up a retry.
    pub free: bool,
}

impl Illegal {
    /// Why the seat that played the act loses.
    pub fn reason(self) -> Sentence {
        let (words, rule) = (Fault::Illegal.words(), self.rule);
        Sentence::new(format!("illegal: {}", rule.en), format!("{}：{}", words.zh, rule.zh))
    }
}

/// Shorthand for a refusal of a single act.
pub const fn illegal<T>(rule: &'static Words) -> Result<T, Illegal> {
    Err(Illegal { rule, at: 0, free: false })
}

/// Shorthand for the refusal of an act that may be tried at no cost but time: a wrong claim. It is also refused out
/// of turn.
pub const fn denied<T>(rule: &'static Words) -> Result<T, Illegal> {
    Err(Illegal { rule, at: 0, free: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    static RULE: Words = Words::new("three in a row", "三子连线");

    #[test]
    fn verdicts_are_kept_as_their_names() {
        let laid = [Why::Resigned, Why::Agreed, Why::Ruled, Why::Adjudicated]
            .into_iter()
            .chain(Fault::ALL.map(Why::Fault));
        for why in laid.chain([Why::Law(&RULE)]) {
            let (verdict, kept) = (why.verdict(), format!("\"{}\"", why.verdict()));
            assert_eq!(serde_json::to_string(&verdict).expect("a name"), kept);
            assert_eq!(serde_json::from_str::<VerdictName>(&kept).expect("a verdict"), verdict);
            assert_eq!(verdict.laid(), Some(why).filter(|why| !matches!(why, Why::Law(_))));
        }
        assert!(serde_json::from_str::<VerdictName>("\"Lost\"").is_err());
    }
}
