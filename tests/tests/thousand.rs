//! A thousand games in the sandbox leave nothing behind: as many control groups, mounts, descriptors, processes and
//! files as before. A separate program, because it counts those of the whole process.

use leitai_arena::{Affinity, Conditions, Launch, Player, Series};
use leitai_catalog::{Setup, find};
use leitai_core::{Clock, DialectName};
use leitai_sandbox::Sandbox;
use stage_tests::{Workshop, children, control_groups, descriptors, left_behind, levels};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");
const KEPT: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/attacks");
const GAMES: u32 = 1000;
/// That number in a long run.
const MANY: u32 = 10_000;

#[test]
fn a_thousand_games_leave_nothing() {
    let boxes = levels(LAUNCHER);
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks");
    let workshop = Workshop::new(&sources, KEPT.as_ref()).expect("a workshop");
    let players = ["50-instant.c", "honest.c"].map(|file| {
        let start = workshop.make(file).expect("it compiles").expect("C is installed");
        let args = vec!["tag=thousand-".into()];
        let launch = Launch::alone(start.program.into(), args);
        Player { name: file.to_owned(), launch, dialect: DialectName::Beyond }
    });
    // The first games open descriptors that stay open permanently.
    for sandbox in &boxes {
        play(sandbox, &players, 2);
    }
    let before = Machine::look();
    let games = leitai_testkit::extent("LEITAI_GAMES", GAMES, MANY);
    for sandbox in &boxes {
        play(sandbox, &players, games.div_ceil(boxes.len() as u32));
    }
    assert_eq!(left_behind("thousand-"), [""; 0]);
    Machine::look().assert_is(&before);
}

fn play(sandbox: &Sandbox, players: &[Player; 2], games: u32) {
    let out = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    let clock: Clock = "start=10s,move=10s".parse().expect("a clock");
    let series = Series {
        openings: Vec::new(),
        game: find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults"),
        players: players.clone(),
        games,
        jobs: 2,
        allowances: [clock; 2].map(Into::into),
        conditions: Conditions::of(sandbox.clone()),
        affinity: Affinity::Auto,
        out: Some(out.path().to_owned()),
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let mut played = 0;
    let mut see = |game: leitai_arena::SeriesGame| {
        assert_eq!(game.ended.outcome.faulty(), None, "{:?} at {}", game.ended, sandbox.level());
        played += 1;
    };
    series.play(&mut see).expect("the stage holds");
    assert_eq!(played, games, "at {}", sandbox.level());
    assert_eq!(fs::read_dir(out.path()).expect("the records").count(), games as usize);
}

/// Everything to which a leak would add.
struct Machine {
    descriptors: Vec<String>,
    children: Vec<String>,
    mounts: usize,
    groups: Vec<PathBuf>,
    /// Files where games are played and where the programs are.
    files: BTreeSet<PathBuf>,
}

impl Machine {
    fn look() -> Machine {
        Machine {
            descriptors: descriptors(),
            children: children(),
            mounts: fs::read_to_string("/proc/self/mountinfo").expect("the mounts").lines().count(),
            groups: control_groups(std::process::id()),
            files: [".", KEPT].iter().flat_map(|folder| listed(Path::new(folder))).collect(),
        }
    }

    fn assert_is(&self, before: &Machine) {
        assert_eq!(self.descriptors, before.descriptors);
        assert_eq!(self.children, before.children);
        assert_eq!(self.mounts, before.mounts);
        assert_eq!(self.groups, before.groups);
        assert_eq!(self.files, before.files);
    }
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}
