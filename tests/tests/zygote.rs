//! The zygote, from which every program is forked: if it is ended it is replaced, and its children live on; it goes
//! away with the last user that may need it. The root folders that it keeps show files as they are when a program starts.

use leitai_arena::{Launch, StageError};
use leitai_core::Why;
use leitai_sandbox::{Cell, Job, Launched, Launching, Limits, Sandbox};
use rustix::process::{Signal, kill_process};
use stage_tests::{end_zygotes, levels, play, stop_zygotes, try_to_play, zygotes};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
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

/// As on a machine that is much too busy. The stopped one would carry out the order when it goes on.
#[test]
fn one_that_does_not_answer_is_ended_and_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let launcher = launcher(folder.path());
    let sandbox = Sandbox::strongest(&launcher);
    let mut before = Echo::start(&sandbox);
    let stopped = zygotes(&launcher);
    assert_eq!(stop_zygotes(&launcher), 1);
    let mut after = Echo::start(&sandbox);
    assert!(before.repeats("one") && after.repeats("two"));
    let now = zygotes(&launcher);
    assert!(now.len() == 1 && now != stopped, "{stopped:?} {now:?}");
    assert!(before.leaves() && after.leaves());
}

/// Others may hold the pipe by which the first process of a namespace says how the program ended. Killed, it says nothing.
#[test]
fn an_end_does_not_wait_for_others() {
    for sandbox in levels(LAUNCHER) {
        // The program may have taken the launcher's place before its descriptors are read.
        assert!((0..50).any(|_| ends_while_others_hold(&sandbox)), "{}", sandbox.level());
    }
}

/// Ends a program while this process holds what its launcher held; false if that was nothing.
fn ends_while_others_hold(sandbox: &Sandbox) -> bool {
    let (running, mut cell) = sandbox.launch(&Job::of("/bin/cat", Vec::new())).expect("launched");
    let descriptors = format!("/proc/{}/fd", running.pid.as_raw_nonzero());
    let held: Vec<File> = fs::read_dir(descriptors)
        .expect("our child")
        .filter_map(|entry| File::options().write(true).open(entry.ok()?.path()).ok())
        .collect();
    assert_eq!(running.launching.map(Launching::finish), Some(Launched::Running));
    kill_process(running.pid, Signal::KILL).expect("our child");
    assert!(!cell.reap().expect("our child").0.success(), "{}", sandbox.level());
    !held.is_empty()
}

/// The control is the same game while the launcher is there: there the program loses, since it leaves.
#[test]
fn nobody_loses_because_no_program_can_be_launched() {
    for level in levels(LAUNCHER).iter().map(Sandbox::level) {
        let folder = tempfile::tempdir().expect("a folder");
        let launcher = launcher(folder.path());
        let sandbox = Sandbox::at(level, &launcher).expect("a sandbox");
        let leaves = Launch::alone("/bin/true".into(), Vec::new());
        let played = || try_to_play(&leaves, &sandbox, Limits::default());
        assert!(matches!(played(), Ok((Why::Fault(_), _))), "{level}");
        end_zygotes(&launcher);
        fs::remove_file(&launcher).expect("our file");
        let failed = played();
        assert!(matches!(failed, Err(StageError::Launch(_))), "{level}: {failed:?}");
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

/// What a program says, run to its end.
fn said(sandbox: &Sandbox, job: &Job) -> String {
    let (running, mut cell) = sandbox.launch(job).expect("launched");
    assert_eq!(running.launching.map(Launching::finish), Some(Launched::Running));
    let mut said = String::new();
    File::from(running.stdout).read_to_string(&mut said).expect("its words");
    cell.reap().expect("our child");
    said
}

/// Each path is replaced between two starts, so that a root that was prepared for the first shows another file.
#[test]
fn programs_see_files_as_they_are_when_they_start() {
    for sandbox in levels(LAUNCHER) {
        let level = sandbox.level();
        let home = tempfile::tempdir().expect("a folder");
        let [file, folder, link] = ["file", "folder", "link"].map(|name| home.path().join(name));
        let [left, right] = ["left", "right"].map(|name| home.path().join(name));
        for (folder, text) in [(&folder, "1"), (&left, "l"), (&right, "r")] {
            fs::create_dir(folder).expect("a folder");
            fs::write(folder.join("data"), text).expect("a file");
        }
        fs::write(&file, "1").expect("a file");
        symlink(&left, &link).expect("a link");
        let paths = vec![file.clone(), folder.join("data"), link.join("data")];
        let mut job = Job::of("/bin/cat", paths.into_iter().map(Into::into).collect());
        job.reads = vec![file.clone(), folder.clone(), left.clone(), right.clone(), link.clone()];
        assert_eq!(said(&sandbox, &job), "11l", "{level}");
        fs::write(&file, "2").expect("the same file");
        assert_eq!(said(&sandbox, &job), "21l", "{level}");
        fs::write(home.path().join("new"), "3").expect("a file");
        fs::rename(home.path().join("new"), &file).expect("another file");
        assert_eq!(said(&sandbox, &job), "31l", "{level}");
        fs::remove_dir_all(&folder).expect("our folder");
        fs::create_dir(&folder).expect("another folder");
        fs::write(folder.join("data"), "4").expect("a file");
        assert_eq!(said(&sandbox, &job), "34l", "{level}");
        fs::remove_file(&link).expect("our link");
        symlink(&right, &link).expect("another link");
        assert_eq!(said(&sandbox, &job), "34r", "{level}");
    }
}

#[test]
fn programs_with_equal_roots_do_not_see_each_other() {
    for sandbox in levels(LAUNCHER).iter().filter(|sandbox| sandbox.level().isolates()) {
        let others = [Echo::start(sandbox), Echo::start(sandbox)];
        // One of several processes may read all of its `/proc`.
        let mut job = Job::of("/bin/ls", vec!["/proc".into()]);
        job.limits.processes = 2;
        let seen = said(sandbox, &job);
        let processes: Vec<_> = seen.lines().filter(|name| name.parse::<u32>().is_ok()).collect();
        assert_eq!(processes.len(), 1, "{}: {seen}", sandbox.level());
        for echo in others {
            assert!(echo.leaves());
        }
    }
}

/// The control starts as many programs that share a root.
#[test]
fn few_roots_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let launcher = launcher(folder.path());
    let sandbox = Sandbox::strongest(&launcher);
    let open_after = |place: &dyn Fn(u32) -> PathBuf| {
        for number in 0..140 {
            let mut job = Job::of("/bin/true", Vec::new());
            job.folder = place(number);
            said(&sandbox, &job);
        }
        let zygote = zygotes(&launcher)[0].to_string();
        fs::read_dir(Path::new("/proc").join(zygote).join("fd")).expect("our child").count()
    };
    let equal = open_after(&|_| "/home".into());
    assert!(equal < 20, "{equal}");
    let different = open_after(&|number| format!("/home/{number}").into());
    assert!(different < 140, "{different}");
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
