//! Ratings over all games, compared with published ones and checked as properties.

use leitai_tournament::rating::{Met, Prior, RatingError, Ratings, Score};
use proptest::prelude::*;

/// One unit of log-odds in Elo points.
const LOGIT: f64 = 173.717_792_761_3;

fn met(a: u32, b: u32, wins: u64, draws: u64, losses: u64) -> Met {
    Met { players: [a, b], score: Score { wins, draws, losses } }
}

fn tiny() -> Prior {
    Prior::games(1e-7).expect("a prior")
}

/// Agresti, *Categorical Data Analysis* (2nd edition 2002), section 10.6: the baseball season of 1987; estimates
/// and standard errors to four places from `BradleyTerry2`. Baltimore is the reference.
#[test]
fn the_baseball_season_is_rated_as_agresti_does() {
    // Wins of the row over the column: Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
    let wins: [[u64; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let published = [
        (1.5814, 0.3433),
        (1.4364, 0.3396),
        (1.2945, 0.3367),
        (1.2476, 0.3359),
        (1.1077, 0.3339),
        (0.6839, 0.3319),
    ];
    let mut games = Vec::new();
    for (a, row) in wins.iter().enumerate() {
        for (b, other) in wins.iter().enumerate().take(a) {
            games.push(met(a as u32, b as u32, row[b], 0, other[a]));
        }
    }
    let ratings = Ratings::new(7, &games, tiny()).expect("ratings");
    let errors = ratings.errors();
    for (team, (estimate, error)) in published.into_iter().enumerate() {
        let found = errors.difference(team, 6).expect("teams");
        assert!((found.difference / LOGIT - estimate).abs() < 1e-4, "{team}: {found:?}");
        assert!((found.error / LOGIT / 1.959_964 - error).abs() < 1e-4, "{team}: {found:?}");
    }
}

/// With two players the model has as many parameters as there are means: both computations agree.
#[test]
fn two_players_are_rated_as_their_match() {
    let score = Score { wins: 136, draws: 111, losses: 96 };
    let ratings = Ratings::new(2, &[Met { players: [0, 1], score }], tiny()).expect("ratings");
    let (found, elo) = (ratings.errors().difference(0, 1).expect("both"), score.elo().expect("games"));
    assert!((found.difference - elo.difference).abs() < 1e-3, "{found:?} {elo:?}");
    // The interval of the match is that of the mean score, transformed by the scale.
    assert!((found.error - elo.error).abs() < 0.2, "{found:?} {elo:?}");
    assert!((found.superiority - elo.superiority).abs() < 0.001, "{found:?} {elo:?}");
}

#[test]
fn who_wins_everything_is_bounded_by_the_prior() {
    let games = [met(0, 1, 10, 0, 0), met(2, 3, 1, 0, 0)];
    let ratings = Ratings::new(5, &games, Prior::default()).expect("ratings");
    let elo: Vec<f64> = (0..5).map(|player| ratings.elo(player).expect("a rating")).collect();
    assert!(elo[0] > elo[2] && elo[2] > elo[4] && elo[4] > elo[3] && elo[3] > elo[1], "{elo:?}");
    assert!(elo[0] < 1000.0 && elo.iter().sum::<f64>().abs() < 1e-6, "{elo:?}");
    let errors = ratings.errors();
    assert!(errors.error(4) > errors.error(0), "who did not play is known least");
    assert_eq!(ratings.elo(5), None);
}

#[test]
fn games_that_cannot_be_are_refused() {
    let rate = |games: &[Met]| Ratings::new(2, games, Prior::default());
    assert_eq!(rate(&[met(0, 2, 1, 0, 0)]), Err(RatingError::NoSuchPlayer(2)));
    assert_eq!(rate(&[met(1, 1, 1, 0, 0)]), Err(RatingError::MetItself(1)));
    assert_eq!(Prior::games(0.0), Err(RatingError::Prior(0.0)));
    assert!(rate(&[]).expect("nobody played").elo(0).is_some_and(|elo| elo.abs() < 1e-9));
}

fn games(players: u32) -> impl Strategy<Value = Vec<Met>> {
    let game = (0..players, 1..players, 0..3u64, 0..3u64, 0..3u64);
    let game = game.prop_map(move |(a, off, w, d, l)| met(a, (a + off) % players, w, d, l));
    prop::collection::vec(game, 0..40)
}

proptest! {
    #[test]
    fn the_order_of_games_changes_nothing(played in games(6), seed in any::<u64>()) {
        let mut turned = played.clone();
        let n = turned.len().max(1);
        turned.rotate_left(seed as usize % n);
        turned.reverse();
        for game in turned.iter_mut().step_by(2) {
            let Score { wins, draws, losses } = game.score;
            *game = met(game.players[1], game.players[0], losses, draws, wins);
        }
        let one = Ratings::new(6, &played, Prior::default()).expect("ratings");
        let two = Ratings::new(6, &turned, Prior::default()).expect("ratings");
        for player in 0..6 {
            prop_assert_eq!(one.elo(player).map(f64::to_bits), two.elo(player).map(f64::to_bits));
            prop_assert_eq!(one.errors().error(player), two.errors().error(player));
        }
    }

    /// At the maximum every player scored what its rating predicts, including the games of the prior.
    #[test]
    fn ratings_expect_what_was_scored(played in games(5)) {
        let ratings = Ratings::new(5, &played, Prior::games(0.5).expect("a prior")).expect("ratings");
        let elo: Vec<f64> = (0..5).map(|player| ratings.elo(player).expect("a rating")).collect();
        let expected = |difference: f64| 1.0 / (1.0 + (-difference / LOGIT).exp());
        let mut over = [0.0; 5];
        for Met { players: [a, b], score } in &played {
            let (a, b) = (*a as usize, *b as usize);
            let games = score.games() as f64;
            let points = score.share().unwrap_or(0.0) * games - games * expected(elo[a] - elo[b]);
            over[a] += points;
            over[b] -= points;
        }
        // The remainder is due to the prior: half a game, of which half a point is expected.
        for over in over {
            prop_assert!(over.abs() <= 0.25 + 1e-6, "{}", over);
        }
    }

    /// Another win lowers neither a player's rating nor its lead over anyone.
    #[test]
    fn a_win_more_raises_a_rating(played in games(5), winner in 0..5u32, off in 1..5u32) {
        let mut more = played.clone();
        more.push(met(winner, (winner + off) % 5, 1, 0, 0));
        let before = Ratings::new(5, &played, Prior::default()).expect("ratings");
        let after = Ratings::new(5, &more, Prior::default()).expect("ratings");
        let winner = winner as usize;
        for other in 0..5 {
            let lead = |ratings: &Ratings| ratings.elo(winner).zip(ratings.elo(other)).map(|(a, b)| a - b);
            prop_assert!(lead(&after) >= lead(&before).map(|lead| lead - 1e-6), "{}", other);
        }
    }
}
