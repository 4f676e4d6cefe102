//! A broken device of the machine is found by name before any game; and one that breaks later hides nothing from the
//! stage. Each test runs in a mount space of its own, where it breaks what it likes.

use leitai_sandbox::{Job, Launched, Launching, Sandbox, broken_devices};
use leitai_testkit::{Need, skip};
use stage_tests::levels;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");
/// Set in the process that has the mount space.
const INSIDE: &str = "LEITAI_OWN_MOUNTS";
/// The modes of what stands in place of the device: as a careless script leaves it, and one that everybody may write.
const MODES: [u32; 2] = [0o644, 0o666];

/// Whether this process has a mount space of its own. If not, runs the test of this name again in one.
fn is_inside(test: &str) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let itself = std::env::current_exe().expect("this program");
    let apart = |program: &Path, args: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(["--mount", "--propagation", "private"]).arg(program).args(args).env(INSIDE, "1");
        command.output()
    };
    if !apart(Path::new("true"), &[]).is_ok_and(|tried| tried.status.success()) {
        skip(Need::named("F").expect("a level"), "no mount space of our own");
        return false;
    }
    let output = apart(&itself, &["--exact", test, "--nocapture"]).expect("this program");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("1 passed"), "{said}");
    false
}

/// Mounts a regular file over a device; dropping the value takes it away.
struct Broken {
    path: &'static str,
    _file: tempfile::TempDir,
}

impl Broken {
    fn device(path: &'static str, mode: u32) -> Broken {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("ours");
        let done = Command::new("mount").arg("--bind").args([&file, Path::new(path)]).status();
        assert!(done.expect("mount").success());
        Broken { path, _file: folder }
    }
}

impl Drop for Broken {
    fn drop(&mut self) {
        let done = Command::new("umount").arg("--lazy").arg(self.path).status();
        assert!(done.expect("umount").success());
    }
}

#[test]
fn a_broken_device_is_named_and_no_level_is_set_up() {
    if !is_inside("a_broken_device_is_named_and_no_level_is_set_up") {
        return;
    }
    let names = || broken_devices().iter().map(|broken| broken.path).collect::<Vec<_>>();
    assert_eq!(names(), [""; 0]);
    for level in levels(LAUNCHER).iter().map(Sandbox::level) {
        for path in ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"] {
            for mode in MODES {
                let broken = Broken::device(path, mode);
                assert_eq!(names(), [path]);
                let why = Sandbox::at(level, LAUNCHER.as_ref()).expect_err("it is broken").to_string();
                let told = format!("the machine's {path} is a regular file; as root: ");
                assert!(why.contains(&told), "{level}, {mode:o}: {why}");
                assert!(!Sandbox::strongest(LAUNCHER.as_ref()).level().confines());
                drop(broken);
                assert!(Sandbox::at(level, LAUNCHER.as_ref()).is_ok(), "the control: {level} after {path}");
            }
        }
    }
}

/// Broken once the sandbox is there, so that no check is in the way. The control is the same program before.
#[test]
fn a_program_is_seen_to_run_and_to_end_whatever_the_device() {
    if !is_inside("a_program_is_seen_to_run_and_to_end_whatever_the_device") {
        return;
    }
    for sandbox in levels(LAUNCHER) {
        seen(&sandbox, "/in-order");
        for mode in MODES {
            let _broken = Broken::device("/dev/null", mode);
            // With a root of its own, made from the devices as they are now.
            seen(&sandbox, &format!("/broken-{mode:o}"));
        }
    }
}

/// A program that waits for its input: it must be seen to run before it gets any, and to end.
fn seen(sandbox: &Sandbox, folder: &str) {
    let at = format!("{folder} at {}", sandbox.level());
    let job = Job { folder: folder.into(), ..Job::of("/bin/cat", Vec::new()) };
    let (running, mut cell) = sandbox.launch(&job).expect("launched");
    let mut launching = running.launching.expect("a launcher");
    launching.execute();
    let start = Instant::now();
    let launched = loop {
        if let Some(launched) = Launching::poll(&mut launching) {
            break launched;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "{at}: its execution is hidden");
        std::thread::sleep(Duration::from_millis(1));
    };
    assert_eq!(launched, Launched::Running, "{at}");
    File::from(running.stdin).write_all(b"here").expect("it listens");
    let mut said = String::new();
    File::from(running.stdout).read_to_string(&mut said).expect("its words");
    assert_eq!(said, "here", "{at}");
    assert!(cell.reap().expect("our child").0.success(), "{at}");
}
