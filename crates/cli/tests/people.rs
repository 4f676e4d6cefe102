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

#[test]
fn a_roster_is_read_as_schools_export_it() {
    let site = tempfile::tempdir().expect("a folder");
    let folder = site.path();
    let roster = folder.join("roster.csv");
    let file = roster.to_str().expect("text");
    fs::write(&roster, "2026 点名册\n序号;学号;姓名;行政班\n1;2501;王小明;1班\n合计;1人\n")
        .expect("our folder");
    let (_, how) = said(folder, &["import", file]);
    for part in
        ["Line 2 names the columns", "not read: 序号", "no column for team", "line 4", "1 new, 0 changed"]
    {
        assert!(how.contains(part), "{part}: {how}");
    }
    // Without a header the columns are guessed, and named by whoever imports.
    fs::write(&roster, "1,2502,李娜,女\n2,2503,王伟,男\n").expect("our folder");
    let why = refused(folder, &["import", file]);
    assert!(why.contains("--columns -,number,name,- --header 0"), "{why}");
    let (_, how) = said(folder, &["import", file, "--columns", "-,number,name,-", "--header", "0"]);
    assert!(how.contains("2 new, 0 changed"), "{how}");
    assert!(refused(folder, &["import", file, "--columns", "-,number"]).contains("No column is the name"));
    assert!(refused(folder, &["import", file, "--columns", "age"]).contains("number, name, class"));
}

/// A day ends where the site is, wherever its machine is; read as in the store.
#[test]
fn days_are_those_of_the_site() {
    let site = tempfile::tempdir().expect("a folder");
    let folder = site.path();
    let roster = folder.join("roster.csv");
    let file = roster.to_str().expect("text");
    let mut ends = Vec::new();
    for (number, zone) in [("2501", "+08:00"), ("2502", "-05:00")] {
        fs::write(folder.join("leitai.toml"), format!("zone = \"{zone}\"\n")).expect("our folder");
        fs::write(&roster, format!("学号,姓名\n{number},王小明\n")).expect("our folder");
        said(folder, &["import", file, "--until", "2999-12-31"]);
        ends.push(opens_until(folder, number));
    }
    assert_eq!(ends[1] - ends[0], 13 * 3_600_000);
}

fn opens_until(folder: &Path, number: &str) -> i64 {
    let address = format!("sqlite:{}", folder.join("store.sqlite").display());
    let ask = async {
        let store = sqlx::SqlitePool::connect(&address).await.expect("a store");
        let until = sqlx::query_scalar("SELECT opens_until_ms FROM people WHERE number = ?").bind(number);
        until.fetch_one(&store).await.expect("a person")
    };
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(ask)
}
