//! The attacks that measure time, at every level that this machine can set up, as root and as a plain user: with nothing
//! beside them.
#![expect(clippy::print_stderr, reason = "what examiners say")]

use leitai_sandbox::Level;
use leitai_testkit::{Need, skip};
use stage_tests::{AttackHall, Choice, plain_user};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

const EXAMINE: &str = env!("CARGO_BIN_EXE_examine");

/// One examination at a time: they share two cores.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn nobody_gets_more_time_as_root() {
    if !rustix::process::geteuid().is_root() {
        skip(Need::Full, "examinations as root (the tests do not run as root)");
        return;
    }
    examine(None, &[Level::Full, Level::Rootless, Level::Confined]);
}

#[test]
fn nobody_gets_more_time_as_a_plain_user() {
    // At the last level attacks succeed: they are attacks.
    examine(plain_user(), &[Level::Rootless, Level::Confined, Level::Plain]);
}

/// Examines at these levels as that user, or as whoever runs this.
fn examine(user: Option<u32>, levels: &[Level]) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let hall = AttackHall::new(EXAMINE.as_ref(), &Path::new(env!("CARGO_TARGET_TMPDIR")).join("attacks"));
    eprint!("{}", hall.examine(user, &Choice::Timed, levels));
}
