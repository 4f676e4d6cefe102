//! All games of two players under the same rules.

#[cfg(test)]
mod tests;

use crate::cross_table::CrossTable;
use crate::kept_game::KeptGame;
use crate::match_folder::number;
use crate::plan::Plan;
use crate::tally::{Tally, score_of};
use leitai_arena::SeriesGame;
use leitai_core::Seat;
use leitai_tournament::rating::{Score, Sprt};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// The games of A and B, where A began the first of them.
#[derive(Debug)]
pub struct Meeting {
    /// The names of A and B.
    pub names: [String; 2],
    /// The totals.
    pub tally: Tally,
    /// Games that were still running when the test was decided.
    pub beyond: u64,
    /// A's score in the games it began, and in the others.
    pub seats: [Score; 2],
    /// The games by how they started, in order of first appearance.
    pub starts: Vec<StartScore>,
    /// Each player's longest move, and its record.
    pub slowest: [Option<(Duration, PathBuf)>; 2],
}

/// The games of a meeting that started in the same way.
#[derive(Clone, Debug, Default)]
pub struct StartScore {
    /// The given opening acts, or the position; `None` for the game's normal start.
    pub start: Option<String>,
    /// A's score.
    pub score: Score,
    /// The games won by the first seat.
    pub first_wins: u64,
}

impl Meeting {
    /// Groups the games into meetings; the games are in the order of their files.
    pub(crate) fn all(games: Vec<KeptGame>) -> Vec<Meeting> {
        let mut met: Vec<([String; 2], Vec<KeptGame>)> = Vec::new();
        let mut known: BTreeMap<[String; 2], usize> = BTreeMap::new();
        for game in games {
            let mut key = game.names.clone();
            key.sort();
            let at = *known.entry(key).or_insert_with(|| {
                met.push((game.names.clone(), Vec::new()));
                met.len() - 1
            });
            met[at].1.push(game);
        }
        met.into_iter().map(|(names, games)| Meeting::of(names, games)).collect()
    }

    /// The cross table of all players who met.
    pub fn cross_table(meetings: &[Meeting]) -> CrossTable {
        let mut players: Vec<&String> = Vec::new();
        let mut number = |name| {
            players.iter().position(|known| *known == name).unwrap_or_else(|| {
                players.push(name);
                players.len() - 1
            })
        };
        let met: Vec<_> = meetings
            .iter()
            .map(|meeting| (meeting.names.each_ref().map(&mut number), meeting.tally.score))
            .collect();
        let mut cross = CrossTable::new(players.into_iter().cloned().collect());
        for (players, score) in met {
            cross.add(players, score);
        }
        cross
    }

    fn of(names: [String; 2], games: Vec<KeptGame>) -> Meeting {
        let tally = Tally::new(test(&games));
        let mut meeting = Meeting {
            names,
            tally,
            beyond: 0,
            seats: [Score::default(); 2],
            starts: Vec::new(),
            slowest: [None, None],
        };
        let mut numbered = numbered(games);
        numbered.sort_by_key(|(index, _)| *index);
        for (index, game) in numbered {
            meeting.add(index, game);
        }
        meeting
    }

    fn add(&mut self, index: u32, game: KeptGame) {
        if self.tally.is_done() {
            self.beyond += 1;
            return;
        }
        // A name may play itself: then A is the one that began.
        let a_first = game.names[0] == self.names[0];
        let at = self.starts.iter().position(|known| known.start == game.start).unwrap_or_else(|| {
            self.starts.push(StartScore { start: game.start.clone(), ..StartScore::default() });
            self.starts.len() - 1
        });
        let opening = game.start.is_some().then_some(at);
        let game: SeriesGame = game.game_of(index, a_first, opening);
        self.tally.add(&game);
        let score = score_of(&game);
        self.seats[usize::from(!a_first)].add(score);
        let by_start = &mut self.starts[at];
        by_start.score.add(score);
        by_start.first_wins += u64::from(game.ended.outcome.winner == Some(Seat::First));
        for seat in Seat::BOTH {
            let (longest, slowest) = (game.ended.used[seat.index()].1, &mut self.slowest[game.player(seat)]);
            if slowest.as_ref().is_none_or(|(known, _)| longest > *known) {
                *slowest = game.record.clone().map(|file| (longest, file));
            }
        }
    }
}

/// The test of the match to which all the games belong, if it had one.
fn test(games: &[KeptGame]) -> Option<Sprt> {
    let folder = games.first()?.file.parent()?;
    let is_one = games.iter().all(|game| game.file.parent() == Some(folder) && number(&game.file).is_some());
    let plan = Plan::of(folder).filter(|_| is_one)?.ok()?;
    plan.sprt?.parse().ok()
}

/// Numbers the games so that 2n and 2n + 1 are a pair: two games of a folder with the same start and swapped seats. Of
/// those a match played as games 2n and 2n + 1, which the names of its files say; of the others each with the first that
/// fits, in the order in which they come.
fn numbered(games: Vec<KeptGame>) -> Vec<(u32, KeptGame)> {
    let (mut all, mut base) = (Vec::new(), 0_u32);
    for folder in games.chunk_by(|a, b| a.file.parent() == b.file.parent()) {
        let indices = indices(folder);
        let next = indices.iter().map(|index| index.saturating_add(2) & !1).max().unwrap_or(0);
        all.extend(indices.into_iter().map(|index| base.saturating_add(index)));
        base = base.saturating_add(next);
    }
    all.into_iter().zip(games).collect()
}

/// The numbers of the games of one folder.
fn indices(games: &[KeptGame]) -> Vec<u32> {
    let is_pair = |a: &KeptGame, b: &KeptGame| a.start == b.start && a.names.iter().eq(b.names.iter().rev());
    let by_number: BTreeMap<u32, &KeptGame> =
        games.iter().filter_map(|game| Some((number(&game.file)?, game))).collect();
    // A match's games keep their numbers, unless the next number's game does not fit.
    let own = |game: &KeptGame| {
        number(&game.file).filter(|own| by_number.get(&(own ^ 1)).is_none_or(|other| is_pair(game, other)))
    };
    let mut fresh = by_number.keys().map(|own| own.saturating_add(2) & !1).max().unwrap_or(0);
    let mut waiting: Vec<(u32, &KeptGame)> = Vec::new();
    let mut indices = Vec::new();
    for game in games {
        let own = own(game);
        let is_met = own.is_some_and(|own| by_number.contains_key(&(own ^ 1)));
        let half = (!is_met).then(|| waiting.iter().position(|(_, other)| is_pair(game, other))).flatten();
        let index = match half {
            Some(half) => waiting.remove(half).0 ^ 1,
            None => own.unwrap_or_else(|| {
                fresh = fresh.saturating_add(2);
                fresh - 2
            }),
        };
        if half.is_none() && !is_met {
            waiting.push((index, game));
        }
        indices.push(index);
    }
    indices
}
