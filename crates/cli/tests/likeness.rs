//! `leitai likeness` on folders: what is found, what does not count, and the pages that it writes.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn leitai(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
    command.args(["--lang", "en", "likeness"]).args(args).current_dir(folder);
    command.output().expect("the binary starts")
}

fn said(folder: &Path, args: &[&str]) -> String {
    let output = leitai(folder, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A program unlike that of any other seed, whatever the names.
fn program(seed: u64, names: [&str; 2]) -> String {
    const OPERATORS: [&str; 10] = ["+", "-", "*", "%", "&", "|", "^", "<", ">", "=="];
    let [one, other] = names;
    let operands =
        [one.to_owned(), format!("{one}[{other}]"), format!("{other}({one})"), format!("({one} + 1)")];
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let lines = (0..40).map(|_| {
        let terms: String = (0..6)
            .flat_map(|_| [OPERATORS[random(10)], operands[random(4)].as_str()])
            .fold(String::new(), |line, part| line + " " + part);
        format!("{one} = {other}{terms};\n")
    });
    lines.collect()
}

#[test]
fn pairs_are_found_told_and_shown_side_by_side() {
    let home = tempfile::tempdir().expect("a folder");
    let sources = home.path().join("sources");
    fs::create_dir_all(sources.join("Wang")).expect("our folder");
    let given = program(9, ["x", "y"]);
    let evil = "/* <script>alert(1)</script> \u{202e} */\n";
    fs::write(sources.join("Wang/main.c"), format!("{evil}{given}{}", program(1, ["a", "b"])))
        .expect("our folder");
    fs::write(sources.join("Li.c"), format!("{}{given}", program(1, ["left", "right"]))).expect("our folder");
    fs::write(sources.join("Zhao.c"), format!("{given}{}", program(2, ["p", "q"]))).expect("our folder");
    fs::write(sources.join("notes.txt"), "nothing").expect("our folder");
    fs::write(home.path().join("given.c"), program(9, ["i", "j"])).expect("our folder");
    let known = home.path().join("known");
    fs::create_dir(&known).expect("our folder");
    fs::write(known.join("old.c"), program(2, ["from", "last"])).expect("our folder");

    let lines = said(home.path(), &["sources", "--json"]);
    let rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let sum = rows.last().expect("a sum");
    assert_eq!((&sum["sources"], &sum["pairs"], &sum["left_out"]), (&3.into(), &3.into(), &1.into()));
    let args = ["sources", "--handed-out", "given.c", "--mother", "known", "--out", "pages"];
    let told = said(home.path(), &args);
    assert!(told.contains("Li (Li.c) and Wang (Wang/main.c): 100 %"), "{told}");
    assert!(told.contains("Zhao (Zhao.c) and known (known/old.c)"), "{told}");
    assert!(told.contains("3 files compared, 2 pairs alike. This is a finding, not a verdict"), "{told}");
    let index = fs::read_to_string(home.path().join("pages/index.html")).expect("a page");
    assert!(index.contains("href=\"pair-1.html\"") && index.contains("href=\"pair-2.html\""), "{index}");
    let pages: String = (1..=2)
        .map(|number| {
            fs::read_to_string(home.path().join(format!("pages/pair-{number}.html"))).expect("a page")
        })
        .collect();
    assert!(pages.contains("href=\"#b0\"") && pages.contains("id=\"b0\"") && pages.contains("id=\"a0\""));
    assert!(pages.contains("&lt;script&gt;") && !pages.contains("<script") && !pages.contains('\u{202e}'));
    let again = leitai(home.path(), &args);
    assert_eq!(again.status.code(), Some(2), "what is there stays");
    let nothing = leitai(home.path(), &["nowhere"]);
    let why = String::from_utf8(nothing.stderr).expect("text");
    assert!(nothing.status.code() == Some(2) && why.contains("is not a folder"), "{why}");
}
