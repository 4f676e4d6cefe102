//! Pairings with their reasons.

use crate::event::computed_event::ComputedEvent;
use crate::event::speech::Speech;
use crate::event::typed_table::{Cell, Column, Said, SeatedGame, TypedTable};
use crate::html::Html;
use leitai_core::{Noun, Words, sentence};
use leitai_tournament::{Match, RecordedGame, Section, Sentence, Spot};
use std::collections::BTreeSet;

/// The most pairings that a page lists.
const LISTED: usize = 5_000;

pub(crate) fn rounds_columns() -> Vec<Column> {
    let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh)).said(Said::InBoth);
    vec![
        column("round", "round", "轮次"),
        column("match", "match", "对阵结果"),
        Column::new("games", Words::new("games", "各局")),
        column("why", "why they meet", "对阵理由").aside(),
        column("seats", "why these seats", "先后手理由").aside(),
    ]
}

impl ComputedEvent<'_> {
    /// Every match begun in a section, and the byes: who met whom, why, in which seats, and the result.
    pub(crate) fn pairings(&self, section: &Section) -> Html {
        let is_folded = self.is_folded();
        let shown = section.matches().take(if is_folded { 0 } else { LISTED });
        let table = self.rounds_table(shown);
        let matches = Noun::MATCHES.of(section.matches().count());
        let said = match self.speech {
            Speech::Both => sentence!("{matches} with reasons", "{matches} 场对阵及理由"; matches),
            Speech::Only(_) => {
                let name = self.full_name(section);
                sentence!("{name}: {matches}", "{name}：{matches} 场对阵"; name, matches)
            }
        };
        let round = |round: u16| sentence!("round {round}: ", "第 {round} 轮：");
        html! {
            @if is_folded && section.matches().next().is_some() {
                @let more = Sentence::new(
                    "Open an entry among the games to see whom it met and why; rounds.csv has all.",
                    "在对局中点开参赛者，可见其对手与理由；全部见 rounds.csv。",
                );
                p { (self.speech.said(&said)) }
                p class="faded" { (self.speech.said(&more)) }
            }
            @if !table.rows.is_empty() {
                @let table = table.html(self.speech, "rounds", &said);
                @if self.speech == Speech::Both {
                    details { summary { (self.speech.said(&said)) } (table) }
                } @else {
                    (table)
                }
            }
            @for bye in &section.byes {
                p { (self.speech.said(&round(bye.round + 1))) (self.speech.said(&bye.why)) }
            }
        }
    }

    /// These matches as a table.
    pub(crate) fn rounds_table<'m>(&self, matches: impl Iterator<Item = Match<'m>>) -> TypedTable {
        let row = |it: Match<'_>| {
            let round = match it.id.spot {
                Spot::Table { round, .. } => Sentence::quoted((round + 1).to_string()),
                Spot::PlayOff(..) => Sentence::new("play-off", "加赛"),
                Spot::Pair(..) => Sentence::quoted("–"),
            };
            vec![
                Cell::Said(round),
                Cell::Said(self.state.result(it.id).unwrap_or_default()),
                Cell::Seated(it.games.iter().map(|game| self.seated(game)).collect()),
                Cell::Said(self.state.why(it.id).unwrap_or_default()),
                Cell::Said(self.why_seats(&it)),
            ]
        };
        TypedTable::new("rounds", rounds_columns(), matches.map(row).collect())
    }

    /// The reasons for the seats in each of its games; a reason shared by several games is given once.
    fn why_seats(&self, it: &Match<'_>) -> Sentence {
        let numbers = it.games.iter().map(|game| game.id.number).chain([0]).collect::<BTreeSet<_>>();
        let mut said: Vec<Sentence> = Vec::new();
        for why in numbers.into_iter().filter_map(|number| self.state.why_seats(it.id.game(number))) {
            if !said.contains(&why) {
                said.push(why);
            }
        }
        said.iter().skip(1).fold(said.first().cloned().unwrap_or_default(), Sentence::and)
    }

    fn seated(&self, game: &RecordedGame) -> SeatedGame {
        let [first, second] = [game.first, game.second].map(|side| self.event.name(side));
        SeatedGame {
            seats: format!("{first} – {second}"),
            figures: game.outcome.figures(),
            href: self.href(game.id),
        }
    }
}
