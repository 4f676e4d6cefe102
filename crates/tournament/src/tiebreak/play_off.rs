//! Games that are played only because a tie is left.

use super::entry_results::points;
use super::{Figure, TieBreak};
use crate::{EntryId, Match, Points, ScoredUnit, Scoring, Spot, Verdict};

/// The number of games played off before the deciding one.
const GAMES: u16 = 2;

/// The matches played off, and what they require.
pub(crate) struct PlayOff<'a> {
    matches: Vec<&'a Match<'a>>,
    /// What a game is worth.
    scoring: Scoring,
    /// A deciding game follows if the games played off leave two entries level.
    decides: bool,
    /// The deciding game is played without the games before it.
    alone: bool,
}

/// The result of a criterion that requires games, applied to a tie.
pub(crate) enum PlayedOff {
    /// Figures in the order of the tied entries.
    Parted(Vec<Figure>),
    /// Played, level, and then decided by the lot that ends a play-off.
    Drawn(Vec<Figure>),
    /// Played, each having won as many matches: the points of its games.
    Points(Vec<Figure>),
    /// Played, and level.
    Level,
    /// Games are still due.
    Due,
}

impl<'a> PlayOff<'a> {
    /// The play-offs among the matches, for that list of criteria.
    pub(crate) fn new(matches: &'a [Match<'a>], list: &[TieBreak], scoring: Scoring) -> Self {
        let mut matches: Vec<_> =
            matches.iter().filter(|it| matches!(it.id.spot, Spot::PlayOff(..))).collect();
        matches.sort_unstable_by_key(|it| it.id);
        PlayOff {
            matches,
            scoring: Scoring { per: ScoredUnit::Games, ..scoring },
            decides: list.contains(&TieBreak::DecidingGame),
            alone: !list.contains(&TieBreak::PlayOff),
        }
    }

    /// Applies a criterion that requires games to the tied entries.
    pub(crate) fn figures(&self, criterion: TieBreak, tied: &[EntryId]) -> PlayedOff {
        match *tied {
            [a, b] => self.two(criterion, [a, b]),
            // Among more than two, everyone plays everyone, deciding games included, and matches won count; if all won
            // as many, as in a circle, the points of those games.
            _ if criterion == TieBreak::PlayOff || self.alone => self.many(tied),
            _ => PlayedOff::Level,
        }
    }

    fn between(&self, a: EntryId, b: EntryId) -> Option<&'a Match<'a>> {
        let sides = |it: &Match<'_>| (it.sides[0].min(it.sides[1]), it.sides[0].max(it.sides[1]));
        self.matches.iter().copied().find(|it| sides(it) == (a.min(b), a.max(b)))
    }

    fn two(&self, criterion: TieBreak, [a, b]: [EntryId; 2]) -> PlayedOff {
        let Some(it) = self.between(a, b) else { return PlayedOff::Due };
        let first = criterion == TieBreak::PlayOff;
        let later = !self.alone && it.games.iter().any(|game| game.id.number >= GAMES);
        if first && self.decides && later {
            return level_or(games_won(it, [a, b], |number| number < GAMES));
        }
        match it.verdict {
            // The two games are over, and the deciding one is due.
            Verdict::Open if first && self.decides && it.games.len() >= usize::from(GAMES) => {
                level_or(games_won(it, [a, b], |number| number < GAMES))
            }
            Verdict::Open => PlayedOff::Due,
            Verdict::Won(winner) => {
                let won = games_won(it, [a, b], |number| first || self.alone || number >= GAMES);
                let [more, less] = if winner == a { won } else { [won[1], won[0]] };
                // An entry that won without a further game, by lot or because the other did not appear, still won.
                let winner = [a, b].map(|side| Figure::whole(i64::from(side == winner))).to_vec();
                match (more > less, it.by_lot) {
                    (true, _) => PlayedOff::Parted(won.map(Figure::whole).to_vec()),
                    (false, true) => PlayedOff::Drawn(winner),
                    (false, false) => PlayedOff::Parted(winner),
                }
            }
            Verdict::Drawn | Verdict::Nobody => PlayedOff::Level,
        }
    }

    fn many(&self, tied: &[EntryId]) -> PlayedOff {
        let mut won = vec![0; tied.len()];
        for (i, a) in tied.iter().enumerate() {
            for (j, b) in tied.iter().enumerate().take(i) {
                match self.between(*a, *b).map(|it| it.verdict) {
                    None | Some(Verdict::Open) => return PlayedOff::Due,
                    Some(Verdict::Won(winner)) => won[if winner == *a { i } else { j }] += 1,
                    Some(Verdict::Drawn | Verdict::Nobody) => {}
                }
            }
        }
        if won.iter().any(|matches| *matches != won[0]) {
            return PlayedOff::Parted(won.into_iter().map(Figure::whole).collect());
        }
        let scored = |a: &EntryId| {
            let met = tied.iter().filter_map(|b| self.between(*a, *b));
            let scored: Points = met.map(|it| points(self.scoring, it, usize::from(it.sides[0] != *a))).sum();
            Figure::halves(scored.in_halves())
        };
        PlayedOff::Points(tied.iter().map(scored).collect())
    }
}

fn level_or(won: [i64; 2]) -> PlayedOff {
    if won[0] == won[1] { PlayedOff::Level } else { PlayedOff::Parted(won.map(Figure::whole).to_vec()) }
}

fn games_won(it: &Match<'_>, sides: [EntryId; 2], counts: impl Fn(u16) -> bool) -> [i64; 2] {
    let games = || it.games.iter().filter(|game| counts(game.id.number));
    sides.map(|side| games().filter(|game| game.winner() == Some(side)).count() as i64)
}
