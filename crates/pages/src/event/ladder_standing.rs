//! The standings on the score board of a game.

use crate::event::chronicle::{Line, Score};
use leitai_tournament::Seat;
use leitai_tournament::rating::{self, Prior, Ratings};
use std::collections::{BTreeMap, BTreeSet};

/// The standing of one name.
pub(super) struct Standing<'c> {
    pub(super) name: &'c str,
    pub(super) place: u32,
    /// In whole Elo points.
    pub(super) elo: Option<i64>,
    pub(super) score: Score,
    pub(super) events: BTreeSet<&'c str>,
    /// Its last game, and its seat there.
    pub(super) last: Line<'c>,
    pub(super) seat: Seat,
}

/// The standings after these games, which must be in order.
pub(super) fn standings<'c>(lines: &[Line<'c>]) -> Vec<Standing<'c>> {
    let mut standings: BTreeMap<&str, Standing<'_>> = BTreeMap::new();
    for line in lines {
        for seat in Seat::BOTH {
            let name = line.name(seat);
            let new = || Standing {
                name,
                place: 0,
                elo: None,
                score: Score::default(),
                events: BTreeSet::new(),
                last: *line,
                seat,
            };
            let standing = standings.entry(name).or_insert_with(new);
            standing.score.count(*line, seat);
            standing.events.insert(line.past.id);
            (standing.last, standing.seat) = (*line, seat);
        }
    }
    let mut elo = ratings(lines);
    let mut standings: Vec<_> = standings.into_values().collect();
    let key = |it: &Standing<'_>| (std::cmp::Reverse(it.score.points()), it.score.games());
    standings.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.name.cmp(b.name)));
    let mut shared = (None, 0);
    for (at, standing) in (1..).zip(&mut standings) {
        if shared.0 != Some(key(standing)) {
            shared = (Some(key(standing)), at);
        }
        (standing.place, standing.elo) = (shared.1, elo.remove(standing.name));
    }
    standings
}

/// The maximum-likelihood ratings from the games that count, in whole Elo points above the average; names without
/// such a game are absent.
fn ratings<'c>(lines: &[Line<'c>]) -> BTreeMap<&'c str, i64> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut games = Vec::new();
    for line in lines {
        let Some(met) = line.it.counted.as_ref().and_then(rating::Met::of) else { continue };
        let players = Seat::BOTH.map(|seat| {
            let next = numbers.len();
            *numbers.entry(line.name(seat)).or_insert(next) as u32
        });
        games.push(rating::Met { players, ..met });
    }
    let ratings = Ratings::new(numbers.len(), &games, Prior::default()).ok();
    let elo = |player| ratings.as_ref()?.elo(player).filter(|elo| elo.is_finite());
    numbers.into_iter().filter_map(|(name, player)| Some((name, elo(player)?.round() as i64))).collect()
}
