//! The runner of test programs: what fails beside others is run again, alone, and is reported; what fails twice fails;
//! an interrupted run leaves nothing behind; what passed is not run again while nothing changes on which it depends.

use rustix::process::{Pid, Signal, kill_process};
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const RUNNER: &str = env!("CARGO_BIN_EXE_runner");
const PASSES: &str = "echo 'running 2 tests'; echo ..; echo 'test result: ok. 2 passed; 0 failed; 0 ignored'";
const FAILS: &str = "echo F.; echo 'it broke'; echo 'test result: FAILED. 1 passed; 1 failed'; exit 101";

/// A folder with programs that stand in for tests, and Cargo's messages about them.
struct House {
    folder: TempDir,
    messages: String,
}

impl House {
    fn new() -> House {
        House { folder: tempfile::tempdir().expect("a folder"), messages: String::new() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Adds a test program with this script; `games/NAME` is a package of its own, all others are of the same one.
    fn with(mut self, name: &str, script: &str) -> House {
        let package =
            if name.starts_with("games/") { format!("{name}/Cargo.toml") } else { "Cargo.toml".to_owned() };
        let (path, manifest) = (self.path(&format!("{name}.sh")), self.path(&package));
        fs::create_dir_all(manifest.parent().expect("a folder")).expect("ours");
        fs::create_dir_all(path.parent().expect("a folder")).expect("ours");
        fs::write(&manifest, "").expect("ours");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("ours");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("ours");
        let source = self.path(&format!("{name}.rs"));
        let [path, manifest, source] = [path, manifest, source].map(|path| path.display().to_string());
        writeln!(
            self.messages,
            "{{\"reason\":\"compiler-artifact\",\"manifest_path\":\"{manifest}\",\"profile\":{{\"test\":true}},\
             \"target\":{{\"src_path\":\"{source}\"}},\"executable\":\"{path}\"}}"
        )
        .expect("text");
        self
    }

    fn runner(&self) -> Command {
        self.runner_with(&[])
    }

    fn runner_with(&self, words: &[&str]) -> Command {
        // An artifact that is not a test is not run.
        let library = "{\"reason\":\"compiler-artifact\",\"profile\":{\"test\":false},\"executable\":null}\n\
                       {\"reason\":\"build-finished\",\"success\":true}\n";
        fs::write(self.path("messages"), self.messages.clone() + library).expect("ours");
        let mut command = Command::new(RUNNER);
        command.args(words).arg(self.path("messages")).current_dir(self.folder.path());
        // What the run of this test was told.
        for variable in ["LEITAI_TEST_EXAMPLES", "LEITAI_TEST_PASSED", "LEITAI_TEST_SITE", "LEITAI_SKIPPED"] {
            command.env_remove(variable);
        }
        command
    }

    /// The exit code and the output.
    fn run(&self) -> (Option<i32>, String) {
        let output = self.runner().output().expect("the runner");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Whether that process exists and is not a zombie.
fn is_alive(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with(['Z', 'X']))
}

/// The text of a file, once a program has written it.
fn written(path: &PathBuf) -> String {
    let start = Instant::now();
    loop {
        let text = fs::read_to_string(path).unwrap_or_default();
        if text.ends_with('\n') {
            return text;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{} never came", path.display());
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_passes_is_counted_and_says_nothing() {
    let (code, said) = House::new().with("one", PASSES).with("two", PASSES).run();
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.starts_with("4 passed, 0 failed, 2 programs of tests\nseconds of the ten slowest"),
        "{said}"
    );
    assert_eq!(said.lines().filter(|line| line.ends_with("one.rs") || line.ends_with("two.rs")).count(), 2);
}

#[test]
fn what_fails_beside_others_passes_alone_and_is_named() {
    let script = format!("if [ -e been ]; then {PASSES}; else touch been; {FAILS}; fi");
    let (code, said) = House::new().with("moody", &script).with("sound", PASSES).run();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("== failed: moody.rs\nF.\nit broke\n"), "{said}");
    assert!(said.contains("4 passed, 0 failed, 2 programs of tests\n"), "{said}");
    assert!(said.contains("\nfailed beside others, passed alone:\n  moody.rs\n"), "{said}");
    assert!(!said.contains("failed twice"), "{said}");
}

/// With another value of a variable of its own, Cargo would compile everything for the examples again, now and the next
/// time; a test program sees the variable as set by Cargo.
#[test]
fn cargo_sees_no_variable_of_cargos() {
    let told = "echo ${CARGO_MANIFEST_DIR-none}";
    // It stands in for Cargo and is also one of the programs: only as Cargo is it asked for examples.
    let script = format!("case $* in *--doc*) {told} >told;; esac; {PASSES}");
    let house = House::new().with("cargo", &script).with("sound", &format!("{told} >its; {PASSES}"));
    let mut runner = house.runner();
    runner.env("LEITAI_TEST_EXAMPLES", house.path("cargo.sh")).env_remove("CARGO_MANIFEST_DIR");
    let output = runner.output().expect("the runner");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("6 passed, 0 failed, 3 programs of tests\n"), "{said}");
    let its = format!("{}\n", house.folder.path().display());
    assert_eq!((written(&house.path("told")), written(&house.path("its"))), ("none\n".to_owned(), its));
}

/// If a program names what failed, only that is run again, and it must actually run.
#[test]
fn what_is_named_is_run_once_more_without_the_rest() {
    let names = "echo F.; echo; echo failures:; echo '    a::one'; echo; \
                 echo 'test result: FAILED. 1 passed; 1 failed; 0 ignored'; exit 101";
    let again = |counts: &str| {
        format!(
            "if [ -e been ]; then echo \"$*\" >asked; echo 'test result: ok. {counts}'; else touch been; {names}; fi"
        )
    };
    let house = House::new().with("moody", &again("1 passed; 0 failed; 7 filtered out"));
    let (code, said) = house.run();
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(written(&house.path("asked")), "--quiet --exact a::one\n");
    assert!(said.contains("== once more, alone: moody.rs a::one\n"), "{said}");
    assert!(said.contains("2 passed, 0 failed, 1 programs of tests\n"), "{said}");
    // A test that is missing the second time has not passed.
    let (code, said) = House::new().with("moody", &again("0 passed; 0 failed; 8 filtered out")).run();
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("1 passed, 1 failed, 1 programs of tests\nfailed twice:\n  moody.rs\n"), "{said}");
}

/// The second run comes after all others and beside nothing else.
#[test]
fn it_is_alone_when_it_is_run_once_more() {
    let moody = format!("if [ -e been ]; then [ -e over ] || exit 1; {PASSES}; else touch been; {FAILS}; fi");
    let slow = format!("while ! [ -e been ]; do sleep 0.01; done; sleep 0.5; touch over; {PASSES}");
    let (code, said) = House::new().with("moody", &moody).with("tests/tests/sources", &slow).run();
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn what_fails_twice_fails_the_run() {
    let (code, said) = House::new().with("broken", FAILS).with("sound", PASSES).run();
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("3 passed, 1 failed, 2 programs of tests\nfailed twice:\n  broken.rs\n"), "{said}");
    assert_eq!(said.matches("it broke").count(), 2, "{said}");
}

/// The end of a long log names the reason.
#[test]
fn panics_stand_at_the_end() {
    let panics =
        "echo \"thread 'it' (7) panicked at it.rs:1:5:\"; echo; echo left: 1; echo 'note: more'; exit 101";
    let (code, said) = House::new().with("broken", panics).with("sound", PASSES).run();
    assert_eq!(code, Some(1), "{said}");
    let end =
        "failed twice:\n  broken.rs\n    thread 'it' (7) panicked at it.rs:1:5:\n    left: 1\nseconds of the";
    assert!(said.contains(end), "{said}");
}

/// A program that dies without a count, one that cannot be started, and an empty list all fail.
#[test]
fn what_does_not_count_does_not_pass() {
    let (code, said) = House::new().with("dies", "kill -SEGV $$").with("sound", PASSES).run();
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("dies.rs: signal: 11"), "{said}");
    assert!(said.contains("2 passed, 1 failed, 2 programs of tests\nfailed twice:\n  dies.rs\n"), "{said}");
    let house = House::new().with("absent", PASSES);
    fs::remove_file(house.path("absent.sh")).expect("ours");
    assert_eq!(house.run().0, Some(1));
    assert_eq!(House::new().run().0, Some(1));
}

#[test]
fn what_takes_too_long_is_ended_with_all_that_it_started() {
    let house = House::new().with("hangs", "sleep 300 & echo $! >>child; trap '' TERM; wait; wait");
    let output = house.runner().env("LEITAI_TEST_LIMIT", "1").output().expect("the runner");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("hangs.rs took longer than 1 s"), "{said}");
    let children = fs::read_to_string(house.path("child")).expect("it was run");
    assert_eq!(children.lines().count(), 2);
    assert!(!children.lines().any(is_alive), "{children}");
}

/// Test programs end process groups, including their own, without affecting others. Interrupting the runner ends all of
/// them.
#[test]
fn an_interrupt_ends_every_session() {
    let house = House::new()
        .with("crates/cli/tests/main", "kill -KILL 0")
        .with("hangs", "echo $$ >ready; sleep 300")
        .with("tests/tests/sources", "trap '' TERM; echo $$ >deaf; sleep 300; sleep 300");
    let mut runner = house.runner();
    let runner = runner.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the runner");
    let pids = ["ready", "deaf"].map(|name| written(&house.path(name)));
    assert!(pids.iter().all(|pid| is_alive(pid)));
    kill_process(Pid::from_child(&runner), Signal::INT).expect("a child of ours");
    let output = runner.wait_with_output().expect("a child of ours");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.ends_with("interrupted\n"), "{said}");
    for name in ["hangs", "tests/tests/sources"] {
        assert!(said.lines().any(|line| line.starts_with("interrupted after ") && line.ends_with(&format!(": {name}.rs"))), "{said}");
    }
    assert!(!said.contains("took longer") && !said.contains("failed: hangs"), "{said}");
    assert!(!pids.iter().any(|pid| is_alive(pid)), "{pids:?}");
}

/// A program that notes each of its runs, what it was told, and something that the machine lacks.
fn noting(name: &str) -> String {
    format!("echo run >>\"$NOTES/{name}\"; echo 'go: not here' >>\"$LEITAI_SKIPPED\"; {PASSES}")
}

/// A house whose passes are kept, outside the folder that the programs may read.
struct Keeping {
    house: House,
    notes: TempDir,
}

impl Keeping {
    fn new(house: House) -> Keeping {
        Keeping { house, notes: tempfile::tempdir().expect("a folder") }
    }

    fn runner(&self) -> Command {
        self.runner_with(&[])
    }

    /// What would be run.
    fn due(&self) -> String {
        // As in `run`.
        let mut runner = self.runner_with(&["--list"]);
        let output = runner.env("LEITAI_OF_THE_TEST", "").output().expect("the runner");
        String::from_utf8(output.stdout).expect("text")
    }

    fn runner_with(&self, words: &[&str]) -> Command {
        let mut runner = self.house.runner_with(words);
        runner.env("NOTES", self.notes.path()).env("LEITAI_TEST_PASSED", self.notes.path().join("passed"));
        runner
    }

    /// How many runs a program has had by now.
    fn runs_of(&self, name: &str) -> usize {
        fs::read_to_string(self.notes.path().join(name)).unwrap_or_default().lines().count()
    }

    /// Runs it; returns the output and how many runs each program has had by now.
    fn run<const N: usize>(&self, names: [&str; N], variable: &str) -> (String, [usize; N]) {
        let skips = self.notes.path().join("skipped");
        fs::write(&skips, "").expect("ours");
        let mut runner = self.runner();
        runner.env("LEITAI_SKIPPED", &skips).env("LEITAI_OF_THE_TEST", variable);
        let output = runner.output().expect("the runner");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        // Whether it is run or not, the whole list of what is lacking is complete.
        assert_eq!(fs::read_to_string(&skips).expect("ours").lines().count(), N);
        (String::from_utf8_lossy(&output.stdout).into_owned(), names.map(|name| self.runs_of(name)))
    }
}

#[test]
fn what_passed_is_run_again_when_something_changes() {
    let house = House::new().with("games/own", &noting("own")).with("house", &noting("house"));
    let keeping = Keeping::new(house);
    let runs = || keeping.run(["own", "house"], "");
    let (said, first) = runs();
    assert_eq!(first, [1, 1], "{said}");
    assert!(said.starts_with("4 passed, 0 failed, 2 programs of tests\nseconds"), "{said}");
    let (said, same) = runs();
    assert_eq!(same, [1, 1]);
    let unchanged =
        "4 passed, 0 failed, 2 programs of tests\nnot run: 4 of these tests, in 2 programs, since";
    assert!(said.starts_with(unchanged), "{said}");
    // A file anywhere, one of the game's, its program, and a variable.
    let write = |name: &str, text: &str| fs::write(keeping.house.path(name), text).expect("ours");
    write("data", "1");
    assert_eq!(runs().1, [1, 2]);
    write("games/own/data", "1");
    assert_eq!(runs().1, [2, 3]);
    let own = fs::read_to_string(keeping.house.path("games/own.sh")).expect("ours");
    write("games/own.sh", &format!("{own}# changed\n"));
    assert_eq!(runs().1, [3, 4]);
    assert_eq!(keeping.run(["own", "house"], "other").1, [4, 5]);
    assert_eq!(runs().1, [5, 6], "the variable is back");
    // A source is what the program is made of, and one that comes out the same is the same.
    write("games/own/source.rs", "// 1");
    let again = keeping.house.path("again");
    fs::copy(keeping.house.path("games/own.sh"), &again).expect("ours");
    fs::rename(again, keeping.house.path("games/own.sh")).expect("ours");
    assert_eq!(runs().1, [5, 6]);
    // What others build is nobody's input.
    fs::create_dir_all(keeping.house.path("target")).expect("ours");
    write("target/CACHEDIR.TAG", "");
    write("target/built", "1");
    assert_eq!(runs().1, [5, 6]);
    write("target/built", "2");
    assert_eq!(runs().1, [5, 6]);
}

/// A failure is never kept, nor a pass that came only alone, nor one of a program beside which its files changed.
#[test]
fn only_a_sound_pass_is_kept() {
    let moody =
        format!("{}; [ -e \"$NOTES/been\" ] || {{ touch \"$NOTES/been\"; exit 1; }}", noting("moody"));
    let changing = format!("{}; echo more >>data", noting("changing"));
    for (name, script) in [("moody", &moody), ("changing", &changing)] {
        let keeping = Keeping::new(House::new().with(name, script));
        let runs = || {
            let output = keeping.runner().output().expect("the runner");
            assert_eq!(output.status.code(), Some(0));
            keeping.runs_of(name)
        };
        let first = runs();
        assert_eq!(runs(), first + 1, "{name}");
    }
}

/// A package says what its tests read outside of its folder, and which sources; the list of what is due says who would run.
#[test]
fn a_change_of_what_is_declared_is_noticed() {
    let keeping = Keeping::new(House::new().with("games/own", &noting("own")));
    let write = |name: &str, text: &str| {
        let path = keeping.house.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("ours");
        fs::write(path, text).expect("ours");
    };
    let declared = "[package.metadata.tests]\nreads = [\".\", \"../../docs\"]\nsources = [\"src\"]\n";
    write("docs/page.md", "1");
    write("docs/example.rs", "1");
    write("games/own/src/lib.rs", "1");
    write("games/own/Cargo.toml", declared);
    let runs = || keeping.run(["own"], "").1[0];
    assert_eq!((runs(), runs()), (1, 1));
    for (changed, expected) in [("docs/example.rs", 1), ("docs/page.md", 2), ("games/own/src/lib.rs", 3)] {
        let before = runs();
        write(changed, "2");
        let due = if expected > before { "games/own.rs\n" } else { "" };
        assert_eq!(keeping.due(), due, "{changed}");
        assert_eq!(runs(), expected, "{changed}");
    }
    write("games/own/Cargo.toml", "[package.metadata.tests]\nreads = [\"absent\"]\n");
    let refused = keeping.runner().output().expect("the runner");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("own/Cargo.toml: absent: "), "{refused:?}");
}

/// What is opened without being declared may change unseen: that pass is not kept, and where programs run one after the
/// other it is a failure of the one that opened it.
#[test]
fn what_opens_what_it_does_not_declare_is_not_kept() {
    let strays = format!("cat \"$PWD/../../docs/page.md\" >>\"$NOTES/read\"; {}", noting("strays"));
    let house = House::new().with("games/strays", &strays);
    fs::create_dir_all(house.path("docs")).expect("ours");
    fs::write(house.path("docs/page.md"), "1").expect("ours");
    let keeping = Keeping::new(house);
    for runs in [1, 2] {
        let (said, so_far) = keeping.run(["strays"], "");
        assert_eq!(so_far, [runs], "{said}");
        let named = "opened meanwhile:\n  games/strays.rs\n    ";
        assert!(said.contains(named) && said.contains("/docs/page.md\n"), "{said}");
    }
    let mut long = keeping.runner();
    let output = long.env("LEITAI_LONG", "1").output().expect("the runner");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("failed twice:\n  games/strays.rs\n")
            && said.contains("/docs/page.md and does not declare it\n"),
        "{said}"
    );
}

/// Kept passes that cannot be read are none, and are written anew.
#[test]
fn damaged_passes_are_none() {
    let keeping = Keeping::new(House::new().with("one", &noting("one")));
    for (damage, runs) in [("", 1), ("{", 2), ("[1]", 3), ("{\"one.rs\":{}}", 4)] {
        fs::write(keeping.notes.path().join("passed"), damage).expect("ours");
        assert_eq!(keeping.run(["one"], "").1, [runs]);
        assert_eq!(keeping.run(["one"], "").1, [runs]);
    }
}
