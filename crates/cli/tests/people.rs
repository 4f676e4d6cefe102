//! `leitai people`: who signs in to a site, from its machine's terminal.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn people(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
    command.args(["--lang", "en", "people"]).args(args).arg("--data").arg(folder);
    command.output().expect("the binary starts")
}

fn said(folder: &Path, args: &[&str]) -> (String, String) {
    let output = people(folder, args);
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert!(output.status.success(), "{args:?}: {err}");
    (out, err)
}

fn refused(folder: &Path, args: &[&str]) -> String {
    let output = people(folder, args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn a_roster_comes_in_and_the_operator_adds_a_teacher() {
    let site = tempfile::tempdir().expect("a folder");
    let folder = site.path();
    let roster = folder.join("roster.csv");
    let file = roster.to_str().expect("text");
    fs::write(&roster, "学号,姓名\n2501,王小明\n,无名\n2501,又一人\n").expect("our folder");
    let why = refused(folder, &["import", file]);
    assert!(why.contains("line 3: The number is missing") && why.contains("line 4:"), "{why}");
    assert!(said(folder, &["list"]).0.contains("0 people"), "nothing is half imported");

    fs::write(
        &roster,
        "学号,姓名,班级,队伍,种子分\n2501,王小明,1班,飞鹰,87.5\n2502,\"=cmd(\"\"x\"\")\",1班,,\n",
    )
    .expect("our folder");
    let (slips, counts) = said(folder, &["import", file, "--first", "random", "--until", "2999-12-31"]);
    assert!(counts.contains("2 new, 0 changed, 0 as before"), "{counts}");
    let lines: Vec<_> = slips.lines().collect();
    assert_eq!(lines.len(), 3, "{slips}");
    assert!(lines[1].starts_with("2501,\"王小明\",") && lines[1].len() > 30, "{slips}");
    assert!(lines[2].starts_with("2502,\"'=cmd(\"\"x\"\")\","), "{slips}");
    let (again, counts) = said(folder, &["import", file, "--first", "random"]);
    assert!(
        again.lines().count() == 1 && counts.contains("0 new, 0 changed, 2 as before"),
        "{again}{counts}"
    );

    let (code, how) = said(folder, &["add", "t1", "--name", "Li Na", "--role", "administrator"]);
    assert!(code.trim().len() == 14 && how.contains("once"), "{code}{how}");
    let (other, _) = said(folder, &["code", "2501"]);
    assert_ne!(other, code);
    assert!(refused(folder, &["code", "2599"]).contains("no open account"));
    assert!(refused(folder, &["add", "t 2", "--name", "x"]).contains("letters, digits"));
    assert!(refused(folder, &["add", "t2", "--name", "x", "--role", "king"]).contains("student, captain"));
    assert!(refused(folder, &["import", file, "--first", "often"]).contains("random"));
    assert!(refused(&folder.join("nowhere"), &["list"]).contains("--data"));

    let (list, _) = said(folder, &["list", "--json"]);
    let rows: Vec<serde_json::Value> =
        list.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let numbers: Vec<_> = rows.iter().map(|row| row["number"].as_str().expect("a number")).collect();
    assert_eq!(numbers, ["t1", "2502", "2501"], "by class and team");
    assert_eq!((&rows[0]["role"], &rows[2]["seed_score"]), (&"administrator".into(), &"87.5".into()));
    assert!(said(folder, &["list", "--waiting"]).0.contains("3 people"));
}
