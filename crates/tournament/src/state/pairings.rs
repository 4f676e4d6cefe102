//! Every match of what is drawn, begun or not, with its round.

use super::EventState;
use crate::plan::Format;
use crate::section::Section;
use crate::{EntryId, MatchId, Spot, StagePlan, Verdict};

/// A match of a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paired {
    pub(crate) id: MatchId,
    /// `None` while earlier results decide who plays it.
    pub(crate) sides: Option<[EntryId; 2]>,
    /// From 0; play-offs come after all rounds.
    pub(crate) round: u16,
    /// The most games that are still to be played.
    pub(crate) games: u32,
    /// The time of a side for a game, in milliseconds.
    pub(crate) side_ms: u64,
    pub(crate) is_over: bool,
}

impl EventState<'_> {
    /// The matches of a section. Those of a bracket, or of a Swiss system, that are not drawn are listed without sides.
    pub(crate) fn pairings(&self, plan: &StagePlan, section: &Section) -> Vec<Paired> {
        let mut all = Vec::new();
        if let Some(league) = self.league(plan, section) {
            for round in 0..league.rounds() {
                for sides in league.round(round) {
                    let id = section.id(league.spot(sides));
                    all.push(paired(plan, section, id, Some(sides), round as u16));
                }
            }
            let play_offs = section.matches().filter(|it| matches!(it.id.spot, Spot::PlayOff(..)));
            let after = league.rounds() as u16;
            all.extend(play_offs.map(|it| paired(plan, section, it.id, Some(it.sides), after)));
            return all;
        }
        for it in section.matches() {
            let round = match it.id.spot {
                Spot::Table { round, .. } => round,
                Spot::Pair(..) | Spot::PlayOff(..) => u16::MAX,
            };
            all.push(paired(plan, section, it.id, Some(it.sides), round));
        }
        if !section.is_played && section.note.is_none() {
            for (round, table) in self.undrawn(plan, section) {
                let id = section.id(Spot::Table { round, table });
                all.push(paired(plan, section, id, None, round));
            }
        }
        all
    }

    /// The places of later rounds in which nobody stands yet.
    fn undrawn(&self, plan: &StagePlan, section: &Section) -> Vec<(u16, u32)> {
        let size = section.members.len() as u32;
        let (rounds, first) = match plan.format {
            Format::Swiss { .. } => (self.event.plan.swiss_rounds(plan, size.into()), section.rounds),
            // The first round is drawn with the bracket.
            _ => (section.rounds, 1),
        };
        let mut places = Vec::new();
        for round in first..rounds {
            let tables = match plan.format {
                Format::Swiss { .. } => size / 2,
                _ => size.max(1).next_power_of_two() >> (round + 1).min(31),
            };
            let is_drawn = |table: u32| section.row(section.id(Spot::Table { round, table })).is_some();
            let free: Vec<u32> = (0..tables).filter(|table| !is_drawn(*table)).collect();
            // A bye takes a place in which no match will stand.
            let byes = section.byes.iter().filter(|bye| bye.round == round).count();
            let left = free.len().saturating_sub(byes);
            places.extend(free.into_iter().take(left).map(|table| (round, table)));
        }
        places
    }
}

fn paired(
    plan: &StagePlan,
    section: &Section,
    id: MatchId,
    sides: Option<[EntryId; 2]>,
    round: u16,
) -> Paired {
    let held = section.a_match(id);
    let played = held.map_or(0, |it| it.games.len() as u32);
    Paired {
        id,
        sides,
        round,
        games: plan.match_plan(id.spot, section.rounds).most_games().saturating_sub(played).max(1),
        side_ms: plan.clock(id.spot),
        is_over: held.is_some_and(|it| it.verdict != Verdict::Open),
    }
}
