//! Language run-times within their share of memory, and interpreters in any location.

use leitai_arena::{Language, Launch};
use leitai_core::{Fault, Why};
use leitai_sandbox::{Limits, Sandbox, Size};
use stage_tests::{Desk, as_a_plain_user, has, kept, levels, play, plays, python, starter};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// Scripts, and the Python of virtual environments, are started by a readable interpreter.
#[test]
fn a_script_and_a_virtual_environment_play_at_every_level() {
    let tool = Language::Python.tool().filter(|_| has(Language::Python, "scripts and virtual environments"));
    let Some(tool) = tool else { return };
    let desk =
        Desk::new().with("bot", python("#!/usr/bin/env python3")).with("bot.py", python("import only_there"));
    fs::set_permissions(desk.path("bot"), fs::Permissions::from_mode(0o755)).expect("executable");
    let make = Command::new(tool).args(["-m", "venv", "--without-pip"]).arg(desk.path("env")).status();
    let has_environments = make.is_ok_and(|status| status.success());
    if has_environments {
        let version = fs::read_dir(desk.path("env/lib")).expect("libraries").flatten().next();
        let site = version.expect("a version").path().join("site-packages");
        fs::write(site.join("only_there.py"), "").expect("a module");
        let script = format!("#!{}\nimport only_there", desk.path("env/bin/python").display());
        fs::write(desk.path("named"), python(&script)).expect("a script");
        fs::set_permissions(desk.path("named"), fs::Permissions::from_mode(0o755)).expect("executable");
    }
    for sandbox in levels(LAUNCHER) {
        let launch = desk.build("bot", &sandbox).expect("an executable");
        assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{}", sandbox.level());
        if has_environments {
            let python = desk.path("env/bin/python").into();
            let launch = Launch::typed(python, vec![desk.path("bot.py").into()]);
            assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{}", sandbox.level());
            let launch = Launch::typed(desk.path("named").into(), Vec::new());
            assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{}", sandbox.level());
            // What somebody handed in names an environment in vain.
            let launch = desk.build("named", &sandbox).expect("an executable");
            let (why, _) = play(&launch, &sandbox, Limits::default());
            assert!(matches!(why, Why::Fault(Fault::Crash)), "{why:?}");
        }
    }
}

/// Compiles the source, or takes what was compiled before.
fn built(source: &Path, workshop: &Path, sandbox: &Sandbox) -> Launch {
    let cache = kept(env!("CARGO_TARGET_TMPDIR"));
    cache.build(source, workshop, sandbox).unwrap_or_else(|e| panic!("{e}"))
}

/// The limit in the source texts.
const MEMORY: Size = Size::MB(350);

/// Programs that introduce themselves and then fill memory until there is no more.
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

/// Run-times respect their share of memory: they play within it, and a program that never stops allocating runs out of
/// memory rather than of time.
#[test]
fn run_times_live_within_350_mb_at_every_level() {
    let limits = Limits { memory: MEMORY, ..Limits::default() };
    for (name, glutton) in GLUTTONS {
        let language = Language::of(Path::new(name)).expect("a language");
        if !has(language, "its run-time within 350 MB") {
            continue;
        }
        let strongest = Sandbox::strongest(LAUNCHER.as_ref());
        let workshop = tempfile::tempdir().expect("a folder");
        let desk = Desk::new().with(name, glutton);
        let [honest, glutton] =
            [(starter(language), workshop.path()), (desk.path(name), desk.workshop.path())]
                .map(|(source, workshop)| built(&source, workshop, &strongest));
        for sandbox in levels(LAUNCHER) {
            let at = format!("{} at {}", language.name(), sandbox.level());
            assert_eq!(plays(&honest, &sandbox, limits), Ok(()), "{at}");
            let (why, reason) = play(&glutton, &sandbox, limits);
            let out = matches!(why, Why::Fault(Fault::Crash | Fault::MemoryLimit));
            assert!(out, "{at}: {why:?} {reason}");
        }
    }
}

/// What each language discards before it plays: far more than the limit in total, but little at a time.
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

/// Under the smallest limit in the source texts, run-times collect garbage before the limit is reached.
#[test]
fn garbage_is_not_counted_under_64_mb_at_any_level() {
    let limits = Limits { memory: Size::MB(64), ..Limits::default() };
    for (language, say, waste) in GARBAGE {
        if !has(language, "its garbage under 64 MB") {
            continue;
        }
        let path = starter(language);
        let mut text = fs::read_to_string(&path).expect("a starter").replace(say, waste);
        if language == Language::Go {
            text.push_str("\nvar waste []int\n");
        }
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let desk = Desk::new().with(name, &text);
        let strongest = Sandbox::strongest(LAUNCHER.as_ref());
        let launch = built(&desk.path(name), desk.workshop.path(), &strongest);
        for sandbox in levels(LAUNCHER) {
            let at = format!("{} at {}", language.name(), sandbox.level());
            assert_eq!(plays(&launch, &sandbox, limits), Ok(()), "{at}");
        }
    }
}

#[test]
fn a_plain_user_has_the_same_run_times() {
    as_a_plain_user("a_plain_user_has_the_same_run_times");
}
