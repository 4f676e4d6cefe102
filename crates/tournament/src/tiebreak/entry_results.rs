//! Results summed for each entry, and each entry's matches.

use crate::{Bye, CountedOutcome, EntryId, Match, Points, ScoredUnit, Scoring, Seat, Spot, Verdict};

/// An entry's totals over its matches, without play-offs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Its points.
    pub points: Points,
    /// Games won, drawn and lost. A game that counts for nobody is not counted in any of them.
    pub games: [u32; 3],
    /// Matches won, drawn and lost; a bye that scores counts as won. Matches in progress are not counted in any of
    /// them.
    pub matches: [u32; 3],
    /// Faults, whether or not they lost a game.
    pub faults: u32,
    /// Byes that score.
    pub byes: u32,
}

/// The results, by entry.
pub(crate) struct EntryResults<'a> {
    pub(crate) scoring: Scoring,
    matches: &'a [Match<'a>],
    /// By the entry's number, for every entry that met another.
    tallies: Vec<Tally>,
    /// The matches of entry `e` are `of[starts[e]..starts[e + 1]]`, by place in `matches`.
    starts: Vec<u32>,
    of: Vec<u32>,
}

/// The result of a game for one side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Came {
    Won,
    Drawn,
    Lost,
    /// Not scored.
    Nothing,
}

impl<'a> EntryResults<'a> {
    /// Sums up the results; `bye` is the points for a bye that scores.
    pub(crate) fn new(matches: &'a [Match<'a>], byes: &[Bye], scoring: Scoring, bye: Points) -> Self {
        let met = matches.iter().flat_map(|it| it.sides).chain(byes.iter().map(|it| it.entry));
        let entries = met.map(|entry| entry.index() + 1).max().unwrap_or(0);
        let mut results = EntryResults {
            scoring,
            matches,
            tallies: vec![Tally::default(); entries],
            starts: vec![0; entries + 1],
            of: Vec::new(),
        };
        for it in matches.iter().filter(|it| regular(it)) {
            results.count(it);
        }
        for it in byes.iter().filter(|it| it.scores) {
            let tally = &mut results.tallies[it.entry.index()];
            tally.points += bye;
            tally.matches[0] += 1;
            tally.byes += 1;
        }
        results.sort();
        results
    }

    fn count(&mut self, it: &Match<'_>) {
        for side in [0, 1] {
            let points = points(self.scoring, it, side);
            let tally = &mut self.tallies[it.sides[side].index()];
            tally.points += points;
            for game in it.games {
                let seat = usize::from(game.first != it.sides[side]);
                tally.faults += u32::from(game.faults[seat]);
                add(&mut tally.games, came(game.outcome, seat));
            }
            add(&mut tally.matches, came_of(it, side));
        }
    }

    /// A counting sort of the matches by entry: no map of pairs, which would be quadratic.
    fn sort(&mut self) {
        let regular: Vec<_> = (0..).zip(self.matches).filter(|(_, it)| regular(it)).collect();
        for side in regular.iter().flat_map(|(_, it)| it.sides) {
            self.starts[side.index() + 1] += 1;
        }
        for entry in 1..self.starts.len() {
            self.starts[entry] += self.starts[entry - 1];
        }
        let mut next = self.starts.clone();
        self.of = vec![0; 2 * regular.len()];
        for (at, it) in regular {
            for side in it.sides {
                self.of[next[side.index()] as usize] = at;
                next[side.index()] += 1;
            }
        }
    }

    /// The totals of an entry; all zero for one that met nobody.
    pub(crate) fn tally(&self, entry: EntryId) -> Tally {
        self.tallies.get(entry.index()).copied().unwrap_or_default()
    }

    /// The matches of an entry, each with the side that the entry is.
    pub(super) fn matches_of(&self, entry: EntryId) -> impl Iterator<Item = (&'a Match<'a>, usize)> + '_ {
        let index = entry.index();
        let range = match self.starts.get(index..index + 2) {
            Some(ends) => ends[0] as usize..ends[1] as usize,
            None => 0..0,
        };
        self.of[range].iter().map(move |at| {
            let it = &self.matches[*at as usize];
            (it, usize::from(it.sides[0] != entry))
        })
    }

    /// The number of entry numbers, for tables indexed by entry.
    pub(super) fn width(&self) -> usize {
        self.tallies.len()
    }
}

fn add(counts: &mut [u32; 3], came: Came) {
    match came {
        Came::Won => counts[0] += 1,
        Came::Drawn => counts[1] += 1,
        Came::Lost => counts[2] += 1,
        Came::Nothing => {}
    }
}

fn regular(it: &Match<'_>) -> bool {
    !matches!(it.id.spot, Spot::PlayOff(..))
}

/// The result of a game for one seat.
pub(super) fn came(outcome: CountedOutcome, seat: usize) -> Came {
    match outcome {
        CountedOutcome::Win(winner) if (winner == Seat::First) == (seat == 0) => Came::Won,
        CountedOutcome::Win(_) => Came::Lost,
        CountedOutcome::Draw => Came::Drawn,
        CountedOutcome::Nobody => Came::Nothing,
    }
}

/// The result of a match for one side.
pub(super) fn came_of(it: &Match<'_>, side: usize) -> Came {
    match it.verdict {
        Verdict::Won(winner) if winner == it.sides[side] => Came::Won,
        Verdict::Won(_) => Came::Lost,
        Verdict::Drawn => Came::Drawn,
        Verdict::Open | Verdict::Nobody => Came::Nothing,
    }
}

/// The points of a match for one side, as far as it has been played.
pub(super) fn points(scoring: Scoring, it: &Match<'_>, side: usize) -> Points {
    let worth = |came| match came {
        Came::Won => scoring.win,
        Came::Drawn => scoring.draw,
        Came::Lost => scoring.loss,
        Came::Nothing => Points::ZERO,
    };
    match scoring.per {
        ScoredUnit::Matches => worth(came_of(it, side)),
        ScoredUnit::Games => {
            let seat = |first| usize::from(first != it.sides[side]);
            it.games.iter().map(|game| worth(came(game.outcome, seat(game.first)))).sum()
        }
    }
}
