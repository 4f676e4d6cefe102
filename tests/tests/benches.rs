//! The bench on which a compiler runs: it holds sources and nothing that compilers load, and no file of anybody else's
//! can be changed from it in any way.

use leitai_arena::Language;
use leitai_sandbox::{Job, Launched, Launching, Limits, Running, Sandbox, SandboxLevel};
use stage_tests::{Desk, as_a_plain_user, has, levels, plays, starter};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// A plug-in that javac loads automatically where it finds it.
const PLUGIN: &str = "import com.sun.source.util.*; public class Evil implements Plugin {\n\
    public String getName() { return \"Evil\"; }\n    public boolean autoStart() { return true; }\n\
    public void init(JavacTask task, String... words) { System.err.println(\"EVIL RUNS\"); System.exit(7); }\n}\n";

fn run(command: &mut Command) -> (bool, String) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

#[test]
fn javac_loads_nothing_that_lies_beside_the_sources() {
    if !has(Language::Java, "what javac loads beside the sources") {
        return;
    }
    let javac = Language::Java.tool().expect("it is there");
    let source = fs::read_to_string(starter(Language::Java)).expect("a starter");
    let desk = Desk::new()
        .with("plug/Evil.java", PLUGIN)
        .with("bot/TicTacToe.java", source)
        .with("bot/META-INF/services/com.sun.source.util.Plugin", "Evil\n")
        .with("bot/META-INF/services/javax.annotation.processing.Processor", "Evil\n");
    let (made, said) =
        run(Command::new(&javac).arg("-d").args([desk.path("bot"), desk.path("plug/Evil.java")]));
    assert!(made, "{said}");
    // The control: outside, the plug-in is found and runs.
    let by_hand = desk.path("made");
    let (made, said) =
        run(Command::new(&javac).current_dir(desk.path("bot")).arg("-d").arg(&by_hand).arg("TicTacToe.java"));
    assert!(!made && said.contains("EVIL RUNS"), "{said}");
    for sandbox in levels(LAUNCHER) {
        let workshop = tempfile::tempdir().expect("a folder");
        let launch = leitai_arena::build(&desk.path("bot"), workshop.path(), &sandbox);
        let launch = launch.unwrap_or_else(|error| panic!("at {}: {error}", sandbox.level()));
        assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{}", sandbox.level());
        // Files that the program brought along are where it runs.
        assert!(workshop.path().join("program/Evil.class").is_file());
    }
}

#[test]
fn gcc_loads_no_memory_of_somebody_elses() {
    let starter = fs::read_to_string(starter(Language::C)).expect("a starter");
    let desk = Desk::new()
        .with("bot/own.h", "int own(void);\n")
        .with("bot/main.c", format!("#include \"own.h\"\n{starter}"));
    let header = desk.path("bot/own.h.gch");
    let flags = ["-O2", "-std=gnu99", "-fdiagnostics-color=never"];
    let mut make = Command::new("cc");
    let (made, said) =
        run(make.args(flags).args(["-x", "c-header", "-o"]).args([&header, &desk.path("bot/own.h")]));
    assert!(made, "{said}");
    let desk = desk.with("bot/own.h", "#error the source itself\n");
    let mut by_hand = Command::new("cc");
    let by_hand =
        by_hand.current_dir(desk.path("bot")).args(flags).args(["-o", "../by-hand", "main.c", "-lm"]);
    let (made, said) = run(by_hand);
    assert!(made, "the control: the header's memory is loaded: {said}");
    for sandbox in levels(LAUNCHER) {
        let workshop = tempfile::tempdir().expect("a folder");
        let built = leitai_arena::build(&desk.path("bot"), workshop.path(), &sandbox);
        let error = built.expect_err("the source says so").to_string();
        assert!(error.contains("the source itself"), "at {}: {error}", sandbox.level());
    }
}

/// Every way of changing a file without writing into it.
const CHANGES: &str = r#"
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

static void tried(const char *what, long got) { printf("%s %s\n", got < 0 ? "refused" : "CHANGED", what); }

int main(int count, char **words)
{
    const char *file = words[1];
    struct timespec old[2] = {{1, 1}, {1, 1}};
    struct timeval older[2] = {{2, 2}, {2, 2}};
    struct utimbuf oldest = {3, 3};
    char link[64];
    int path = open(file, O_PATH), folder = open(words[2], O_PATH | O_DIRECTORY), read = open(file, O_RDONLY);
    snprintf(link, sizeof link, "/proc/self/fd/%d", path);
    if (count != 4)
        return 1;
    tried("chmod", chmod(file, 0777));
    tried("fchmodat", fchmodat(folder, words[3], 0766, 0));
    tried("fchmodat2", syscall(452, AT_FDCWD, file, 0757, 0));
    tried("fchmodat2 by descriptor", syscall(452, path, "", 0755, AT_EMPTY_PATH));
    tried("chmod by link", chmod(link, 0747));
    tried("fchmod", fchmod(read, 0737));
    tried("chown", chown(file, getuid(), getgid()));
    tried("lchown", lchown(file, getuid(), getgid()));
    tried("fchownat", fchownat(path, "", getuid(), getgid(), AT_EMPTY_PATH));
    tried("fchown", fchown(read, getuid(), getgid()));
    tried("utimensat", utimensat(AT_FDCWD, file, old, 0));
    tried("utimensat by descriptor", utimensat(path, "", old, AT_EMPTY_PATH));
    tried("futimens", futimens(read, old));
    tried("utimes", utimes(file, older));
    tried("utime", utime(file, &oldest));
    tried("setxattr", setxattr(file, "user.leitai", "x", 1, 0));
    tried("lsetxattr", lsetxattr(file, "user.leitai", "x", 1, 0));
    tried("setxattr by link", setxattr(link, "user.leitai", "x", 1, 0));
    tried("fsetxattr", fsetxattr(read, "user.leitai", "x", 1, 0));
    tried("setxattrat", syscall(463, AT_FDCWD, file, 0, "user.leitai", (long[]){(long)"x", 1}, 16));
    tried("removexattr", removexattr(file, "user.kept"));
    tried("chmod of the folder", chmod(words[2], 0777));
    tried("truncate", truncate(file, 0));
    tried("rename", rename(file, words[3]));
    tried("link", linkat(AT_FDCWD, file, AT_FDCWD, "stolen", 0));
    tried("unlink", unlink(file));
    return 0;
}
"#;

/// The attributes that the changes would change.
fn state(path: &Path) -> impl PartialEq + std::fmt::Debug {
    let meta = fs::symlink_metadata(path).expect("it is there");
    (
        meta.mode(),
        meta.uid(),
        meta.gid(),
        meta.len(),
        meta.mtime(),
        meta.ctime(),
        meta.ctime_nsec(),
        meta.nlink(),
    )
}

/// Runs a program as compilers are run, with a writable folder; returns what it printed.
fn as_a_compiler(sandbox: &Sandbox, program: &Path, words: &[&Path], writes: &Path) -> String {
    let limits = Limits { processes: 4, threads: 4, ..Limits::default() };
    let job = Job {
        folder: writes.to_owned(),
        writes: vec![writes.to_owned()],
        limits,
        ..Job::of(program, words.iter().map(|word| word.as_os_str().to_owned()).collect())
    };
    let (Running { stdin, stdout, stderr, launching, .. }, mut cell) =
        sandbox.launch(&job).expect("it starts");
    assert_eq!(launching.map(Launching::finish), Some(Launched::Running));
    drop((stdin, stderr));
    let mut said = Vec::new();
    File::from(stdout).read_to_end(&mut said).expect("its words");
    cell.reap().expect("a child");
    String::from_utf8_lossy(&said).into_owned()
}

#[test]
fn a_compiler_changes_nothing_about_the_files_of_others() {
    let desk = Desk::new().with("changes.c", CHANGES).with("house/file", "the organiser's\n");
    let program = desk.path("changes");
    let (made, said) = run(Command::new("cc").arg("-o").args([&program, &desk.path("changes.c")]));
    assert!(made, "{said}");
    for path in ["", "house"] {
        fs::set_permissions(desk.path(path), fs::Permissions::from_mode(0o755)).expect("ours");
    }
    let (house, file) = (desk.path("house"), desk.path("house/file"));
    for sandbox in levels(LAUNCHER) {
        let writes = tempfile::tempdir().expect("a folder");
        let before = (state(&file), state(&house));
        let said = as_a_compiler(&sandbox, &program, &[&file, &house, Path::new("file")], writes.path());
        assert_eq!((state(&file), state(&house)), before, "at {}: {said}", sandbox.level());
        assert!(
            !said.contains("CHANGED") && said.matches("refused").count() == 26,
            "at {}: {said}",
            sandbox.level()
        );
    }
    // The control: if nothing confines it, it does change them.
    let plain = Sandbox::at(SandboxLevel::Plain, LAUNCHER.as_ref()).expect("limits alone");
    let writes = tempfile::tempdir().expect("a folder");
    let before = state(&file);
    let said = as_a_compiler(&plain, &program, &[&file, &house, Path::new("file")], writes.path());
    assert!(!file.exists() && said.matches("CHANGED").count() > 15, "{before:?}: {said}");
}

#[test]
fn a_plain_users_bench_is_the_same() {
    as_a_plain_user("a_plain_users_bench_is_the_same");
}
