//! The example programs, compiled and played as a student would play them: the legal ones commit no faults.

use leitai_arena::{Affinity, Conditions, Player, Series, SeriesGame, build};
use leitai_catalog::{GAMES, ListedGame, Setup, find};
use leitai_core::{DialectName, Fault, Lang, Outcome, Seat, Why};
use leitai_sandbox::Sandbox;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// Plays a program against itself.
fn against_itself(
    game: ListedGame,
    source: &str,
    dialect: DialectName,
    games: u32,
    mut see: impl FnMut(&SeriesGame),
) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(source);
    let workshop = tempfile::tempdir().expect("a folder");
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let launch = build(&path, workshop.path(), &sandbox).unwrap_or_else(|e| panic!("{e}"));
    let player = |name: &str| Player { name: name.to_owned(), launch: launch.clone(), dialect };
    let stop = AtomicBool::new(false);
    let series = Series {
        openings: Vec::new(),
        game: game.open(&Setup::default()).expect("the defaults"),
        players: [player("a"), player("b")],
        games,
        jobs: 2,
        allowances: [game.facts().clock; 2].map(Into::into),
        conditions: Conditions::of(sandbox),
        affinity: Affinity::Auto,
        out: None,
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let mut played = 0;
    series
        .play(&mut |game| {
            played += 1;
            see(&game);
        })
        .expect("the stage holds");
    assert_eq!(played, games);
}

fn is_by_rules(game: &SeriesGame) {
    assert!(matches!(game.ended.outcome.why, Why::Law(_)), "{:?}", game.ended);
}

#[test]
fn legal_programs_play_by_the_rules() {
    for (game, source, dialect, games) in [
        ("tictactoe", "tictactoe/legal.c", DialectName::Beyond, 50),
        ("connect6", "connect6/random.c", DialectName::Sau, 10),
        ("phantomgo", "phantomgo/random.c", DialectName::Sau, 10),
        ("draughts", "draughts/random.c", DialectName::Judge, 50),
    ] {
        against_itself(find(game).expect("listed"), source, dialect, games, is_by_rules);
    }
}

#[test]
fn playing_the_points_in_order_loses_to_itself_by_a_taken_cell() {
    let game = find("tictactoe").expect("listed");
    against_itself(game, "tictactoe/ordered.c", DialectName::Beyond, 2, |game| {
        assert_eq!(game.ended.outcome, Outcome::fault(Seat::Second, Fault::Illegal));
        assert_eq!(game.ended.reason.to(Lang::En), "illegal move 0 at ply 2: cell occupied");
    });
}

#[test]
fn random_numbers_sooner_or_later_hit_a_taken_cell() {
    let mut illegal = 0;
    against_itself(
        find("tictactoe").expect("listed"),
        "tictactoe/repeats.c",
        DialectName::Beyond,
        30,
        |game| {
            illegal += u32::from(game.ended.outcome.why == Why::Fault(Fault::Illegal));
        },
    );
    assert!(illegal > 15, "{illegal} of 30");
}

/// A few lines of Python that know no game play every one of them.
#[test]
fn the_native_program_plays_every_game() {
    for game in GAMES {
        against_itself(*game, "native.py", DialectName::Native, 4, is_by_rules);
    }
}
