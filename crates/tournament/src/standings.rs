//! Standings, with the reason for each rank.

mod reason;

use crate::tiebreak::EntryResults;
use crate::tiebreak::play_off::{PlayOff, PlayedOff};
use crate::{Bye, EntryId, Figure, Match, Points, Scoring, Seed, Tally, TieBreak};

/// What is to be ranked: one section of a stage, or a stage as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Results<'a> {
    /// The entries to be ranked. An entry that is not listed may still appear in the matches, and its points count
    /// in the figures of the others.
    pub entries: &'a [EntryId],
    /// The matches that count, including those still in progress and those that play off a tie.
    pub matches: &'a [Match<'a>],
    /// Byes: rounds without an opponent.
    pub byes: &'a [Bye],
}

/// How the results are ranked.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// Points for a win, a draw and a loss.
    pub scoring: Scoring,
    /// The points for a bye that scores.
    pub bye: Points,
    /// The criteria that part equal points: the first one in the list that can. Those left of a larger tie are then
    /// examined again, from the start of the list, by the criteria that look only at the tied entries. Entries that
    /// are level in all criteria share a rank.
    pub tie_breaks: &'a [TieBreak],
    /// The event's published seed.
    pub seed: &'a Seed,
    /// The label of the lot that [`TieBreak::Lot`] draws.
    pub lot: &'a str,
}

/// The standings. They do not depend on the order of the matches, games and entries given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    rows: Vec<Row>,
    ties: Vec<Tie>,
    seed: Seed,
    lot: String,
}

/// One line of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Who.
    pub entry: EntryId,
    /// Its rank, from 1. Entries that share a rank have the same number; the next rank counts those that shared (1,
    /// 2, 2, 4).
    pub rank: u32,
    /// Its results.
    pub tally: Tally,
    /// What parts it from the row above; `None` for the first row.
    pub parted: Option<Parted>,
}

/// What separates a row from the one above it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parted {
    /// Fewer points.
    Points,
    /// A criterion, with the figures of the row above and of this one: points of a mini-league, games won in a
    /// play-off, and so on. The number of faults is negated, and so is the place drawn by a lot.
    Actor(TieBreak, [Figure; 2]),
    /// The lot that ended a play-off.
    LotOfPlayOff,
    /// The points of the games of a play-off among more than two, of whom each won as many of its matches.
    PointsOfPlayOff([Figure; 2]),
    /// A lot, since a play-off among more than two left all of them level in its matches and in its games.
    LotAfterPlayOff,
    /// Nothing: both share a rank.
    Level,
    /// Nothing yet: games of that criterion are still due, and both share a rank until then.
    Due(TieBreak),
}

/// Entries that nothing parts until they have played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tie {
    /// The rank that they share until then.
    pub rank: u32,
    /// The entries, by number. If there are more than two, all of them play each other.
    pub entries: Vec<EntryId>,
    /// What they play: [`TieBreak::PlayOff`] or [`TieBreak::DecidingGame`].
    pub due: TieBreak,
}

/// The result of applying a criterion to a tie.
enum Says {
    /// Figures in the order of the tied entries, not all equal.
    Figures(Vec<Figure>, FiguresOf),
    Nothing,
    Due,
}

/// What the figures are of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FiguresOf {
    Criterion,
    LotOfPlayOff,
    PointsOfPlayOff,
}

struct Ranking<'a> {
    results: EntryResults<'a>,
    play_off: PlayOff<'a>,
    rules: Rules<'a>,
    rows: Vec<Row>,
    ties: Vec<Tie>,
}

impl Standings {
    /// Ranks the entries.
    pub fn new(results: Results<'_>, rules: Rules<'_>) -> Self {
        let Results { entries, matches, byes } = results;
        let mut ranking = Ranking {
            results: EntryResults::new(matches, byes, rules.scoring, rules.bye),
            play_off: PlayOff::new(matches, rules.tie_breaks, rules.scoring),
            rules,
            rows: Vec::with_capacity(entries.len()),
            ties: Vec::new(),
        };
        let mut all = entries.to_vec();
        all.sort_unstable();
        all.dedup();
        let figures =
            all.iter().map(|e| Figure::halves(ranking.results.tally(*e).points.in_halves())).collect();
        for (at, (_, tied)) in levels(all, figures).into_iter().enumerate() {
            let above = if at == 0 { None } else { Some(Parted::Points) };
            ranking.part(tied, 0, above);
        }
        Standings { rows: ranking.rows, ties: ranking.ties, seed: rules.seed.clone(), lot: rules.lot.into() }
    }

    /// The rows, best first; entries that share a rank are ordered by number.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Ties that only games can part and that are still due, by rank.
    pub fn ties(&self) -> &[Tie] {
        &self.ties
    }
}

impl Ranking<'_> {
    /// Parts the tied entries and appends their rows. The criteria before `done` have been applied, so of these
    /// only the ones that look just at the tied entries may be applied again; `above` is what parts the first entry
    /// from the row before.
    fn part(&mut self, tied: Vec<EntryId>, done: usize, above: Option<Parted>) {
        if tied.len() == 1 {
            return self.share(&tied, above, Parted::Level);
        }
        let mut has_played_off = false;
        for (at, criterion) in self.rules.tie_breaks.iter().copied().enumerate() {
            if at < done && !criterion.among_the_tied() {
                continue;
            }
            match self.says(criterion, &tied) {
                Says::Nothing => {
                    let plays = matches!(criterion, TieBreak::PlayOff | TieBreak::DecidingGame);
                    has_played_off |= plays && tied.len() > 2;
                }
                Says::Due => {
                    let rank = self.rows.len() as u32 + 1;
                    self.share(&tied, above, Parted::Due(criterion));
                    return self.ties.push(Tie { rank, entries: tied, due: criterion });
                }
                Says::Figures(figures, of) => {
                    let mut above = above;
                    let mut last = None;
                    for (figure, level) in levels(tied, figures) {
                        if let Some(last) = last {
                            above = Some(match of {
                                FiguresOf::LotOfPlayOff => Parted::LotOfPlayOff,
                                FiguresOf::PointsOfPlayOff => Parted::PointsOfPlayOff([last, figure]),
                                FiguresOf::Criterion if criterion == TieBreak::Lot && has_played_off => {
                                    Parted::LotAfterPlayOff
                                }
                                FiguresOf::Criterion => Parted::Actor(criterion, [last, figure]),
                            });
                        }
                        last = Some(figure);
                        self.part(level, done.max(at + 1), above);
                    }
                    return;
                }
            }
        }
        self.share(&tied, above, Parted::Level);
    }

    fn share(&mut self, tied: &[EntryId], mut above: Option<Parted>, within: Parted) {
        let rank = self.rows.len() as u32 + 1;
        for entry in tied.iter().copied() {
            self.rows.push(Row { entry, rank, tally: self.results.tally(entry), parted: above });
            above = Some(within);
        }
    }

    fn says(&self, criterion: TieBreak, tied: &[EntryId]) -> Says {
        let (figures, of) = match criterion {
            TieBreak::PlayOff | TieBreak::DecidingGame => match self.play_off.figures(criterion, tied) {
                PlayedOff::Due => return Says::Due,
                PlayedOff::Level => return Says::Nothing,
                PlayedOff::Parted(figures) => (Some(figures), FiguresOf::Criterion),
                PlayedOff::Drawn(figures) => (Some(figures), FiguresOf::LotOfPlayOff),
                PlayedOff::Points(figures) => (Some(figures), FiguresOf::PointsOfPlayOff),
            },
            TieBreak::Lot => (Some(self.drawn(tied)), FiguresOf::Criterion),
            _ => (self.results.figures(criterion, tied), FiguresOf::Criterion),
        };
        match figures {
            Some(figures) if figures.iter().any(|figure| *figure != figures[0]) => Says::Figures(figures, of),
            _ => Says::Nothing,
        }
    }

    /// The places drawn, negated since the first is the best.
    fn drawn(&self, tied: &[EntryId]) -> Vec<Figure> {
        let order = self.rules.seed.draw(self.rules.lot, tied.iter().copied(), EntryId::to_string).order;
        let mut figures = vec![Figure::default(); tied.len()];
        for (place, entry) in (1..).zip(order) {
            // The tied entries are sorted by number.
            if let Ok(at) = tied.binary_search(&entry) {
                figures[at] = Figure::whole(-place);
            }
        }
        figures
    }
}

/// The tied entries by figure, greatest first; those with the same figure by number.
fn levels(tied: Vec<EntryId>, figures: Vec<Figure>) -> Vec<(Figure, Vec<EntryId>)> {
    let mut sorted: Vec<_> = figures.into_iter().zip(tied).collect();
    sorted.sort_unstable_by(|(a, one), (b, other)| b.cmp(a).then(one.cmp(other)));
    let chunks = sorted.chunk_by(|(a, _), (b, _)| a == b);
    chunks.map(|level| (level[0].0, level.iter().map(|(_, entry)| *entry).collect())).collect()
}
