//! `leitai contest`: a contest of several games, from its site's terminal.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn contest(folder: &Path, lang: &str, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
    command.args(["--lang", lang, "contest"]).args(args).arg("--data").arg(folder);
    command.output().expect("the binary starts")
}

fn said(folder: &Path, args: &[&str]) -> String {
    let output = contest(folder, "en", args);
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert!(output.status.success(), "{args:?}: {err}");
    out
}

fn refused(folder: &Path, args: &[&str]) -> String {
    let output = contest(folder, "en", args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn a_contest_is_set_up_filled_and_drawn() {
    let site = tempfile::tempdir().expect("a folder");
    let folder = site.path();
    let nowhere = folder.join("nowhere");
    assert!(refused(&nowhere, &["list"]).contains("there is no site in"));
    let wrong = refused(folder, &["new", "Cup", "--games", "go", "--hours", "soon", "--tables", "0"]);
    for told in ["games: there is no game `go`", "hours: `soon`", "tables: a number from 1 to 500"] {
        assert!(wrong.contains(told), "{told}: {wrong}");
    }
    let new = ["new", "Cup", "--games", "tictactoe,hex", "--closes", "2025-10-22 24:00", "--tables", "2"];
    assert!(said(folder, &new).contains("Cup: 2 games"));
    assert!(refused(folder, &new).contains("already a contest with this name"));
    assert!(refused(folder, &["show", "Cap"]).contains("there is no contest `Cap` here"));

    let file = folder.join("teams.csv");
    let path = file.to_str().expect("text");
    fs::write(&file, "team,games,members\nEagles,hex,Zhao\nDragons,go,Qian\n").expect("our folder");
    assert!(refused(folder, &["teams", "Cup", "--import", path]).contains("line 3: there is no game `go`"));
    assert_eq!(said(folder, &["teams", "Cup"]), "", "nothing is half imported");
    let one = refused(folder, &["draw", "Cup", "hex"]);
    assert!(one.contains("a draw needs two"), "{one}");
    fs::write(&file, "team,games,members\nEagles,hex,Zhao / 2501\nDragons,Hex,Qian\n").expect("our folder");
    assert!(said(folder, &["teams", "Cup", "--import", path]).contains("2 teams imported"));
    let csv = said(folder, &["teams", "Cup", "--csv"]);
    assert!(csv.contains("Eagles") && csv.contains("Zhao / 2501"), "{csv}");

    assert!(said(folder, &["draw", "Cup", "hex"]).contains("drawn: Cup "));
    let shown: serde_json::Value =
        serde_json::from_str(&said(folder, &["show", "Cup", "--json"])).expect("an object");
    assert_eq!((&shown["sign_up"], &shown["teams"]), (&"closed".into(), &2.into()), "{shown}");
    assert_eq!(shown["commitment"].as_str().map(str::len), Some(64));
    assert!(shown["games"][1]["event"].as_str().is_some_and(|event| event.starts_with("Cup ")));
    let events = fs::read_dir(folder.join("events")).expect("its events").count();
    assert_eq!(events, 1);
    // No hours are stated: nothing can be planned, and nothing is awarded before a game.
    let plan = said(folder, &["plan", "Cup"]);
    assert!(plan.contains("no hours of the hall are stated yet"), "{plan}");
    assert_eq!(said(folder, &["awards", "Cup"]), "");
    let csv = said(folder, &["awards", "Cup", "--csv"]);
    assert!(csv.contains("team") && csv.contains("prize"), "{csv}");
    let zh = contest(folder, "zh", &["list"]);
    assert!(String::from_utf8_lossy(&zh.stdout).contains("Cup：2 个棋种，2 支队伍，报名已截止"));
}

/// What is typed wrongly is named: its field, its line, or its words.
#[test]
fn wrong_times_and_wrong_lines_are_named() {
    let site = tempfile::tempdir().expect("a folder");
    let folder = site.path();
    let hours = |hours| refused(folder, &["new", "Cup", "--hours", hours]);
    assert!(
        hours("2025-11-12 17:30 – 14:00").contains("`2025-11-12 17:30 – 14:00`: the hall would close before")
    );
    assert!(hours("2025-11-31 14:00 – 17:30").contains("hours: `2025-11-31 14:00 – 17:30`"));
    let late = ["new", "Cup", "--opens", "2025-10-22 24:00", "--closes", "2025-10-16 0:00"];
    assert!(refused(folder, &late).contains("closes: sign-up closes before it opens"));
    assert!(refused(folder, &["new", "Cup", "--tables", "0"]).contains("tables: a number from 1 to 500"));
    said(folder, &["new", "Cup", "--games", "hex, tictactoe"]);
    let file = folder.join("teams.csv");
    let imported = |text: &str| {
        fs::write(&file, text).expect("our folder");
        refused(folder, &["teams", "Cup", "--import", file.to_str().expect("text")])
    };
    let four = imported("team,games,members\nA,hex,a\nB,hex,b;c;d;e\nC,hex,f;f\nD,hex,a\n");
    for told in [
        "line 3: a team has at most 3 members, and this one has 4",
        "line 4: f is listed twice",
        "line 5: a is in A already",
    ] {
        assert!(four.contains(told), "{told}: {four}");
    }
    let nonsense: Vec<String> = (0..500).map(|at| format!("\u{1F600}{at},{at};;,\"x\"\n")).collect();
    let nonsense = nonsense.concat();
    let told = imported(&format!("team,games,members\n{nonsense}"));
    assert!(told.contains("line 2: there is no game `0` here") && told.contains("line 21: "), "{told}");
    assert!(told.contains("; and 480 more") && !told.contains("line 22: "), "{told}");
    assert!(imported(&nonsense).contains("line 1: the first line names the columns"), "no head");
    assert_eq!(said(folder, &["teams", "Cup"]), "", "nothing is taken");
}

/// The plan of a contest with hours, and what would help where it does not fit.
#[test]
fn a_contest_is_planned_before_its_draw() {
    let site = tempfile::tempdir().expect("a folder");
    let folder = site.path();
    let hours = ["--hours", "2999-11-12 14:00 – 17:30", "--closes", "2999-10-22 24:00"];
    said(folder, &[&["new", "Cup", "--games", "nogo", "--tables", "1"], &hours[..]].concat());
    let teams = |count: usize| {
        let lines = (0..count).map(|at| format!("team {at},nogo,m{at}\n"));
        format!("team,games,members\n{}", lines.collect::<String>())
    };
    let file = folder.join("teams.csv");
    fs::write(&file, teams(3)).expect("our folder");
    said(folder, &["teams", "Cup", "--import", file.to_str().expect("text")]);
    let plan = said(folder, &["plan", "Cup"]);
    assert!(plan.contains("table 1: ") && plan.contains("everything fits"), "{plan}");
    assert_eq!(said(folder, &["plan", "Cup", "--json"]).lines().count(), 3);
    fs::write(&file, teams(8)).expect("our folder");
    said(folder, &["teams", "Cup", "--import", file.to_str().expect("text")]);
    let plan = said(folder, &["plan", "Cup"]);
    assert!(plan.contains("in all, it ends at"), "more tables would help: {plan}");
}
