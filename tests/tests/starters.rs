//! The starter programs, as a newcomer gets them: each is short, shows where one's own strategy goes, and plays whole
//! games by the rules in either seat.

use leitai_arena::{Affinity, Conditions, Language, Player, Series};
use leitai_catalog::{GAMES, ListedGame, Setup};
use leitai_core::{Lang, Starter, Why};
use leitai_sandbox::Sandbox;
use stage_tests::{has, kept};
use std::collections::BTreeSet;
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// A starter has fewer lines than this.
const LINES: usize = 130;
/// Games of each starter against itself: of three games of less than half a second each, two begin within one second.
const ROUNDS: u32 = 3;

/// Tells to play one starter of each game, so that each language is played and each game.
const QUICK: &str = "LEITAI_QUICK";

/// Every starter with its game.
fn starters() -> Vec<(ListedGame, &'static Starter)> {
    GAMES.iter().flat_map(|game| game.starters().iter().map(|starter| (*game, starter))).collect()
}

#[test]
fn every_starter_is_short_and_shows_where_to_begin() {
    for (_, Starter { file: name, text }) in starters() {
        let lines = text.lines().count();
        assert!(lines < LINES, "{name} has {lines} lines");
        assert!(text.contains("你的策略写在这里"), "{name} does not say where one's own strategy goes");
        assert!(text.to_lowercase().contains("your strategy goes here"), "{name} says it in Chinese only");
    }
}

#[test]
fn every_starter_plays_by_the_rules_and_never_the_same_game() {
    let one_of_each = || {
        let of = |(row, game): (usize, &ListedGame)| {
            let starters = game.starters();
            (*game, &starters[row % starters.len()])
        };
        GAMES.iter().enumerate().map(of).collect()
    };
    let is_quick = std::env::var_os(QUICK).is_some();
    let starters = if is_quick { one_of_each() } else { starters() };
    let (starters, wrong) = (Mutex::new(starters), Mutex::new(Vec::new()));
    let next = || starters.lock().expect("no panic inside").pop();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((game, starter)) = next() {
                    if let Err(what) = plays_by_the_rules(game, starter) {
                        let what = format!("{}: {what}", starter.file);
                        wrong.lock().expect("no panic inside").push(what);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic inside");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Plays the starter against itself; the error says what went wrong. Skipped if its language is not installed.
fn plays_by_the_rules(game: ListedGame, starter: &Starter) -> Result<(), String> {
    let dialect = starter.dialect().ok_or("it does not say what it speaks")?;
    let language = Language::of(starter.file.as_ref()).ok_or("no language by this ending")?;
    if !has(language, "starter programs") {
        return Ok(());
    }
    let workshop = tempfile::tempdir().map_err(|e| e.to_string())?;
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let written = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = written.path().join(starter.file);
    fs::write(&file, starter.text).map_err(|e| e.to_string())?;
    let cache = kept(env!("CARGO_TARGET_TMPDIR"));
    let launch = cache.build(&file, workshop.path(), &sandbox).map_err(|e| e.to_string())?;
    let player = |name: &str| Player { name: name.to_owned(), launch: launch.clone(), dialect };
    let stop = AtomicBool::new(false);
    let series = Series {
        openings: Vec::new(),
        game: game.open(&Setup::default()).map_err(|e| e.to_string())?,
        players: [player("a"), player("b")],
        games: ROUNDS,
        jobs: 1,
        // This test is about legal moves, not fast ones.
        allowances: [game.facts().clock.with("start=60s,move=60s").map_err(|e| e.to_string())?; 2]
            .map(Into::into),
        conditions: Conditions::of(sandbox),
        affinity: Affinity::Auto,
        out: None,
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let (mut games, mut faults) = (BTreeSet::new(), Vec::new());
    let played = series.play(&mut |game| match game.ended.outcome.why {
        Why::Law(_) if games.insert(game.ended.digest.clone()) => {}
        Why::Law(_) => faults.push("it played the same game twice".to_owned()),
        _ => faults.push(game.ended.reason.to(Lang::En).to_owned()),
    });
    played.map_err(|e| e.to_string())?;
    if games.len() == ROUNDS as usize { Ok(()) } else { Err(faults.join("; ")) }
}
