//! Files that cannot be started as programs.

use leitai_arena::{Allowance, Conditions, Launch, Player, Seating, Sitter, StageError, staging};
use leitai_catalog::{Setup, find};
use leitai_core::{Clock, DialectName, Fault, Lang, Outcome, Seat, SpentTime, Spoken};
use leitai_sandbox::Sandbox;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const PROGRAM: &str = env!("CARGO_BIN_EXE_misbehave");
const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

fn expect_not_ready(program: &Path, cause: &str) {
    let levels = [Sandbox::off(), Sandbox::strongest(LAUNCHER.as_ref())];
    for conditions in levels.map(Conditions::of) {
        refused(program, cause, &conditions);
    }
}

fn refused(program: &Path, cause: &str, conditions: &Conditions) {
    for seat in Seat::BOTH {
        let player = |program: &Path, args: &[&str]| Player {
            name: "it".to_owned(),
            launch: Launch::alone(program.into(), args.iter().map(Into::into).collect()),
            dialect: DialectName::Beyond,
        };
        // The second is executed when the first is ready; the first must not wait for one that never speaks.
        let other = match seat {
            Seat::First => player(Path::new("cat"), &[]),
            Seat::Second => player(Path::new(PROGRAM), &["nothing", "tictactoe", "beyond", "start"]),
        };
        let mut players = [player(program, &[]), other];
        if seat == Seat::Second {
            players.reverse();
        }
        let game = find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults");
        // Longer than any machine is busy: a stage that waits is noticed.
        let clock: Clock = "start=60s,move=5s".parse().expect("a clock");
        let names = [(); 2].map(|()| ("it".to_owned(), Spoken::In(DialectName::Beyond)));
        let mut table = game.table(staging(clock, conditions, names), None);
        let (stop, sitters) = (AtomicBool::new(false), players.each_ref().map(Sitter::Program));
        let start = std::time::Instant::now();
        let seating = Seating {
            game: &*game,
            sitters,
            allowances: [clock; 2].map(Into::into),
            seed: 1,
            spent: SpentTime::default(),
            mends: false,
            conditions,
        };
        let ended = seating.play(&mut *table, &mut Vec::new(), &stop, &mut ());
        let ended = ended.expect("the stage holds").expect("nobody stopped it");
        assert_eq!(ended.outcome, Outcome::fault(seat, Fault::NotReady), "{ended:?}");
        assert!(ended.reason.to(Lang::En).contains(cause), "`{cause}`: {:?}", ended.reason);
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    }
}

#[test]
fn a_file_that_cannot_be_started_is_not_ready() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, mode: u32| {
        let path = folder.path().join(name);
        fs::write(&path, "").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("permissions");
        path
    };
    expect_not_ready(&folder.path().join("missing"), "no such file");
    expect_not_ready(&file("plain", 0o644), "permission denied");
    expect_not_ready(&file("empty", 0o755), "Exec format error");
    expect_not_ready(folder.path(), "permission denied");
}

/// Nobody would ever mark the dead stones, so the game is refused before any program is started.
#[test]
fn programs_alone_are_refused_a_game_with_a_referee() {
    let player = Player {
        name: "it".to_owned(),
        launch: Launch::alone("missing".into(), Vec::new()),
        dialect: DialectName::Native,
    };
    let conditions = Conditions::of(Sandbox::off());
    let setup = Setup::with([("marking", "arbiter")]);
    let game = find("phantomgo").expect("the game").open(&setup).expect("a set-up");
    let names = [(); 2].map(|()| ("it".to_owned(), Spoken::In(DialectName::Native)));
    let mut table = game.table(staging(Clock::default(), &conditions, names), None);
    let sitters = [&player, &player].map(Sitter::Program);
    let seating = Seating {
        game: &*game,
        sitters,
        allowances: <[Allowance; 2]>::default(),
        seed: 1,
        spent: SpentTime::default(),
        mends: false,
        conditions: &conditions,
    };
    let mut record = Vec::new();
    let refused = seating.play(&mut *table, &mut record, &AtomicBool::new(false), &mut ());
    assert!(matches!(refused, Err(StageError::NoReferee)), "{refused:?}");
    assert_eq!(record, Vec::<u8>::new());
}
