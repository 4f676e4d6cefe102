//! Figures computed from the opponents met.

use super::entry_results::{Came, EntryResults, came, came_of, points};
use super::{Figure, TieBreak};
use crate::{EntryId, Points, ScoredUnit, Verdict};

impl EntryResults<'_> {
    /// The figures of the tied entries, in their order; greater is better. `None` if the criterion does not apply
    /// to them, or depends on games that are yet to be played.
    pub(crate) fn figures(&self, criterion: TieBreak, tied: &[EntryId]) -> Option<Vec<Figure>> {
        let each = |figure: &dyn Fn(EntryId) -> Figure| Some(tied.iter().map(|e| figure(*e)).collect());
        match criterion {
            TieBreak::HeadToHead if tied.len() != 2 => None,
            TieBreak::HeadToHead | TieBreak::MiniLeague => Some(self.mini_league(tied)),
            TieBreak::Wins => each(&|entry| self.wins(entry)),
            TieBreak::SonnebornBerger => each(&|entry| self.sonneborn_berger(entry)),
            TieBreak::Buchholz { cut } => each(&|entry| self.buchholz(entry, cut)),
            TieBreak::GameDifference => each(&|entry| {
                let [won, _, lost] = self.tally(entry).games;
                Figure::whole(i64::from(won) - i64::from(lost))
            }),
            TieBreak::Faults => each(&|entry| Figure::whole(-i64::from(self.tally(entry).faults))),
            TieBreak::PlayOff | TieBreak::DecidingGame | TieBreak::Lot => None,
        }
    }

    fn mini_league(&self, tied: &[EntryId]) -> Vec<Figure> {
        let mut among = vec![false; self.width()];
        for entry in tied {
            if let Some(mark) = among.get_mut(entry.index()) {
                *mark = true;
            }
        }
        let sum = |entry: &EntryId| -> Points {
            let met = self.matches_of(*entry).filter(|(it, side)| among[it.sides[1 - side].index()]);
            met.map(|(it, side)| points(self.scoring, it, side)).sum()
        };
        tied.iter().map(|entry| Figure::halves(sum(entry).in_halves())).collect()
    }

    fn wins(&self, entry: EntryId) -> Figure {
        let tally = self.tally(entry);
        Figure::whole(i64::from(match self.scoring.per {
            ScoredUnit::Games => tally.games[0] + tally.byes,
            ScoredUnit::Matches => tally.matches[0],
        }))
    }

    fn sonneborn_berger(&self, entry: EntryId) -> Figure {
        let weight = |came| match came {
            Came::Won => 2,
            Came::Drawn => 1,
            Came::Lost | Came::Nothing => 0,
        };
        let sum = self.matches_of(entry).map(|(it, side)| {
            let share: i64 = match self.scoring.per {
                ScoredUnit::Matches => weight(came_of(it, side)),
                ScoredUnit::Games => {
                    let seat = |first| usize::from(first != entry);
                    it.games.iter().map(|game| weight(came(game.outcome, seat(game.first)))).sum()
                }
            };
            share * self.tally(it.sides[1 - side]).points.in_halves()
        });
        Figure::quarters(sum.sum())
    }

    fn buchholz(&self, entry: EntryId, cut: u8) -> Figure {
        let tally = self.tally(entry);
        let met =
            self.matches_of(entry).filter(|(it, _)| !(it.games.is_empty() && it.verdict == Verdict::Open));
        let mut halves: Vec<i64> =
            met.map(|(it, side)| self.tally(it.sides[1 - side]).points.in_halves()).collect();
        halves.extend((0..tally.byes).map(|_| tally.points.in_halves()));
        if cut > 0 {
            halves.sort_unstable();
        }
        Figure::halves(halves.iter().skip(usize::from(cut)).sum())
    }
}
