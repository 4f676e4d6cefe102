//! The zygote, from which every program is forked: if it is ended it is replaced, and its children live on; it goes
//! away with the last user that may need it.

use leitai_arena::Launch;
use leitai_sandbox::{Cell, Job, Launched, Launching, Limits, Sandbox};
use stage_tests::{end_zygotes, levels, play, zygotes};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// A test's own launcher, so that its zygote can be told apart from others.
fn launcher(folder: &Path) -> PathBuf {
    let launcher = folder.join("launcher");
    fs::copy(LAUNCHER, &launcher).expect("a launcher");
    launcher
}

/// A program that repeats what it is told.
struct Echo {
    cell: Cell,
    to: File,
    from: File,
}

impl Echo {
    fn start(sandbox: &Sandbox) -> Echo {
        let job = Job::of("/bin/cat", Vec::new());
        let (running, cell) = sandbox.launch(&job).expect("launched");
        assert_eq!(running.launching.map(Launching::finish), Some(Launched::Running));
        Echo { cell, to: running.stdin.into(), from: running.stdout.into() }
    }

    fn hear(&mut self, count: usize) -> Vec<u8> {
        let mut said = vec![0; count];
        self.from.read_exact(&mut said).expect("an answer");
        said
    }

    fn repeats(&mut self, word: &str) -> bool {
        self.to.write_all(word.as_bytes()).expect("it listens");
        self.hear(word.len()) == word.as_bytes()
    }

    fn leaves(self) -> bool {
        let Echo { mut cell, to, from: _from } = self;
        drop(to);
        cell.reap().expect("our child").0.success()
    }
}

fn becomes(due: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while !due() && start.elapsed() < Duration::from_secs(10) {
        sleep(Duration::from_millis(2));
    }
    due()
}

#[test]
fn one_that_was_ended_is_replaced_and_its_programs_live_on() {
    for level in levels(LAUNCHER).iter().map(Sandbox::level) {
        let folder = tempfile::tempdir().expect("a folder");
        let launcher = launcher(folder.path());
        let sandbox = Sandbox::at(level, &launcher).expect("a sandbox");
        let mut before = Echo::start(&sandbox);
        assert!(before.repeats("one"), "{level}");
        assert!(end_zygotes(&launcher) == 1, "{level}");
        let mut after = Echo::start(&sandbox);
        assert!(after.repeats("two") && before.repeats("three"), "{level}");
        assert!(before.leaves() && after.leaves(), "{level}");
    }
}

#[test]
fn it_leaves_with_the_last_who_may_need_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let launcher = launcher(folder.path());
    let sandbox = Sandbox::strongest(&launcher);
    let twin = sandbox.clone();
    drop(sandbox);
    assert!(Echo::start(&twin).leaves());
    assert_eq!(zygotes(&launcher).len(), 1);
    drop(twin);
    assert!(becomes(|| zygotes(&launcher).is_empty()));
}

/// The end of a game triggers a search for strays; a program that tests a level has no seat, but is not a stray.
#[test]
fn games_that_end_take_no_trial_for_a_stray() {
    let is_over = AtomicBool::new(false);
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let tries = std::thread::scope(|scope| {
        scope.spawn(|| {
            let leaves = Launch::alone("true".into(), Vec::new());
            while !is_over.load(Ordering::Relaxed) {
                let _ = play(&leaves, &Sandbox::off(), Limits::default());
            }
        });
        let tries = [(); 200].map(|()| Sandbox::at(sandbox.level(), LAUNCHER.as_ref()).map(|_| ()));
        is_over.store(true, Ordering::Relaxed);
        tries
    });
    assert_eq!(tries, [const { Ok(()) }; 200]);
}
