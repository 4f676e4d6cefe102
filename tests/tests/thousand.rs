//! A thousand games in the sandbox leave nothing: as many control groups, mounts, users, descriptors, processes
//! and files as before. A program of its own, since it counts those of the whole process.

use leitai_arena::{Affinity, Conditions, Launch, Player, Series};
use leitai_catalog::{Setup, find};
use leitai_core::{Clock, DialectName};
use leitai_sandbox::{Level, Sandbox};
use stage_tests::{Workshop, children, control_groups, descriptors, left_behind};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");
const GAMES: u32 = 1000;

#[test]
fn a_thousand_games_leave_nothing() {
    let levels = [Level::Full, Level::Rootless, Level::Confined];
    let boxes: Vec<_> =
        levels.iter().filter_map(|level| Sandbox::at(*level, LAUNCHER.as_ref()).ok()).collect();
    assert!(!boxes.is_empty(), "this machine has no sandbox at all");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks");
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attacks");
    let workshop = Workshop::new(&sources, &kept).expect("a workshop");
    let players = ["50-instant.c", "honest.c"].map(|file| {
        let start = workshop.make(file).expect("it compiles").expect("C is installed");
        let args = vec!["tag=thousand-".into()];
        let launch = Launch::alone(start.program.into(), args);
        Player { name: file.to_owned(), launch, dialect: DialectName::Beyond }
    });
    // The first games open what stays open for good.
    for sandbox in &boxes {
        play(sandbox, &players, 2);
    }
    let before = Machine::look();
    for sandbox in &boxes {
        play(sandbox, &players, GAMES.div_ceil(boxes.len() as u32));
    }
    assert_eq!(left_behind("thousand-"), [""; 0]);
    Machine::look().assert_is(&before);
}

fn play(sandbox: &Sandbox, players: &[Player; 2], games: u32) {
    let out = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    let clock: Clock = "start=10s,move=10s".parse().expect("a clock");
    let series = Series {
        game: find("tictactoe").expect("the game"),
        setup: Setup::default(),
        players: players.clone(),
        games,
        jobs: 2,
        clock,
        conditions: Conditions::of(sandbox.clone()),
        affinity: Affinity::Auto,
        out: Some(out.path().to_owned()),
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let mut played = 0;
    let mut see = |game: leitai_arena::Game| {
        assert_eq!(game.ended.outcome.faulty(), None, "{:?} at {}", game.ended, sandbox.level());
        played += 1;
    };
    series.play(&mut see).expect("the stage holds");
    assert_eq!(played, games, "at {}", sandbox.level());
    assert_eq!(fs::read_dir(out.path()).expect("the records").count(), games as usize);
}

/// What a leak would add to.
struct Machine {
    descriptors: Vec<String>,
    children: Vec<String>,
    mounts: usize,
    groups: Vec<PathBuf>,
    /// Processes of the users that root gives to programs.
    users: usize,
    files: BTreeSet<PathBuf>,
}

impl Machine {
    fn look() -> Machine {
        let folders = ["/tmp", "/dev/shm", "/var/tmp"];
        let ours = |path: &PathBuf| path.to_string_lossy().contains("leitai");
        Machine {
            descriptors: descriptors(),
            children: children(),
            mounts: fs::read_to_string("/proc/self/mountinfo").expect("the mounts").lines().count(),
            groups: control_groups(std::process::id()),
            users: users(),
            files: folders.iter().flat_map(|folder| listed(Path::new(folder))).filter(ours).collect(),
        }
    }

    fn assert_is(&self, before: &Machine) {
        assert_eq!(self.descriptors, before.descriptors);
        assert_eq!(self.children, before.children);
        assert_eq!(self.mounts, before.mounts);
        assert_eq!(self.groups, before.groups);
        assert_eq!(self.users, before.users);
        assert_eq!(self.files, before.files);
    }
}

fn users() -> usize {
    let status = |path: PathBuf| fs::read_to_string(path.join("status")).ok();
    let uid = |text: String| {
        text.lines()
            .find_map(|line| line.strip_prefix("Uid:")?.split_whitespace().next()?.parse::<u32>().ok())
    };
    let given = |uid: &u32| (0x4c45_0000..0x4c46_0000).contains(uid);
    listed(Path::new("/proc")).into_iter().filter_map(status).filter_map(uid).filter(given).count()
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}
