//! Sources of every language, compiled and played at every level that this machine can set up; what is refused and
//! what is said of it.

use leitai_arena::{Affinity, BuildError, Conditions, Language, Launch, Player, Series, build};
use leitai_catalog::{Setup, find};
use leitai_core::{DialectName, Why};
use leitai_sandbox::{Level, Limits, Sandbox};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// Those of the levels that this machine can set up.
#[expect(clippy::print_stderr, reason = "a level that is left out is said to be")]
fn levels() -> Vec<Sandbox> {
    let at =
        |level| Sandbox::at(level, LAUNCHER.as_ref()).inspect_err(|why| eprintln!("skipped: {why}")).ok();
    let confining = Level::ALL.into_iter().filter(|level| level.confines());
    let levels: Vec<Sandbox> = confining.filter_map(at).collect();
    assert!(!levels.is_empty(), "no level can be set up here");
    levels
}

/// A source in a folder of its own, and a workshop.
struct Desk {
    folder: TempDir,
    workshop: TempDir,
}

impl Desk {
    fn new() -> Desk {
        let folder = || tempfile::tempdir().expect("a folder");
        Desk { folder: folder(), workshop: folder() }
    }

    fn with(self, name: &str, text: impl AsRef<[u8]>) -> Desk {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn build(&self, name: &str, sandbox: &Sandbox) -> Result<Launch, BuildError> {
        build(&self.path(name), self.workshop.path(), sandbox)
    }
}

/// What is said of one source that cannot be built.
fn refused(name: &str, text: impl AsRef<[u8]>, sandbox: &Sandbox) -> String {
    match Desk::new().with(name, text).build(name, sandbox) {
        Ok(launch) => panic!("{name} was built: {launch:?}"),
        Err(error) => error.to_string(),
    }
}

/// Plays tic-tac-toe against itself; what went wrong.
fn plays(launch: &Launch, sandbox: &Sandbox, limits: Limits) -> Result<(), String> {
    let player =
        |name: &str| Player { name: name.to_owned(), launch: launch.clone(), dialect: DialectName::Beyond };
    let game = find("tictactoe").ok_or("no such game")?;
    let stop = AtomicBool::new(false);
    let series = Series {
        game,
        setup: Setup::default(),
        players: [player("a"), player("b")],
        games: 1,
        jobs: 1,
        clock: game.facts().clock.with("start=60s,move=60s").map_err(|e| e.to_string())?,
        conditions: Conditions { limits, ..Conditions::of(sandbox.clone()) },
        affinity: Affinity::Auto,
        out: None,
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let mut faults = Vec::new();
    let played = series.play(&mut |game| {
        if !matches!(game.ended.outcome.why, Why::Law(_)) {
            faults.push(game.ended.reason.clone());
        }
    });
    played.map_err(|e| e.to_string())?;
    if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
}

/// A starter program: folder and file.
fn starter(language: Language) -> PathBuf {
    let file = match language {
        Language::C => "c/tictactoe.c",
        Language::Cpp => "cpp/tictactoe.cpp",
        Language::Rust => "rust/tictactoe.rs",
        Language::Go => "go/tictactoe.go",
        Language::Java => "java/TicTacToe.java",
        Language::Python => "python/tictactoe.py",
        Language::JavaScript => "javascript/tictactoe.js",
        Language::CSharp => "../../tests/tests/compile/TicTacToe.cs",
    };
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/starter").join(file)
}

#[expect(clippy::print_stderr, reason = "a language that is left out is said to be")]
fn builds_and_plays(language: Language) {
    if language.tool().is_none() {
        eprintln!("skipped: {} is not installed here", language.name());
        return;
    }
    for sandbox in levels() {
        let workshop = tempfile::tempdir().expect("a folder");
        let launch = build(&starter(language), workshop.path(), &sandbox);
        let launch = launch.unwrap_or_else(|e| panic!("{} at {}: {e}", language.name(), sandbox.level()));
        let played = plays(&launch, &sandbox, Limits::default());
        assert_eq!(played, Ok(()), "{} at {}", language.name(), sandbox.level());
    }
}

#[test]
fn c_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::C);
}

#[test]
fn cpp_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::Cpp);
}

#[test]
fn rust_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::Rust);
}

#[test]
fn go_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::Go);
}

#[test]
fn java_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::Java);
}

#[test]
fn python_plays_at_every_level() {
    builds_and_plays(Language::Python);
}

#[test]
fn javascript_plays_at_every_level() {
    builds_and_plays(Language::JavaScript);
}

#[test]
fn a_source_that_is_no_text_is_refused_before_it_is_compiled() {
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let full = vec![b' '; (1 << 20) - 13];
    let at_the_limit = [b"int main(){}\n".to_vec(), full].concat();
    let desk = Desk::new().with("bot.c", &at_the_limit);
    assert_eq!(at_the_limit.len(), 1 << 20);
    assert!(desk.build("bot.c", &sandbox).is_ok());
    for (text, said) in [
        ([&at_the_limit[..], b" "].concat(), "bot.c: too large: at most 1048576 bytes"),
        (Vec::new(), "bot.c: the file is empty"),
        (b" \r\n".to_vec(), "bot.c: the file is empty"),
        (b"int main(){}\0".to_vec(), "bot.c: no text: byte 12 is zero"),
    ] {
        let error = refused("bot.c", text, &sandbox);
        assert!(error.starts_with(said), "{error}");
    }
}

#[test]
fn csharp_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::CSharp);
}

/// Nothing depends on the name: neither a shell nor the compiler reads it.
#[test]
fn a_source_may_be_called_anything() {
    let program = fs::read_to_string(starter(Language::C)).expect("a starter");
    for sandbox in levels() {
        for name in ["-o.c", "@bot.c", "a b;$(touch x)`id`'\".c", "--version.C", "机器人.c", "x\ny.c"] {
            let desk = Desk::new().with(name, &program);
            let launch = desk.build(name, &sandbox).unwrap_or_else(|e| panic!("{name:?}: {e}"));
            assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{name:?}");
            assert_eq!(fs::read_dir(desk.folder.path()).expect("the folder").count(), 1, "{name:?}");
        }
        let desk =
            Desk::new().with("bot/-o", "").with("bot/@main.c", &program).with("bot/-x.c", "int unused;");
        let launch = desk.build("bot", &sandbox).unwrap_or_else(|e| panic!("a folder: {e}"));
        assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()));
    }
}

/// What the compiler says is shown with the author's names and no others, and a warning is no error.
#[test]
fn diagnostics_name_the_authors_files_alone() {
    for sandbox in levels() {
        for (name, text, said) in [
            ("bot.c", "int main() { return x; }", "bot.c:1:21: error: ‘x’ undeclared"),
            ("bot.cpp", "int main() {\n  return y; }", "bot.cpp:2:10: error: ‘y’ was not declared"),
            ("bot.rs", "fn main() { z(); }", "--> bot.rs:1:13"),
            ("bot.go", "package main\nfunc main() { w() }", "bot.go:2:15: undefined: w"),
            ("bot.java", "class A { void f() { g(); } }", "bot.java:1: error: cannot find symbol"),
            ("bot.cs", "class A { static void Main() { h(); } }", "bot.cs(1,32): error CS0103"),
        ] {
            if Language::of(Path::new(name)).and_then(Language::tool).is_none() {
                continue;
            }
            let desk = Desk::new().with(name, text);
            let error = desk.build(name, &sandbox).expect_err(name).to_string();
            assert!(
                error.starts_with(&format!("{name} does not compile:\n")) && error.contains(said),
                "{error}"
            );
            for path in [desk.workshop.path(), desk.folder.path()] {
                assert!(!error.contains(&path.display().to_string()), "{error}");
            }
            assert!(!error.contains('\x1b') && !error.contains("/tmp"), "{error}");
        }
        let warned =
            Desk::new().with("bot.c", "int main(void) { int x = \"\"; return 0; }\n#warning no matter\n");
        assert!(warned.build("bot.c", &sandbox).is_ok());
        let flood = format!("int main() {{ {} }}", "@;".repeat(3000));
        let error = refused("bot.cpp", flood, &sandbox);
        assert!(error.len() < 65 << 10 && error.contains("bytes are not kept"), "{}", error.len());
    }
}

/// A source sees its own folder and the language's library, no file of the machine's or of its author's neighbours.
#[test]
fn a_compiler_reads_nothing_of_the_machines() {
    let secret = Desk::new().with("secret.h", "int secret;");
    let path = secret.path("secret.h");
    for sandbox in levels() {
        for include in
            [path.display().to_string(), "/etc/passwd".into(), "/etc/shadow".into(), "../secret.h".into()]
        {
            let desk =
                Desk::new().with("secret.h", "int secret;").with("bot/main.c", "").with("bot/own.h", "");
            let text = format!("#include \"own.h\"\n#include \"{include}\"\nint main() {{}}\n");
            let error =
                desk.with("bot/main.c", text).build("bot", &sandbox).expect_err("not readable").to_string();
            assert!(error.contains("main.c:2:10: fatal error:"), "{error}");
            assert!(!error.contains("root:"), "{error}");
        }
        let assembled = "__asm__(\".incbin \\\"/etc/passwd\\\"\"); int main() {}";
        assert!(refused("bot.c", assembled, &sandbox).contains("/etc/passwd"));
        let embedded = "fn main() { print!(\"{}\", include_str!(\"/etc/passwd\")) }";
        if Language::Rust.tool().is_some() {
            assert!(refused("bot.rs", embedded, &sandbox).contains("/etc/passwd"));
        }
    }
}

/// Whose compiler needs too much is told what it was.
#[test]
fn a_compiler_is_held_to_its_limits() {
    let recursion = "template<int N> struct A { A<N + 1> next; };\nA<0> a;\nint main() {}\n";
    let array = "int all[300 << 20] = {1}; int main() { return all[5]; }";
    let device = "#include \"/dev/zero\"\nint main() {}\n";
    let itself = "#include \"main.c\"\nint main() {}\n";
    for sandbox in levels() {
        for (name, text, said) in [
            ("bot.cpp", recursion, "template instantiation depth exceeds"),
            ("bot.c", array, "wrote more than 128 MB"),
            ("bot.c", device, "used more than 1GB of memory"),
            ("bot.c", itself, "#include nested depth"),
        ] {
            let error = refused(name, text, &sandbox);
            assert!(error.contains(said), "{said} at {}: {error}", sandbox.level());
        }
    }
}
