//! Time to update a live table: 2,000 entrants, 100,000 matches of two games. Every list ends in a lot, so that
//! nothing is left tied; `ties` is the worst possible season, with every game drawn.

use divan::Bencher;
use leitai_tournament::rating::{Met, Prior, Ratings, Score};
use leitai_tournament::{
    CountedOutcome, EntryId, How, Match, MatchId, RecordedGame, Results, Rules, Scoring, Seat, Seed, Side,
    Spot, Standings, TieBreak, Verdict,
};
use std::cmp::Ordering;

fn main() {
    divan::main();
}

const ENTRANTS: u32 = 2000;
/// In a circle, everyone meets the next entries, up to this distance.
const MET: u32 = 50;

const LIST: [TieBreak; 8] = [
    TieBreak::HeadToHead,
    TieBreak::MiniLeague,
    TieBreak::Wins,
    TieBreak::SonnebornBerger,
    TieBreak::Buchholz { cut: 1 },
    TieBreak::GameDifference,
    TieBreak::Faults,
    TieBreak::Lot,
];

/// A match that owns its games.
struct Played {
    id: MatchId,
    sides: [EntryId; 2],
    games: [RecordedGame; 2],
}

impl Played {
    fn view(&self) -> Match<'_> {
        let Played { id, sides, ref games } = *self;
        let won = sides.map(|side| games.iter().filter(|game| game.winner() == Some(side)).count() as u16);
        let verdict = match won[0].cmp(&won[1]) {
            Ordering::Greater => Verdict::Won(sides[0]),
            Ordering::Less => Verdict::Won(sides[1]),
            Ordering::Equal => Verdict::Drawn,
        };
        Match { id, sides, games, won, by_lot: false, verdict }
    }
}

/// A season; `draws` out of a hundred games are drawn.
fn season(draws: u64) -> Vec<Played> {
    let mut state = 6_u64;
    let mut outcome = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        match state >> 33 {
            drawn if drawn % 100 < draws => CountedOutcome::Draw,
            won if won / 100 % 2 == 0 => CountedOutcome::Win(Seat::First),
            _ => CountedOutcome::Win(Seat::Second),
        }
    };
    let pairs = (0..ENTRANTS).flat_map(|a| (1..=MET).map(move |on| [a, (a + on) % ENTRANTS]));
    let season = pairs.map(|pair| {
        let [a, b] = [pair[0].min(pair[1]), pair[0].max(pair[1])].map(EntryId);
        let side = |entry| Side { entry, submission: 0 };
        let id = MatchId { stage: 0, section: 0, spot: Spot::Pair(side(a), side(b)) };
        let mut game = |number, first, second| {
            let (id, outcome) = (id.game(number), outcome());
            RecordedGame { id, first, second, outcome, how: How::Played, faults: [0, 0] }
        };
        Played { id, sides: [a, b], games: [game(0, a, b), game(1, b, a)] }
    });
    season.collect()
}

fn rank(bencher: Bencher, draws: u64) {
    let season = season(draws);
    let matches: Vec<Match<'_>> = season.iter().map(Played::view).collect();
    let entries: Vec<_> = (0..ENTRANTS).map(EntryId).collect();
    let seed = Seed::new("2025-11-12");
    let rules = Rules {
        scoring: Scoring::SCHOOL,
        bye: Scoring::SCHOOL.win,
        tie_breaks: &LIST,
        seed: &seed,
        lot: "rank",
    };
    bencher.bench(|| Standings::new(Results { entries: &entries, matches: &matches, byes: &[] }, rules));
}

#[divan::bench]
fn standings(bencher: Bencher) {
    rank(bencher, 20);
}

#[divan::bench]
fn ties(bencher: Bencher) {
    rank(bencher, 100);
}

fn games(players: u32, met: u32) -> Vec<Met> {
    let pairs = (0..players).flat_map(|a| (1..=met).map(move |on| [a, (a + on) % players]));
    let score = |a: u32| Score { wins: 1 + u64::from(a % 3), draws: u64::from(a % 2), losses: 1 };
    pairs.map(|players| Met { players, score: score(players[0]) }).collect()
}

/// Ratings only, of the same number of entrants.
#[divan::bench(sample_count = 10)]
fn ratings(bencher: Bencher) {
    let games = games(ENTRANTS, MET);
    bencher.bench(|| Ratings::new(ENTRANTS as usize, &games, Prior::default()));
}

/// Ratings with their errors, for a quarter of the entrants.
#[divan::bench(sample_count = 10)]
fn errors(bencher: Bencher) {
    let games = games(ENTRANTS / 4, MET);
    let rate = || Ratings::new(ENTRANTS as usize / 4, &games, Prior::default()).ok();
    bencher.bench(|| rate().and_then(|ratings| ratings.errors().error(0)));
}
