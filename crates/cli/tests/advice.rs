//! The advice of `leitai check`, where its output cannot be kept in a session: paths, and what comes first by chance.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What a check of `program` prints in English and in Chinese, run in the folder of the sessions' programs.
fn checked(program: &str, game: &str, options: &[&str]) -> [String; 2] {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions/files");
    checked_in(&files, program, game, options)
}

fn checked_in(folder: &Path, program: &str, game: &str, options: &[&str]) -> [String; 2] {
    ["en", "zh"].map(|lang| {
        let output = Command::new(env!("CARGO_BIN_EXE_leitai"))
            .args(["--lang", lang, "check", program, "--game", game])
            .args(options)
            .current_dir(folder)
            .output()
            .expect("leitai starts");
        assert_eq!(output.status.code(), Some(1), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    })
}

fn says(told: &[String; 2], en: &str, zh: &str) {
    for (told, words) in told.iter().zip([en, zh]) {
        assert!(told.contains(words), "`{words}` in {told}");
    }
}

#[test]
fn a_layout_is_counted_and_its_letters_are_named() {
    let told = checked("cmd:python3 messages.py say ARRAY abccddeeffggghhhiiijjkkl", "luzhanqi", &[]);
    says(&told, "25 letters, not 24 (1 of j, mine, missing)", "25 个字母，而不是 24 个（缺 1 个 j（地雷））");
    let told = checked("cmd:python3 messages.py say ARRAY lbccddeeffggghhhiiijjkkaj", "luzhanqi", &[]);
    says(
        &told,
        "letter 1 (G0) is l, the flag: it may be one of the letters 22 (L1), 24 (L3)",
        "第 1 个字母（G0）是 l（军旗），只能是这些位置的字母：22 (L1), 24 (L3)",
    );
    says(&told, "a legal layout, for example:\n           ARRAY ", "合法的布阵，例如：\n           ARRAY ");
    says(&told, "compare the layout with the legal one above", "请与上面的合法布阵对照");
    // A mine in front of the back rows: a run of letters.
    let told = checked("cmd:python3 messages.py say ARRAY jbccddeeffggghhhiiiajkklj", "luzhanqi", &[]);
    says(&told, "16–25 (K0–L4)", "16–25 (K0–L4)");
}

#[test]
fn a_crash_is_told_by_its_line() {
    let told = checked("cmd:python3 messages.py crash", "nogo", &[]);
    says(
        &told,
        "exited with code 1; messages.py line 7, IndexError: list index out of range",
        "返回码 1；“messages.py”第 7 行“IndexError: list index out of range”",
    );
    says(&told, "it wrote, ending with:", "最后几行：");
}

#[test]
fn a_program_that_does_not_read_is_told_from_one_that_waits() {
    let told = checked("cmd:python3 -c 'import time; time.sleep(60)'", "nogo", &["--clock", "start=1s"]);
    says(&told, "did not read what it was sent", "也没有读走发给它的消息");
}

/// The program was quick enough but sent the wrong line: it is not advised to flush.
#[test]
fn wrong_opening_words_are_told_from_late_ones() {
    let wrong = "cmd:python3 -c 'print(\"hello\", flush=True); input()'";
    let told = checked(wrong, "tictactoe", &["--dialect", "beyond"]);
    says(&told, "where the type line", "应为：类型行");
    says(&told, "compare it letter by letter with what was expected", "请将其输出与应有的内容逐字对照");
    assert!(!told.iter().any(|told| told.contains("fflush")), "{told:?}");
}

/// Sources that a checkout could not hold: one is not UTF-8, the other has CR LF line endings.
#[test]
fn a_source_in_another_encoding_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    // 亚马逊棋.
    let comment = [0xd1, 0xc7, 0xc2, 0xed, 0xd1, 0xb7, 0xc6, 0xe5];
    let source = [&b"# "[..], &comment, b"\nimport sys\nfor line in sys.stdin: pass\n"].concat();
    fs::write(folder.path().join("gbk.py"), source).expect("a source");
    let told = checked_in(folder.path(), "gbk.py", "amazons", &[]);
    says(
        &told,
        "gbk.py is encoded in GB18030, and Python reads UTF-8",
        "“gbk.py”是 GB18030 编码，而 Python 按 UTF-8 读",
    );
    says(&told, "put # -*- coding: gb18030 -*- on its first line", "在首行写“# -*- coding: gb18030 -*-”");
    // The same holds for a file that a command names.
    says(
        &checked_in(folder.path(), "cmd:python3 gbk.py", "amazons", &[]),
        "is encoded in GB18030",
        "是 GB18030 编码",
    );
    let source = "#!/usr/bin/env python3\r\nimport sys\r\nfor line in sys.stdin:\r\n    pass\r\n";
    fs::write(folder.path().join("return.py"), source).expect("a source");
    let told = checked_in(folder.path(), "return.py", "amazons", &["--clock", "start=1s"]);
    says(&told, "the #! line of return.py ends with CR LF", "“return.py”的 #! 行以 CR LF 结尾");
}
