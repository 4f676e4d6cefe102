//! The bracket of a knockout.

use crate::event::html::Speech;
use crate::event::told::Told;
use leitai_core::sentence;
use leitai_tournament::{Bracket, EntryId, Format, Match, Section, Sentence, Spot, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The match at each round and table, both from 0.
type Tables<'s> = BTreeMap<(u16, u32), Match<'s>>;

impl Told<'_> {
    /// The rounds from left to right, each table between the two that feed it.
    pub(crate) fn bracket(&self, section: &Section, level: u8) -> String {
        let tables: Tables<'_> = section
            .matches()
            .filter_map(|it| match it.id.spot {
                Spot::Table { round, table } => Some(((round, table), it)),
                _ => None,
            })
            .collect();
        let (resting, seeds) = (resting(section, &tables), self.seeds(section));
        let mut text = String::new();
        for round in 0..section.rounds {
            let left = section.rounds - round;
            let title = self.speech.said(&title(left));
            let _ = write!(text, "<section class=\"round\"><h{level}>{title}</h{level}><div class=\"ties\">");
            for table in 0..1u32 << (left - 1).min(31) {
                let tie = match (tables.get(&(round, table)), resting.get(&(round, table))) {
                    (Some(it), _) => self.tie(it, seeds),
                    (None, Some(entry)) => format!(
                        "<div class=\"w\">{}</div><div class=\"faded\">{}</div>",
                        self.seeded(*entry, seeds),
                        self.both("has a bye", "轮空")
                    ),
                    (None, None) => "<div class=\"faded\">–</div><div class=\"faded\">–</div>".to_owned(),
                };
                let _ = write!(text, "<div class=\"slot\"><div class=\"tie\">{tie}</div></div>");
            }
            text.push_str("</div></section>\n");
        }
        let bracket = match self.speech {
            Speech::Both => format!("<div class=\"bracket\">\n{text}</div>\n"),
            Speech::Only(_) => {
                let name = self.full_name(section);
                let what = sentence!("{name}, bracket", "{name}，对阵表"; name);
                self.speech.wide(&what, &format!("<div class=\"bracket\">\n{text}</div>"))
            }
        };
        if seeds.is_empty() {
            return bracket;
        }
        let what = self.both("The number before a name is its seed.", "名称前的数字为种子序号。");
        format!("<p class=\"soft\">{what}</p>\n{bracket}")
    }

    /// The seeded entries in order; empty where the bracket was drawn by lot. Only the places are shown: what they
    /// were ranked by is a grade.
    fn seeds<'s>(&self, section: &'s Section) -> &'s [EntryId] {
        match self.event.plan().stages[usize::from(section.stage)].format {
            Format::KnockOut { bracket: Bracket::Seeds, .. } => &section.members,
            _ => &[],
        }
    }

    /// A name preceded by its seed number.
    fn seeded(&self, entry: EntryId, seeds: &[EntryId]) -> String {
        let name = self.name(entry);
        match seeds.iter().position(|seed| *seed == entry) {
            Some(at) => format!("<span><small>{}</small> {name}</span>", at + 1),
            None => format!("<span>{name}</span>"),
        }
    }

    fn tie(&self, it: &Match<'_>, seeds: &[EntryId]) -> String {
        let side = |at: usize| {
            let entry = it.sides[at];
            let class = if it.verdict == Verdict::Won(entry) { " class=\"w\"" } else { "" };
            let won = it.won[at];
            let won = it.games.first().map_or(won.to_string(), |game| self.link(game.id, &won.to_string()));
            format!("<div{class}>{}<span>{won}</span></div>", self.seeded(entry, seeds))
        };
        format!("{}{}", side(0), side(1))
    }
}

/// The entry with a bye at each table. Byes of the first round go to the tables without a match, in order; the
/// table of a later bye follows from where its entry started.
fn resting(section: &Section, tables: &Tables<'_>) -> BTreeMap<(u16, u32), EntryId> {
    let first = 1u32 << section.rounds.saturating_sub(1).min(31);
    let mut empty = (0..first).filter(|table| !tables.contains_key(&(0, *table)));
    let mut home: BTreeMap<EntryId, u32> = BTreeMap::new();
    for ((_, table), it) in tables.range((0, 0)..(1, 0)) {
        home.extend(it.sides.map(|side| (side, *table)));
    }
    let mut resting = BTreeMap::new();
    for bye in &section.byes {
        if bye.round == 0 {
            home.extend(empty.next().map(|table| (bye.entry, table)));
        }
        if let Some(table) = home.get(&bye.entry) {
            resting.insert((bye.round, table >> bye.round.min(31)), bye.entry);
        }
    }
    resting
}

/// The name of a round, given how many rounds are left, itself included.
fn title(left: u16) -> Sentence {
    match left {
        1 => Sentence::new("final", "决赛"),
        2 => Sentence::new("semifinals", "半决赛"),
        left => {
            let among = 1u64 << left.min(63);
            sentence!("last {among}", "{among}强")
        }
    }
}
