//! Folders that are handed in as they lie: what is started in them, what is left out; and compilers on a busy machine.

use leitai_arena::{BuildError, CompilerTime, Language, build_told, build_within};
use leitai_core::Lang;
use leitai_sandbox::{Limits, Sandbox};
use leitai_testkit::{Need, skip};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use stage_tests::{Desk, has, levels, plays, python, starter};
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

fn sandbox() -> Sandbox {
    Sandbox::strongest(LAUNCHER.as_ref())
}

#[test]
fn an_empty_source_beside_others_is_left_out_and_said() {
    let c = fs::read_to_string(starter(Language::C)).expect("a starter");
    let cpp = fs::read_to_string(starter(Language::Cpp)).expect("a starter");
    for (name, files) in [
        ("bot", [("main.c", c.as_str()), ("empty.c", "")]),
        ("bot", [("bot.cpp", cpp.as_str()), ("a.cpp", " \r\n")]),
        ("bot", [("main.cpp", "\u{feff}"), ("player.cpp", cpp.as_str())]),
    ] {
        let desk = files
            .into_iter()
            .fold(Desk::new(), |desk, (file, text)| desk.with(&format!("{name}/{file}"), text));
        let built = build_told(&desk.path(name), desk.workshop.path(), &sandbox());
        let built = built.unwrap_or_else(|error| panic!("{files:?}: {error}"));
        assert_eq!(plays(&built.launch, &sandbox(), Limits::default()), Ok(()), "{files:?}");
        let notes: Vec<String> = built.notes.iter().map(|note| note.to(Lang::En).to_owned()).collect();
        assert!(notes.iter().any(|note| note.starts_with("empty files are left out: ")), "{notes:?}");
    }
    let alone = Desk::new().with("bot/main.c", "").with("bot/a.c", "\n");
    let error = alone.build("bot", &sandbox()).expect_err("there is nothing").to_string();
    assert_eq!(error, "main.c: the file is empty");
}

#[test]
fn of_several_scripts_one_is_named_or_asked_for() {
    let player = python("");
    let refuses = "raise SystemExit('the wrong one was started')";
    for (names, wrong) in [
        (["bot/main.py", "bot/a.py"], false),
        (["bot/bot.py", "bot/a.py"], false),
        (["bot/Bot.py", "bot/__main__.py"], false),
        (["my bot/run.py", "my bot/board.py"], false),
        (["bot/player.py", "bot/__init__.py"], false),
        (["bot/pbrain-mine.py", "bot/ai.py"], false),
        (["bot/one.py", "bot/two.py"], true),
        (["bot/one.py", "bot/two.js"], true),
        (["bot/one.c", "bot/two.py"], true),
    ] {
        let [first, second] = names;
        let other = if second.ends_with("__init__.py") { "" } else { refuses };
        let desk = Desk::new().with(first, &player).with(second, other);
        let folder = first.split('/').next().expect("a folder");
        match desk.build(folder, &sandbox()) {
            Ok(launch) => {
                assert!(!wrong, "{names:?}");
                assert_eq!(plays(&launch, &sandbox(), Limits::default()), Ok(()), "{names:?}");
            }
            Err(error @ BuildError::Several { .. }) => {
                let [one, two] = names.map(|name| name.rsplit('/').next().expect("a name"));
                let said = error.to_string();
                assert!(
                    wrong && said.contains(&format!("which of these is started: {one}, {two}?")),
                    "{said}"
                );
                assert!(error.is_of_the_source());
            }
            Err(error) => panic!("{names:?}: {error}"),
        }
    }
}

/// A player in Java that makes use of this name of a library.
fn java_with(import: &str, used: &str) -> String {
    let starter = fs::read_to_string(starter(Language::Java)).expect("a starter");
    let class = "public class TicTacToe {";
    assert!(starter.contains(class));
    let starter = starter.replace(class, &format!("{class} static final Object USED = {used};"));
    format!("import {import};\n{starter}")
}

/// An archive in the folder, wherever in it; one of the machine; and one that neither has.
#[test]
fn java_finds_the_archives_that_it_asks_for() {
    if !has(Language::Java, "archives of classes") {
        return;
    }
    let jar = Desk::new().with(
        "table/Table.java",
        "package table; public class Table { public static int seven() { return 7; } }",
    );
    let run = |name: &str, args: &[&str]| {
        let status = Command::new(name).args(args).current_dir(jar.folder.path()).status();
        assert!(status.is_ok_and(|status| status.success()), "{name}");
    };
    run("javac", &["-d", "classes", "table/Table.java"]);
    run("jar", &["cf", "table.jar", "-C", "classes", "."]);
    let archive = fs::read(jar.path("table.jar")).expect("an archive");
    let own = java_with("table.Table", "Table.seven()");
    let mut programs = vec![(Desk::new().with("bot/Bot.java", own).with("bot/lib/table.jar", archive), None)];
    for (file, name, source) in [
        ("gson.jar", "gson", java_with("com.google.gson.Gson", "new Gson().toJson(1)")),
        (
            "json-simple.jar",
            "json-simple",
            java_with("org.json.simple.JSONValue", "JSONValue.parse(\"[1]\")"),
        ),
    ] {
        if Path::new("/usr/share/java").join(file).is_file() {
            programs.push((Desk::new().with("bot/Bot.java", source), Some(name)));
        } else {
            skip(Need::Java, &format!("{name} of the machine (it has none)"));
        }
    }
    for (desk, library) in programs {
        for sandbox in levels(LAUNCHER) {
            let workshop = tempfile::tempdir().expect("a folder");
            let built = build_told(&desk.path("bot"), workshop.path(), &sandbox);
            let built = built.unwrap_or_else(|error| panic!("{library:?}: {error}"));
            let played = plays(&built.launch, &sandbox, Limits::default());
            assert_eq!(played, Ok(()), "{library:?} at {}", sandbox.level());
            let notes: Vec<String> = built.notes.iter().map(|note| note.to(Lang::En).to_owned()).collect();
            let said = library.map(|library| format!("compiled with {library} of this machine"));
            assert_eq!(notes, Vec::from_iter(said));
        }
    }
    let lacking = Desk::new().with("Bot.java", java_with("com.alibaba.fastjson.JSON", "JSON.parse(\"1\")"));
    if !Path::new("/usr/share/java/fastjson.jar").is_file() {
        let error = lacking.build("Bot.java", &sandbox()).expect_err("it is nowhere");
        assert!(!error.is_of_the_source());
        let said = error.to_string();
        assert!(
            said.contains(
                "com.alibaba.fastjson.JSON, of fastjson, which is not installed here: put its `.jar`"
            ),
            "{said}"
        );
    }
}

#[test]
fn packages_alone_are_a_program() {
    let java = fs::read_to_string(starter(Language::Java)).expect("a starter");
    let board = "package bot.board;\npublic class Board { public static final int SIZE = 9; }\n";
    let desk = Desk::new()
        .with("src/bot/TicTacToe.java", format!("package bot;\nimport bot.board.Board;\n{java}"))
        .with("src/bot/board/Board.java", board);
    if has(Language::Java, "packages alone") {
        let launch = desk.build("src", &sandbox()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(plays(&launch, &sandbox(), Limits::default()), Ok(()));
    }
    // The control: of these languages what lies deeper is taken where something asks for it.
    let c = fs::read_to_string(starter(Language::C)).expect("a starter");
    let error = Desk::new().with("bot/src/main.c", c).build("bot", &sandbox()).expect_err("nothing on top");
    assert!(matches!(error, BuildError::Folder(_)), "{error}");
}

#[test]
fn the_units_of_a_program_in_pascal_are_not_asked_about() {
    if !has(Language::Pascal, "a program with units") {
        return;
    }
    let starter = fs::read_to_string(starter(Language::Pascal)).expect("a starter");
    let program = starter.replace("program TicTacToe;", "program Player;\nuses Board;");
    let unit = "{ The board }\nunit Board;\ninterface\nfunction Size: Integer;\nimplementation\n\
                function Size: Integer; begin Size := 9; end;\nend.\n";
    let desk = Desk::new().with("bot/player.pas", program).with("bot/board.pas", unit);
    let launch = desk.build("bot", &sandbox()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(plays(&launch, &sandbox(), Limits::default()), Ok(()));
}

/// As Delphi has them: the program's file names its units and does nothing itself, a part of a unit is included, and events
/// and threads are those of Windows.
#[test]
fn a_project_of_delphi_with_the_unit_of_windows_plays() {
    if !has(Language::Pascal, "a project of Delphi") {
        return;
    }
    let project = "(* nothing\n  more *)\nprogram bot;\nuses player in 'player.pas';\n{$APPTYPE CONSOLE}\nbegin\nend.\n";
    let unit = "{ The player }\nunit player;\n{$INCLUDE heard.inc.pas}\nimplementation\nuses Windows, SysUtils;\n\
                var asked, answered: THandle; id: DWORD;\n\
                function Think(nothing: Pointer): DWORD; stdcall;\n\
                begin\n\
                \u{20} repeat\n\
                \u{20}   WaitForSingleObject(asked, INFINITE);\n\
                \u{20}   if (Length(heard) = 9) and (Pos(' ', heard) > 0) then Writeln(Pos(' ', heard) - 1);\n\
                \u{20}   Flush(Output);\n\
                \u{20}   SetEvent(answered);\n\
                \u{20} until False;\n\
                end;\n\
                initialization\n\
                begin\n\
                \u{20} SetConsoleOutputCP(CP_UTF8);\n\
                \u{20} asked := CreateEvent(nil, False, False, nil);\n\
                \u{20} answered := CreateEvent(nil, True, True, nil);\n\
                \u{20} CreateThread(nil, 0, @Think, nil, 0, id);\n\
                \u{20} Writeln('Beyond.Game.Tic-tac-toe.1.0'); Writeln('Delphi'); Flush(Output);\n\
                \u{20} while not Eof do begin\n\
                \u{20}   WaitForSingleObject(answered, INFINITE); ResetEvent(answered);\n\
                \u{20}   Readln(heard); SetEvent(asked);\n\
                \u{20} end;\n\
                end;\nend.\n";
    let part = "interface\nvar heard: string;\n";
    for sandbox in levels(LAUNCHER) {
        let desk = Desk::new()
            .with("bot/play.dpr", project)
            .with("bot/player.pas", unit)
            .with("bot/heard.inc.pas", part);
        let built = build_told(&desk.path("bot"), desk.workshop.path(), &sandbox);
        let built = built.unwrap_or_else(|error| panic!("{error}"));
        let notes: Vec<String> = built.notes.iter().map(|note| note.to(Lang::En).to_owned()).collect();
        assert_eq!(notes, ["compiled with the stage's own stand-ins for Windows"]);
        assert_eq!(plays(&built.launch, &sandbox, Limits::default()), Ok(()));
    }
    // The control: a unit that nobody has is still the author's.
    let lacking = Desk::new().with("bot.pas", "program bot;\nuses Graphics;\nbegin\nend.\n");
    let error = lacking.build("bot.pas", &sandbox()).expect_err("no such unit").to_string();
    assert!(error.contains("Can't find unit Graphics"), "{error}");
}

/// Processes that never rest, on the core of the thread that starts them.
struct Burners(Vec<Child>);

impl Burners {
    fn start(count: usize) -> Burners {
        let burner = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn().expect("a shell");
        Burners((0..count).map(|_| burner()).collect())
    }
}

impl Drop for Burners {
    fn drop(&mut self) {
        for burner in &mut self.0 {
            let _ = burner.kill();
            let _ = burner.wait();
        }
    }
}

/// A compiler is judged by what it does, whatever else the machine does: on a core with six others it takes longer than a
/// compiler may be asleep, and is not asleep. That the limit holds is shown by one of processor time.
#[test]
fn a_busy_machine_is_not_the_sources_fault() {
    if !has(Language::Cpp, "compilers on a busy machine") {
        return;
    }
    let all = sched_getaffinity(None).expect("our cores");
    let first = (0..CpuSet::MAX_CPU).find(|core| all.is_set(*core)).expect("a core");
    let mut one = CpuSet::new();
    one.set(first);
    sched_setaffinity(None, &one).expect("our own core");
    let program = "#include <algorithm>\n#include <iostream>\n#include <map>\n#include <regex>\n\
                   int main() { std::regex r(\"a*\"); std::cout << std::regex_match(\"aa\", r); }\n";
    let sandbox = sandbox();
    let desk = Desk::new().with("bot.cpp", program);
    let asleep = Duration::from_secs(2);
    let time = CompilerTime { asleep, ..CompilerTime::default() };
    let short = CompilerTime { cpu: Duration::from_millis(100), ..time };
    let starved = CompilerTime { wall: Duration::from_millis(500), ..time };
    let outcome = |time| {
        let workshop = tempfile::tempdir().expect("a folder");
        let start = Instant::now();
        let built = build_within(&desk.path("bot.cpp"), workshop.path(), &sandbox, time);
        (built.map(drop), start.elapsed())
    };
    for burners in [0, 6] {
        let _burners = Burners::start(burners);
        let (built, took) = outcome(time);
        assert!(built.is_ok(), "beside {burners}: {built:?}");
        assert!(burners == 0 || took > asleep, "the machine was not busy: {took:?}");
        let (built, _) = outcome(short);
        let error = built.expect_err("it takes longer").to_string();
        assert!(error.contains("took more than 0 s of processor time"), "beside {burners}: {error}");
        let (built, _) = outcome(starved);
        let error = built.expect_err("it takes longer");
        assert!(matches!(error, BuildError::Stage(_)) && !error.is_of_the_source(), "{error}");
        assert!(error.to_string().contains("the machine is too busy"), "{error}");
    }
}
