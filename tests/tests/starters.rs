//! The starter programs, as a newcomer gets them: each is short, says where one's own strategy goes, and plays
//! whole games by the law in either seat.

use leitai_arena::{Affinity, Conditions, Language, Player, Series, build};
use leitai_catalog::{Setup, find};
use leitai_core::{DialectName, Lang, Why};
use leitai_sandbox::Sandbox;
use stage_tests::has;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// What a newcomer to each game speaks.
const DIALECTS: [(&str, DialectName); 12] = [
    ("tictactoe", DialectName::Beyond),
    ("gomoku", DialectName::Native),
    ("connect6", DialectName::Sau),
    ("dots", DialectName::Sau),
    ("surakarta", DialectName::Sau),
    ("amazons", DialectName::Sau),
    ("phantomgo", DialectName::Sau),
    ("nogo", DialectName::Sau),
    ("einstein", DialectName::Native),
    ("luzhanqi", DialectName::Junqi),
    ("hex", DialectName::Sau),
    ("draughts", DialectName::Judge),
];
/// A starter is shorter than this.
const LINES: usize = 120;
/// Games of each starter against itself: every process draws its own chances.
const GAMES: u32 = 2;

/// Every starter: its file, and its game by the name of the file or of its folder.
fn starters() -> Vec<(PathBuf, &'static str, DialectName)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/starter");
    let inside = |folder: &Path| {
        let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        entries.map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    for language in inside(&root) {
        for path in inside(&language) {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_lowercase();
            let (game, dialect) = *DIALECTS
                .iter()
                .find(|(game, _)| *game == stem)
                .unwrap_or_else(|| panic!("{}: named after no game", path.display()));
            let files = if path.is_dir() { inside(&path) } else { vec![path] };
            found.extend(files.into_iter().map(|file| (file, game, dialect)));
        }
    }
    found.sort_by(|a: &(PathBuf, _, _), b| a.0.cmp(&b.0));
    found
}

#[test]
fn every_starter_is_short_and_shows_where_to_begin() {
    let starters = starters();
    assert!(starters.len() >= DIALECTS.len());
    for (file, ..) in starters {
        let text = fs::read_to_string(&file).expect("a starter");
        let (name, lines) = (file.display(), text.lines().count());
        assert!(lines < LINES, "{name} has {lines} lines");
        assert!(text.contains("你的策略写在这里"), "{name} does not say where one's own strategy goes");
        assert!(text.to_lowercase().contains("your strategy goes here"), "{name} says it in Chinese only");
    }
}

#[test]
fn every_starter_plays_by_the_law() {
    let (starters, wrong) = (Mutex::new(starters()), Mutex::new(Vec::new()));
    let next = || starters.lock().expect("no panic inside").pop();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((file, game, dialect)) = next() {
                    if let Err(what) = plays_by_the_law(&file, game, dialect) {
                        let what = format!("{}: {what}", file.display());
                        wrong.lock().expect("no panic inside").push(what);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic inside");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Plays it against itself; what went wrong. Where its language is not installed it is left out.
fn plays_by_the_law(file: &Path, game: &str, dialect: DialectName) -> Result<(), String> {
    let language = Language::of(file).ok_or("no language by this ending")?;
    if !has(language, "starter programs") {
        return Ok(());
    }
    let workshop = tempfile::tempdir().map_err(|e| e.to_string())?;
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let launch = build(file, workshop.path(), &sandbox).map_err(|e| e.to_string())?;
    let player = |name: &str| Player { name: name.to_owned(), launch: launch.clone(), dialect };
    let game = find(game).ok_or("no such game")?;
    let stop = AtomicBool::new(false);
    let series = Series {
        game: game.open(&Setup::default()).map_err(|e| e.to_string())?,
        players: [player("a"), player("b")],
        games: GAMES,
        jobs: 1,
        // Legal moves are asked for here, not quick ones.
        clock: game.facts().clock.with("start=60s,move=60s").map_err(|e| e.to_string())?,
        conditions: Conditions::of(sandbox),
        affinity: Affinity::Auto,
        out: None,
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let (mut lawful, mut faults) = (0, Vec::new());
    let played = series.play(&mut |game| match game.ended.outcome.why {
        Why::Law(_) => lawful += 1,
        _ => faults.push(game.ended.reason.to(Lang::En).to_owned()),
    });
    played.map_err(|e| e.to_string())?;
    if lawful == GAMES { Ok(()) } else { Err(faults.join("; ")) }
}
