//! Properties of the standings of any season.

use super::event::{Played, played, rank_all};
use leitai_tournament::{CountedOutcome, EntryId, Parted, RecordedGame, Scoring, Seat};
use proptest::prelude::*;

/// Every criterion.
const ALL: [&str; 11] = [
    "head-to-head",
    "mini-league",
    "wins",
    "sonneborn-berger",
    "buchholz",
    "buchholz-cut-1",
    "game-difference",
    "faults",
    "play-off",
    "deciding-game",
    "lot",
];

/// Criteria that do not depend on which entries are tied, computed for one entry directly from all games.
fn naive(criterion: &str, entry: EntryId, played: &[Played]) -> i64 {
    let games =
        || played.iter().flat_map(|it| &it.games).filter_map(move |game| Some((game, game.seat_of(entry)?)));
    let won = |game: &RecordedGame| game.winner() == Some(entry);
    let drawn = |game: &RecordedGame| game.outcome == CountedOutcome::Draw;
    let points = |of: EntryId| -> i64 {
        let own = played.iter().flat_map(|it| &it.games).filter(|game| game.seat_of(of).is_some());
        own.map(|game| match game.outcome {
            CountedOutcome::Win(seat) => 2 * i64::from(game.at(seat) == of),
            CountedOutcome::Draw => 1,
            CountedOutcome::Nobody => 0,
        })
        .sum()
    };
    let sum = games().map(|(game, seat)| match criterion {
        "points" | "buchholz" => 0,
        "wins" => i64::from(won(game)),
        "game-difference" => i64::from(won(game)) - i64::from(game.winner() == Some(game.at(seat.other()))),
        "faults" => -i64::from(game.faults[usize::from(seat == Seat::Second)]),
        "sonneborn-berger" => {
            (2 * i64::from(won(game)) + i64::from(drawn(game))) * points(game.at(seat.other()))
        }
        _ => unreachable!("{criterion} looks at others"),
    });
    match criterion {
        "points" => points(entry),
        "buchholz" => {
            let met = played
                .iter()
                .filter_map(|it| it.games[0].seat_of(entry).map(|seat| it.games[0].at(seat.other())));
            met.map(points).sum()
        }
        _ => sum.sum(),
    }
}

const ALONE: [&str; 5] = ["wins", "game-difference", "faults", "sonneborn-berger", "buchholz"];

/// A season of six, each pair at most once.
fn season() -> impl Strategy<Value = Vec<Played>> {
    let games = prop::collection::vec(prop::sample::select(vec!["1", "0", "=", "n", "1!", "0!"]), 1..3);
    prop::collection::vec(prop::option::weighted(0.8, games), 15).prop_map(|pairs| {
        let all = (0..6).flat_map(|b| (0..b).map(move |a| [EntryId(a), EntryId(b)]));
        let met = all.zip(pairs).filter_map(|(sides, games)| Some((sides, games?.concat())));
        met.map(|(sides, games)| played(sides, false, &games)).collect()
    })
}

proptest! {
    #[test]
    fn the_order_of_results_changes_nothing(season in season(), list in Just(ALL).prop_shuffle(), at in 0..15usize) {
        let list = list.join(" ");
        for scoring in [Scoring::SCHOOL, Scoring::JUDGE] {
            let mut turned = season.clone();
            turned.rotate_left(at % season.len().max(1));
            turned.reverse();
            prop_assert_eq!(
                rank_all(6, &season, &[], scoring, &list),
                rank_all(6, &turned, &[], scoring, &list)
            );
        }
    }

    /// Criteria that do not depend on which entries are tied order rows lexicographically, and the criterion named
    /// as parting two rows is the first that differs.
    #[test]
    fn the_first_criterion_that_differs_parts(season in season(), list in Just(ALONE).prop_shuffle(), cut in 0..6usize) {
        let list = &list[..cut];
        let standings = rank_all(6, &season, &[], Scoring::SCHOOL, &list.join(" "));
        let key = |entry| -> Vec<i64> {
            ["points"].iter().chain(list).map(|criterion| naive(criterion, entry, &season)).collect()
        };
        for pair in standings.rows().windows(2) {
            let (upper, lower) = (key(pair[0].entry), key(pair[1].entry));
            prop_assert!(upper >= lower);
            let differs = (0..upper.len()).find(|at| upper[*at] != lower[*at]);
            let parted = pair[1].parted.expect("a row above");
            prop_assert_eq!(parted == Parted::Level, pair[0].rank == pair[1].rank);
            match (differs, parted) {
                (None, Parted::Level) | (Some(0), Parted::Points) => {}
                (Some(at), Parted::Actor(criterion, _)) => prop_assert_eq!(criterion.to_string(), list[at - 1]),
                other => prop_assert!(false, "{:?}", other),
            }
        }
    }

    /// Turning one game into a win never lowers the winner's points nor, if only points count, its rank.
    #[test]
    fn a_win_more_never_hurts(season in season(), at in 0..15usize, scoring in prop::sample::select(vec![Scoring::SCHOOL, Scoring::JUDGE])) {
        let Some(one) = season.get(at) else { return Ok(()) };
        let sides = one.view().sides;
        let mut better = season.clone();
        better[at] = played(sides, false, &"1".repeat(one.games.len()));
        let row = |season: &[Played]| {
            let standings = rank_all(6, season, &[], scoring, "");
            let row = standings.rows().iter().find(|row| row.entry == sides[0]).expect("ranked");
            (row.tally.points, row.rank)
        };
        let (before, after) = (row(&season), row(&better));
        prop_assert!(after.0 >= before.0 && after.1 <= before.1, "{:?} {:?}", before, after);
    }

    /// With a lot at the end and nothing to play off, no rank is shared.
    #[test]
    fn a_lot_leaves_no_tie(season in season()) {
        let standings = rank_all(6, &season, &[], Scoring::JUDGE, "head-to-head mini-league lot");
        let ranks: Vec<u32> = standings.rows().iter().map(|row| row.rank).collect();
        prop_assert_eq!(ranks, vec![1, 2, 3, 4, 5, 6]);
    }
}
