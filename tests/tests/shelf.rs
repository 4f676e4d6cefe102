//! Tables of built-in players: these players may read but not write them, and nobody else may read them.

use leitai_arena::{Launch, Player};
use leitai_catalog::{Setup, find};
use leitai_core::{Clock, Level, TableSpec, Words};
use leitai_sandbox::{Job, Launched, Launching, Limits, Sandbox};
use leitai_shelf::TableFolder;
use stage_tests::{as_a_plain_user, levels};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

static TABLE: TableSpec = TableSpec {
    name: "small",
    version: 1,
    what: Words::new("a small table", "一个小表格"),
    bytes: 100_000,
    build: |_, _| (0..100_000).map(|at: u32| (at % 251) as u8).collect(),
};

/// The output of a job, and whether it succeeded.
fn ran(sandbox: &Sandbox, job: &Job) -> (Vec<u8>, bool) {
    let (running, mut cell) = sandbox.launch(job).expect("launched");
    drop(running.stdin);
    let launched = running.launching.map(Launching::finish);
    assert!(matches!(launched, None | Some(Launched::Running)), "{launched:?}");
    let mut said = Vec::new();
    fs::File::from(running.stdout).read_to_end(&mut said).expect("a pipe");
    (said, cell.reap().expect("our child").0.success())
}

#[test]
fn built_in_players_read_the_shelf_and_strangers_do_not() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = TableFolder::at(home.path().join("tables"));
    let listed = find("nogo").expect("a game");
    let lock = folder.lock(listed, &TABLE).expect("a folder").expect("nobody builds");
    let bytes = (TABLE.build)(&folder.shelf(listed), &mut |_| ());
    folder.put(&lock, listed, &TABLE, &bytes, Duration::ZERO).expect("room");
    let file = folder.path().join("nogo-small-v1.table");
    let game = listed.open(&Setup::default()).expect("a set-up");
    let job = |launch: Launch| {
        let player = Player { name: "a".to_owned(), launch, dialect: game.facts().dialects[0] };
        let job = player.job(&*game, 1, &Clock::NONE.into(), Limits::default()).expect("a job");
        Job { cores: Vec::new(), ..job }
    };
    let shelf = Some(folder.clone());
    let built_in = job(Launch::BuiltIn { binary: "/bin/cat".into(), level: Level::Random, shelf });
    // Both use the same tools to look: the difference is what the stage lets them read.
    let looks = |job: &Job, program: &str, args: &[&Path]| Job {
        program: Path::new(program).canonicalize().expect("a tool"),
        args: args.iter().map(|arg| arg.as_os_str().to_owned()).collect(),
        ..job.clone()
    };
    let stranger = job(Launch::alone("/bin/cat".into(), Vec::new()));
    let whole = fs::read(&file).expect("ours");
    for sandbox in levels(LAUNCHER) {
        let level = sandbox.level();
        let cat = |job: &Job| ran(&sandbox, &looks(job, "/bin/cat", &[&file]));
        assert_eq!(cat(&built_in), (whole.clone(), true), "{level}");
        assert_eq!(cat(&stranger), (Vec::new(), false), "{level}");
        for path in [&file, &folder.path().join("new")] {
            // `cp` overwrites in place.
            let copied = ran(&sandbox, &looks(&built_in, "/bin/cp", &[Path::new("/bin/cat"), path]));
            assert!(!copied.1, "{level}: a player wrote {}", path.display());
        }
        assert!(!folder.path().join("new").exists());
        assert_eq!(fs::read(&file).expect("ours"), whole, "{level}");
    }
}

#[test]
fn a_plain_user_finds_the_shelf_too() {
    as_a_plain_user("a_plain_user_finds_the_shelf_too");
}
