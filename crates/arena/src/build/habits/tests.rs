use super::*;
use std::ffi::OsStr;

fn sources(files: &[(&str, &str)]) -> Sources {
    let file = |(name, text): &(&str, &str)| File {
        name: (*name).into(),
        bytes: text.as_bytes().to_vec(),
        executable: false,
    };
    Sources::of_files(files.iter().map(file).collect(), OsStr::new("bot"), Path::new("bot")).expect("sources")
}

/// What is learned from a compiler's output, as notes for the author.
fn learned(files: &[(&str, &str)], words: &str) -> Vec<String> {
    let (sources, mut habits) = (sources(files), Habits::default());
    let new = habits.learn(words, &sources).unwrap_or_else(|lacking| panic!("{}", lacking.header));
    let notes: Vec<String> = habits.notes(&sources).iter().map(ToString::to_string).collect();
    assert_eq!(new, !habits.0.is_empty());
    // The same output yields nothing new.
    assert!(!habits.learn(words, &sources).unwrap_or(true), "{words}");
    notes
}

const C: &[(&str, &str)] = &[("main.c", "int main() {}")];
const CPP: &[(&str, &str)] = &[("main.cpp", "int main() {}")];

#[test]
fn compilers_words_tell_what_is_lacking() {
    let ours = |name: &str| format!("compiled with the stage's own stand-ins for {name}");
    let added = |header: &str, name: &str| format!("`#include <{header}>` was added for {name}");
    for (files, words, note) in [
        // gcc, then clang.
        (C, "main.c:1:10: fatal error: Windows.h: No such file or directory", ours("Windows.h")),
        (C, "main.c:1:10: fatal error: 'conio.h' file not found", ours("conio.h")),
        (CPP, "m.cpp:1:10: fatal error: bits/stdc++.h: No such file or directory", ours("bits/stdc++.h")),
        (C, "main.c:1:1: error: unknown type name ‘__int64’", ours("__int64")),
        (
            CPP,
            "main.cpp:1:1: error: expected initializer before ‘x’\n  1 | unsigned __int64 x;",
            ours("__int64"),
        ),
        (C, "main.c:(.text+0x9): undefined reference to `getch'", ours("getch")),
        (CPP, "main.cpp:1:9: error: use of undeclared identifier 'Sleep'", ours("Sleep")),
        (CPP, "m.cpp:2:2: error: ‘min’ was not declared in this scope; did you mean ‘main’?", ours("min")),
        (
            C,
            "main.c:2:9: error: ‘INT_MAX’ undeclared (first use in this function)\nmain.c:2:9: note: ‘INT_MAX’ is \
             defined in header ‘<limits.h>’; did you forget to ‘#include <limits.h>’?",
            added("limits.h", "INT_MAX"),
        ),
        (
            CPP,
            "m.cpp:2:2: error: ‘sort’ was not declared in this scope; did you mean ‘short’?",
            added("algorithm", "sort"),
        ),
        (CPP, "m.cpp:2:2: error: use of undeclared identifier 'INT_MAX'", added("climits", "INT_MAX")),
        (
            CPP,
            "m.cpp:1:1: error: ‘::main’ must return ‘int’",
            "`void main()` was taken for `int main()`".to_owned(),
        ),
    ] {
        assert_eq!(learned(files, words), [note], "{words}");
    }
}

#[test]
fn a_slip_of_the_authors_teaches_nothing() {
    for words in [
        "main.c:2:18: error: ‘retrun’ undeclared (first use in this function)",
        "main.c:1:10: fatal error: /etc/passwd: No such file or directory",
        "main.c:1:10: fatal error: ../secret.h: No such file or directory",
        "main.c:1:10: fatal error: engine.h: No such file or directory",
        "main.c:(.text+0x9): undefined reference to `search'",
        "main.c:1:2: note: ‘x’ is defined in header ‘</etc/passwd>’; did you forget",
        "",
    ] {
        assert_eq!(learned(C, words), [""; 0], "{words}");
    }
    // Nor anything from the output for another language.
    let java = &[("Main.java", "class Main {}")];
    assert_eq!(learned(java, "fatal error: windows.h: No such file or directory"), [""; 0]);
}

#[test]
fn files_of_the_folder_stand_for_what_is_asked() {
    let files: &[(&str, &str)] = &[
        ("main.cpp", "#include \"Board.h\"\nint main() {}"),
        ("board.h", ""),
        ("src/table.h", ""),
        ("json/json.h", ""),
        ("json/jsoncpp.cpp", "int json;"),
        ("json/part.cpp", "#include \"piece.cpp\""),
        ("json/piece.cpp", "int piece;"),
        ("try/test.cpp", "int main() {}"),
    ];
    let missing = |name: &str| format!("main.cpp:1:10: fatal error: {name}: No such file or directory");
    assert_eq!(learned(files, &missing("Board.h")), ["board.h was taken for Board.h"]);
    assert_eq!(learned(files, &missing("src\\Table.h")), ["src/table.h was taken for src\\Table.h"]);
    assert_eq!(learned(files, &missing("..\\src\\table.h")), ["src/table.h was taken for ..\\src\\table.h"]);
    assert_eq!(learned(files, &missing("jsoncpp/json.h")), ["json/json.h was taken for jsoncpp/json.h"]);
    let undefined = "main.cpp:(.text+0x9): undefined reference to `json'";
    let deep = "sources in subfolders were compiled with it: json/jsoncpp.cpp, json/part.cpp";
    assert_eq!(learned(files, undefined), [deep]);
}

#[test]
fn a_library_is_taken_where_it_is_and_named_where_it_is_not() {
    let words = "main.cpp:1:10: fatal error: jsoncpp/json.h: No such file or directory";
    let (sources, mut habits) = (sources(CPP), Habits::default());
    let library = Library::of_header("jsoncpp/json.h").expect("known");
    match habits.learn(words, &sources) {
        Ok(new) => {
            assert!(new && library.is_there());
            assert!(habits.args(&[], &sources).contains(&"-ljsoncpp".into()));
        }
        Err(lacking) => {
            assert!(!library.is_there());
            assert_eq!(
                (lacking.library.package, lacking.header.as_str()),
                ("libjsoncpp-dev", "jsoncpp/json.h")
            );
        }
    }
}
