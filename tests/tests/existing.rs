//! Programs as their authors submit them elsewhere: Windows habits, file names that differ slightly from what is asked
//! for, bundled libraries, executables with their data. Each of them plays, and each is tested next to one that must
//! not.

use leitai_arena::{
    Affinity, Built, Conditions, Hearing, Language, Parcel, Player, Series, build, build_told,
};
use leitai_catalog::{Setup, find};
use leitai_core::DialectName;
use leitai_sandbox::{Limits, Sandbox, SandboxLevel};
use stage_tests::{Desk, has, levels, plays, python, starter};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

fn strongest() -> Sandbox {
    levels(LAUNCHER).remove(0)
}

fn text(language: Language) -> String {
    fs::read_to_string(starter(language)).expect("a starter")
}

/// Builds as if for the first time; returns the adjustments that were made, in English.
fn build_anew(desk: &Desk, name: &str, sandbox: &Sandbox) -> (Built, String) {
    let parcel = Parcel::of(&desk.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    let hearing = Hearing { told: &|_| (), stop: &AtomicBool::new(false) };
    let built =
        parcel.build_anew(desk.workshop.path(), sandbox, &hearing).unwrap_or_else(|e| panic!("{name}: {e}"));
    let notes: Vec<String> = built.notes.iter().map(ToString::to_string).collect();
    (built, notes.join("; "))
}

fn builds_and_plays(desk: &Desk, name: &str, noted: &[&str]) {
    let sandbox = strongest();
    let (built, notes) = build_anew(desk, name, &sandbox);
    assert_eq!(plays(&built.launch, &sandbox, Limits::default()), Ok(()), "{name}");
    for note in noted {
        assert!(notes.contains(note), "{name}: `{note}` is not in: {notes}");
    }
    assert_eq!(noted.is_empty(), notes.is_empty(), "{notes}");
}

fn refused(desk: &Desk, name: &str) -> String {
    match build(&desk.path(name), desk.workshop.path(), &strongest()) {
        Ok(launch) => panic!("{name} was built: {launch:?}"),
        Err(error) => error.to_string(),
    }
}

/// What a Windows source does before it plays; it exits if anything differs from Windows.
const WINDOWS: &str = r#"
#include <Windows.h>
#include <CONIO.H>
#include <stdlib.h>
#pragma comment(lib, "winmm.lib")
static CRITICAL_SECTION lock;
static HANDLE asked, answered;
static DWORD WINAPI thinks(LPVOID with) {
    WaitForSingleObject(asked, INFINITE);
    EnterCriticalSection(&lock);
    *(int *)with = INT_MAX;
    LeaveCriticalSection(&lock);
    SetEvent(answered);
    return 7;
}
__attribute__((constructor)) static void windows(void) {
    unsigned __int64 hash = 1;
    char word[4];
    int number = 0, thought = 0;
    DWORD start = GetTickCount(), mode = 0, id, code = 0;
    HANDLE thread;
    COORD corner = {0, 0};
    SetConsoleOutputCP(65001);
    SetConsoleTextAttribute(GetStdHandle(STD_OUTPUT_HANDLE), FOREGROUND_RED | FOREGROUND_INTENSITY);
    SetConsoleCursorPosition(GetStdHandle(STD_OUTPUT_HANDLE), corner);
    system("cls");
    Sleep(3);
    if (GetTickCount() - start < 2 || GetTickCount() - start > 5000) exit(10);
    if (GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode)) exit(11);
    if (_kbhit() || getch() != 13) exit(12);
    if (sscanf_s("abcdef 42", "%s", word, (unsigned)sizeof word) != 1 || strcmp(word, "abc")) exit(13);
    if (sscanf_s("ab 42", "%3s %d", word, (unsigned)sizeof word, &number) != 2 || number != 42) exit(14);
    if (sizeof hash != 8 || (hash << 40) == 0) exit(15);
    InitializeCriticalSection(&lock);
    asked = CreateEvent(NULL, FALSE, FALSE, NULL);
    answered = CreateEvent(NULL, TRUE, FALSE, NULL);
    thread = CreateThread(NULL, 0, thinks, &thought, 0, &id);
    if (WaitForSingleObject(answered, 20) != WAIT_TIMEOUT) exit(16);
    SetEvent(asked);
    if (WaitForSingleObject(thread, 5000) != WAIT_OBJECT_0 || thought != INT_MAX) exit(17);
    if (!GetExitCodeThread(thread, &code) || code != 7) exit(18);
    CloseHandle(thread);
}
"#;

#[test]
fn a_program_for_windows_in_c_plays() {
    if !has(Language::C, "programs for Windows") {
        return;
    }
    let desk = Desk::new().with("bot.c", format!("{WINDOWS}{}", text(Language::C)));
    builds_and_plays(&desk, "bot.c", &["Windows.h, CONIO.H", "`#include <limits.h>` was added for INT_MAX"]);
    // The controls: a mistake is reported as it is, in the author's own line, and missing libraries are not made up.
    let slip = WINDOWS.replace("Sleep(3)", "Sleeep(3)");
    let desk = Desk::new().with("bot.c", format!("{slip}{}", text(Language::C)));
    let said = refused(&desk, "bot.c");
    assert!(said.contains("Sleeep") && !said.contains("leitai-habits/"), "{said}");
    let desk = Desk::new().with("bot.c", "#include <easyx.h>\nint main() {}\n");
    assert!(refused(&desk, "bot.c").contains("easyx.h: No such file"));
}

#[test]
fn a_program_for_windows_in_cpp_plays() {
    if !has(Language::Cpp, "programs for Windows") {
        return;
    }
    let prelude = r#"
#include "stdafx.h"
#include <windows.h>
#include <bits/stdc++.h>
using namespace std;
static int windows = [] {
    char name[8];
    strcpy_s(name, "go");
    char both[8];
    sprintf_s(both, "%s%d", name, min(1, 2));
    FILE *book = NULL;
    if (fopen_s(&book, "no-such-book.txt", "r") == 0 || book) exit(20);
    if (strcmp(both, "go1") || max(1, 2L) != 2 || _countof(both) != 8 || __max(__min(3, 2), 1) != 2) exit(21);
    vector<int> all{3, 1, 2};
    sort(all.begin(), all.end());
    LARGE_INTEGER tick, hz;
    if (!QueryPerformanceCounter(&tick) || !QueryPerformanceFrequency(&hz) || hz.QuadPart <= 0) exit(22);
    return all[0];
}();
"#;
    let desk = Desk::new().with("bot.cpp", format!("{prelude}{}", text(Language::Cpp)));
    builds_and_plays(&desk, "bot.cpp", &["stand-ins for stdafx.h, max"]);
    let unasked = "static int first = [] { int a[2] = {2, 1}; std::sort(a, a + 2); return a[0]; }();\n";
    let desk = Desk::new().with("bot.cpp", format!("#include <vector>\n{unasked}{}", text(Language::Cpp)));
    build_anew(&desk, "bot.cpp", &strongest());
    let desk = Desk::new().with("bot.cpp", "#include <cstdio>\nvoid main() { puts(\"x\"); }\n");
    let (_, notes) = build_anew(&desk, "bot.cpp", &strongest());
    assert_eq!(notes, "`void main()` was taken for `int main()`");
}

/// Windows does not distinguish `Board.h` from `board.h`, and its paths use backslashes.
#[test]
fn a_header_is_found_under_a_name_of_another_case() {
    if !has(Language::C, "headers of a folder") {
        return;
    }
    let source = format!(
        "#include \"Board.h\"\n#include \"src\\table.h\"\nint both = BOARD + TABLE;\n{}",
        text(Language::C)
    );
    let desk = Desk::new()
        .with("bot/main.c", &source)
        .with("bot/board.h", "#define BOARD 1\n")
        .with("bot/src/table.h", "#define TABLE 2\n");
    builds_and_plays(
        &desk,
        "bot",
        &["board.h was taken for Board.h", "src/table.h was taken for src\\table.h"],
    );
    let desk = Desk::new().with("bot/main.c", &source).with("bot/board.h", "#define BOARD 1\n");
    assert!(refused(&desk, "bot").contains("src\\table.h: No such file"));
}

/// A stand-in for jsoncpp: a header, and its source in one file, in that library's form for inclusion in projects.
const JSON: (&str, &str) = (
    "#pragma once\nnamespace Json { struct Value { int of; Value(int of); }; }\n",
    "#include \"json/json.h\"\nJson::Value::Value(int of) : of(of) {}\n",
);

#[test]
fn a_library_comes_along_or_is_named() {
    if !has(Language::Cpp, "libraries") {
        return;
    }
    let source = |include: &str| {
        let uses = "static int seven = [] { if (Json::Value(7).of != 7) exit(30); return 7; }();";
        format!("#include <cstdlib>\n#include {include}\n{uses}\n{}", text(Language::Cpp))
    };
    for include in ["\"jsoncpp/json.h\"", "<jsoncpp/json.h>"] {
        let desk = Desk::new()
            .with("bot/main.cpp", source(include))
            .with("bot/jsoncpp/json.h", JSON.0)
            .with("bot/jsoncpp/jsoncpp.cpp", JSON.1);
        builds_and_plays(&desk, "bot", &["sources in subfolders were compiled with it: jsoncpp/jsoncpp.cpp"]);
        let desk = Desk::new()
            .with("bot/main.cpp", source(include))
            .with("bot/json/json.h", JSON.0)
            .with("bot/jsoncpp.cpp", JSON.1);
        builds_and_plays(&desk, "bot", &["json/json.h was taken for jsoncpp/json.h"]);
    }
    let uses =
        "#include \"jsoncpp/json.h\"\nint main() { Json::Value value(7); return value.asInt() - 7; }\n";
    let desk = Desk::new().with("bot.cpp", uses);
    if Path::new("/usr/include/jsoncpp/json/json.h").exists() {
        let (_, notes) = build_anew(&desk, "bot.cpp", &strongest());
        assert_eq!(notes, "compiled with jsoncpp of this machine");
    } else {
        let said = refused(&desk, "bot.cpp");
        assert!(
            said.starts_with("bot.cpp asks for jsoncpp/json.h, of jsoncpp, which is not installed here"),
            "{said}"
        );
        assert!(said.contains("sudo apt install libjsoncpp-dev"), "{said}");
    }
}

#[test]
fn hidden_files_are_left_out_aloud() {
    if !has(Language::Python, "hidden files") {
        return;
    }
    let desk = Desk::new()
        .with("bot/main.py", python("import os\nassert os.listdir() == ['main.py'], os.listdir()"))
        .with("bot/.gitignore", "")
        .with("bot/.git/config", "")
        .with("bot/.book", "1");
    let sandbox = strongest();
    let notes = |desk: &Desk| {
        let workshop = tempfile::tempdir().expect("a folder");
        let built = build_told(&desk.path("bot"), workshop.path(), &sandbox).expect("a program");
        assert_eq!(plays(&built.launch, &sandbox, Limits::default()), Ok(()));
        built.notes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(notes(&desk), ["hidden files are left out (.book): rename what the program reads"]);
    fs::remove_file(desk.path("bot/.book")).expect("ours");
    assert!(notes(&desk).is_empty());
}

fn compile(desk: &Desk, args: &[&str]) {
    let tool = Language::C.tool().expect("a compiler");
    let made = Command::new(tool).args(args).current_dir(desk.folder.path()).output().expect("it runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// A folder with an executable that needs a library, an opening book and weights beside it, and a file next to the
/// folder.
fn engine() -> Desk {
    let reads = |file: &str| format!("if (open(\"{file}\", O_RDONLY) < 0) _exit(40);\n");
    let desk = Desk::new().with("secret.txt", "42");
    let secret = desk.path("secret.txt").display().to_string();
    let prelude = format!(
        "#include <fcntl.h>\n#include <unistd.h>\nint table(void);\n__attribute__((constructor)) static void look(void)\n\
         {{\n{}{}if (table() != 7) _exit(41);\n\
         if (open(\"../secret.txt\", O_RDONLY) >= 0 || open(\"{secret}\", O_RDONLY) >= 0) _exit(42);\n\
         if (open(\"weights.bin\", O_WRONLY) >= 0 || open(\"new\", O_CREAT | O_WRONLY, 0600) >= 0) _exit(43);\n}}\n",
        reads("weights.bin"),
        reads("data/book.txt")
    );
    let desk = desk
        .with("main.c", prelude + &text(Language::C))
        .with("table.c", "int table(void) { return 7; }\n")
        .with("engine/weights.bin", [0, 255])
        .with("engine/data/book.txt", "e4");
    compile(&desk, &["-shared", "-fPIC", "-o", "engine/libtable.so", "table.c"]);
    compile(&desk, &["-o", "engine/prog", "main.c", "-Lengine", "-ltable"]);
    for folder in ["", "engine", "engine/data"] {
        fs::set_permissions(desk.path(folder), fs::Permissions::from_mode(0o755)).expect("ours");
    }
    desk
}

#[test]
fn an_executable_reads_its_own_folder_and_no_more() {
    if !has(Language::C, "executables with data") {
        return;
    }
    let desk = engine();
    for sandbox in levels(LAUNCHER) {
        let level = sandbox.level();
        // Named by the file in its folder, by the folder, and as a folder that was transferred.
        for name in ["engine/prog", "engine"] {
            let workshop = tempfile::tempdir().expect("a folder");
            let built = build_told(&desk.path(name), workshop.path(), &sandbox).expect("an executable");
            assert_eq!(plays(&built.launch, &sandbox, Limits::default()), Ok(()), "{name} at {level}");
            assert!(built.notes.is_empty(), "{:?}", built.notes);
        }
        let workshop = tempfile::tempdir().expect("a folder");
        let parcel = Parcel::of(&desk.path("engine")).expect("a folder");
        let launch = parcel.build_once(workshop.path(), &sandbox).expect("an executable");
        assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "travelled, at {level}");
        // The control: the executable alone lacks these files, and reports what is missing.
        let workshop = tempfile::tempdir().expect("a folder");
        let alone = build(&desk.path("engine/prog"), workshop.path(), &sandbox).expect("an executable");
        let lost = plays(&alone, &sandbox, Limits::default()).expect_err("without its library");
        assert!(lost.contains("exited with code 127"), "{lost}");
    }
}

#[test]
fn a_place_of_all_users_is_nobodys_own_folder() {
    if !has(Language::C, "an executable in a shared folder") {
        return;
    }
    let desk = Desk::new().with("main.c", text(Language::C));
    compile(&desk, &["-o", "prog", "main.c"]);
    fs::set_permissions(desk.path(""), fs::Permissions::from_mode(0o700)).expect("ours");
    // Programs started by root run as another user, who may not look into the folder.
    let sandbox = strongest();
    let workshop = tempfile::tempdir().expect("a folder");
    let built = build_told(&desk.path("prog"), workshop.path(), &sandbox).expect("an executable");
    assert_eq!(plays(&built.launch, &sandbox, Limits::default()), Ok(()));
    let is_root = rustix::process::geteuid().is_root();
    assert_eq!(built.notes.iter().any(|note| note.to_string().contains("it cannot see")), is_root);
}

#[test]
fn an_executable_for_windows_is_told_from_others() {
    let desk =
        Desk::new().with("bot.exe", b"MZ\x90\0").with("folder/bot.exe", b"MZ\x90\0").with("not.exe", "x");
    let said = |name: &str, sandbox: &Sandbox| {
        let workshop = tempfile::tempdir().expect("a folder");
        build(&desk.path(name), workshop.path(), sandbox).map_err(|error| error.to_string())
    };
    let is_there = ["wine", "wine64"].iter().any(|name| leitai_arena::locate(name.as_ref()).is_ok());
    for name in ["bot.exe", "folder"] {
        for sandbox in [strongest(), Sandbox::off()] {
            let level = sandbox.level();
            match said(name, &sandbox) {
                Err(why) if !is_there => assert!(why.contains("Wine is not installed here"), "{why}"),
                Err(why) => assert!(why.contains("--sandbox off") && level != SandboxLevel::Off, "{why}"),
                Ok(launch) => assert!(is_there && level == SandboxLevel::Off, "{launch:?}"),
            }
        }
    }
    assert!(said("not.exe", &strongest()).expect_err("no program").contains("not a program"));
}

/// Fifty programs in Python and twenty in Java start at once, on however few cores, under the contest's own clocks, and
/// nobody loses because of that.
#[test]
fn many_slow_starters_start_at_once() {
    let is_long = leitai_testkit::is_long();
    let (python, java) = if is_long { (50, 20) } else { (6, 2) };
    std::thread::scope(|all| {
        for (language, programs) in [(Language::Python, python), (Language::Java, java)] {
            if has(language, "many programs at once") {
                all.spawn(move || start_at_once(language, programs));
            }
        }
    });
}

/// Starts `programs` programs at once, two per game, on cores that others use as well.
fn start_at_once(language: Language, programs: u32) {
    let sandbox = strongest();
    let workshop = tempfile::tempdir().expect("a folder");
    let launch = build(&starter(language), workshop.path(), &sandbox).expect("a starter");
    let player =
        |name: &str| Player { name: name.into(), launch: launch.clone(), dialect: DialectName::Beyond };
    let game = find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults");
    let stop = AtomicBool::new(false);
    let series = Series {
        openings: Vec::new(),
        // The preset is that of the contest.
        allowances: [game.facts().clock; 2].map(Into::into),
        game,
        players: [player("a"), player("b")],
        games: programs / 2,
        jobs: programs as usize / 2,
        conditions: Conditions::of(sandbox),
        affinity: Affinity::Shared,
        out: None,
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let (mut played, mut faults) = (0, Vec::new());
    let mut see = |game: leitai_arena::SeriesGame| {
        played += 1;
        faults.extend(game.ended.outcome.faulty().map(|_| game.ended.reason.to_string()));
    };
    series.play(&mut see).expect("the stage holds");
    assert_eq!(faults, [""; 0], "{}", language.name());
    assert_eq!(played, programs / 2, "{}", language.name());
}
