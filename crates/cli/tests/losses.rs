//! What is reported about a lost game, by a match, its record, and a check, for programs that each lose in one way.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A player for the tic-tac-toe platform that does this when asked for a move.
fn program(folder: &Path, name: &str, does: &str) {
    let source = format!(
        "import sys\nprint('Beyond.Game.Tic-tac-toe.1.0\\nA', flush=True)\nsys.stdin.readline()\nfor line in sys.stdin:\n    \
         {does}\n"
    );
    fs::write(folder.join(name), source).expect("our folder");
}

/// What a command prints in English and in Chinese; `LANG` in an argument is replaced by the language.
fn printed(folder: &Path, args: &[&str]) -> [String; 2] {
    ["en", "zh"].map(|lang| {
        let command = Command::new(env!("CARGO_BIN_EXE_leitai"))
            .args(["--lang", lang])
            .args(args.iter().map(|arg| arg.replace("LANG", lang)))
            .current_dir(folder)
            .output()
            .expect("leitai starts");
        String::from_utf8(command.stdout).expect("text")
    })
}

fn says(told: &[String; 2], en: &str, zh: &str) {
    for (told, words) in told.iter().zip([en, zh]) {
        assert!(told.contains(words), "`{words}` in {told}");
    }
}

#[test]
fn a_crash_is_told_to_its_author_by_his_own_file_and_to_nobody_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    program(folder, "crash.py", "raise ValueError('\\x1b[31msecret')");
    let game = ["match", "tictactoe", "crash.py", "random", "--games", "1", "--seed", "1"];
    let told = printed(folder, &[&game[..], &["--out", "out-LANG"]].concat());
    says(&told, "why A lost game 1, after 0 plies:\n", "A 为何输掉第 1 局（0 手之后）：\n");
    says(
        &told,
        "it crashed: crash.py line 5, ValueError: \\u{1b}[31msecret\n",
        "程序崩溃：“crash.py”第 5 行“ValueError: \\u{1b}[31msecret”\n",
    );
    says(&told, "its log (stderr) ends with:\n    ", "日志（标准错误）的最后几行：\n    ");
    let record = fs::read_to_string(folder.join("out-en/game-000000.jsonl")).expect("a record");
    for line in record.lines().filter(|line| line.contains("secret")) {
        assert!(line.contains(r#""what":"stderr""#), "the log is the author's: {line}");
    }
    let told = printed(folder, &["replay", "out-en/game-000000.jsonl"]);
    says(&told, "it crashed: crash.py line 5", "程序崩溃：“crash.py”第 5 行");
    let told = printed(folder, &["replay", "out-en/game-000000.jsonl", "--eye", "public"]);
    assert!(!told.iter().any(|told| told.contains("secret") || told.contains("crash.py line")), "{told:?}");
    let [json, _] = printed(folder, &[&game[..], &["--json"]].concat());
    assert!(json.contains(r#""crash":"crash.py line 5, ValueError: "#), "{json}");
    let told = printed(folder, &["check", "crash.py", "--game", "tictactoe"]);
    says(&told, "its log names the line", "日志写明了出错的行");
}

/// Under its own name, it would be taken for a module of the interpreter that others import.
#[test]
fn a_script_called_as_a_module_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    program(
        folder,
        "random.py",
        "import tempfile; print(next(i for i in range(9) if line[i] == ' '), flush=True)",
    );
    let [told, _] = printed(folder, &["match", "tictactoe", "random.py", "random", "--games", "1", "--json"]);
    assert!(told.contains(r#""verdict":"Law""#), "{told}");
}

#[test]
fn a_refused_move_is_told_in_both_notations_with_legal_ones() {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions/files");
    let lost = ["match", "amazons", "cmd:python3 messages.py say move ADABAC", "random", "--games", "1"];
    let told = printed(&files, &lost);
    says(&told, "refused: move ADABAC  (a7a9(a8))\n", "被拒的着法：move ADABAC（a7a9(a8)）\n");
    says(&told, "2176 legal moves, for example:\n", "合法着法 2176 种，例如：\n");
    says(&told, "→ a4a2(a3) would be legal", "→ a4a2(a3) 是合法的");
    let quiet = printed(&files, &[&lost[..], &["--quiet"]].concat());
    assert!(!quiet.iter().any(|told| told.contains("ADABAC")), "{quiet:?}");
}

#[test]
fn a_check_advises_by_the_slip() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (name, does, en, zh) in [
        ("nine.py", "print(9, flush=True)", "it counts from 1, and the protocol from 0", "它从 1 数起"),
        (
            "asks.py",
            "print('your move:', 4, flush=True)",
            "`your move:` comes before the answer",
            "答案之前多了“your move:”",
        ),
        ("twice.py", "print('4\\n4', flush=True)", "it had answered already", "它已经作答"),
        ("native.py", "print('{\"type\":\"play\",\"moves\":[\"4\"]}', flush=True)", "--dialect", "--dialect"),
        ("ends.py", "break", "it exited by itself", "它自行结束了"),
    ] {
        program(folder, name, does);
        says(&printed(folder, &["check", name, "--game", "tictactoe"]), en, zh);
    }
}

/// A submitted file is compiled under another name, in a folder of the stage.
#[test]
fn a_log_names_the_file_as_its_author_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    program(folder, "crash.py", "[][0]");
    let source = "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n  char line[99];\n  \
                  puts(\"Beyond.Game.Tic-tac-toe.1.0\\nA\");\n  fflush(stdout);\n  fgets(line, 99, stdin);\n  \
                  fgets(line, 99, stdin);\n  assert(line[0] == 'Z');\n}\n";
    fs::write(folder.join("crash.c"), source).expect("our folder");
    for (name, place) in
        [("crash.py", "File \"crash.py\", line 5"), ("crash.c", "crash.c:9: main: Assertion")]
    {
        let told = printed(folder, &["check", name, "--game", "tictactoe"]);
        says(&told, place, place);
        let game = ["match", "tictactoe", name, "random", "--games", "1", "--seed", "1"];
        for told in told.into_iter().chain(printed(folder, &game)) {
            assert!(!told.contains("/program/") && !told.contains("main.c"), "{told}");
            assert!(
                told.contains(&format!("{name} line")) || told.contains(&format!("“{name}”第")),
                "{told}"
            );
        }
    }
}

#[test]
fn a_fault_ends_the_match_where_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    program(folder, "crash.py", "[][0]");
    let played = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
        let done = command.args(["--lang", "en", "match"]).args(args).current_dir(folder).output();
        let done = done.expect("leitai starts");
        let said = String::from_utf8(done.stdout).expect("text");
        let summary: serde_json::Value =
            serde_json::from_str(said.lines().last().expect("a summary")).expect("JSON");
        (done.status.code(), summary["games"].as_u64(), String::from_utf8(done.stderr).expect("text"))
    };
    let game = ["tictactoe", "crash.py", "random", "--games", "6", "--jobs", "1", "--json"];
    let (code, games, said) = played(&[&game[..], &["--stop-on-fault", "--out", "out"]].concat());
    assert_eq!((code, games), (Some(1), Some(1)), "{said}");
    assert!(said.contains("game 1 was lost by a fault") && said.contains("match --resume out"), "{said}");
    // The resumed match continues after the known games.
    let (code, games, said) = played(&["--resume", "out"]);
    assert!(code == Some(1) && games > Some(1), "{code:?} {games:?} {said}");
}
