//! While a game of a series is played, the sandboxes of the next are set up, on a core that no game uses; their programs
//! run where the game does. A separate program, because it counts the children of the whole process.

use leitai_arena::{Affinity, Conditions, Launch, Player, Series, SeriesGame, available};
use leitai_catalog::{Setup, find};
use leitai_core::{Clock, DialectName};
use leitai_sandbox::Sandbox;
use stage_tests::{bearers, children, left_behind, levels};
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_misbehave");
const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// What was seen of a series from outside.
#[derive(Default, Debug)]
struct Watched {
    /// The most children that the stage had at once.
    most: usize,
    /// How often both programs of a game were seen on one core, and how often they were not.
    together: u32,
    apart: u32,
}

impl Watched {
    fn look(&mut self, tag: &str) {
        self.most = self.most.max(children().len());
        let cores: Vec<String> = bearers(tag).filter_map(allowed).collect();
        if let [one, other] = cores.as_slice() {
            let is_one = one == other && one.parse::<usize>().is_ok();
            *(if is_one { &mut self.together } else { &mut self.apart }) += 1;
        }
    }
}

/// The cores that a process may use, as the system lists them.
fn allowed(pid: i32) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    Some(status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?.trim().to_owned())
}

/// Watches a series of games, one at a time, until `enough` is seen, at most for `patience`; then stops it.
fn watched(
    sandbox: &Sandbox,
    affinity: Affinity,
    patience: Duration,
    enough: impl Fn(&Watched) -> bool,
) -> Watched {
    const TAG: &str = "of-the-spares";
    let player = |name: &str| Player {
        name: name.to_owned(),
        launch: Launch::alone(PROGRAM.into(), ["work=20", "tictactoe", "beyond", TAG].map(Into::into).into()),
        dialect: DialectName::Beyond,
    };
    let stop = AtomicBool::new(false);
    let series = Series {
        openings: Vec::new(),
        game: find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults"),
        players: ["a", "b"].map(player),
        games: 1000,
        jobs: 1,
        allowances: ["start=60s,move=10s".parse::<Clock>().expect("a clock"); 2].map(Into::into),
        conditions: Conditions::of(sandbox.clone()),
        affinity,
        out: None,
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let mut watched = Watched::default();
    std::thread::scope(|scope| {
        let faultless = |game: SeriesGame| {
            assert_eq!(game.ended.outcome.faulty(), None, "{:?}", game.ended);
        };
        let playing = scope.spawn(move || series.play(&mut { faultless }));
        let start = Instant::now();
        while !enough(&watched) && start.elapsed() < patience && !playing.is_finished() {
            watched.look(TAG);
            sleep(Duration::from_millis(1));
        }
        stop.store(true, Ordering::Relaxed);
        playing.join().expect("no panic").expect("the stage holds");
    });
    assert_eq!(left_behind(TAG), [""; 0]);
    watched
}

#[test]
fn the_next_game_is_set_up_beside_the_one_played() {
    // Each has a zygote, which ends with it.
    for sandbox in &levels(LAUNCHER) {
        let level = sandbox.level();
        let before = children();
        let playing = before.len() + 2;
        // The system may run them on any core, so that none is known to be spare.
        let control = watched(sandbox, Affinity::None, Duration::from_millis(500), |_| false);
        assert_eq!(control.most, playing, "{level}: {control:?}");
        if available().len() == 1 {
            continue;
        }
        // While other stages hold all the other cores, nothing is set up.
        let enough = |seen: &Watched| seen.most >= playing + 2 && seen.together > 200;
        let seen = watched(sandbox, Affinity::Auto, Duration::from_mins(2), enough);
        assert_eq!(seen.most, playing + 2, "{level}: {seen:?}");
        assert_eq!(children(), before, "{level}: those that nobody needed are gone");
        // One look may see the end of a game and the start of the next, elsewhere.
        assert!(seen.apart * 10 < seen.together, "{level}: {seen:?}");
    }
}
