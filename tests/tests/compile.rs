//! Sources of every language, compiled and played at every level that this machine can set up; what is refused and
//! what is said of it.

use leitai_arena::{Affinity, BuildError, Cache, Conditions, Language, Launch, Player, Series, build};
use leitai_catalog::{Setup, find};
use leitai_core::{DialectName, Fault, Why};
use leitai_sandbox::{Level, Limits, Sandbox, Size};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
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
    match play(launch, sandbox, limits) {
        (Why::Law(_), _) => Ok(()),
        (_, reason) => Err(reason),
    }
}

/// How a game against itself ended, and why.
fn play(launch: &Launch, sandbox: &Sandbox, limits: Limits) -> (Why, String) {
    let player =
        |name: &str| Player { name: name.to_owned(), launch: launch.clone(), dialect: DialectName::Beyond };
    let game = find("tictactoe").expect("the game");
    let stop = AtomicBool::new(false);
    let series = Series {
        game,
        setup: Setup::default(),
        players: [player("a"), player("b")],
        games: 1,
        jobs: 1,
        clock: game.facts().clock.with("start=60s,move=60s").expect("a clock"),
        conditions: Conditions { limits, ..Conditions::of(sandbox.clone()) },
        affinity: Affinity::Auto,
        out: None,
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let mut ended = None;
    series
        .play(&mut |game| ended = Some((game.ended.outcome.why, game.ended.reason.clone())))
        .expect("the stage holds");
    ended.expect("a game")
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

/// `prelude` stands before a program in Python that then plays: where it fails, the program does not play.
fn python(prelude: &str) -> String {
    let starter = fs::read_to_string(starter(Language::Python)).expect("a starter");
    format!("{prelude}\n{starter}")
}

/// A program reads its own copy and what was handed in with it, in its own folder, and nothing beside that.
#[test]
fn a_program_reads_its_own_copy_alone() {
    for sandbox in levels() {
        let desk =
            Desk::new().with("secret.txt", "42").with("bot/table.txt", "7").with("bot/deep/own.py", "x = 7");
        let secret = desk.path("secret.txt").display().to_string();
        let text = python(&format!(
            "import deep.own\nassert open('table.txt').read() == '7' and deep.own.x == 7\n\
             for path in ['{secret}', '../secret.txt', '{}/main.py']:\n    \
             try:\n        open(path)\n    except OSError:\n        continue\n    raise SystemExit(path)\n\
             try:\n    open('table.txt', 'w')\nexcept OSError:\n    pass\nelse:\n    raise SystemExit('written')",
            desk.path("bot").display()
        ));
        let desk = desk.with("bot/main.py", text);
        let launch = desk.build("bot", &sandbox).unwrap_or_else(|e| panic!("{e}"));
        fs::remove_dir_all(desk.path("bot")).expect("the original");
        assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{}", sandbox.level());
        // Room for files lies in `/tmp`, as the copies do.
        let limits = Limits { scratch: Size::MB(1), ..Limits::default() };
        assert_eq!(plays(&launch, &sandbox, limits), Ok(()), "{}", sandbox.level());
    }
}

#[test]
fn a_folder_brings_plain_files_alone() {
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let said = |desk: &Desk| desk.build("bot", &sandbox).expect_err("refused").to_string();
    let desk = Desk::new().with("secret", "42").with("bot/main.c", "int main() {}");
    std::os::unix::fs::symlink(desk.path("secret"), desk.path("bot/data")).expect("a link");
    assert_eq!(said(&desk), "data: a link; hand in the file itself");
    fs::remove_file(desk.path("bot/data")).expect("ours");
    let fifo = rustix::fs::mknodat(
        rustix::fs::CWD,
        desk.path("bot/pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    );
    fifo.expect("a pipe");
    assert_eq!(said(&desk), "pipe: neither a file nor a folder");
    let desk = Desk::new().with("bot/main.c", "int main() {}").with("bot/big.h", vec![b' '; (1 << 20) + 1]);
    assert!(said(&desk).starts_with("big.h: too large: at most 1048576 bytes"), "{}", said(&desk));
    let many = (0..1000).fold(desk, |desk, i| desk.with(&format!("bot/{i}.txt"), ""));
    fs::remove_file(many.path("bot/big.h")).expect("ours");
    assert!(said(&many).ends_with("one file too many: a folder may have 1000"), "{}", said(&many));
    let empty = Desk::new().with("bot/readme.txt", "");
    assert!(said(&empty).contains("no program in this folder"), "{}", said(&empty));
}

#[test]
fn the_first_line_chooses_the_standard() {
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let concept = "template<class T> concept Any = true;\nint main() {}\n";
    let chosen = format!("// leitai: std=c++20\n{concept}");
    assert!(Desk::new().with("bot.cpp", chosen).build("bot.cpp", &sandbox).is_ok());
    assert!(refused("bot.cpp", concept, &sandbox).contains("concept"));
    let strict = "/* leitai: std=c17 */\nint main() { char s[9]; gets(s); typeof(1) x; }\n";
    assert!(refused("bot.c", strict, &sandbox).contains("typeof"));
    let unknown = refused("bot.cpp", format!("// leitai: std=c++98\n{concept}"), &sandbox);
    assert!(
        unknown.starts_with("bot.cpp: its first line chooses the standard `c++98`; there are: "),
        "{unknown}"
    );
}

/// Classes in several files and packages, under any file name, in whatever encoding.
#[test]
fn java_classes_are_found_wherever_they_are() {
    if Language::Java.tool().is_none() {
        return;
    }
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let starter = fs::read_to_string(starter(Language::Java)).expect("a starter");
    let packaged = format!("package a.b;\n{}", starter.replace("public class TicTacToe", "class 棋手"));
    let desk = Desk::new()
        .with("one.java", &starter)
        .with("gbk.java", b"public class X { // \xc6\xe5\n public static void main(String[] a) { y(); } }")
        .with("bot/Cell.java", "package a.b;\npublic class Cell { }")
        .with("bot/any name.java", packaged);
    for name in ["one.java", "bot"] {
        let workshop = tempfile::tempdir().expect("a folder");
        let launch = build(&desk.path(name), workshop.path(), &sandbox);
        let launch = launch.unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{name}");
    }
    let error = desk.build("gbk.java", &sandbox).expect_err("y").to_string();
    assert!(error.contains("gbk.java:2: error: cannot find symbol"), "{error}");
}

/// Scripts, and pythons of virtual environments, are started by an interpreter that can be read.
#[test]
fn a_script_and_a_virtual_environment_play_at_every_level() {
    let Some(tool) = Language::Python.tool() else { return };
    let desk =
        Desk::new().with("bot", python("#!/usr/bin/env python3")).with("bot.py", python("import only_there"));
    fs::set_permissions(desk.path("bot"), fs::Permissions::from_mode(0o755)).expect("executable");
    let make = Command::new(tool).args(["-m", "venv", "--without-pip"]).arg(desk.path("env")).status();
    let has_environments = make.is_ok_and(|status| status.success());
    if has_environments {
        let version = fs::read_dir(desk.path("env/lib")).expect("libraries").flatten().next();
        let site = version.expect("a version").path().join("site-packages");
        fs::write(site.join("only_there.py"), "").expect("a module");
    }
    for sandbox in levels() {
        let launch = desk.build("bot", &sandbox).expect("an executable");
        assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{}", sandbox.level());
        if has_environments {
            let python = desk.path("env/bin/python").into();
            let launch = Launch::typed(python, vec![desk.path("bot.py").into()]);
            assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{}", sandbox.level());
        }
    }
}

/// What was compiled once is started without the compiler, by any number at once; any change compiles again.
#[test]
fn an_unchanged_source_starts_without_the_compiler() {
    let desk = Desk::new().with("bot.c", fs::read(starter(Language::C)).expect("a starter"));
    let cache = Cache::at(desk.path("cache"), 1 << 20);
    let launcher = desk.path("launcher");
    fs::copy(LAUNCHER, &launcher).expect("a launcher");
    let broken = Sandbox::at(Sandbox::strongest(LAUNCHER.as_ref()).level(), &launcher).expect("a sandbox");
    let build = |sandbox: &Sandbox| {
        let workshop = tempfile::tempdir().expect("a folder");
        cache.build(&desk.path("bot.c"), workshop.path(), sandbox).map(|launch| (launch, workshop))
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| build(&broken).expect("compiled"));
        }
    });
    // Nothing can be compiled any more.
    fs::remove_file(&launcher).expect("ours");
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let (launch, workshop) = build(&broken).expect("kept");
    assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()));
    drop(workshop);
    let text = fs::read_to_string(desk.path("bot.c")).expect("the source");
    fs::write(desk.path("bot.c"), format!("// leitai: std=c11\n{text}")).expect("changed");
    assert!(matches!(build(&broken), Err(BuildError::Stage(_))));
}

/// The limit of the source texts.
const MEMORY: Size = Size::MB(350);

/// A program that says who it is and then fills its memory until there is no more.
const GLUTTONS: [(&str, &str); 5] = [
    (
        "bot.java",
        "import java.util.*; class A { public static void main(String[] a) {\
         System.out.println(\"Beyond.Game.Tic-tac-toe.1.0\\nA\"); List<int[]> all = new ArrayList<>();\
         while (true) all.add(new int[100000]); } }",
    ),
    (
        "bot.js",
        "console.log('Beyond.Game.Tic-tac-toe.1.0\\nA'); const all = [];\
         for (;;) all.push(new Array(1000).fill({}));",
    ),
    (
        "bot.py",
        "print('Beyond.Game.Tic-tac-toe.1.0\\nA', flush=True)\nall = []\nwhile True: all.append('x' * 100000)",
    ),
    (
        "bot.go",
        "package main\nimport \"fmt\"\nfunc main() { fmt.Println(\"Beyond.Game.Tic-tac-toe.1.0\\nA\")\n\
         var all [][]int; for { b := make([]int, 10000); for i := range b { b[i] = i }; all = append(all, b) } }",
    ),
    (
        "bot.cs",
        "using System; using System.Collections.Generic; class A { static void Main() {\
         Console.WriteLine(\"Beyond.Game.Tic-tac-toe.1.0\\nA\"); var all = new List<byte[]>();\
         while (true) { var b = new byte[100000]; Array.Fill(b, (byte)1); all.Add(b); } } }",
    ),
];

/// Run-times know their share of the memory: they play within it, and without end they are out of it, not slow.
#[test]
fn run_times_live_within_350_mb_at_every_level() {
    let limits = Limits { memory: MEMORY, ..Limits::default() };
    for (name, glutton) in GLUTTONS {
        let language = Language::of(Path::new(name)).expect("a language");
        if language.tool().is_none() {
            continue;
        }
        for sandbox in levels() {
            let at = format!("{} at {}", language.name(), sandbox.level());
            let workshop = tempfile::tempdir().expect("a folder");
            let launch =
                build(&starter(language), workshop.path(), &sandbox).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(plays(&launch, &sandbox, limits), Ok(()), "{at}");
            let launch = Desk::new().with(name, glutton);
            let built = launch.build(name, &sandbox).unwrap_or_else(|e| panic!("{e}"));
            let (why, reason) = play(&built, &sandbox, limits);
            let out = matches!(why, Why::Fault(Fault::Crash | Fault::MemoryLimit));
            assert!(out, "{at}: {why:?} {reason}");
        }
    }
}

/// What each language throws away before it plays: far more than the limit, little of it at a time.
const GARBAGE: [(Language, &str, &str); 4] = [
    (
        Language::Java,
        "say(\"Beyond",
        "int[] waste = null; for (int i = 0; i < 50000; i++) waste = new int[5000];\nsay(\"Beyond",
    ),
    (
        Language::JavaScript,
        "say(\"Beyond",
        "let waste; for (let i = 0; i < 50000; i++) waste = new Array(5000).fill(i);\nsay(\"Beyond",
    ),
    (Language::Go, "say(\"Beyond", "for i := 0; i < 50000; i++ { waste = make([]int, 5000) }\nsay(\"Beyond"),
    (
        Language::CSharp,
        "Say(\"Beyond",
        "int[] waste = null; for (int i = 0; i < 50000; i++) waste = new int[5000];\nSay(\"Beyond",
    ),
];

/// Under the smallest limit of the source texts run-times collect what is thrown away before the limit is reached.
#[test]
fn garbage_is_not_counted_under_64_mb_at_any_level() {
    let limits = Limits { memory: Size::MB(64), ..Limits::default() };
    for (language, say, waste) in GARBAGE {
        if language.tool().is_none() {
            continue;
        }
        let path = starter(language);
        let mut text = fs::read_to_string(&path).expect("a starter").replace(say, waste);
        if language == Language::Go {
            text.push_str("\nvar waste []int\n");
        }
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        for sandbox in levels() {
            let desk = Desk::new().with(name, &text);
            let launch = desk.build(name, &sandbox).unwrap_or_else(|e| panic!("{e}"));
            let at = format!("{} at {}", language.name(), sandbox.level());
            assert_eq!(plays(&launch, &sandbox, limits), Ok(()), "{at}");
        }
    }
}

/// As root, all of this is done by a plain user too.
#[test]
#[expect(clippy::print_stderr, reason = "what is left out is said to be")]
fn a_plain_user_compiles_and_plays_alike() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let own = std::env::current_exe().expect("this test");
    let homeless = tempfile::tempdir().expect("a folder");
    let run = Command::new("setpriv")
        .args(["--reuid", "65534", "--regid", "65534", "--clear-groups", "--"])
        .arg(own)
        .args(["--test-threads", "2"])
        .current_dir("/")
        .env("HOME", homeless.path())
        .output();
    match run {
        Ok(output) => assert!(
            output.status.success(),
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        ),
        Err(why) => eprintln!("skipped: a plain user: {why}"),
    }
}
