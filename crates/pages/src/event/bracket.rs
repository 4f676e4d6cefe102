//! The bracket of a knockout.

use crate::event::computed_event::ComputedEvent;
use crate::event::speech::{Speech, heading};
use crate::html::Html;
use leitai_core::sentence;
use leitai_tournament::{Bracket, EntryId, Format, Match, Section, Sentence, Spot, Verdict};
use std::collections::BTreeMap;

/// The match at each round and table, both from 0.
type Tables<'s> = BTreeMap<(u16, u32), Match<'s>>;

impl ComputedEvent<'_> {
    /// The rounds from left to right, each table between the two that feed it.
    pub(crate) fn bracket(&self, section: &Section, level: u8) -> Html {
        let tables: Tables<'_> = section
            .matches()
            .filter_map(|it| match it.id.spot {
                Spot::Table { round, table } => Some(((round, table), it)),
                _ => None,
            })
            .collect();
        let (resting, seeds) = (resting(section, &tables), self.seeds(section));
        let tie = |round: u16, table: u32| match (tables.get(&(round, table)), resting.get(&(round, table))) {
            (Some(it), _) => self.tie(it, seeds),
            (None, Some(entry)) => html! {
                div class="w" { (self.seeded(*entry, seeds)) }
                div class="faded" { (self.both("has a bye", "轮空")) }
            },
            (None, None) => html! { div class="faded" { "–" } div class="faded" { "–" } },
        };
        let bracket = html! {
            div class="bracket" {
                @for (round, left) in (0..).zip((1..=section.rounds).rev()) {
                    section class="round" {
                        (heading(level, &self.speech.said(&title(left))))
                        div class="ties" {
                            @for table in 0..1u32 << (left - 1).min(31) {
                                div class="slot" { div class="tie" { (tie(round, table)) } }
                            }
                        }
                    }
                }
            }
        };
        let bracket = match self.speech {
            Speech::Both => bracket,
            Speech::Only(_) => {
                let name = self.full_name(section);
                let what = sentence!("{name}, bracket", "{name}，对阵表"; name);
                self.speech.wide(&what, &bracket)
            }
        };
        let what = self.both("The number before a name is its seed.", "名称前的数字为种子序号。");
        html! {
            @if !seeds.is_empty() { p class="soft" { (what) } }
            (bracket)
        }
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
    fn seeded(&self, entry: EntryId, seeds: &[EntryId]) -> Html {
        html! {
            span {
                @if let Some(at) = seeds.iter().position(|seed| *seed == entry) { small { (at + 1) } " " }
                (self.name(entry))
            }
        }
    }

    fn tie(&self, it: &Match<'_>, seeds: &[EntryId]) -> Html {
        let won = |won: u16| match it.games.first() {
            Some(game) => self.link(game.id, html! { (won) }),
            None => html! { (won) },
        };
        html! {
            @for (entry, games) in it.sides.into_iter().zip(it.won) {
                div class=[(it.verdict == Verdict::Won(entry)).then_some("w")] {
                    (self.seeded(entry, seeds))
                    span { (won(games)) }
                }
            }
        }
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
        3 => Sentence::new("quarterfinals", "8强"),
        left => {
            let among = 1u64 << left.min(63);
            sentence!("round of {among}", "{among}强")
        }
    }
}
