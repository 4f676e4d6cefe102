//! Nothing that a contestant handed in is executed outside a sandbox, whatever its name or the way it is given; and no
//! name grants access to a folder. Each test has a control: the same program under an innocent name.

use leitai_arena::{Conditions, Language, Launch, Parcel, Player, recognise};
use leitai_catalog::{Setup, find};
use leitai_core::DialectName;
use leitai_sandbox::{Limits, Runtime, Sandbox};
use stage_tests::{Desk, as_a_plain_user, levels, plays, starter};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// Names of the machine's compilers and interpreters, and an innocent name.
const NAMES: [&str; 12] = [
    "innocent",
    "go",
    "go1.2",
    "python",
    "python3.11",
    "node",
    "rustc",
    "java",
    "javac",
    "dotnet",
    "pypy3",
    "nodejs",
];

/// A folder that every user may write, in which anything that runs outside leaves a mark.
struct Marked {
    folder: tempfile::TempDir,
}

impl Marked {
    fn new() -> Marked {
        let folder = tempfile::tempdir().expect("a folder");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).expect("ours");
        fs::write(folder.path().join("secret"), "a secret\n").expect("ours");
        fs::set_permissions(folder.path().join("secret"), fs::Permissions::from_mode(0o644)).expect("ours");
        Marked { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// The marks left by anything executed that could write here or read what is here.
    fn marks(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder.path()).expect("ours").flatten().map(|entry| entry.path());
        entries.filter(|path| path.file_name() != Some("secret".as_ref())).collect()
    }

    /// A C program that tries to leave a mark and to read the secret, and then plays.
    fn program(&self) -> String {
        let text = fs::read_to_string(starter(Language::C)).expect("a starter");
        let deed = format!(
            "#include <fcntl.h>\n#include <unistd.h>\n__attribute__((constructor)) static void harm(void)\n\
             {{\n    if (open(\"{}\", O_CREAT | O_WRONLY, 0666) >= 0) _exit(3);\n    \
             if (open(\"{}\", O_RDONLY) >= 0) _exit(4);\n}}\n",
            self.path("mark"),
            self.path("secret")
        );
        deed + &text
    }

    /// The same as a shell script that wraps a program.
    fn script(&self, interpreter: &str, behind: &Path) -> String {
        format!(
            "#!{interpreter}\ntrue 2>/dev/null > {} && exit 3\ntrue 2>/dev/null < {} && exit 4\nexec {}\n",
            self.path("mark"),
            self.path("secret"),
            behind.display()
        )
    }
}

fn executable(path: &Path, text: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("ours");
    for folder in path.ancestors().skip(1).take_while(|folder| folder.starts_with(std::env::temp_dir())) {
        let is_ours = folder != std::env::temp_dir();
        if is_ours {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("ours");
        }
    }
}

/// A starter program, compiled outside.
fn compiled(text: &str) -> Vec<u8> {
    let desk = Desk::new().with("bot.c", text);
    let made = Command::new("cc").arg("-o").args([desk.path("bot"), desk.path("bot.c")]).output();
    let made = made.expect("a compiler");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    fs::read(desk.path("bot")).expect("a program")
}

/// Without a sandbox the same programs do leave their mark, so the test can detect execution.
#[test]
fn the_marks_are_left_where_nothing_keeps_them_off() {
    let marked = Marked::new();
    let desk = Desk::new();
    let bot = desk.path("bot");
    executable(&bot, compiled(&marked.program()));
    let _ = Command::new(&bot).output().expect("it runs");
    assert_eq!(marked.marks().len(), 1);
    let marked = Marked::new();
    executable(&bot, marked.script("/bin/sh", Path::new("true")));
    let _ = Command::new(&bot).output().expect("it runs");
    assert_eq!(marked.marks().len(), 1);
    // As a process outside would: that is what `off` is for.
    let marked = Marked::new();
    executable(&bot, compiled(&marked.program()));
    let _ = plays(&Launch::alone(bot.into(), Vec::new()), &Sandbox::off(), Limits::default());
    assert_eq!(marked.marks().len(), 1);
}

/// By its path, as handed in and as typed, in folders of any name: it plays, whatever its name.
#[test]
fn a_program_called_like_a_tool_is_executed_inside_alone() {
    let marked = Marked::new();
    let bytes = compiled(&marked.program());
    for sandbox in levels(LAUNCHER) {
        for name in NAMES {
            for folder in ["", "bin/"] {
                let desk = Desk::new();
                let file = desk.path(&format!("{folder}{name}"));
                executable(&file, &bytes);
                let at = format!("{folder}{name} at {}", sandbox.level());
                let built = desk.build(&format!("{folder}{name}"), &sandbox).expect("an executable");
                let typed = Launch::typed(file.clone().into(), Vec::new());
                for (how, launch) in [("built", built), ("typed", typed)] {
                    assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{how}: {at}");
                }
                let parcel = Parcel::of(&file).expect("a program");
                let arrived = parcel.build_once(desk.workshop.path(), &sandbox).expect("a program");
                assert_eq!(plays(&arrived, &sandbox, Limits::default()), Ok(()), "arrived: {at}");
                assert_eq!(marked.marks(), Vec::<PathBuf>::new(), "{at}");
            }
        }
    }
}

/// Scripts, including those whose first line names a file of the contestant's: nothing of them runs outside, and those
/// that name the machine's shell play.
#[test]
fn a_script_called_like_a_tool_is_executed_inside_alone() {
    let marked = Marked::new();
    let plain = compiled(&fs::read_to_string(starter(Language::C)).expect("a starter"));
    for sandbox in levels(LAUNCHER) {
        for name in NAMES {
            let desk = Desk::new();
            let (script, bot) = (desk.path(name), desk.path("bot"));
            executable(&bot, &plain);
            executable(&script, marked.script("/bin/sh", &bot));
            let at = format!("{name} at {}", sandbox.level());
            // It reads its neighbour: the program that it wraps.
            let typed = Launch::typed(script.clone().into(), Vec::new());
            assert_eq!(plays(&typed, &sandbox, Limits::default()), Ok(()), "{at}");
            let own = desk.path("own/python3");
            executable(&own, marked.script("/bin/sh", &bot));
            for interpreter in
                [own.display().to_string(), "own/python3".into(), format!("/usr/bin/env {}", own.display())]
            {
                executable(&script, marked.script(&interpreter, &bot));
                // Whether it plays does not matter here.
                let built = desk.build(name, &sandbox).expect("an executable");
                let _ = plays(&built, &sandbox, Limits::default());
                let typed = Launch::typed(script.clone().into(), Vec::new());
                let _ = plays(&typed, &sandbox, Limits::default());
            }
            assert_eq!(marked.marks(), Vec::<PathBuf>::new(), "{at}");
        }
    }
}

/// Asked for its dialect, as `check` does.
#[test]
fn a_program_called_like_a_tool_is_asked_what_it_speaks_inside() {
    let marked = Marked::new();
    let bytes = compiled(&marked.program());
    let game = find("tictactoe").expect("listed").open(&Setup::default()).expect("the defaults");
    for sandbox in levels(LAUNCHER) {
        for name in ["innocent", "go", "python", "node", "rustc"] {
            let desk = Desk::new();
            let file = desk.path(name);
            executable(&file, &bytes);
            let launch = Launch::typed(file.into(), Vec::new());
            let player = Player { name: name.to_owned(), launch, dialect: DialectName::Beyond };
            let conditions = Conditions::of(sandbox.clone());
            let clock = game.facts().clock.with("start=10s,move=10s").expect("a clock");
            let found = recognise(&*game, &player, clock, &conditions).expect("asked");
            assert_eq!(found.spoken, Some(DialectName::Beyond), "{name} at {}", sandbox.level());
            assert_eq!(marked.marks(), Vec::<PathBuf>::new(), "{name} at {}", sandbox.level());
        }
    }
}

/// Marks the child process of the next test, which runs in the folder and with the search path that it was given.
const INNER: &str = "LEITAI_TEST_SEARCH_PATH";

/// A search path that leads to the stage's working directory, to a public folder, and to a link of another user's.
#[test]
fn the_search_path_leads_to_no_file_of_a_contestants() {
    if std::env::var_os(INNER).is_some() {
        return found_by_name();
    }
    let marked = Marked::new();
    let desk = Desk::new();
    let bytes = compiled(&marked.program());
    for name in NAMES {
        executable(&desk.path(&format!("here/{name}")), &bytes);
        executable(&desk.path(&format!("open/{name}")), marked.script("/bin/sh", Path::new("true")));
        symlink(desk.path(&format!("open/{name}")), desk.path(&format!("here/{name}-link"))).expect("a link");
    }
    executable(&desk.path("source/bot.py"), "print('no')\n");
    fs::set_permissions(desk.path("open"), fs::Permissions::from_mode(0o777)).expect("ours");
    let here = desk.path("here").display().to_string();
    let open = desk.path("open").display().to_string();
    for path in [".", "", "../here", &here, &open] {
        let run = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "the_search_path_leads_to_no_file_of_a_contestants", "--nocapture"])
            .env(INNER, path)
            .env("PATH", format!("{path}:{}", std::env::var("PATH").expect("a path")))
            .current_dir(desk.path("here"))
            .output()
            .expect("this test once more");
        let said = String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned();
        assert!(run.status.success() && said.contains("1 passed"), "{path}: {said}");
        assert_eq!(marked.marks(), Vec::<PathBuf>::new(), "{path}");
    }
}

fn found_by_name() {
    let here = std::env::current_dir().expect("a folder");
    let around = here.parent().expect("a folder");
    for sandbox in levels(LAUNCHER) {
        for language in Language::ALL {
            let tool = language.tool();
            assert!(tool.as_ref().is_none_or(|tool| !tool.starts_with(around)), "{tool:?}");
        }
        for name in NAMES {
            for word in
                [name.to_owned(), format!("./{name}"), format!("{name}-link"), format!("./{name}-link")]
            {
                let launch = Launch::typed(word.into(), Vec::new());
                // The machine's own tools would wait for a script; a contestant's program is just a program, run
                // inside.
                if is_a_contestants(&launch, around) {
                    let _ = plays(&launch, &sandbox, Limits::default());
                }
            }
        }
        let desk = Desk::new().with("bot.py", fs::read(starter(Language::Python)).expect("a starter"));
        if Language::Python.tool().is_some() {
            let launch = desk.build("bot.py", &sandbox).expect("a program");
            assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{}", sandbox.level());
        }
    }
}

/// Whether the program is there and is one of those around here, in which case it gets no run-time files.
fn is_a_contestants(launch: &Launch, around: &Path) -> bool {
    let Launch::Command { program, runtime, .. } = launch else { return false };
    let Ok(Ok(whole)) = leitai_arena::locate(program).map(fs::canonicalize) else { return false };
    let is_theirs = whole.starts_with(around);
    assert!(!is_theirs || *runtime == Runtime::Native, "{launch:?}");
    is_theirs
}

/// An ELF file gets access to its neighbours by no name, and no `pyvenv.cfg` beside it opens a folder.
#[test]
fn no_name_opens_a_folder() {
    let files = ["x/secret", "x/bin/secret", "x/lib/secret", "x/pyvenv.cfg"];
    let desk = files.iter().fold(Desk::new(), |desk, file| desk.with(file, "home = /usr/bin\n"));
    let looks =
        files.map(|file| format!("if (open(\"{}\", O_RDONLY) >= 0) _exit(3);\n", desk.path(file).display()));
    let deed = format!(
        "#include <fcntl.h>\n#include <unistd.h>\n__attribute__((constructor)) static void look(void)\n{{\n{}}}\n",
        looks.concat()
    );
    let bytes = compiled(&(deed + &fs::read_to_string(starter(Language::C)).expect("a starter")));
    for name in NAMES {
        executable(&desk.path(&format!("x/bin/{name}")), &bytes);
    }
    for folder in ["x/lib", "x"] {
        fs::set_permissions(desk.path(folder), fs::Permissions::from_mode(0o755)).expect("ours");
    }
    for sandbox in levels(LAUNCHER) {
        for name in NAMES {
            let mut launch = desk.build(&format!("x/bin/{name}"), &sandbox).expect("an executable");
            let played = plays(&launch, &sandbox, Limits::default());
            assert_eq!(played, Ok(()), "{name} at {} looked beside itself", sandbox.level());
            // The control: a program that may read the folder does so, and is detected.
            if let Launch::Command { reads, .. } = &mut launch {
                reads.push(desk.path("x"));
            }
            assert!(plays(&launch, &sandbox, Limits::default()).is_err(), "{name} at {}", sandbox.level());
        }
    }
}

/// A link is not a contestant's own work: it does not hand in a rival's, and it opens no folder where it is typed.
#[test]
fn a_link_makes_nothing_its_owners() {
    let source = fs::read_to_string(starter(Language::C)).expect("a starter");
    let desk = Desk::new()
        .with("bob/bot.c", &source)
        .with("bob/all/main.c", &source)
        .with("alice/own/bot.c", &source);
    executable(&desk.path("bob/ready"), compiled(&source));
    for (link, to) in [
        ("alice/bot.c", "../bob/bot.c"),
        ("alice/all", "../bob/all"),
        ("alice/ready", "../bob/ready"),
        ("alice/mine.c", "own/bot.c"),
    ] {
        symlink(to, desk.path(link)).expect("a link");
    }
    let sandbox = levels(LAUNCHER).remove(0);
    for name in ["alice/bot.c", "alice/all", "alice/ready"] {
        let error = desk.build(name, &sandbox).expect_err(name).to_string();
        assert!(error.contains("a link; submit the file itself"), "{error}");
        let travels = Parcel::of(&desk.path(name)).expect_err(name).to_string();
        assert_eq!(travels, error);
    }
    // The control: a link that stays within its folder is as good as its target.
    let launch = desk.build("alice/mine.c", &sandbox).expect("a source");
    assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()));
    let reads = |file: &str| {
        let launch = Launch::typed("/bin/cat".into(), vec![desk.path(file).into()]);
        let Launch::Command { reads, .. } = launch else { unreachable!("it is a command") };
        let bob = desk.path("bob").canonicalize().expect("a folder");
        reads.iter().any(|path| path.canonicalize().is_ok_and(|path| path.starts_with(&bob)))
    };
    assert!(!reads("alice/bot.c") && !reads("alice/all") && reads("bob/bot.c"));
}

#[test]
fn a_plain_user_is_as_safe() {
    as_a_plain_user("a_plain_user_is_as_safe");
}
