//! Recorded games judged ply by ply where the right answer is known.

use super::games::random_game;
use leitai_catalog::{Analysis, AnalysisError, find};
use leitai_core::{Level, Means, Record, Seat};

/// A record of tic-tac-toe in which these points were taken, X first.
fn tictactoe(points: &str) -> Record {
    let mut text = concat!(
        r#"{"type":"game","leitai":1,"game":"tictactoe","options":{},"clock":"","#,
        r#""seats":[{"name":"a","dialect":"person"},{"name":"b","dialect":"person"}],"started":0,"stage":{}}"#
    )
    .to_owned();
    for (point, by) in points.chars().zip(["first", "second"].into_iter().cycle()) {
        text += &format!("\n{{\"type\":\"play\",\"by\":\"{by}\",\"acts\":[\"{point}\"],\"us\":0}}");
    }
    Record::read(&text).expect("a record")
}

fn judged(points: &str) -> Analysis {
    Analysis::of(&tictactoe(points), Level::Best, 10_000, &Means::seeded(1), &mut |_| true)
        .expect("it is judged")
}

#[test]
fn a_blunder_is_found_where_it_was_made() {
    // O plays beside the corner's opposite edge: X then forks.
    let analysis = judged("7408326");
    let lost: Vec<_> = analysis.moments.iter().map(|moment| moment.lost.expect("all is known")).collect();
    assert_eq!(lost, [0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0]);
    assert_eq!(analysis.result, Some(1.0));
    assert_eq!(analysis.proved_from(), Some((7, Some(Seat::First))));
    let [x, o] = analysis.accuracy.map(|accuracy| accuracy.expect("both moved"));
    assert!((x - 100.0).abs() < 1e-3 && (o - 200.0 / 3.0).abs() < 1e-3, "{x} {o}");
    assert_eq!(analysis.proofs_dropped(), []);
    assert_eq!(analysis.luck, None);
}

#[test]
fn a_win_that_was_let_go_is_said() {
    // X has two in a row with the third free, and plays elsewhere.
    let analysis = judged("041583");
    assert_eq!(analysis.proofs_dropped(), [(5, Seat::First)]);
    assert_eq!(analysis.moments[4].lost, Some(1.0));
    let unfinished = judged("04158");
    assert_eq!(unfinished.moments[4].lost, None, "nothing is known of what came after");
}

#[test]
fn a_game_that_nobody_judges_says_so() {
    let judge = |level| Analysis::of(&tictactoe("04"), level, 100, &Means::seeded(1), &mut |_| true);
    assert_eq!(judge(Level::Random), Err(AnalysisError::NoJudge { game: "tictactoe", level: Level::Random }));
    assert_eq!(judge(Level::Hard), Err(AnalysisError::NoLevel { game: "tictactoe", level: Level::Hard }));
    let broken = Analysis::of(&tictactoe("00"), Level::Best, 100, &Means::seeded(1), &mut |_| true);
    assert!(matches!(broken, Err(AnalysisError::Record(error)) if error.line == 3));
    let stopped = Analysis::of(&tictactoe("04"), Level::Best, 100, &Means::seeded(1), &mut |_| false);
    assert_eq!(stopped, Err(AnalysisError::Stopped));
}

#[test]
fn the_truth_is_said_only_on_request_and_only_while_there_are_secrets() {
    let einstein = find("einstein").expect("a game");
    let (text, _) = random_game(einstein, 1);
    let record = Record::read(&text).expect("a record");
    let means = Means::seeded(1);
    let known = Analysis::of(&record, Level::Best, 20, &means, &mut |_| true).expect("judged");
    let [truth, again] = [(); 2].map(|()| {
        Analysis::of_truth(&record, Level::Best, 20, &means, &mut |_| true).expect("judged by the truth")
    });
    assert_eq!(truth, again);
    // Both layouts are secret until both are complete; from then on everyone sees everything.
    let (secret, open) = truth.moments.split_at(2);
    for (moment, otherwise) in secret.iter().zip(&known.moments) {
        assert!(moment.before.is_some_and(|value| (0.2..0.8).contains(&value)), "{moment:?}");
        assert_eq!((moment.lost, &moment.judged), (None, &None));
        assert_ne!(moment.before, otherwise.before);
    }
    for (moment, otherwise) in open.iter().zip(&known.moments[2..]) {
        assert_eq!(moment.judged.is_some(), otherwise.judged.is_some(), "{moment:?}");
    }
}
