//! Every attack that measures no time, at every level that this machine can set up, as root and as a plain user; those that do
//! stand in `attacks_timed.rs`.
#![expect(clippy::print_stderr, reason = "what examiners say")]

use leitai_sandbox::Level;
use leitai_testkit::{Need, skip};
use stage_tests::{
    AttackHall, Choice, UNAVAILABLE, attacks, called, control_groups, left_behind, need, plain_user, said,
    whose,
};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

const EXAMINE: &str = env!("CARGO_BIN_EXE_examine");

/// The attacks on what Landlock came to keep in only later: truncation, sockets, devices, signals.
const OLD: [&str; 6] = ["34-", "36-", "38-", "45-", "75-", "76-"];

/// Longer than a game takes to begin on any machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long anything of a stage may stay once it was killed.
const AFTERWARDS: Duration = Duration::from_secs(1);

/// One examination at a time: they share two cores.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn nobody_gets_out_as_root() {
    if !rustix::process::geteuid().is_root() {
        skip(Need::Full, "examinations as root (the tests do not run as root)");
        return;
    }
    examine(None, &[Level::Full, Level::Rootless, Level::Confined]);
}

#[test]
fn nobody_gets_out_as_a_plain_user() {
    // At the last level attacks succeed: they are attacks.
    examine(plain_user(), &[Level::Rootless, Level::Confined, Level::Plain]);
}

#[test]
fn nothing_outlives_a_stage_that_is_killed_as_root() {
    if !rustix::process::geteuid().is_root() {
        skip(Need::Full, "the end of a stage that is root (the tests do not run as root)");
        return;
    }
    kill_the_stage(None, &[(Level::Full, 4), (Level::Rootless, 4), (Level::Confined, 1)]);
}

#[test]
fn nothing_outlives_a_stage_that_is_killed_as_a_plain_user() {
    kill_the_stage(plain_user(), &[(Level::Rootless, 4), (Level::Confined, 1)]);
}

/// Where Landlock is older than it is here, the filter of system calls sees to what it does not.
#[test]
fn nobody_gets_out_past_an_older_landlock() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let hall = hall();
    for version in ["1", "2"] {
        for part in OLD {
            let mut command = hall.examiner(Level::Confined, &Choice::Named(part.to_owned()), plain_user());
            let output = command.env("LEITAI_LANDLOCK", version).output().expect("an examiner");
            let said = said(&output);
            match output.status.code() {
                Some(0) => assert!(said.contains("ok "), "{part} was not played"),
                Some(UNAVAILABLE) => return eprintln!("skipped: {}", said.trim_end()),
                _ => panic!("with Landlock {version}:\n{said}"),
            }
        }
    }
}

/// Kills the stage at these levels while a program that wants to stay plays, which has become so many processes
/// where it may become several.
fn kill_the_stage(user: Option<u32>, levels: &[(Level, usize)]) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let hall = hall();
    for (level, family) in levels {
        let mut command = hall.examiner(*level, &Choice::Named("48-outlives".to_owned()), user);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut stage = command.spawn().expect("an examiner");
        let id = stage.id();
        let tag = format!("tag-{id}-");
        let start = Instant::now();
        // Two games, of one process and of a family.
        while called(&tag, "leitai-stays") < 1 + family && start.elapsed() < PATIENCE {
            if let Some(status) = stage.try_wait().expect("a child") {
                assert_eq!(status.code(), Some(UNAVAILABLE), "{level}: {status}");
                break;
            }
            sleep(Duration::from_millis(5));
        }
        let stayed = called(&tag, "leitai-stays");
        stage.kill().expect("a child");
        let output = stage.wait_with_output().expect("a child");
        assert_eq!(left_behind(&tag), [""; 0], "at {level}");
        if output.status.code() == Some(UNAVAILABLE) {
            let why = String::from_utf8_lossy(&output.stderr);
            skip(need(*level), &format!("the end of a stage{}: {why}", whose(user)));
        } else {
            assert_eq!(stayed, 1 + family, "at {level} as user {user:?}");
            // Its groups go once they are empty.
            let killed = Instant::now();
            while !control_groups(id).is_empty() && killed.elapsed() < AFTERWARDS {
                sleep(Duration::from_millis(5));
            }
            assert_eq!(control_groups(id), Vec::<PathBuf>::new(), "at {level}");
        }
    }
}

/// Examines at these levels as that user, or as whoever runs this.
fn examine(user: Option<u32>, levels: &[Level]) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    eprint!("{}", hall().examine(user, &Choice::Untimed, levels));
}

fn hall() -> AttackHall {
    AttackHall::new(EXAMINE.as_ref(), &Path::new(env!("CARGO_TARGET_TMPDIR")).join("attacks"))
}

/// What one of the two programs of tests leaves out, the other plays, but for the end of the stage, which is played above.
#[test]
fn every_attack_is_played_by_one_of_two_programs() {
    let all = attacks(&Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks")).expect("the attacks");
    for level in Level::ALL {
        let by = |choice: &Choice| {
            all.iter()
                .filter(|attack| choice.takes(attack, level))
                .map(ToString::to_string)
                .collect::<Vec<_>>()
        };
        let [timed, untimed] = [Choice::Timed, Choice::Untimed].map(|choice| by(&choice));
        let ends = by(&Choice::Named("48-outlives".to_owned()));
        let mut played = [timed.clone(), untimed.clone(), ends].concat();
        let mut expected: Vec<_> = all.iter().map(ToString::to_string).collect();
        played.sort();
        expected.sort();
        assert_eq!(played, expected, "at {level}");
        // What races with a limit, in a crowd or against its opponent, is alone; what merely sleeps past one is not.
        let is_in = |those: &[String], part: &str| those.iter().any(|attack| attack.contains(part));
        for part in ["22-at", "77-ends", "85-works", "86-crowds", "87-burns"] {
            assert!(is_in(&timed, part) && !is_in(&untimed, part), "{part} at {level}");
        }
        for part in ["13-deaf", "20-sleeps", "33-reads", "49-clock"] {
            assert!(is_in(&untimed, part) && !is_in(&timed, part), "{part} at {level}");
        }
    }
}
